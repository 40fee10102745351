"""Tests that the C interface of the last release is unchanged, so that programs compiled with its header keep
running.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import pathlib
import sys
from typing import Any

import pytest

TOOLS = pathlib.Path(__file__).parents[2] / "tools"
RECORD = pathlib.Path(__file__).with_name("interface.json")

pytestmark = pytest.mark.skipif(
    not TOOLS.exists(), reason="the header is not here: these tests need the repository"
)


@pytest.fixture(scope="module")
def recorder() -> Any:
    found = importlib.util.spec_from_file_location("record_interface", TOOLS / "record_interface.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.path.insert(0, str(TOOLS))
    try:
        found.loader.exec_module(module)
    finally:
        sys.path.remove(str(TOOLS))
    return module


def test_functions_constants_and_structs_of_the_last_release_are_kept(recorder: Any) -> None:
    record = json.loads(RECORD.read_text())
    assert len(record["functions"]) > 200
    assert list(recorder.broken(record, recorder.interface())) == []


def test_what_is_taken_away_or_moved_is_seen(recorder: Any) -> None:
    was = json.loads(RECORD.read_text())
    now = copy.deepcopy(was)
    now["functions"]["stretto_new"] = "void()"
    now["structs"]["stretto_limits"]["size"] += 8  # the struct begins with its size
    assert list(recorder.broken(was, now)) == []
    del now["functions"]["stretto_scene_render"]
    now["constants"]["STRETTO_ERROR_LIMIT"] = 99
    now["structs"]["stretto_transform"]["fields"]["m"] = 8
    names = ["stretto_scene_render", "STRETTO_ERROR_LIMIT", "stretto_transform"]
    assert [line.split()[0].rstrip(":") for line in recorder.broken(was, now)] == names
