"""Pages of the Python reference.

The extension writes one page for each class or topic into `made/python` before Sphinx reads the book. Docstrings of the library
are plain text with `names` and indented code. The extension converts docstrings to reStructuredText for autodoc, and makes links
of the library's names.
"""

from __future__ import annotations

import html
import inspect
import operator
import pathlib
import re
from typing import Any

import stretto as st
import stretto.emoji
import stretto.reports
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import scenes

#: Pages of the Python reference, each with file name, title, question, and the names on the page.
PAGES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("scene", "Scene", "How do I draw, save and query a scene?", ("Scene",)),
    ("hit", "Appearance and Hit", "Where is a layer, and what is at a point?", ("Appearance", "Hit")),
    ("instance", "Instance", "How do I query and change one copy?", ("Instance",)),
    ("movie", "Movie", "How do I save a scene as a clip?", ("Movie", "movie.SaveReport", "emoji.emoji_preview_sheet")),
    ("layer", "Layer", "Which properties and methods does every layer have?", ("Layer",)),
    ("replicator-layer", "ReplicatorLayer", "How do I show a layer many times?", ("ReplicatorLayer", "stagger")),
    ("shape-layer", "ShapeLayer", "How do I fill and stroke a path?", ("ShapeLayer",)),
    ("gradient-layer", "GradientLayer", "How do I draw a gradient of colours?", ("GradientLayer",)),
    ("text-layer", "TextLayer", "How do I draw text, and what are its copies?",
     ("TextLayer", "text.TextCopy", "text.TextLine", "text.text_segments", "text.Characters")),
    ("glyph-layer", "GlyphLayer", "What does each letter of a text show?", ("GlyphLayer",)),
    ("emitter-layer", "EmitterLayer", "How do I emit particles?", ("EmitterLayer",)),
    ("emitter-cell", "EmitterCell", "How do I describe particles?", ("EmitterCell",)),
    ("emitter-behavior", "EmitterBehavior", "How do I apply forces to particles?", ("EmitterBehavior",)),
    ("transform-layer", "TransformLayer", "How do layers keep their depth?", ("TransformLayer",)),
    ("portal-layer", "PortalLayer", "How do I show a layer a second time?", ("PortalLayer",)),
    ("view-replicator", "ViewReplicator", "How do I show one view in many places?", ("ViewReplicator", "Proxy")),
    ("basic-animation", "BasicAnimation", "How do I animate a property from one value to another?", ("BasicAnimation",)),
    ("keyframe-animation", "KeyframeAnimation", "How do I animate a property through many values?", ("KeyframeAnimation",)),
    ("spring-animation", "SpringAnimation", "How do I animate a property with a spring?", ("SpringAnimation",)),
    ("animation-group", "AnimationGroup", "How do I play several animations together?", ("AnimationGroup",)),
    ("transition", "Transition", "How do I replace one picture by another with a transition?", ("Transition",)),
    ("animation", "Animation", "Which properties do all animations have?", ("Animation", "PropertyAnimation", "animated_contents")),
    ("timeline", "Timeline", "How do I play animations one after another?", ("Timeline",)),
    ("path", "Path", "How do I make an outline?", ("Path",)),
    ("geometry", "Points, sizes and rectangles", "What do points, sizes and rectangles contain?", ("Point", "Size", "Rect")),
    ("transform", "Transform3D", "How do I move, scale and rotate in space?", ("Transform3D",)),
    ("image", "Image and colours", "What can I use as a picture or as a colour?", ("Image", "color.RGBA", "ColorLike")),
    ("font", "Font", "How do I load a font?", ("Font", "font.FontAxis")),
    ("filter", "Filter", "Which filters can I use?", ("Filter",)),
    (
        "reports",
        "Reports",
        "What does a scene report about its mistakes and its loop?",
        ("Diagnostic", "DiagnosticWarning", *(f"reports.{name}" for name in (
            "LoopReport", "LoopEntry", "LoopKind", "SyncReport", "SyncGroup"
        ))),
    ),
    (
        "errors",
        "Errors",
        "Which errors can a call raise?",
        (
            "Error", "InvalidArgument", "KeyPathError", "LimitError", "ClosedError", "Cancelled", "LoadError",
            "errors.MissingFileError", "MissingPackageError", "DocumentError", "WriteError",
        ),
    ),
    ("plot", "plot", "How do I draw graphs of time?", ("plot",)),
)  # fmt: skip
#: Names in `__all__` without an entry in the reference: a string, and a module that has its own page.
WITHOUT_ENTRY = {"__version__", "plot"}
#: Classes whose reference pages also list inherited methods.
_WHOLE = {"Layer", "Scene", "Animation", "Image", "Filter", "Font", "EmitterCell", "Movie"}
_WITH_TABLES = (
    "Layer", "ReplicatorLayer", "ShapeLayer", "GradientLayer", "TextLayer", "GlyphLayer", "EmitterLayer", "EmitterCell",
    "EmitterBehavior", "TransformLayer", "PortalLayer", "ViewReplicator", "Proxy", "Animation", "BasicAnimation", "KeyframeAnimation",
    "SpringAnimation", "AnimationGroup", "Transition",
)  # fmt: skip


def write_pages(app: Sphinx) -> None:
    """Writes the pages of the Python reference, and removes pages that no longer exist."""
    folder = pathlib.Path(app.srcdir) / "made" / "python"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {}
    for file, title, question, names in PAGES:
        wanted[f"{file}.rst"] = page(title, question, names)
    for name, text in wanted.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.glob("*.rst"):
        if path.name not in wanted:
            path.unlink()


def page(title: str, question: str, names: tuple[str, ...]) -> str:
    lines = [title, "=" * len(title), "", f"*{question}*", "", ".. currentmodule:: stretto", ""]
    if names == ("plot",):
        return "\n".join([*lines, *_plot()])
    lines += [f".. smallest:: {names[0]}", ""]
    for name in names:
        lines += entry(name)
    return "\n".join(lines) + "\n"


def entry(name: str) -> list[str]:
    """Returns the autodoc directive for a name."""
    value = operator.attrgetter(name)(st)
    if not inspect.isclass(value):
        kind = "autofunction" if callable(value) and inspect.isroutine(value) else "autodata"
        return [f".. {kind}:: stretto.{name}", *(["   :no-value:"] if kind == "autodata" else []), ""]
    lines = [f".. autoclass:: stretto.{name}", "   :members:"]
    lines += (
        ["   :inherited-members: object, Exception, ValueError, OSError, UserWarning, Sequence, tuple, int, IntEnum"]
        if name in _WHOLE
        else []
    )
    lines += ["   :undoc-members:"] if name == "reports.LoopKind" else []
    lines += ["   :show-inheritance:"] if issubclass(value, Exception) else []
    lines += [""]
    if name in ("ReplicatorLayer", "TextLayer"):
        lines += [f"   .. autoattribute:: stretto.{name}.instance_masks", ""]
    if name in _WITH_TABLES:
        lines += [f".. rubric:: Properties of {name}", "", f".. properties:: {name}", ""]
    return lines


def _plot() -> list[str]:
    lines = [".. automodule:: stretto.plot", "", ".. currentmodule:: stretto.plot", ""]
    for name in st.plot.__all__:
        value = getattr(st.plot, name)
        if inspect.isclass(value):
            lines += [f".. autoclass:: stretto.plot.{name}", "   :members:", ""]
        elif callable(value):
            lines += [f".. autofunction:: stretto.plot.{name}", ""]
        else:
            lines += [
                f".. py:data:: {name}",
                "",
                "   Colours of copies in graphs: Okabe and Ito's, told apart by everyone.",
                "",
            ]
    return lines


# Docstrings


def known_names() -> dict[str, str]:
    """Returns a dictionary from each spelling of a public name ("render", "Scene.render", "st.Scene") to the full name."""
    found: dict[str, str] = {}
    elsewhere = [name for *_, names in PAGES for name in names if "." in name]
    for full in (*st.__all__, *elsewhere):
        value, name = operator.attrgetter(full)(st), full.rpartition(".")[2]
        found[name] = found[f"st.{name}"] = f"stretto.{full}"
        if inspect.isclass(value):
            for member in dir(value):
                if not member.startswith("_"):
                    found[f"{name}.{member}"] = f"stretto.{full}.{member}"
    return found


_known: dict[str, str] = {}


def linked(words: str) -> str:
    """Converts a docstring line to reStructuredText, with links for `names`, and with stars and underscores escaped."""
    if not _known:
        _known.update(known_names())
    parts = re.split(r"(``.+?``|`[^`]+`)", words)
    return "".join(_inline(part) if part.startswith("`") else re.sub(r"([*|\\])|(?<=\w)_(?=\W|$)", _escape, part) for part in parts)


def _escape(found: re.Match[str]) -> str:
    return "\\" + found[0]


def _inline(part: str) -> str:
    text = part.strip("`")
    name = text.removesuffix("()")
    if name in _known and not part.startswith("``"):
        return f":py:obj:`{text} <{_known[name]}>`"
    return f"``{text}``"


#: Headings of Google-style docstring sections, whose text is indented below the heading.
SECTIONS = {"Args:", "Returns:", "Raises:", "Yields:"}


def restructured(lines: list[str]) -> list[str]:
    """Converts a docstring of the library to reStructuredText, with Google-style sections as field lists."""
    result: list[str] = []
    prose: list[str] = []
    in_section = False
    for line in together(lines):
        if line and not line.startswith(" "):
            in_section = line.strip() in SECTIONS
        if in_section:
            result += [*_prose(prose), linked(line)]
            prose = []
        else:
            prose.append(line)
    return GoogleDocstring([*result, *_prose(prose)], Config(napoleon_use_rtype=False)).lines()


def _prose(lines: list[str]) -> list[str]:
    """Converts the lines outside the sections of a docstring. Indented lines become code blocks, and tables stay unchanged."""
    result: list[str] = []
    in_table = False
    for number, line in enumerate(lines):
        before = next((other for other in reversed(lines[:number]) if other.strip()), "")
        blank_before = number == 0 or not lines[number - 1].strip()
        if re.match(r"=+ =+", line):
            in_table = True
        elif not line.strip():
            in_table = False
        if in_table:
            # Spaces in place of the backticks keep the columns of the table.
            result.append(re.sub(r"`([^`]+)`(,?)", r"\1\2  ", line))
        elif line.startswith("    ") and ((blank_before and not before.lstrip().startswith("- ")) or _in_code(result)):
            if not _in_code(result):
                result += [".. code-block:: python", ""]
            result.append(line)
        elif not line.strip():
            result.append("")
        else:
            if line.startswith("- ") and result and result[-1].strip() and not result[-1].startswith(("- ", "  ")):
                result.append("")
            result.append(linked(line))
    return result


def together(lines: list[str]) -> list[str]:
    """Joins two lines if a name in backticks begins on the first line and ends on the second line."""
    result: list[str] = []
    for line in lines:
        is_open = bool(result) and not result[-1].startswith("    ") and result[-1].count("`") % 2
        if is_open and line.strip():
            result[-1] += " " + line.strip()
        else:
            result.append(line)
    return result


def _in_code(result: list[str]) -> bool:
    for line in reversed(result):
        if line.startswith(".. code-block"):
            return True
        if line.strip() and not line.startswith("    "):
            return False
    return False


def process_docstring(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    if obj is st.ColorLike:
        # Autodoc finds the comment of a variable only in the module that defines the variable.
        lines[:] = ModuleAnalyzer.for_module("stretto.color").find_attr_docs()["", "ColorLike"]
    lines[:] = restructured(lines)
    if lines and lines[-1].strip():
        lines.append("")


def process_signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str, str | None] | None:
    # The value "..." as a default means that the argument is a property of the layer or animation.
    if what == "class" and (name.removeprefix("stretto.") in _WITH_TABLES or "Ellipsis" in (signature or "")):
        head = [item.split(":")[0].split("=")[0] for item in _leading(obj)]
        return "(" + ", ".join([*head, "**properties"]) + ")", None
    return None


def _leading(cls: type) -> list[str]:
    found = []
    for item in inspect.signature(cls).parameters.values():
        if item.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            found.append(item.name)
    return found


def skip_member(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Tells autodoc to skip the properties of a class, because a separate table lists the properties."""
    from stretto._model import property as _property

    owner = type(obj)
    if owner.__module__ == _property.__name__:
        return True
    return True if name.startswith("_") else None


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-docstring", process_docstring)
    app.connect("autodoc-process-signature", process_signature)
    app.connect("autodoc-skip-member", skip_member)
    app.add_directive("smallest", Smallest)
    app.connect("doctree-resolved", resolve_smallest)
    app.add_node(SmallestNode)
    return {"parallel_read_safe": False, "parallel_write_safe": True}


# Pictures that use a name

_MOST_PICTURES = 6


class SmallestNode(nodes.General, nodes.Element):
    """Placeholder for links to pictures. The extension replaces the placeholder when Sphinx has read all pages."""


class Smallest(SphinxDirective):
    """Directive that links to the pictures that use a name, shortest code first."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [SmallestNode(name=self.arguments[0])]


def _title(app: Sphinx, use: scenes.Use) -> str:
    """Returns the link text for a picture: its own name in the gallery, and the page title elsewhere."""
    return use.anchor.replace("-", " ") if use.docname.startswith("gallery/") else app.env.titles[use.docname].astext()


def _different(found: list[scenes.Use]) -> list[scenes.Use]:
    """Returns the first picture of each page, and all pictures of gallery chapters, up to the limit."""
    pages: dict[str, scenes.Use] = {}
    for use in found:
        pages.setdefault(use.anchor if use.docname.startswith("gallery/") else use.docname, use)
    return list(pages.values())[:_MOST_PICTURES]


def resolve_smallest(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for node in list(doctree.findall(SmallestNode)):
        found = _different(sorted(getattr(app.env, "book_uses", {}).get(node["name"], []), key=lambda use: use[:3]))
        if not found:
            node.parent.remove(node)
            continue
        paragraph = nodes.paragraph("", "Pictures that use it: ", classes=["pictures-that-use"])
        for position, use in enumerate(found):
            address = app.builder.get_relative_uri(docname, use.docname) + f"#{use.anchor}"
            paragraph += [
                nodes.Text(", " if position else ""),
                nodes.reference("", _title(app, use), refuri=address, internal=True, reftitle=use.words),
            ]
        first, prefix = found[0], "../" * docname.count("/")
        address = app.builder.get_relative_uri(docname, first.docname) + f"#{first.anchor}"
        picture = (
            f'<a class="smallest" href="{address}"><img src="{prefix}scenes/{first.picture.still}" width="{first.picture.width}" '
            f'height="{first.picture.height}" alt="{html.escape(first.words, quote=True)}" loading="lazy"></a>'
        )
        node.parent.insert(node.parent.index(node), nodes.raw("", picture, format="html"))
        node.replace_self(paragraph)
