"""mypy agrees with what users write: the README's code, examples, programs; and with tests and benchmarks."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterable

import pytest

import installed

pytest.importorskip("mypy")

PYTHON = installed.ROOT / "python"
EFFECTS = "examples/effects"
PROGRAMS = PYTHON / "tests" / "examples" / "programs"
README = installed.ROOT / "README.md"
#: What programs of users leave out, who do not run mypy in its strict mode.
LENIENT = [
    "--allow-untyped-defs",
    "--allow-incomplete-defs",
    "--allow-untyped-calls",
    "--allow-any-generics",
    "--no-warn-unreachable",
]
#: Wrong on purpose; matplotlib's figures within figures; a name from a loop, keywords from a dictionary, and
#: a sublayer of a kind that its program knows: a type checker cannot know more.
WRONG = {
    "12_errors.py": ('calculation_mode="discreet"',),
    "10_time_graphs.py": (".figure.savefig",),
    "14_light.py": ("compositing_filter=name",),
    "15_depth.py": ('**{("instance_red_offset"', "for name, colour, turned in ("),
    "17_documents.py": (".instance_count = 4",),
}


def complaints(files: Iterable[pathlib.Path], cache: pathlib.Path, options: Iterable[str] = ()) -> list[str]:
    place = {
        **os.environ,
        "MYPYPATH": ":".join(str(PYTHON / name) for name in ("src", "tests/support", "benchmarks", EFFECTS)),
    }
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={cache}"]
    command += ["--ignore-missing-imports", "--follow-imports=silent", *options, *map(str, files)]
    told = subprocess.run(command, capture_output=True, text=True, env=place, check=False)
    assert told.returncode in (0, 1), told.stderr
    assert not told.stderr
    return [line for line in told.stdout.splitlines() if ": error: " in line]


def test_the_code_of_the_readme_the_examples_and_the_tests_are_strictly_typed(tmp_path: pathlib.Path) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert blocks
    files = [tmp_path / f"block_{number}.py" for number in range(len(blocks))]
    for file, block in zip(files, blocks, strict=True):
        file.write_text(block, encoding="utf-8")
    examples = sorted((PYTHON / "examples").rglob("*.py"))
    tests = sorted(path for path in (PYTHON / "tests").rglob("*.py") if path.parent != PROGRAMS)
    assert len(tests) > 50
    assert complaints([*files, *examples, *tests], tmp_path / "cache") == []


def test_the_benchmarks_are_strictly_typed(tmp_path: pathlib.Path) -> None:
    benchmarks = sorted((PYTHON / "benchmarks").glob("*.py"))
    assert len(benchmarks) > 15
    assert complaints(benchmarks, tmp_path / "cache") == []


def test_the_programs_of_users_are_typed(tmp_path: pathlib.Path) -> None:
    programs = sorted(PROGRAMS.glob("*.py"))
    found = [
        complaint
        for program in programs
        for complaint in complaints([program], tmp_path / "cache", LENIENT)
        if program.name not in WRONG
        or not any(
            part in program.read_text(encoding="utf-8").splitlines()[int(complaint.split(":")[1]) - 1]
            for part in WRONG[program.name]
        )
    ]
    assert found == []


def test_what_is_wrong_is_found(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "wrong.py"
    program.write_text(
        'import numpy as np\nimport stretto as st\nst.Layer(opacty=1)\nst.Layer(fill_mode="front")\n'
        "st.Layer(frame=np.zeros(4), transform=np.eye(4), contents=np.zeros((2, 2, 4), np.uint8))\n"
        'st.ShapeLayer(path="M0 0L1 1").opacity = "half"\nst.Layer().shadow = 1\n'
    )
    found = [int(line.split(":")[1]) for line in complaints([program], tmp_path / "cache")]
    assert found == [3, 4, 6, 7]
