"""Checks of code that the build of the book does not run: shell commands, and Python code that needs a cluster or files."""

from __future__ import annotations

import ast
import re
import shlex
import warnings
from pathlib import Path

import pytest
import stretto as st
from pages import SOURCES
from stretto._commands import cli

#: Pages about Stretto. The code blocks of the pages about other tools are in the languages of those tools.
PAGES = sorted(path for path in SOURCES.rglob("*.md") if path.parent.name in ("first", "ideas", "stories", "reference"))
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.M | re.S)


def blocks(language: str) -> list[tuple[str, str]]:
    found = []
    for path in PAGES:
        found += [(path.stem, code) for kind, code in BLOCK.findall(path.read_text(encoding="utf-8")) if kind == language]
    return found


def first_scene() -> str:
    """Returns the Python code of the scene on the book's first page."""
    text = (SOURCES / "index.md").read_text(encoding="utf-8")
    found = re.search(r"^```\{scene\} dot\n((?:^:[^\n]*\n)*)(.*?)^```", text, re.M | re.S)
    assert found
    return found[2]


def test_lines_for_a_shell_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Each command in the book's shell blocks succeeds. It gets the script of the first page, or a document with a state."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wave.py").write_text(first_scene(), encoding="utf-8")
    scene = st.Scene(20, 20)
    scene.add_sublayer(dot := st.Layer(frame=(0, 0, 9, 9), background_color="red"))
    scene.add_state("Unlock", {dot: {"opacity": 0.5}})
    folder = tmp_path / "wallpaper.tendies"
    scene.save(tmp_path / "main.ca")
    (tmp_path / "main.ca").rename(folder)
    ran, failed = [], []
    for _, block in blocks("sh"):
        for line in block.splitlines():
            command = shlex.split(line, comments=True)
            if command[1] == "preview":  # the preview runs until the user stops it
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ran.append(command[1])
                if cli.main(command[1:]):
                    failed.append(line)
    assert {"render", "graph", "demo", "doctor"} == set(ran)
    assert failed == []


@pytest.mark.parametrize(("page", "code"), blocks("python"))
def test_python_that_is_not_run_has_names_that_there_are(page: str, code: str) -> None:
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Attribute):
            continue
        names = ast.unparse(node).split(".")
        if not all(name.isidentifier() for name in names):
            continue
        found: object = st
        for name in names[1:] if names[0] == "st" else ():
            assert hasattr(found, name), f"{page}: {ast.unparse(node)}"
            found = getattr(found, name)


def test_the_graph_of_the_first_steps_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(first_scene(), names)
    exec(next(code for page, code in blocks("python") if page == "python"), names)
    assert (tmp_path / "windows.png").stat().st_size > 10_000
