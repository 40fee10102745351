"""Tests with documents below 1 MB that are made to slow down or to fill the process that opens, draws and
queries them.

Every answer comes at most a second after its timeout, and no process needs more than 300 MB. The module
`support/attack_kit.py` makes the documents.
"""

from __future__ import annotations

import pathlib

import pytest

import attack_kit

#: Largest allowed lateness of an answer, in seconds.
LATE = 1.0


@pytest.mark.large
@pytest.mark.longer
@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("name", attack_kit.KIT)
def test_hostile_documents_below_a_megabyte_end_soon_and_take_little_memory(
    name: str, tmp_path: pathlib.Path
) -> None:
    found = attack_kit.measured(name, tmp_path)
    wrong = {what: seconds for what, seconds in found.late.items() if seconds > LATE}
    if found.megabytes > 300:
        wrong["megabytes"] = found.megabytes
    assert wrong == {}
