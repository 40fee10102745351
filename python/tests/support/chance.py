"""Seeds of random cases: a few in `make check`, more in `make test`, all in `make test-all`."""

from __future__ import annotations

from typing import Any

import pytest


def seeds(check: int, test: int, every: int) -> list[Any]:
    """The numbers below `every`, marked so that each of the three runs as many as are given for it."""
    longer, slow = [pytest.mark.longer], [pytest.mark.slow]
    return [
        pytest.param(seed, marks=longer if seed >= test else slow if seed >= check else [])
        for seed in range(every)
    ]
