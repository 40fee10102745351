"""Gallery pages made from python/examples: one page for each chapter, and an index of small pictures with filters.

`gallery.words` describes each picture in words. A picture without a description raises an error.
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
#: Chapters in the order of the index. The chapters "effects", "interface" and "kinetic-type" consist of scripts, and the other
#: chapters of functions.
CHAPTERS = (
    "kinetic-type", "effects", "interface", "particles", "depth", "copies", "text", "light", "timelines", "motion", "programs",
    "shapes", "layers",
)  # fmt: skip
#: Names of the effects in the chapter "interface".
INTERFACE = ("hamburger", "pulse", "rings", "shimmer", "skeleton", "star_button", "stroke_spinner")
#: Names of the moving pictures at the top of the gallery index.
BEST = (
    "carousel_effect", "confetti_effect", "text_path", "fireworks", "activity_indicators", "neon", "orbit", "party",
    "planes_that_cross", "reflection_effect", "tile_cube", "text_wave",
)  # fmt: skip
#: Tags of the gallery's filter buttons. A picture has a tag if its code contains one of the tag's names.
TAGS = {
    "ReplicatorLayer": "replicator", "ViewReplicator": "proxies", "PortalLayer": "portal", "TextLayer": "text",
    "ShapeLayer": "shape", "GradientLayer": "gradient", "EmitterLayer": "particles", "TransformLayer": "depth",
    "BasicAnimation": "animation", "KeyframeAnimation": "keyframes", "SpringAnimation": "spring", "Timeline": "timeline",
    "Transition": "transition", "AnimationGroup": "group", "Filter": "filter", "stagger": "stagger",
}  # fmt: skip
#: Number of frames that `fullest` renders within one loop of a scene.
LOOKS = 12
#: Width and height of the small pictures in the gallery index, in points.
SMALL = (160, 120)
#: A card shows a whole picture if at least the share EVEN of the picture's edge pixels differs by at most
#: NEAR (of 255) from one colour.
EVEN, NEAR = 0.85, 12
#: Frames per second, maximal seconds and WebP quality of the clips in gallery cards.
CARD_FPS, CARD_SECONDS, CARD_QUALITY = 15, 4.0, 45


@dataclasses.dataclass(frozen=True)
class Item:
    """Picture of the gallery, with its source code and scene."""

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
    """Returns the descriptions in `gallery.words` by the name of the picture."""
    lines = (ROOT / "docs" / "book" / "gallery.words").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {name: text for name, _, text in pairs}


def _found() -> list[Item]:
    """Returns all pictures of the gallery, in the order of the chapters."""
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
    return sorted(items, key=lambda item: CHAPTERS.index(item.chapter))


_items: list[Item] = []


def every() -> list[Item]:
    if not _items:
        _items.extend(_found())
    return _items


def _effect(path: pathlib.Path, known: dict[str, str]) -> Item:
    """Returns the gallery picture of an effect script. The scene of the picture is the argument of the script's call of `save`."""
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
    name = path.stem if path.stem not in ("carousel", "confetti", "cube", "message_confetti", "reflection") else f"{path.stem}_effect"
    shown = re.sub(r"^from save import save\n", "", source, flags=re.M)
    call = r'^( *)save\((\w+), "(\w+)"(?:, (?:duration=)?([\d.]+))?(, loop=None)?\)$'
    shown = re.sub(call, r'\1\2.movie(\4).save("\3.gif"\5)', shown, flags=re.M)
    report = scene.loop_report()
    seconds = duration or report.duration
    at = fullest(scene, report.steady_from if report.duration else 0, seconds or 2)
    chapter = "interface" if path.stem in INTERFACE else "kinetic-type" if "st.TextLayer(" in source else "effects"
    return Item(name, chapter, path.stem.replace("_", " "), shown, known[name], scene, round(at, 2), seconds or None)


def fullest(scene: st.Scene, start: float, seconds: float) -> float:
    """Returns the time within a loop at which the scene covers most pixels of the background."""
    ground = st.Scene(*scene.size, background=scene.background).render(0).astype(int)
    times = [start + seconds * k / LOOKS for k in range(LOOKS)]
    return max(times, key=lambda at: int((np.abs(scene.render(at) - ground).max(axis=2) > 24).sum()))


def heading(chapter: str) -> tuple[str, str]:
    """Returns the title of a chapter's page and the question below the title."""
    text = (ROOT / "docs" / "book" / "gallery" / f"{chapter}.md").read_text(encoding="utf-8")
    title, question = (line for line in text.splitlines()[:3] if line)
    return title.removeprefix("# "), question.strip("*")


def helpers(chapter: str) -> str:
    """Returns the imports and helper functions that the code of a gallery chapter needs."""
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
    parts = ["\n".join(sorted(imports + typing, key=_import_key)), "\n".join(values), *functions, "\n".join(own)]
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(part.strip() for part in parts if part.strip()))


def _import_key(line: str) -> tuple[bool, bool, str]:
    """Sort key of an import line: the standard library first, then NumPy, then Stretto."""
    return "stretto" in line, "numpy" in line, line


# Pages


class Chapter(SphinxDirective):
    """Directive that shows all pictures of a gallery chapter."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        chapter = self.arguments[0]
        self.env.note_dependency(str(ROOT / "docs" / "book" / "gallery.words"))
        are_scripts = chapter in ("effects", "interface", "kinetic-type")
        for path in EFFECTS.glob("*.py") if are_scripts else [FOLDER / f"{chapter}.py", FOLDER / "pages.py"]:
            self.env.note_dependency(str(path))
        return [self.section(item) for item in every() if item.chapter == chapter]

    def section(self, item: Item) -> nodes.section:
        section = nodes.section(ids=[item.anchor])
        source = item.source.replace("  # fmt: skip", "")
        section += nodes.title("", item.title[0].upper() + item.title[1:])
        folder = pathlib.Path(self.env.app.outdir) / "scenes"
        with pictures.without_paper(item.scene, item.at) as paper:
            packed = scenes.document(self.config, item.scene)
            made = pictures.drawn(item.scene, folder, item.at, item.seconds, None, bool(packed))
        scenes.note_files(self.env, made)
        figure = scenes.SceneFigure(ids=[f"{item.anchor}-picture"])
        prefix = "../" * self.env.docname.count("/")
        live = scenes.attributes(packed, item.at, made)
        figure["opens"] = bool(live)
        figure += nodes.raw("", scenes.player(made, item.words, prefix, live, paper), format="html")
        if item.chapter != "programs":
            figure += nodes.literal_block(source, source, language="python", classes=["runs"])
        figure["uses"] = scenes.uses(item.source)
        use = scenes.Use(len(item.source), self.env.docname, item.anchor, item.words, made)
        scenes.note_uses(self.env, figure["uses"], use)
        section += figure
        return section


class Helpers(SphinxDirective):
    """Directive that shows the imports and helper functions of a gallery chapter."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        text = helpers(self.arguments[0])
        summary = "Imports and helper functions of the code below, which the copy button also copies"
        head = f"<details class='gallery-helpers'><summary>{summary}</summary>"
        block = nodes.literal_block(text, text, language="python")
        return [nodes.raw("", head, format="html"), block, nodes.raw("", "</details>", format="html")]


class Some(SphinxDirective):
    """Directive that shows small pictures of the named gallery entries."""

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

    def card(self, item: Item, moves: bool = False) -> str:
        folder = pathlib.Path(self.env.app.outdir) / "scenes"
        picture, clip = small(item, folder), small_clip(item, folder) if moves and item.seconds else None
        scenes.note_files(self.env, pictures.Picture(picture, clip, 0, 0))
        data = f' data-card="scenes/{clip}"' if clip else ""
        width, height = SMALL
        color = ground(item)
        fill = f' style="background: {color}"' if color and not color.endswith("/ 0%)") else ""
        whole = f' class="whole"{fill}' if color else ""
        return (
            f'<a href="gallery/{item.chapter}.html#{item.anchor}" data-tags="{" ".join(item.tags)}">'
            f'<img src="scenes/{picture}"{data} '
            f'width="{width}" height="{height}" alt="{html.escape(item.words, quote=True)}" loading="lazy"{whole}>'
            f"{html.escape(item.title[0].upper() + item.title[1:])}</a>"
        )


class Index(Some):
    """Directive of the gallery index: the best pictures move at the top, and buttons filter the small pictures below by tag."""

    def run(self) -> list[nodes.Node]:
        known = {item.name: item for item in every()}
        best = "".join(self.card(known[name], moves=True) for name in BEST)
        tags = {tag for item in every() for tag in item.tags}
        buttons = "".join(f'<button type="button" aria-pressed="false" data-tag="{tag}">{tag}</button>' for tag in sorted(tags))
        text = (
            '<p class="gallery-pause" hidden><button type="button" aria-pressed="false" aria-label="Pause the pictures">'
            "Pause the pictures</button></p>"
            f'<div class="gallery best">{best}</div>'
            f'<fieldset class="gallery-filter" hidden><legend>Show what uses</legend>{buttons}</fieldset>'
            f'<p class="gallery-count" role="status">{len(every())} pictures.</p>'
        )
        for chapter in CHAPTERS:
            title, question = heading(chapter)
            cards = "".join(self.card(item) for item in every() if item.chapter == chapter)
            text += (
                f'<section class="gallery-chapter"><h2 id="{chapter}"><a href="gallery/{chapter}.html">{title}</a></h2>'
                f'<p>{question}</p><div class="gallery">{cards}</div></section>'
            )
        return [nodes.raw("", text, format="html")]


def ground(item: Item) -> str | None:
    """Returns the CSS colour of a picture's edges, which fills the rest of the card, or None if the edges have several colours."""
    if item.name not in _grounds:
        frame = item.scene.render(item.at).astype(int)
        edges = np.concatenate([frame[0], frame[-1], frame[:, 0], frame[:, -1]])
        color = np.median(edges, axis=0)
        is_even = (np.abs(edges - color).max(axis=1) <= NEAR).mean() >= EVEN
        red, green, blue, alpha = (round(value) for value in color)
        _grounds[item.name] = f"rgb({red} {green} {blue} / {alpha / 255:.0%})" if is_even else None
    return _grounds[item.name]


_grounds: dict[str, str | None] = {}


def card_scale(item: Item, fine: float) -> float:
    """Returns the pixels per point of a picture that fits into its card or fills the card.

    `fine` is the number of pixels per point of the page.
    """
    scales = [side / own for side, own in zip(SMALL, item.scene.size, strict=True)]
    return min(fine * (min(scales) if ground(item) else max(scales)), 4)


def small(item: Item, folder: pathlib.Path) -> str:
    """Writes the still picture of a gallery card, and returns the file name."""
    folder.mkdir(parents=True, exist_ok=True)
    scale = card_scale(item, 1.5)
    name = f"{pictures.key(item.scene, scale, item.at)}-small.webp"
    if not (folder / name).exists():
        from PIL import Image

        frame = item.scene.render(item.at, scale=scale)
        Image.fromarray(frame).save(folder / name, quality=75, method=4)
    return name


def small_clip(item: Item, folder: pathlib.Path) -> str:
    """Writes the clip of a gallery card, and returns the file name."""
    scale, length = card_scale(item, 1.25), min(item.seconds or 0, CARD_SECONDS)
    start = item.scene.loop_report().steady_from if item.scene.loop_report().duration else 0.0
    name = f"{pictures.key(item.scene, scale, start, length, CARD_FPS, CARD_QUALITY)}-card.webp"
    if not (folder / name).exists():
        movie = item.scene.movie(length, CARD_FPS, start=start, scale=scale, diagnose=False)
        movie.save(folder / name, quality=CARD_QUALITY, effort=4)
    return name


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("gallery-chapter", Chapter)
    app.add_directive("gallery-helpers", Helpers)
    app.add_directive("gallery-index", Index)
    app.add_directive("gallery-some", Some)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
