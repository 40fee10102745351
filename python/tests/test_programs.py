"""The programs that users write run as they are."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

PROGRAMS = pathlib.Path(__file__).parent / "programs"
LATER = {"05_spinner.py"}


def run(program: pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(program)], capture_output=True, text=True)


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.name)
def test_a_program_says_ok(program: pathlib.Path) -> None:
    if program.name in LATER:
        pytest.skip("see below")
    ran = run(program)
    assert ran.returncode == 0, ran.stderr
    assert ": ok" in ran.stdout


def test_the_spinner_lacks_nothing_but_its_loop_duration(tmp_path: pathlib.Path) -> None:
    program = PROGRAMS / "05_spinner.py"
    ran = run(program)
    assert ran.returncode != 0
    assert "no property 'loop_duration'" in ran.stderr.splitlines()[-1] or "loop_duration" in ran.stderr
    lines = program.read_text(encoding="utf-8").splitlines()
    kept = tmp_path / program.name
    kept.write_text("\n".join(line for line in lines if "loop_duration" not in line))
    assert len(lines) - len(kept.read_text().splitlines()) == 1
    ran = run(kept)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "spinner: ok\n"
