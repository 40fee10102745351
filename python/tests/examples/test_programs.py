"""Tests that users' programs run unchanged."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.process, pytest.mark.slow]
PROGRAMS = pathlib.Path(__file__).parent / "programs"


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.name)
def test_a_program_says_ok(program: pathlib.Path, tmp_path: pathlib.Path) -> None:
    environment = {**os.environ, "OUT": str(tmp_path)}
    ran = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ": ok" in ran.stdout
