"""Checks of the book's text: spelling, names of the library in the text, and names in the tables of "Coming from"."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys

import pytest
import stretto as st
from pages import ROOT, SOURCES

#: Pages of the book that are not generated.
WRITTEN = sorted(path for path in SOURCES.rglob("*.md") if "made" not in path.parts)
#: Correct words that codespell would report: "to and fro", and the PNG filter "paeth".
RIGHT = "fro,paeth"


def test_common_misspellings() -> None:
    others = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
    files = [str(path) for path in (*WRITTEN, *others, *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "decisions").glob("*.md"))]
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words-list", RIGHT, *files]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_names_in_the_text_are_there() -> None:
    """Each name in backticks exists: `st.Font.find`, and methods of usual variables such as `scene.movie(...)`."""
    missing = []
    for path in WRITTEN:
        text = re.sub(r"^(```+).*?^\1", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        text = re.sub(r"^\|[^|]*", "", text, flags=re.M)  # the first column of a table has names of another tool
        for code in re.findall(r"`(?!stretto )([^`\n]+)`", text):
            for owner, names in re.findall(r"(?<![\w.\"/])(st|[A-Z]\w+|[a-z]+)\.(\w+(?:\.\w+)*)", code):
                found = st if owner == "st" else getattr(st, owner, None) if owner[0].isupper() else GIVEN.get(owner)
                for name in names.split(".") if found is not None else ():
                    if inspect.isclass(found) or inspect.ismodule(found):
                        if not hasattr(found, name):
                            missing.append((path.name, code))
                        found = getattr(found, name, None)
    assert missing == []


# Tables of "coming from"

#: Names of variables that the code in table cells may use without a definition.
GIVEN = {
    "layer": st.Layer, "parent": st.Layer, "scene": st.Scene, "movie": st.Movie, "text": st.TextLayer, "view": st.ViewReplicator,
    "film": st.Timeline, "spring": st.SpringAnimation, "t": st.Transform3D,
}  # fmt: skip


def cells() -> list[tuple[str, str]]:
    """Returns the code in the table columns about Stretto."""
    found = []
    for path in sorted((SOURCES / "from").glob("*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            columns = [column.strip() for column in line.strip("|").split("|")] if line.startswith("|") else []
            for column in columns[1:]:
                found += [(path.name, code) for code in re.findall(r"`([^`]+)`", column)]
    return [(name, code) for name, code in found if not code.startswith(("stretto ", "isHidden", "isDoubleSided"))]


@pytest.mark.parametrize(("name", "code"), cells())
def test_code_in_tables_is_right(name: str, code: str) -> None:
    tree = _parsed(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = st if node.value.id == "st" else GIVEN.get(node.value.id)
            if owner is not None:
                assert hasattr(owner, node.attr), f"{code}: there is no {node.attr}"
        if isinstance(node, ast.Call):
            _check_keywords(node, code)
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and tree.body
            and code == repr(node.value).replace("'", '"')
        ):
            _check_text(node.value)


def _parsed(code: str) -> ast.Module:
    """Parses the code of a table cell: an expression, a statement, or keyword arguments of a call."""
    try:
        return ast.parse(code)
    except SyntaxError:
        return ast.parse(f"any_of_it({code})" if not code.endswith("=") else f"any_of_it({code}0)")


#: Functions and classes whose keyword arguments may be in a table cell without a call.
_TAKERS = (
    st.Layer, st.ReplicatorLayer, st.ShapeLayer, st.TextLayer, st.EmitterLayer, st.BasicAnimation, st.KeyframeAnimation,
    st.SpringAnimation, st.Timeline.to, st.Timeline.from_, st.Timeline.add, st.stagger, st.Scene.render, st.GradientLayer,
)  # fmt: skip


def _check_keywords(node: ast.Call, code: str) -> None:
    given = {keyword.arg for keyword in node.keywords if keyword.arg}
    function = node.func
    takers: tuple[object, ...] = ()
    if isinstance(function, ast.Name) and function.id == "any_of_it":
        takers = _TAKERS
    elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "st":
        takers = (getattr(st, function.attr),)
    elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id in GIVEN:
        takers = (getattr(GIVEN[function.value.id], function.attr),)
    for name in given if takers else ():
        assert any(_takes(taker, name) for taker in takers), f"{code}: nothing takes {name}"


def _takes(taker: object, name: str) -> bool:
    parameters = inspect.signature(taker).parameters  # type: ignore[arg-type]
    return name in parameters or any(item.kind is item.VAR_KEYWORD for item in parameters.values() if taker is not st.Layer)


def _check_text(text: str) -> None:
    """Checks that a string in a table cell is a key path of a layer, a colour, or a timing function's name."""
    layers = (st.Layer(), st.ShapeLayer(), st.ReplicatorLayer(), st.TextLayer("a"))
    for layer in layers:
        try:
            layer.presentation_value(text)
        except st.KeyPathError:
            continue
        return
    if text.startswith(("#", "hsl")):
        st.Layer(background_color=text)
        return
    st.BasicAnimation("opacity", timing_function=text)
