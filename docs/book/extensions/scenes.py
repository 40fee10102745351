"""Directives that run code: `{scene}` shows the scene that its code makes, and `{example}` shows printed output or an error.

The code blocks of a page run in order and share one namespace. A code block with `:continue:` also has the names that the previous
code blocks have defined. A code block without `:continue:` starts with the names `st`, `math` and `np`.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import gzip
import html
import io
import json
import math
import pathlib
import re
import tempfile
import traceback
import warnings
from typing import Any, NamedTuple

import numpy as np
import stretto as st
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import graphs
import pictures

FEWEST_WORDS, MOST_WORDS = 5, 40
#: Largest size in bytes of a packed document inside a page. The book shows a scene with a larger document as
#: a clip.
DOCUMENT = 10_000


class Code(SphinxDirective):
    """Base class of the directives that run code."""

    has_content = True

    def names(self) -> dict[str, Any]:
        """Namespace of the page's code blocks."""
        found: dict[str, Any] = self.env.temp_data.setdefault("book:names", {})
        return found

    def begin(self) -> None:
        """Resets the namespace of the page unless the code block has the option `:continue:`."""
        if "continue" not in self.options:
            self.names().clear()
            self.names().update({"__name__": "book", "st": st, "math": math, "np": np})

    def source(self) -> str:
        return "\n".join(self.content)

    def run_code(self) -> str:
        """Runs the code block, and returns the printed output."""
        self.begin()
        path, _ = self.get_source_info()
        code = compile("\n" * (self.content_offset) + self.source(), path, "exec")
        printed = io.StringIO()
        # The code of the page runs in a temporary folder, so that the files that it saves disappear.
        with (
            tempfile.TemporaryDirectory() as folder,
            contextlib.chdir(folder),
            contextlib.redirect_stdout(printed),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore", st.DiagnosticWarning)
            exec(code, self.names())
        return printed.getvalue()

    def listing(self) -> nodes.Element:
        """Returns the highlighted code of the block. The copied text starts with the code blocks that the block continues."""
        classes = ["runs", "continues"] if "continue" in self.options else ["runs"]
        block = nodes.literal_block(self.source(), self.source(), classes=classes)
        block["language"] = "python"
        return block

    def failed(self, problem: BaseException) -> list[nodes.Node]:
        lines = "".join(traceback.format_exception_only(problem)).strip()
        raise self.error(f"the code of this block fails: {lines}")


class Example(Code):
    """Directive that shows code with its printed output or, with `:raises:`, with the error that the code raises."""

    option_spec = {"continue": directives.flag, "raises": directives.unchanged, "hidden": directives.flag}

    def run(self) -> list[nodes.Node]:
        wanted = self.options.get("raises")
        try:
            printed = self.run_code()
        except Exception as problem:
            if type(problem).__name__ != wanted:
                return self.failed(problem)
            printed = f"{wanted}: {problem}"
        else:
            if wanted:
                raise self.error(f"this block was to end with {wanted}, and ends well")
        if "hidden" in self.options:
            return []
        shown: list[nodes.Node] = [self.listing()]
        if printed:
            output = nodes.literal_block(printed.rstrip("\n"), printed.rstrip("\n"), classes=["output"])
            output["language"] = "none"
            shown.append(output)
        return shown


class SceneFigure(nodes.General, nodes.Element):
    """Figure of a scene: picture, graph and code."""


class Scene(Code):
    """Directive whose code assigns `scene`. The directive shows the picture, the graphs, the code, and links to the names in it."""

    optional_arguments = 1
    option_spec = {
        "words": directives.unchanged_required,
        "graph": directives.unchanged,
        "at": float,
        "seconds": float,
        "zoom": float,
        "window": float,
        "name": directives.unchanged,
        "continue": directives.flag,
        "no-code": directives.flag,
        "slider": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        words = " ".join(self.options.get("words", "").split())
        if not FEWEST_WORDS <= len(words.split()) <= MOST_WORDS:
            raise self.error(f"a scene needs :words: of {FEWEST_WORDS} to {MOST_WORDS} words, for those who do not see it")
        try:
            self.run_code()
            scene = self.names()["scene"]
            at = self.options.get("at", 0.0)
            with contextlib.nullcontext("") if "slider" in self.options else pictures.without_paper(scene, at) as paper:
                packed = document(self.config, scene)
                picture = self.picture(scene, bool(packed))
            drawn = self.graphs(scene, picture.span)
        except Exception as problem:
            return self.failed(problem)
        report = scene.loop_report()
        if "seconds" in self.options and report.duration == 0 and not report.steady_from:
            raise self.error("a scene with :seconds: must move")
        number = self.env.new_serialno("scene")
        name = self.options.get("name") or f"scene-{number}"
        figure = SceneFigure(ids=[nodes.make_id(name)], words=words)
        live = attributes(packed, self.options.get("at", 0.0), picture)
        if live and "slider" in self.options:
            live += self.explorer(scene)
        figure["opens"] = bool(live)
        figure += nodes.raw("", player(picture, words, self.prefix(), live, paper), format="html")
        if "slider" in self.options:
            figure += nodes.raw("", slider(*self.options["slider"].split()), format="html")
        figure += [nodes.raw("", drawing(graph), format="html") for graph in drawn]
        if "no-code" not in self.options:
            figure += self.listing()
        used = uses(self.source())
        figure["uses"] = used
        note_uses(self.env, used, Use(len(self.source()), self.env.docname, figure["ids"][0], words, picture))
        return [figure]

    def prefix(self) -> str:
        return "../" * self.env.docname.count("/")

    def picture(self, scene: st.Scene, is_live: bool) -> pictures.Picture:
        folder = pathlib.Path(self.env.app.outdir) / "scenes"
        at = self.options.get("at", 0.0)
        made = pictures.drawn(scene, folder, at, self.options.get("seconds"), self.options.get("zoom"), is_live)
        note_files(self.env, made)
        return made

    def explorer(self, scene: st.Scene) -> str:
        """Returns the HTML attribute with the settings of the explorer, which the page shows if it plays live scenes."""
        layer = eval(self.arguments[0], self.names())
        window = self.options.get("window")
        made = st.plot.explorer(layer, scene, self.options["graph"], time=self.options.get("at", 0.0), window=window)
        given = {name: str(value) for name, value in made._attributes.items() if value is not None}
        given["delay-min"], given["delay-max"] = self.options["slider"].split()[2:4]
        return f' data-explorer="{html.escape(json.dumps(given), quote=True)}"'

    def graphs(self, scene: st.Scene, span: graphs.Span) -> list[graphs.Graph]:
        """Returns the graphs of the option `:graph:`.

        Semicolons separate the graphs, each of which is a kind, a key path and a layer if needed.
        """
        given = self.options.get("graph", "none")
        return [] if given == "none" else [self.graph(words.split(), scene, span) for words in given.split(";")]

    def graph(self, words: list[str], scene: st.Scene, span: graphs.Span) -> graphs.Graph:
        kind, *rest = words
        at = self.options.get("at", 0.0)
        if kind == "timeline":
            return graphs.timeline(scene, at, span)
        named = rest[1:] or self.arguments
        layer = eval(named[0], self.names()) if named else None
        if not isinstance(layer, st.Layer):
            raise self.error(f"a graph of {kind} needs a layer: write its name beside the directive's")
        report = scene.loop_report()
        # A player that starts at `at` plays to the end of the loop, and then repeats the loop.
        end = max(at, report.steady_from + (report.duration or 0))
        if kind == "map":
            return graphs.time_map(layer, scene, at, span or ((0.0, end) if report.duration else None))
        if kind == "values":
            return graphs.values(layer, rest[0], scene, at, span)
        if kind == "each":
            if span is None:
                raise self.error("a graph of each copy needs :seconds:")
            return graphs.each(layer, rest[0], scene, at, span)
        ends = self.options.get("slider", "").split()[2:4]
        delays = (float(ends[0]), float(ends[1])) if ends else None
        played = span or (min(at, report.steady_from), end)
        return graphs.windows(layer, kind, scene, at, self.options.get("window"), delays, None if delays else played)


# Parts of a figure


def player(picture: pictures.Picture, words: str, prefix: str, live: str = "", paper: str = "") -> str:
    """Returns the HTML of a still picture. A script of the page replaces the still with a player when the still becomes visible."""
    ground = f' style="--paper: {paper}"' if paper else ""
    alt = html.escape(words, quote=True)
    clip = f' data-clip="{prefix}scenes/{picture.clip}"' if picture.clip else ""
    button = (
        f'<button type="button" class="scene-button" aria-pressed="false" aria-label="Play: {alt}" hidden></button>'
        if picture.clip
        else ""
    )
    return (
        f'<div class="scene-picture"{ground}{live}><img src="{prefix}scenes/{picture.still}"{clip} width="{picture.width}" '
        f'height="{picture.height}" alt="{alt}" loading="lazy">{button}</div>'
    )


def drawing(graph: graphs.Graph) -> str:
    """Returns the HTML of a graph with its table."""
    head, *rows = graph.table
    cells = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="scene-graph">{graph.svg}<details><summary>As a table</summary><div class="scene-table">'
        f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div></details></div>"
    )


def document(config: Any, scene: st.Scene) -> str:
    """Returns the packed document of a scene for the engine in the page, or "" without an engine or for a large document."""
    if not config.book_engine:
        return ""
    packed = gzip.compress(scene.to_bytes(), mtime=0)
    return base64.b64encode(packed).decode() if len(packed) <= DOCUMENT else ""


def attributes(packed: str, at: float, picture: pictures.Picture) -> str:
    """Returns the HTML attributes of a live picture: document, time of the still, and range of times to play."""
    if not packed:
        return ""
    start = f' data-at="{at:g}"' if picture.moves else ""
    span = f' data-from="{picture.span[0]:g}" data-to="{picture.span[1]:g}"' if picture.moves and picture.span else ""
    return f'{start}{span} data-scene="{packed}"'


def slider(layer: str, name: str, low: str, high: str, step: str, value: str) -> str:
    """Returns a slider for a delay, which changes the windows of the graph, the number in the code, and a live picture."""
    key_path = re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
    words = name.removeprefix("instance_").replace("_", " ")
    return (
        f'<p class="scene-slider" hidden><label>{words} <input type="range" min="{low}" max="{high}" step="{step}" value="{value}" '
        f'data-layer="{layer}" data-key-path="{key_path}" data-name="{name}"></label> <output>{value} s</output></p>'
    )


# Names that code uses


def uses(source: str) -> list[str]:
    """Returns the public names of the library in a code block, in alphabetical order."""
    found = {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "st"
    }
    return sorted(found & set(st.__all__))


class Use(NamedTuple):
    """Picture that uses a public name. Pictures are sorted by the length of their code."""

    size: int
    docname: str
    anchor: str
    words: str
    picture: pictures.Picture


def note_uses(env: Any, used: list[str], use: Use) -> None:
    """Records the names that a picture uses, for the reference pages."""
    if not hasattr(env, "book_uses"):
        env.book_uses = {}
    for name in used:
        env.book_uses.setdefault(name, []).append(use)


def note_files(env: Any, made: pictures.Picture) -> None:
    """Records the picture files of a page."""
    if not hasattr(env, "book_files"):
        env.book_files = {}
    env.book_files.setdefault(env.docname, set()).update(filter(None, (made.still, made.clip)))


def tidy(app: Sphinx, problem: Exception | None) -> None:
    """Removes picture files that no page shows."""
    if problem is None and app.builder.name == "html":
        shown = set().union(*getattr(app.env, "book_files", {}).values())
        for path in (pathlib.Path(app.outdir) / "scenes").glob("*"):
            if path.name not in shown:
                path.unlink()


def forget(app: Sphinx, env: Any, docname: str) -> None:
    getattr(env, "book_files", {}).pop(docname, None)
    for name, found in getattr(env, "book_uses", {}).items():
        env.book_uses[name] = [use for use in found if use[1] != docname]


def visit_figure(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f'<figure class="scene" id="{node["ids"][0]}">')


def depart_figure(translator: Any, node: nodes.Element) -> None:
    links = []
    domain = translator.builder.env.get_domain("py")
    for name in node.get("uses", []):
        found = domain.objects.get(f"stretto.{name}")
        if found:
            target = translator.builder.get_relative_uri(translator.builder.current_docname, found.docname)
            links.append(f'<a href="{target}#{found.node_id}"><code>{name}</code></a>')
    notes = [f"Uses: {', '.join(links)}"] if links else []
    if node.get("opens"):
        page = translator.builder.get_relative_uri(translator.builder.current_docname, "playground")
        notes.insert(0, f'<a class="scene-opens" href="{page}">Open in the playground</a>')
    if notes:
        translator.body.append(f'<p class="scene-uses">{" &middot; ".join(notes)}</p>')
    translator.body.append("</figure>")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("book_engine", "", "env")
    app.add_node(SceneFigure, html=(visit_figure, depart_figure))
    app.add_directive("scene", Scene)
    app.add_directive("example", Example)
    app.connect("env-purge-doc", forget)
    app.connect("build-finished", tidy)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
