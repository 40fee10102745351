"""How the pages are written: short sentences, plain words, code that fits, and tables whose code is right."""

from __future__ import annotations

import ast
import inspect
import re

import pytest
import stretto as st
from pages import SOURCES

#: Hand-written pages.
WRITTEN = sorted(path for path in SOURCES.rglob("*.md") if "made" not in path.parts)
FORBIDDEN = re.compile(r"\b(simply|just|powerful|easy|easily|obviously|seamless(ly)?|leverage|utilize)\b", re.I)
LONGEST_SENTENCE, LONGEST_LINE, MOST_LINES = 25, 110, 22
#: Directives with code, whose lines are counted; whole programs are as long as they are.
CODE = re.compile(r"^```\{(scene|example|plot)\}[^\n]*\n(.*?)^```", re.M | re.S)
NAMES = [path.relative_to(SOURCES).as_posix() for path in WRITTEN]


def prose(text: str) -> list[str]:
    """The sentences of a page: no code, no tables, no headings, no directives."""
    text = re.sub(r"^(```+|:::+).*?^\1", "", text, flags=re.M | re.S)
    lines = [line for line in text.splitlines() if not line.startswith(("#", "|", ":::", "```", "    ", ":"))]
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines))
    parts = [piece for paragraph in paragraphs for piece in re.split(r"\n(?=- |\d+\. )", paragraph)]
    whole = [re.sub(r"`[^`]*`", "code", " ".join(part.split())) for part in parts]
    whole = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", part) for part in whole]
    return [sentence for part in whole for sentence in re.split(r"(?<=[.?!:;]) +", part) if sentence.strip()]


@pytest.mark.parametrize("name", NAMES)
def test_sentences_are_short_and_plain(name: str) -> None:
    found = prose((SOURCES / name).read_text(encoding="utf-8"))
    assert [sentence for sentence in found if len(sentence.split()) > LONGEST_SENTENCE] == []
    assert [sentence for sentence in found if FORBIDDEN.search(sentence) or sentence.rstrip().endswith("!")] == []


@pytest.mark.parametrize("name", NAMES)
def test_code_fits(name: str) -> None:
    for found in CODE.finditer((SOURCES / name).read_text(encoding="utf-8")):
        lines = [line for line in found[2].splitlines() if not re.match(r":\w[\w-]*:", line)]
        assert len(lines) <= MOST_LINES, f"{len(lines)} lines, from {lines[0]!r} on"
        assert [line for line in lines if len(line) > LONGEST_LINE] == []


def test_every_page_begins_with_a_question() -> None:
    missing = []
    for path in WRITTEN:
        lines = path.read_text(encoding="utf-8").splitlines()
        if path.name not in ("index.md", "README.md") and not re.fullmatch(r"\*.*\?\*", lines[2]):
            missing.append(path.name)
    assert missing == []


def test_names_in_the_text_are_there() -> None:
    """Names in backticks exist: `st.Font.find`, and methods of usual variables such as `scene.movie(...)`."""
    missing = []
    for path in WRITTEN:
        text = re.sub(r"^(```+).*?^\1", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        text = re.sub(r"^\|[^|]*", "", text, flags=re.M)  # the first column of a table is another tool's
        for code in re.findall(r"`(?!stretto )([^`\n]+)`", text):
            for owner, names in re.findall(r"(?<![\w.\"/])(st|[A-Z]\w+|[a-z]+)\.(\w+(?:\.\w+)*)", code):
                found = st if owner == "st" else getattr(st, owner, None) if owner[0].isupper() else GIVEN.get(owner)
                for name in names.split(".") if found is not None else ():
                    if inspect.isclass(found) or inspect.ismodule(found):
                        if not hasattr(found, name):
                            missing.append((path.name, code))
                        found = getattr(found, name, None)
    assert missing == []


# ------------------------------------------------------------------ tables of "coming from"

#: Names that cells may use without defining them.
GIVEN = {
    "layer": st.Layer, "parent": st.Layer, "scene": st.Scene, "movie": st.Movie, "text": st.TextLayer, "view": st.ViewReplicator,
    "film": st.Timeline, "spring": st.SpringAnimation, "t": st.Transform3D,
}  # fmt: skip


def cells() -> list[tuple[str, str]]:
    """Code in the columns that are about this library."""
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
    """A cell as code: an expression, a statement, or keywords of a call."""
    try:
        return ast.parse(code)
    except SyntaxError:
        return ast.parse(f"any_of_it({code})" if not code.endswith("=") else f"any_of_it({code}0)")


#: Keywords that stand alone in a cell, and whose they may be.
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
    """A text alone is a key path or a name: a layer or an animation must know it."""
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
