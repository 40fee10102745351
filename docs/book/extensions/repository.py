"""Copies texts of the repository, such as the change log, into the book, and writes the book's subset of Stretto Sans."""

from __future__ import annotations

import pathlib
import re
import shutil
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from sphinx.application import Sphinx

ROOT = pathlib.Path(__file__).parents[3]
#: Font file that `make library` writes, and the licence text that each copy of the font needs.
SANS = ROOT / ".build" / "text" / "stretto-sans.ttf"
LICENCE = ROOT / ".build" / "text" / "licenses" / "Inter.txt"
#: Characters that the subset of Stretto Sans contains: characters in English texts, numbers and key paths.
CHARACTERS = [*range(0x20, 0x7F), *map(ord, "×·–—‘’“”…→∞°−")]
WEIGHTS = (400, 700)


#: Source files of the texts that the extension writes into the folder `made`: one page, and texts that pages
#: include.
TEXTS = {"changes.md": "CHANGELOG.md", "performance.txt": "docs/performance.md", "reliability.txt": "docs/reliability.md"}


def write_texts(app: Sphinx) -> None:
    """Writes the texts, and removes the targets of links to other files, because the built book contains no repository."""
    for name, source in TEXTS.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        text = re.sub(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)[^)]+\)", r"\1", text).replace("# Changelog", "# Changes", 1)
        text = text.replace("](images/", "](../../images/")  # from docs to the folder of the page that includes the text
        path = pathlib.Path(app.srcdir) / "made" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def write_sans(app: Sphinx, problem: Exception | None) -> None:
    if problem is None and app.builder.name == "html":
        folder = pathlib.Path(app.outdir) / "_static"
        font = TTFont(SANS, recalcTimestamp=False)
        options = subset.Options()
        options.layout_features = ["kern", "tnum", "calt", "ccmp", "mark"]
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=CHARACTERS)
        cutter.subset(font)
        font = instantiateVariableFont(font, {"wght": WEIGHTS})
        font.flavor = "woff"
        font.save(folder / "stretto-sans.woff")
        shutil.copyfile(LICENCE, folder / "stretto-sans.license.txt")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", write_texts)
    app.connect("build-finished", write_sans)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
