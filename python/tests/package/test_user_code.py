"""Tests that type checkers accept correct user code, and find the mistakes in wrong user code."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.process, pytest.mark.slow]
TYPED = pathlib.Path(__file__).parents[1] / "typed"
WRONG = TYPED / "wrong.py"
#: Line numbers, from 1, at which a type checker must report an error.
LINES = WRONG.read_text().splitlines()
MISTAKES = [number for number, line in enumerate(LINES, 1) if line.endswith("# wrong")]


def mypy() -> dict[pathlib.Path, list[int]]:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file="]
    command += ["--follow-imports=silent", "--output=json", str(TYPED)]
    environment = {**os.environ, "MYPYPATH": str(TYPED.parents[1] / "src")}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ran.returncode < 2, ran.stdout + ran.stderr
    found: dict[pathlib.Path, list[int]] = {}
    for item in map(json.loads, ran.stdout.splitlines()):
        if item["severity"] == "error":
            found.setdefault(pathlib.Path(item["file"]).resolve(), []).append(item["line"])
    return found


def pyright() -> dict[pathlib.Path, list[int]]:
    program = pathlib.Path(sys.executable).with_name("basedpyright")  # pyright with its own Node.js
    if not program.exists():
        pytest.skip("the development packages have basedpyright")
    command = [str(program), "--outputjson", "-p", str(TYPED / "pyrightconfig.json")]
    ran = subprocess.run([*command, "--pythonpath", sys.executable], capture_output=True, text=True)
    found: dict[pathlib.Path, list[int]] = {}
    for item in json.loads(ran.stdout)["generalDiagnostics"]:
        if item["severity"] == "error":
            file = pathlib.Path(item["file"]).resolve()
            found.setdefault(file, []).append(item["range"]["start"]["line"] + 1)
    return found


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_a_checker_finds_the_mistakes_and_nothing_else(checker: object) -> None:
    assert len(MISTAKES) == 5
    assert callable(checker)
    found = checker()
    assert {name: sorted(set(lines)) for name, lines in found.items()} == {WRONG.resolve(): MISTAKES}
