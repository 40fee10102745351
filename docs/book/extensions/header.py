"""Directives of the C reference, which is made from include/stretto.h.

`.. header:: stretto.h` with `:sections:` writes the entries of the named sections, and `.. header-intro::` writes the comment at
the top of the header.
"""

from __future__ import annotations

import pathlib
import re
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import c_header


class Header(SphinxDirective):
    """Directive that writes sections of the C header, each with a heading."""

    required_arguments = 1
    option_spec = {"sections": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        path = pathlib.Path(self.config.book_header)
        self.env.note_dependency(str(path))
        every = {section.title: section for section in c_header.sections(path.read_text(encoding="utf-8"))}
        result: list[nodes.Node] = []
        titles = [part.strip() for part in self.options["sections"].split(",")]
        for title in titles:
            try:
                lines = c_header.lines_of(every[title])
            except (KeyError, ValueError) as problem:
                raise self.error(f"{path.name}, section {title}: {problem}") from problem
            result += self.section(title if titles[1:] else "", lines, str(path))
        return result

    def section(self, title: str, lines: list[str], path: str) -> list[nodes.Node]:
        """Returns the declarations of a header section. The declarations have a heading unless the page has only one section."""
        if not title:
            content = nodes.container()
            self.state.nested_parse(StringList(lines, source=path), 0, content)
            return content.children
        section = nodes.section(ids=[nodes.make_id(f"c-{title}")])
        section += nodes.title(title, title[0].upper() + title[1:])
        self.state.nested_parse(StringList(lines, source=path), 0, section, match_titles=True)
        return [section]


class HeaderIntro(SphinxDirective):
    """Directive that writes the comment at the top of the C header. The program in the comment is shown as a code block."""

    def run(self) -> list[nodes.Node]:
        path = pathlib.Path(self.config.book_header)
        self.env.note_dependency(str(path))
        source = path.read_text(encoding="utf-8")
        comment = source[: source.index("*/")].removeprefix("/*")
        lines = [re.sub(r"^ \* ?", "", line) for line in comment.split("\n")]
        found: list[str] = []
        for part in "\n".join(lines).strip().split("\n\n")[1:]:
            code = part.startswith("    ")
            if code:
                language = "sh" if part.lstrip().startswith("cc") else "c"
                if found and language == "c" and not part.startswith("    #include <stdio"):
                    found += ["", *part.split("\n")]
                else:
                    found += ["", f".. code-block:: {language}", "", *part.split("\n")]
            else:
                words = c_header.prose(part)
                head = re.match(r"([A-Z][a-z]+)\. ", words)
                found += ["", f"**{head[1]}.** {words[head.end() :]}" if head else words]
        node = nodes.container()
        self.state.nested_parse(StringList([*found, ""], source=str(path)), 0, node)
        return node.children


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("book_header", "", "env")
    app.add_directive("header", Header)
    app.add_directive("header-intro", HeaderIntro)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
