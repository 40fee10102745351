"""Tests that the example notebooks run, show pictures, and write the files that their text promises."""

import base64
import io
import pathlib
import re
import sys

import nbformat
import numpy as np
import pytest
from PIL import Image as Pillow

import installed

sys.path.insert(0, str(installed.ROOT / "python" / "tools"))
import run_notebooks
from untyped import untyped

EXAMPLES = installed.ROOT / "python" / "examples"
FOLDER = EXAMPLES / "notebooks"

#: Files that each notebook writes: the size of the picture in pixels and the length of the clip in
#: milliseconds.
FILES: dict[str, dict[str, tuple[tuple[int, int], int | None]]] = {
    "01_first_steps": {"balls.gif": ((480, 150), 800)},
    "02_one_view_many_places": {"five_places.gif": ((420, 240), 2000)},
    "03_single_copies": {"twinkle.gif": ((360, 360), 3000), "twinkle_score.png": ((800, 420), None)},
    "04_spinner": {"spinner.gif": ((400, 400), 1000), "spinner.png": ((400, 400), 1000)},
    "05_live_reflection": {"lake.gif": ((450, 330), 2000), "music.png": ((600, 448), 2000)},
    "07_a_letter_is_a_copy": {"letter.png": ((480, 120), None), "words.gif": ((480, 120), 1600)},
    "06_spacetime": {"flag.gif": ((420, 290), 4000), "flag.webp": ((420, 290), 4000)},
}
#: Lines that cells of each notebook must print.
EXPECTED_OUTPUT = {
    "01_first_steps": ["copy 3 sees the ball at 1.8 s", "repeats every 0.8 s, from 0.73 s on"],
    "02_one_view_many_places": ["largest difference: 0 of 255", "showing source: CALayer"],
    "03_single_copies": ["(40, 120) -> (9,)", "(51, 160) -> (8,)", "(120, 200) -> nothing"],
    "07_a_letter_is_a_copy": ["18 copies of 18 characters", "5 copies now"],
    "05_live_reflection": ["in step: [2.31, 2.31]", "late:    [2.31, 2.11]"],
}


#: Code that resets a kernel before the next notebook.
FRESH = """\
%reset -f
import os
os.chdir({folder!r})
os.environ["OUT"] = {folder!r}
%reset -f
"""


def read(name: str) -> nbformat.NotebookNode:
    found: nbformat.NotebookNode = run_notebooks.read(FOLDER / f"{name}.ipynb")
    return found


#: Notebooks that `make test` runs. Together, the listed notebooks use all features that the other notebooks
#: use.
USUAL = ("01_first_steps", "03_single_copies", "07_a_letter_is_a_copy")
RUN = [pytest.param(name, marks=[] if name in USUAL else [pytest.mark.longer]) for name in FILES]


@pytest.fixture(scope="module")
def ran(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[nbformat.NotebookNode, pathlib.Path]]:
    """Notebooks after they ran, and the folders of their files. One kernel runs all notebooks for speed."""
    asked = "\n".join(
        item.nodeid for item in request.session.items if "ran" in getattr(item, "fixturenames", ())
    )
    make, together = untyped(nbformat.v4), read(next(iter(FILES)))
    together.cells, parts = [], {}
    for name in (name for name in FILES if f"[{name}]" in asked):
        folder, notebook = tmp_path_factory.mktemp(name), read(name)
        together.cells += [make.new_code_cell(FRESH.format(folder=str(folder))), *notebook.cells]
        parts[name] = notebook, folder
    run_notebooks.run(together, tmp_path_factory.mktemp("notebooks"))
    return parts


def test_every_notebook_is_tested_and_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(FILES)
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for name, files in FILES.items():
        assert f"notebooks/{name}.ipynb" in listed
        for file in files:
            assert f"`{file}`" in listed, f"{file} of {name}"


@pytest.mark.parametrize("name", FILES)
def test_notebooks_are_small_and_in_the_order_they_ran(name: str) -> None:
    notebook = read(name)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.metadata.kernelspec.name == "python3"
    assert 8 <= len(notebook.cells) <= 15
    assert (FOLDER / f"{name}.ipynb").stat().st_size < 500_000
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))
    # A text cell precedes every code cell.
    for before, cell in zip(notebook.cells, notebook.cells[1:], strict=False):
        assert cell.cell_type == "markdown" or before.cell_type == "markdown"


# Jupyter's packages raise deprecation warnings about each other, which must not fail the test.
@pytest.mark.process
@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", RUN)
def test_notebooks_run_and_leave_their_files(
    name: str, ran: dict[str, tuple[nbformat.NotebookNode, pathlib.Path]]
) -> None:
    notebook, folder = ran[name]
    for saved, made in zip(read(name).cells, notebook.cells, strict=True):
        assert len(saved.get("outputs", [])) == len(made.get("outputs", []))
        for before, now in zip(saved.get("outputs", []), made.get("outputs", []), strict=True):
            assert_shows_the_same(before, now)

    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    printed = "".join(output.text for output in outputs if output.get("name") == "stdout")
    assert [words for words in EXPECTED_OUTPUT.get(name, ()) if words not in printed] == []
    assert [output.text for output in outputs if output.get("name") == "stderr"] == [], "no warnings"
    kinds = {"image/png", "text/html"}
    shown = [output for output in outputs if kinds & set(output.get("data", {}))]
    assert len(shown) >= 5, "pictures on the way"

    assert {path.name for path in folder.iterdir()} == set(FILES[name])
    for file, (size, milliseconds) in FILES[name].items():
        check(folder / file, size, milliseconds)


def assert_shows_the_same(saved: nbformat.NotebookNode, made: nbformat.NotebookNode) -> None:
    """Fails unless the texts of two outputs are equal except for addresses, and their pictures have equal
    sizes and differ by little.
    """
    assert saved.output_type == made.output_type
    assert saved.get("text") == made.get("text")
    before, now = saved.get("data", {}), made.get("data", {})
    assert before.keys() == now.keys()
    assert re.sub("0x[0-9a-f]+", "", before.get("text/plain", "")) == re.sub(
        "0x[0-9a-f]+", "", now.get("text/plain", "")
    ), "run python/tools/run_notebooks.py"
    if "image/png" in before:
        one, other = (
            np.asarray(Pillow.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGBA")).astype(
                int
            )
            for data in (before, now)
        )
        assert one.shape == other.shape
        assert np.abs(one - other).mean() < 3, "run python/tools/run_notebooks.py"


def check(path: pathlib.Path, size: tuple[int, int], milliseconds: int | None) -> None:
    """A picture file has the given size and more than one colour. A clip file must also have the given
    length, repeat without end, and have frames that differ.
    """
    with Pillow.open(path) as picture:
        assert picture.size == size
        first = np.asarray(picture.convert("RGBA")).astype(int)
        assert first.std() > 1
        if milliseconds is None:
            return
        assert picture.info["loop"] == 0
        lengths = []
        for index in range(picture.n_frames):  # type: ignore[attr-defined]
            picture.seek(index)
            picture.load()
            lengths.append(picture.info["duration"])
        assert round(sum(lengths)) == milliseconds
        picture.seek(picture.n_frames // 2)  # type: ignore[attr-defined]
        assert abs(np.asarray(picture.convert("RGBA")) - first).max() > 40
