"""Draws every scene of the repository as animated SVG and as Lottie, and counts the results.

`count` prints a line for each scene with a wrong result, and `table` prints a summary. The file
vectors/test_vector_collections.py contains the test that uses this module.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import importlib
import io
import math
import re
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

import installed
import stretto as st
from moving_vectors import RATE, Difference, in_chromium, in_thorvg, span, worst, worst_in_rlottie

EXAMPLES = installed.ROOT / "python" / "examples"
for folder in (EXAMPLES, EXAMPLES / "gallery"):
    sys.path.insert(0, str(folder))

# ruff: noqa: E402 (the folders come first)
import indicators

import page_scenes
import random_scenes

RANDOM = 300
#: Longest file in seconds that is compared as a whole, and the seconds that are compared of longer scenes.
LONGEST, PART = 6, 3
#: Names of the results of a comparison, from best to worst.
RIGHT, FALLBACK, REFUSED, WRONG = "right", "with fallback", "refused", "wrong"
_BLOCK = re.compile(r"^```\{(scene|example)\}[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PROPERTY = re.compile(r"has no word for (.*) of [^;]*;")


class Outcome(NamedTuple):
    """Result of a scene: how the export ended, the property that the format lacks, and the difference."""

    kind: str
    feature: str
    difference: Difference | None


def gallery() -> Iterator[tuple[str, st.Scene]]:
    """Gallery entries that are animated."""
    book, pages = importlib.import_module("book"), importlib.import_module("pages")
    for chapter in book.CHAPTERS:
        importlib.import_module(chapter)
    for entry in pages.ENTRIES:
        if entry.seconds is not None:
            yield f"{entry.chapter}: {entry.title}", entry.make()


def indicator_scenes() -> Iterator[tuple[str, st.Scene]]:
    for make in indicators.INDICATORS:
        layer = indicators.indicator(make, indicators.SIZE)
        layer.position = (31.5, 31.5)
        yield make.__name__, st.Scene(63, 63, indicators.GROUND, sublayers=[layer])


def book() -> Iterator[tuple[str, st.Scene]]:
    """The scenes of the book's pages. The code blocks of a page run one after another."""
    for page in sorted((installed.ROOT / "docs" / "book").rglob("*.md")):
        names: dict[str, Any] = {}
        for number, found in enumerate(_BLOCK.finditer(page.read_text(encoding="utf-8"))):
            lines = found[2].splitlines(keepends=True)
            options = [line for line in lines if line.startswith(":")]
            if not any(line.startswith(":continue:") for line in options):
                names = {"__name__": "book", "st": st, "math": math, "np": np}
            shown = _shown("".join(lines[len(options) :]), names)
            if found[1] == "scene" and shown is not None:
                yield f"{page.stem}-{number}", shown


def _shown(source: str, names: dict[str, Any]) -> st.Scene | None:
    """Runs a code block and returns its scene, or None for a block that demonstrates an error."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.suppress(Exception),
    ):
        warnings.simplefilter("ignore")
        names.pop("scene", None)
        exec(compile(source, "book", "exec"), names)
    found = names.get("scene")
    return found if isinstance(found, st.Scene) and not found.closed else None


def random() -> Iterator[tuple[str, st.Scene]]:
    for seed in range(RANDOM):
        yield str(seed), random_scenes.scene(seed)


COLLECTIONS: dict[str, Callable[[], Iterator[tuple[str, st.Scene]]]] = {
    "gallery": gallery, "effects": page_scenes.effects, "indicators": indicator_scenes, "book": book,
    "random": random,
}  # fmt: skip


def duration(scene: st.Scene) -> float | None:
    """Seconds of a scene that are compared, or None for the library's default."""
    return PART if scene.loop_report().duration is None or span(scene)[1] > LONGEST else None


def outcome(
    scene: st.Scene, encode: Callable[..., str], compare: Callable[[str, float | None], Difference]
) -> Outcome:
    """Exports a scene, and compares the frames of another program."""
    seconds = duration(scene)
    kind, feature = RIGHT, ""
    try:
        text = encode(duration=seconds)
    except st.Error as error:
        found = _PROPERTY.search(str(error))
        kind, feature = FALLBACK, found[1] if found else str(error)
        try:
            text = encode(duration=seconds, fallback="image")
        except st.Error as other:
            return Outcome(REFUSED, str(other), None)
    try:
        off = compare(text, seconds)
    except st.Error as error:  # ThorVG may crash
        return Outcome(WRONG, str(error), None)
    return Outcome(kind if off.is_right else WRONG, feature, off)


def in_format(name: str, scene: st.Scene, browser: Any) -> Outcome:
    """The outcome of a scene in Chromium ("svg"), in ThorVG ("thorvg") or in rlottie ("rlottie")."""
    if name == "rlottie":
        # rlottie draws only whole frames, so the file has twice as many frames per second.
        whole = functools.partial(scene.to_lottie, fps=2 * RATE)
        return outcome(scene, whole, lambda text, seconds: worst_in_rlottie(scene, text, seconds))

    def compare(text: str, seconds: float | None) -> Difference:
        if name == "thorvg":
            return worst(scene, in_thorvg(text, scene.size), seconds)
        return worst(scene, in_chromium(browser, text, scene.size), seconds)

    animated = functools.partial(scene.to_svg, animated=True)
    return outcome(scene, scene.to_lottie if name == "thorvg" else animated, compare)


def count(formats: Iterable[str], names: Iterable[str], browser: Any) -> dict[tuple[str, str], list[Outcome]]:
    found: dict[tuple[str, str], list[Outcome]] = collections.defaultdict(list)
    for collection in names:
        for name, scene in COLLECTIONS[collection]():
            for format_name in formats:
                result = in_format(format_name, scene, browser)
                found[format_name, collection].append(result)
                if result.kind != RIGHT:
                    print(format_name, collection, name, *result, sep="\t", flush=True)
    return found


def table(found: dict[tuple[str, str], list[Outcome]]) -> str:
    lines = ["format\tscenes\t" + "\t".join((RIGHT, FALLBACK, REFUSED, WRONG))]
    for (format_name, collection), outcomes in found.items():
        kinds = collections.Counter(each.kind for each in outcomes)
        numbers = [str(kinds[kind]) for kind in (RIGHT, FALLBACK, REFUSED, WRONG)]
        lines.append("\t".join([format_name, f"{collection} ({len(outcomes)})", *numbers]))
    for format_name in dict.fromkeys(format_name for format_name, _ in found):
        features = collections.Counter(
            each.feature for key, outcomes in found.items() if key[0] == format_name
            for each in outcomes if each.feature
        )  # fmt: skip
        lines += [f"{format_name}\t{feature}\t{number}" for feature, number in features.most_common()]
    return "\n".join(lines)
