"""Tests that mypy accepts the code of the README, of users' programs and of the benchmarks."""

from __future__ import annotations

import collections
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import installed

pytest.importorskip("mypy")
pytestmark = [pytest.mark.process, pytest.mark.slow]

PYTHON = installed.ROOT / "python"
PROGRAMS = PYTHON / "tests" / "examples" / "programs"
README = installed.ROOT / "README.md"
#: mypy checks that are off for users' programs, because most users do not run mypy in strict mode.
LENIENT = (
    "# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, allow-any-generics,"
    " no-warn-unreachable\n"
)
#: Lines of users' programs that mypy may reject: a deliberate mistake, matplotlib's subfigures, names from a
#: loop, keywords from a dictionary, and a sublayer whose class mypy cannot know.
WRONG = {
    "12_errors.py": ('calculation_mode="discreet"',),
    "10_time_graphs.py": (".figure.savefig",),
    "14_light.py": ("compositing_filter=name",),
    "15_depth.py": ('**{("instance_red_offset"', "for name, colour, turned in ("),
    "17_documents.py": (".instance_count = 4",),
}
MISTAKES = (
    'import numpy as np\nimport stretto as st\nst.Layer(opacty=1)\nst.Layer(fill_mode="front")\n'
    "st.Layer(frame=np.zeros(4), transform=np.eye(4), contents=np.zeros((2, 2, 4), np.uint8))\n"
    'st.ShapeLayer(path="M0 0L1 1").opacity = "half"\nst.Layer().shadow = 1\n'
)


def blocks() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[int]]:
    """The lines of each file that mypy rejects. To save time, one run of mypy checks all files."""
    folder = tmp_path_factory.mktemp("types")
    for number, block in enumerate(blocks()):
        (folder / f"block_{number}.py").write_text(block, encoding="utf-8")
    for program in PROGRAMS.glob("*.py"):
        (folder / program.name).write_text(LENIENT + program.read_text(encoding="utf-8"), encoding="utf-8")
    for benchmark in (PYTHON / "benchmarks").glob("*.py"):
        shutil.copy(benchmark, folder)
    (folder / "mistakes.py").write_text(MISTAKES)
    config = PYTHON / "tests" / "mypy.ini"
    command = [sys.executable, "-m", "mypy", f"--config-file={config}", *sorted(folder.glob("*.py"))]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=PYTHON, check=False)  # type: ignore[arg-type]
    assert checked.returncode in (0, 1), checked.stderr
    assert not checked.stderr
    found = collections.defaultdict(list)
    for line in checked.stdout.splitlines():
        if complaint := re.match(r"(.+?):(\d+): error: ", line):
            found[pathlib.Path(complaint[1]).name].append(int(complaint[2]))
    return found


def test_the_code_of_the_readme_is_strictly_typed(complaints: dict[str, list[int]]) -> None:
    names = [f"block_{number}.py" for number in range(len(blocks()))]
    assert names
    assert {name: complaints.get(name, []) for name in names} == {name: [] for name in names}


def test_the_benchmarks_are_strictly_typed(complaints: dict[str, list[int]]) -> None:
    names = sorted(path.name for path in (PYTHON / "benchmarks").glob("*.py"))
    assert len(names) > 15
    assert {name: complaints.get(name, []) for name in names} == {name: [] for name in names}


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.name)
def test_a_program_of_a_user_is_typed(program: pathlib.Path, complaints: dict[str, list[int]]) -> None:
    lines = (LENIENT + program.read_text(encoding="utf-8")).splitlines()
    wrong = WRONG.get(program.name, ())
    found = [lines[number - 1] for number in complaints.get(program.name, [])]
    assert [line for line in found if not any(part in line for part in wrong)] == []


def test_mypy_finds_the_mistakes_of_a_program(complaints: dict[str, list[int]]) -> None:
    assert complaints["mistakes.py"] == [3, 4, 6, 7]
