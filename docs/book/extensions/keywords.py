"""Search words of pages, beyond the words in their titles.

`search.words` lists the search words, which become main index entries.
"""

from __future__ import annotations

import pathlib
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

FILE = pathlib.Path(__file__).parents[1] / "search.words"


def words() -> dict[str, list[str]]:
    """Returns the search words by page."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {page: [word.strip() for word in found.split(",")] for page, _, found in pairs}


class Keywords(SphinxTransform):
    """Transform that adds the search words of a page as index entries, before Sphinx collects the index."""

    default_priority = 400

    def apply(self, **_: Any) -> None:
        found = words().get(self.env.docname, [])
        section = next(self.document.findall(nodes.section), None)
        if found and section is not None:
            self.env.note_dependency(str(FILE))
            target = section["ids"][0]
            self.document.insert(0, addnodes.index(entries=[("single", word, target, "main", None) for word in found]))


def check(app: Sphinx, env: Any) -> None:
    folder = pathlib.Path(app.srcdir)
    if unknown := [name for name in words() if not any((folder / f"{name}.{kind}").exists() for kind in ("md", "rst", "ipynb"))]:
        raise ExtensionError(f"search.words names pages that there are not: {unknown}")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(Keywords)
    app.connect("env-updated", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
