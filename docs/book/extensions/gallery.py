"""The gallery: pages made from python/examples, a chapter each, and an index of small pictures with filters.

`gallery.words` has what is to be seen in each picture. An entry without words is an error.
"""

from __future__ import annotations

import dataclasses
import html
import importlib
import inspect
import pathlib
import re
import sys
import types
from typing import Any

import numpy as np
import stretto as st
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import pictures
import scenes

ROOT = pathlib.Path(__file__).parents[3]
EXAMPLES = ROOT / "python" / "examples"
FOLDER = EXAMPLES / "gallery"
EFFECTS = EXAMPLES / "effects"
#: Chapters with their titles and questions; "effects" are scripts, the others functions.
CHAPTERS = {
    "layers": ("Layers", "What can a rectangle be?"),
    "shapes": ("Shapes and gradients", "What can be drawn with lines and colours?"),
    "copies": ("Copies", "What can one thing be, many times?"),
    "motion": ("Motion", "How can a value move?"),
    "timelines": ("Timelines", "How do steps follow one another?"),
    "text": ("Text", "What can letters do?"),
    "light": ("Light", "What do shadows, filters and blends do?"),
    "depth": ("Depth", "How do layers stand in space?"),
    "particles": ("Particles", "What can be thrown?"),
    "programs": ("Indicators", "What does a whole program of it look like?"),
    "effects": ("Effects", "Which small clips are ready to be used?"),
    "kinetic-type": ("Kinetic type", "Which clips of letters are ready to be used?"),
}
#: Tags by the names that code uses.
TAGS = {
    "ReplicatorLayer": "replicator", "ViewReplicator": "proxies", "PortalLayer": "portal", "TextLayer": "text",
    "ShapeLayer": "shape", "GradientLayer": "gradient", "EmitterLayer": "particles", "TransformLayer": "depth",
    "BasicAnimation": "animation", "KeyframeAnimation": "keyframes", "SpringAnimation": "spring", "Timeline": "timeline",
    "Transition": "transition", "AnimationGroup": "group", "Filter": "filter", "stagger": "stagger",
}  # fmt: skip
#: How many moments of a loop are looked at for the one in which most is to be seen.
LOOKS = 12
#: Pixels of the index's small pictures.
SMALL = 128


@dataclasses.dataclass(frozen=True)
class Item:
    """One picture of the gallery."""

    name: str
    chapter: str
    title: str
    source: str
    words: str
    scene: st.Scene
    at: float
    seconds: float | None

    @property
    def anchor(self) -> str:
        return nodes.make_id(self.name)

    @property
    def tags(self) -> list[str]:
        found = {tag for name, tag in TAGS.items() if re.search(rf"\bst\.{name}\b", self.source)}
        found |= {"delay"} if "instance_delay" in self.source or "stagger" in self.source else set()
        found |= {"mask"} if re.search(r"\bmask\b", self.source) else set()
        return sorted(found | ({"moves"} if self.seconds else {"still"}))


def words() -> dict[str, str]:
    """Descriptions of the pictures, by the name of the entry."""
    lines = (ROOT / "docs" / "book" / "gallery.words").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {name: text for name, _, text in pairs}


def _found() -> list[Item]:
    """Every entry, in the order of the chapters."""
    known, items = words(), []
    sys.path[:0] = [str(FOLDER), str(EFFECTS)]
    try:
        entries = importlib.import_module("book").entries()
        for entry in entries:
            name = entry.make.__name__
            source = inspect.getsource(sys.modules["indicators"]) if entry.chapter == "programs" else entry.source
            items.append(Item(name, entry.chapter, entry.title, source, known[name], entry.make(), entry.at, entry.seconds))
        items += [_effect(path, known) for path in sorted(EFFECTS.glob("*.py")) if path.stem != "save"]
    finally:
        del sys.path[:2]
    order = list(CHAPTERS)
    return sorted(items, key=lambda item: order.index(item.chapter))


_items: list[Item] = []


def every() -> list[Item]:
    if not _items:
        _items.extend(_found())
    return _items


def _effect(path: pathlib.Path, known: dict[str, str]) -> Item:
    """A script of the effects: what it gives to `save` is its scene."""
    given: list[Any] = []
    stand_in = types.ModuleType("save")
    vars(stand_in)["save"] = lambda scene, name, duration=None, loop=0: given.extend((scene, duration))
    sys.modules["save"] = stand_in
    source = path.read_text(encoding="utf-8")
    try:
        exec(compile(source, str(path), "exec"), {"__name__": "__main__", "__file__": str(path)})
    finally:
        del sys.modules["save"]
    scene, duration = given
    name = path.stem if path.stem not in ("carousel", "confetti", "cube", "reflection") else f"{path.stem}_effect"
    shown = re.sub(r"^from save import save\n", "", source, flags=re.M)
    shown = re.sub(r'^save\((\w+), "(\w+)"(?:, duration=([\d.]+))?\)$', r'\1.movie(\3).save("\2.gif")', shown, flags=re.M)
    report = scene.loop_report()
    seconds = duration or report.duration
    at = fullest(scene, report.steady_from if report.duration else 0, seconds or 2)
    chapter = "kinetic-type" if "st.TextLayer(" in source else "effects"
    return Item(name, chapter, path.stem.replace("_", " "), shown, known[name], scene, round(at, 2), seconds or None)


def fullest(scene: st.Scene, start: float, seconds: float) -> float:
    """The moment of a loop in which most of the scene is covered."""
    ground = st.Scene(*scene.size, background=scene.background).render(0).astype(int)
    moments = [start + seconds * k / LOOKS for k in range(LOOKS)]
    return max(moments, key=lambda at: int((np.abs(scene.render(at) - ground).max(axis=2) > 24).sum()))


def helpers(chapter: str) -> str:
    """Code that a chapter needs: its own imports, and the helpers of `pages` that it uses."""
    text = (FOLDER / f"{chapter}.py").read_text(encoding="utf-8")
    blocks = [block for block in text.split("\n\n\n") if "@entry" not in block]
    head = "\n\n".join(blocks).split('"""', 2)[2].strip()
    taken = re.search(r"^from pages import (\([^)]*\)|.*)$", head, re.M)
    names = re.findall(r"\w+", taken[1]) if taken else []
    rest = re.sub(r"^from pages import (\([^)]*\)|.*)\n", "", head, flags=re.M).splitlines()
    imports = [line for line in rest if re.match(r"(import|from) ", line)]
    own = [line for line in rest if line not in imports]
    every()
    pages = sys.modules["pages"]
    functions = [inspect.getsource(getattr(pages, name)) for name in names if inspect.isfunction(getattr(pages, name))]
    functions = [text for text in functions if not text.startswith("def entry(")]
    text = "\n".join([*functions, *own])
    names += [name for name in ("PAPER", "SIZE") if re.search(rf"\b{name}\b", text) and name not in names]
    values = [f"{name} = {getattr(pages, name)!r}" for name in names if isinstance(getattr(pages, name), (str, int))]
    typing = ["from typing import Any"] if "Any" in text and "from typing import Any" not in imports else []
    parts = ["\n".join(sorted(imports + typing, key=_place)), "\n".join(values), *functions, "\n".join(own)]
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(part.strip() for part in parts if part.strip()))


def _place(line: str) -> tuple[bool, bool, str]:
    """Imports in the usual order: the standard library's, NumPy's, ours."""
    return "stretto" in line, "numpy" in line, line


# ------------------------------------------------------------------ pages


class Chapter(SphinxDirective):
    """All entries of a chapter."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        chapter = self.arguments[0]
        self.env.note_dependency(str(ROOT / "docs" / "book" / "gallery.words"))
        for path in (
            EFFECTS.glob("*.py") if chapter in ("effects", "kinetic-type") else [FOLDER / f"{chapter}.py", FOLDER / "pages.py"]
        ):
            self.env.note_dependency(str(path))
        return [self.section(item) for item in every() if item.chapter == chapter]

    def section(self, item: Item) -> nodes.section:
        section = nodes.section(ids=[item.anchor])
        section += nodes.title("", item.title[0].upper() + item.title[1:])
        folder = pathlib.Path(self.env.app.outdir) / "scenes"
        packed = scenes.document(self.config, item.scene)
        made = pictures.drawn(item.scene, folder, item.at, item.seconds, None, bool(packed))
        scenes.note_files(self.env, made)
        figure = scenes.SceneFigure(ids=[f"{item.anchor}-picture"])
        prefix = "../" * self.env.docname.count("/")
        live = scenes.attributes(packed, item.at, made)
        figure["opens"] = bool(live)
        figure += nodes.raw("", scenes.player(made, item.words, prefix, live), format="html")
        if item.chapter != "programs":
            figure += nodes.literal_block(item.source, item.source, language="python", classes=["runs"])
        figure["uses"] = scenes.uses(item.source)
        use = scenes.Use(len(item.source), self.env.docname, item.anchor, item.words, made)
        scenes.note_uses(self.env, figure["uses"], use)
        section += figure
        return section


class Helpers(SphinxDirective):
    """The lines that the code of a chapter leans on."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        text = helpers(self.arguments[0])
        summary = "The lines that the code below leans on; the copy button takes them along"
        head = f"<details class='gallery-helpers'><summary>{summary}</summary>"
        block = nodes.literal_block(text, text, language="python")
        return [nodes.raw("", head, format="html"), block, nodes.raw("", "</details>", format="html")]


class Some(SphinxDirective):
    """Small pictures of entries that are named."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        names = " ".join([*self.arguments, *self.content]).split()
        known = {item.name: item for item in every()}
        if unknown := set(names) - set(known):
            raise self.error(f"the gallery has no {sorted(unknown)}")
        cards = "".join(self.card(known[name]) for name in names)
        return [nodes.raw("", f'<div class="gallery">{cards}</div>', format="html")]

    def card(self, item: Item) -> str:
        picture = small(item, pathlib.Path(self.env.app.outdir) / "scenes")
        scenes.note_files(self.env, pictures.Picture(picture, None, 0, 0))
        return (
            f'<a href="gallery/{item.chapter}.html#{item.anchor}" data-tags="{" ".join(item.tags)}"><img src="scenes/{picture}" '
            f'width="{SMALL}" height="112" alt="{html.escape(item.words, quote=True)}" loading="lazy">{html.escape(item.title)}</a>'
        )


class Index(Some):
    """Small pictures of all chapters, and buttons that leave those with a tag."""

    def run(self) -> list[nodes.Node]:
        cards = [self.card(item) for item in every()]
        tags = {tag for item in every() for tag in item.tags}
        buttons = "".join(f'<button type="button" aria-pressed="false" data-tag="{tag}">{tag}</button>' for tag in sorted(tags))
        text = (
            f'<fieldset class="gallery-filter" hidden><legend>Show what uses</legend>{buttons}</fieldset>'
            f'<p class="gallery-count" role="status">{len(cards)} pictures.</p><div class="gallery">{"".join(cards)}</div>'
        )
        return [nodes.raw("", text, format="html")]


def small(item: Item, folder: pathlib.Path) -> str:
    """A still that is no larger than the index shows it on a fine display; its file's name."""
    folder.mkdir(parents=True, exist_ok=True)
    scale = min(1.5 * SMALL / max(item.scene.size), 4)
    name = f"{pictures.key(item.scene, scale, item.at)}-small.webp"
    if not (folder / name).exists():
        from PIL import Image

        frame = item.scene.render(item.at, scale=scale)
        Image.fromarray(frame).save(folder / name, quality=75, method=4)
    return name


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("gallery-chapter", Chapter)
    app.add_directive("gallery-helpers", Helpers)
    app.add_directive("gallery-index", Index)
    app.add_directive("gallery-some", Some)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
