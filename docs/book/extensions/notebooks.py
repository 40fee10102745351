"""Copies the notebooks of python/examples into the book, and adds alternative texts to their pictures."""

from __future__ import annotations

import json
import pathlib
from collections import Counter
from typing import Any

from myst_nb.sphinx_ext import add_global_html_resources
from sphinx.application import Sphinx

from listings import graph_classes

NOTEBOOKS = pathlib.Path(__file__).parents[3] / "python" / "examples" / "notebooks"


def write(app: Sphinx) -> None:
    """Writes the copies of the notebooks. A copy that is up to date keeps its modification time."""
    folder = pathlib.Path(app.srcdir) / "made" / "notebooks"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        text = described(path.read_text(encoding="utf-8"))
        copy = folder / path.name
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.write_text(text, encoding="utf-8")


def style(app: Sphinx) -> None:
    """Copies the notebook style sheet before Sphinx writes pages, because page addresses contain a digest of the style sheet."""
    (pathlib.Path(app.outdir) / "_static").mkdir(parents=True, exist_ok=True)
    add_global_html_resources(app, None)


def described(text: str) -> str:
    """Returns a notebook with alternative texts for pictures, and without formatter comments.

    An alternative text names the heading and the last line of code above the picture.
    """
    notebook = json.loads(text)
    heading, met = "", Counter[str]()
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = next((line.lstrip("# ") for line in source.splitlines() if line.startswith("#")), heading)
            continue
        cell["source"] = source.replace("  # fmt: skip", "").splitlines(keepends=True)
        lines = [line for line in source.splitlines() if line.strip() and not line.lstrip().startswith(("#", ")"))]
        if any("image/png" in output.get("data", {}) for output in cell.get("outputs", [])):
            alt = f"{heading}: what {lines[-1].strip().rstrip(';')} shows"
            met[alt] += 1
            alt += f", number {met[alt]}" if met[alt] > 1 else ""
            cell["metadata"].setdefault("mystnb", {})["image"] = {"alt": alt, "classes": graph_classes(source)}
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", write)
    app.connect("builder-inited", style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
