"""Directives for matplotlib graphs (`{plot}`) and for C programs that write a picture (`{c-example}`)."""

from __future__ import annotations

import hashlib
import html
import os
import pathlib
import re
import subprocess
import tempfile
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from PIL import Image
from sphinx.application import Sphinx

import pictures
import scenes

#: Calls that show pictures of a scene.
PICTURES = re.compile(r"\bfilmstrip\(|\bonion_skin\(|\bimshow\(|\bst\.Image\(|\bdisplay\(")
#: Pixels of the page for each inch of a graph. The smallest text of a graph has 9 points, which are 12.5 pixels of the page.
DPI = 100
#: Compiler flags for the C examples of the book. The compiler treats warnings as errors.
FLAGS = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror")


def graph_classes(source: str) -> str:
    """Returns the CSS classes of the graphs that code shows. A graph with pictures of a scene has the class "pictures".

    The dark theme inverts the colours of graphs, but not the colours of pictures.
    """
    if "plot." not in source:
        return ""
    return "plot pictures" if PICTURES.search(source) else "plot"


class Plot(scenes.Code):
    """Directive that shows the matplotlib graph of its last expression as SVG, together with the code."""

    option_spec = {"words": directives.unchanged_required, "continue": directives.flag}

    def run(self) -> list[nodes.Node]:
        *before, last = self.source().splitlines()
        folder = pathlib.Path(self.env.app.outdir) / "scenes"
        folder.mkdir(parents=True, exist_ok=True)
        self.begin()
        exec("\n".join(before), self.names())
        made = eval(last, self.names())
        figure = made.figure
        name = hashlib.sha256((self.source() + self.env.docname + f"{DPI}" + pictures.LIBRARY).encode()).hexdigest()[:16] + ".png"
        # The figure is transparent, because the page shows the graph on its own background and inverts the graph in the dark
        # theme.
        figure.savefig(folder / name, dpi=2 * DPI, transparent=True, metadata={"Software": None})
        figure.clf()
        with Image.open(folder / name) as picture:
            width, height = picture.size
        scenes.note_files(self.env, pictures.Picture(name, None, width, height))
        words = html.escape(" ".join(self.options["words"].split()), quote=True)
        prefix = "../" * self.env.docname.count("/")
        size = f'width="{width // 2}" height="{height // 2}"'
        image = f'<img class="{graph_classes(last)}" src="{prefix}scenes/{name}" {size} alt="{words}" loading="lazy">'
        return [self.listing(), nodes.raw("", f'<div class="plot-box">{image}</div>', format="html")]


class CExample(scenes.Code):
    """Directive that compiles and runs a C program, and shows the program, its output and its picture."""

    required_arguments = 1
    option_spec = {"words": directives.unchanged_required, "picture": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        name, source = self.arguments[0], self.source() + "\n"
        digest = hashlib.sha256((source + pictures.LIBRARY).encode()).hexdigest()[:16]
        folder = pathlib.Path(self.env.app.outdir) / "scenes"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            output = self.built(name, source, folder / f"{digest}.png")
        except subprocess.CalledProcessError as problem:
            raise self.error(f"{name}.c: {problem.stderr}") from problem
        with Image.open(folder / f"{digest}.png") as picture:
            size = picture.size
        made = pictures.Picture(f"{digest}.png", None, *size)
        scenes.note_files(self.env, made)
        figure = scenes.SceneFigure(ids=[f"c-{name}"])
        player = scenes.player(made, self.options["words"], "../" * self.env.docname.count("/"))
        figure += nodes.raw("", player, format="html")
        figure += nodes.literal_block(source, source, language="c")
        if output:
            figure += nodes.literal_block(output, output, language="none", classes=["output"])
        return [figure]

    def built(self, name: str, source: str, target: pathlib.Path) -> str:
        """Compiles and runs a C program in a temporary folder, copies the picture to `target`, and returns the output."""
        include = pathlib.Path(self.config.book_header).parent
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder)
            (here / "libstretto.so.0").symlink_to(pictures.FILE)
            (here / f"{name}.c").write_text(source, encoding="utf-8")
            compiler = os.environ.get("CC", "cc")
            command = [compiler, *FLAGS, f"-I{include}", f"{name}.c", "libstretto.so.0", f"-Wl,-rpath,{here}", "-lm", "-o", name]
            subprocess.run(command, cwd=here, check=True, capture_output=True, text=True)
            done = subprocess.run([str(here / name)], cwd=here, check=True, capture_output=True, text=True)
            target.write_bytes((here / self.options["picture"]).read_bytes())
        return done.stdout.rstrip("\n")


def setup(app: Sphinx) -> dict[str, Any]:
    import matplotlib

    matplotlib.use("Agg")
    app.add_directive("plot", Plot)
    app.add_directive("c-example", CExample)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
