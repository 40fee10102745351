"""Sphinx configuration of the book. `make book` writes the book into build/book/html."""

from __future__ import annotations

import hashlib
import html
import pathlib
import re
import sys
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE / "extensions"))

import stretto  # noqa: E402

import pictures  # noqa: E402

project = "Stretto"
author = "the Stretto authors"
copyright = author
version = release = stretto.__version__
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "scenes",
    "header",
    "properties",
    "reference",
    "tables",
    "gallery",
    "listings",
    "notebooks",
    "mistakes",
    "keywords",
    "playground",
    "repository",
]
exclude_patterns = ["extensions", "static", "templates", "playground", "requirements.*", "**/.ipynb_checkpoints"]
root_doc = "index"
nitpicky = True
# Sphinx does not warn about missing links to the standard library, to NumPy and to private modules.
nitpick_ignore_regex = [
    ("py:.*", r"(?!stretto\.).*"),
    ("py:.*", r"stretto\.(\w+\.)*_.*"),
    ("py:.*", r"stretto\.\w+\.(One|Two|Three|CopiedLayer|Documented|Timed|Of)"),
    ("c:.*", r"(u?int\d+_t|size_t|double|char|FILE)"),
]
show_warning_types = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
add_module_names = False
python_use_unqualified_type_names = True

myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the build keeps the outputs that run_notebooks.py stored
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]

html_theme = "furo"
html_title = f"Stretto {release}"
html_favicon = "static/favicon.svg"
html_static_path = ["static"]
templates_path = ["templates"]
html_css_files = ["book.css"]
html_js_files = [("book.js", {"defer": "defer"}), ("gallery.js", {"defer": "defer"})]
html_domain_indices = False
html_use_index = False  # the search finds every name that an index would list
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_permalinks_icon = "#"
# Accent colours of the light and the dark theme. The contrast of the accent colour to the page background is at least 4.5 to 1.
_LIGHT, _DARK = "#0072b2", "#5ab4f0"
html_theme_options = {
    "navigation_with_keys": False,
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": _LIGHT, "color-brand-content": _LIGHT, "color-brand-visited": _LIGHT},
    "dark_css_variables": {"color-brand-primary": _DARK, "color-brand-content": _DARK, "color-brand-visited": _DARK},
}
pygments_style = "default"
pygments_dark_style = "monokai"
copybutton_exclude = ".linenos, .gp, .go"
copybutton_selector = "div.highlight:not(.output div) pre"

book_header = str(ROOT / "include" / "stretto.h")
# The pictures of the book are live players if `dist/web` contains the engine for web pages, and clips if the
# folder is empty.
_engine = ROOT / "dist" / "web"
book_engine = str(_engine / "stretto.engine.js") if (_engine / "stretto.engine.js").exists() else ""
if book_engine:
    html_static_path += [book_engine, str(_engine / "stretto.source.js"), str(_engine / "stretto.vectors.js")]


def setup(app: Sphinx) -> None:
    """Makes Sphinx read all pages again if the book's extensions or the native library changed."""
    code = [path.read_bytes() for path in sorted((HERE / "extensions").glob("*.py"))]
    app.add_config_value("book_code", hashlib.sha256(b"".join(code)).hexdigest(), "env")
    app.add_config_value("book_library", pictures.LIBRARY, "env")
    app.connect("html-page-context", lighten, priority=900)


#: Largest number of characters of a page description. Search engines show no more characters.
SHOWN = 160


def description(doctree: nodes.document) -> str:
    """Returns the first sentences of a page as a description, which ends between two words."""
    found = [" ".join(item.astext().split()) for item in doctree.findall(nodes.paragraph)]
    text = " ".join(found[:3])
    if len(text) < SHOWN // 3:
        text = f"{next(doctree.findall(nodes.title)).astext()}: {text}"
    return text if len(text) <= SHOWN else text[: text.rfind(" ", 0, SHOWN)] + " …"


def lighten(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Adds the description to a page, sets heading levels in menus, and removes scripts and styles that the page does not use."""
    if doctree is not None and (words := description(doctree)):
        tag = f'<meta name="description" content="{html.escape(words, quote=True)}">'
        context["metatags"] = context.get("metatags", "") + tag
    if app.config.book_engine:
        address = context["pathto"]("_static/stretto.engine.js", 1)
        context["metatags"] = context.get("metatags", "") + f'<meta name="stretto-engine" content="{address}">'
    for part in ("body", "toc", "furo_navigation_tree"):
        if part in context:
            text = context[part].replace('role="heading">', 'role="heading" aria-level="2">')
            # No style sheet of the book uses the elements around the words of code and around punctuation.
            context[part] = re.sub(r'<span class="(?:pre|p)">([^<]*)</span>', r"\1", text)
    if pagename != "gallery":
        context["script_files"] = [item for item in context["script_files"] if "gallery.js" not in str(item.filename)]
    if not pagename.startswith("made/notebooks/"):
        context["css_files"] = [item for item in context["css_files"] if "mystnb" not in str(item.filename)]
