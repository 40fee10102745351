"""Copies the notebooks of python/examples into the book, with alternative texts for pictures, and with players for movies.

A stored notebook contains one picture of a movie. The directive `{notebook-movie} NUMBER` runs the notebook of its page and shows a
movie of the notebook as a player.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import functools
import io
import json
import pathlib
import tempfile
import warnings
from collections import Counter
from typing import Any

import stretto as st
from docutils import nodes
from docutils.parsers.rst import directives
from matplotlib import pyplot
from myst_nb.sphinx_ext import add_global_html_resources
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import pictures
import scenes
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
    """Returns a notebook with alternative texts for pictures, with directives in place of movies, and without formatter comments.

    An alternative text names the heading and the last line of code above the picture.
    """
    notebook = json.loads(text)
    heading, met, cells, movies = "", Counter[str](), [], 0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        cells.append(cell)
        if cell["cell_type"] == "markdown":
            heading = next((line.lstrip("# ") for line in source.splitlines() if line.startswith("#")), heading)
            continue
        cell["source"] = source.replace("  # fmt: skip", "").splitlines(keepends=True)
        lines = [line for line in source.splitlines() if line.strip() and not line.lstrip().startswith(("#", ")"))]
        if not any("image/png" in output.get("data", {}) for output in cell.get("outputs", [])):
            continue
        alt = f"{heading}: what {lines[-1].strip().rstrip(';')} shows"
        met[alt] += 1
        alt += f", number {met[alt]}" if met[alt] > 1 else ""
        image = {"alt": alt, "classes": graph_classes(source)}
        sizes = [output["metadata"].get("image/png", {}) for output in cell["outputs"] if "metadata" in output]
        if widths := [size["width"] for size in sizes if "width" in size]:
            image["width"] = f"{widths[0]}px"
        cell["metadata"].setdefault("mystnb", {})["image"] = image
        if shows_movie(cell):
            cell["outputs"] = [output for output in cell["outputs"] if "image/png" not in output.get("data", {})]
            directive = f"```{{notebook-movie}} {movies}\n:alt: {alt}\n```"
            cells.append({"cell_type": "markdown", "id": f"movie-{movies}", "metadata": {}, "source": [directive]})
            movies += 1
    notebook["cells"] = cells
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def shows_movie(cell: Any) -> bool:
    """True if the last expression of a notebook's cell is a movie."""
    texts = ("".join(output.get("data", {}).get("text/plain", "")) for output in cell.get("outputs", []))
    return any(text.startswith("<Movie") for text in texts)


@functools.cache
def movies_of(name: str) -> list[tuple[st.Scene, float, float]]:
    """Runs a notebook up to its last movie, and returns the scene, the start and the duration of each movie."""
    cells = [cell for cell in json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"] if "outputs" in cell]
    while cells and not shows_movie(cells[-1]):
        cells.pop()
    found, names = [], {"__name__": "__main__", "display": lambda *shown: None}
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", st.DiagnosticWarning)
        for cell in cells:
            tree = ast.parse("".join(cell["source"]), name)
            last = tree.body.pop() if shows_movie(cell) else None
            exec(compile(tree, name, "exec"), names)
            if isinstance(last, ast.Expr):
                movie = eval(compile(ast.Expression(last.value), name, "eval"), names)
                # Later cells change the scene, so the player shows a copy of the scene.
                found.append((copy.deepcopy(movie.scene), movie.start, movie.duration))
        pyplot.close("all")
    return found


class NotebookMovie(SphinxDirective):
    """The directive `notebook-movie`, which shows a movie of a notebook as a player. The argument of the
    directive is the index of the movie among the movies of the notebook.
    """

    required_arguments = 1
    option_spec = {"alt": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        scene, start, duration = movies_of(pathlib.Path(self.env.docname).name)[int(self.arguments[0])]
        folder, at = pathlib.Path(self.env.app.outdir) / "scenes", start + duration / 2
        packed = scenes.document(self.config, scene)
        picture = pictures.drawn(scene, folder, at, duration, None, bool(packed))
        scenes.note_files(self.env, picture)
        live = scenes.attributes(packed, at, picture)
        return [nodes.raw("", scenes.player(picture, self.options["alt"], "../../", live), format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("notebook-movie", NotebookMovie)
    app.connect("builder-inited", write)
    app.connect("builder-inited", style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
