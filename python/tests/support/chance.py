"""Seeds for random tests: a few in `make check`, more in `make test`, and all in `make test-all`."""

from __future__ import annotations

from typing import Any

import pytest


def seeds(check: int, test: int, every: int) -> list[Any]:
    """The seeds from 0 to `every` - 1 as test parameters. `make check` runs the first `check` seeds, `make
    test` the first `test` seeds, and `make test-all` all seeds.
    """
    longer, slow = [pytest.mark.longer], [pytest.mark.slow]
    return [
        pytest.param(seed, marks=longer if seed >= test else slow if seed >= check else [])
        for seed in range(every)
    ]
