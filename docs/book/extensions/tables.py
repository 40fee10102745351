"""Directives for tables that are made from the library: names of other tools, diagnostics, errors, commands."""

from __future__ import annotations

import argparse
import inspect
import pathlib
import re
from typing import Any

import stretto as st
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from stretto import errors
from stretto._commands import cli
from stretto._model import diagnostics
from stretto._model import words as _words

from properties import cell, code, grid


class Words(SphinxDirective):
    """Directive that lists names of other tools, from the table that the error messages use."""

    def run(self) -> list[nodes.Node]:
        words = sorted((word, meant) for given, meant in _words.OTHER_NAMES.items() for word in given.split())
        rows = [nodes.row("", cell(code(word)), cell(*_codes(meant.split(" | ")))) for word, meant in words]
        return [grid(("you write", "it is"), rows)]


def _codes(names: Any) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for name in names:
        found += [nodes.Text(", ")] if found else []
        found.append(code(name.strip("`")))
    return found


def _with_code(sentence: str, word: str) -> list[nodes.Node]:
    """Returns a sentence in which each occurrence of a word is formatted as code."""
    parts = re.split(rf"(?i)\b{word}\b", sentence)
    found: list[nodes.Node] = [nodes.Text(parts[0])]
    for part in parts[1:]:
        found += [code(word), nodes.Text(part)]
    return found


class ErrorCodes(SphinxDirective):
    """Directive that lists each status of the C interface with its Python exception."""

    def run(self) -> list[nodes.Node]:
        header = pathlib.Path(self.config.book_header).read_text(encoding="utf-8")
        rows = []
        for match in re.finditer(r"(STRETTO_ERROR_\w+) = (\d+),?\s*/\* (.*?) \*/", header):
            number = int(match[2])
            python = ", ".join(
                name for name in st.__all__
                if inspect.isclass(value := getattr(st, name)) and issubclass(value, errors.Error) and value.code == number
            )  # fmt: skip
            rows.append(
                nodes.row(
                    "",
                    cell(nodes.Text(str(number))),
                    cell(code(match[1])),
                    cell(code(python)),
                    cell(nodes.Text(match[3])),
                )
            )
        return [grid(("number", "in C", "in Python", "when"), rows)]


class Diagnostics(SphinxDirective):
    """Directive that lists each diagnostic with its message."""

    def run(self) -> list[nodes.Node]:
        header = pathlib.Path(self.config.book_header).read_text(encoding="utf-8")
        found = []
        for number, sentence in sorted(diagnostics.MESSAGES.items(), key=lambda item: diagnostics.code(item[0])):
            name = diagnostics.code(number)
            match = re.search(rf"(STRETTO_DIAGNOSTIC_\w+) = {int(number)},?\s*/\* (.*?) \*/", header)
            if match is None:
                raise self.error(f"the header has no diagnostic of the number {number}")
            first = nodes.entry(ids=[f"diagnostic-{name}"])
            pictures = nodes.reference("", "", code(name), refuri=f"mistakes.html#{name}", internal=True)
            first += nodes.paragraph("", "", pictures)
            words = nodes.entry()
            words += nodes.paragraph("", "", *_with_code(match[2][0].upper() + match[2][1:] + ".", "key_path"))
            words += nodes.paragraph("", f"It says: … {sentence}.", classes=["facts"])
            words += nodes.paragraph("", "", nodes.Text("In C: "), code(match[1]), classes=["facts"])
            found.append(nodes.row("", first, words))
        return [grid(("name", "when, and what to do"), found)]


class CommandLine(SphinxDirective):
    """Directive that shows the help of each command."""

    def run(self) -> list[nodes.Node]:
        parser = cli._parser()
        commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        result: list[nodes.Node] = []
        for name, command in commands.choices.items():
            section = nodes.section(ids=[f"command-{name}"])
            section += nodes.title("", f"stretto {name}")
            command.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=88)
            text = command.format_help().strip()
            section += nodes.literal_block(text, text, language="none")
            result.append(section)
        return result


def setup(app: Sphinx) -> dict[str, Any]:
    for name, directive in {
        "words-of-others": Words, "error-codes": ErrorCodes, "diagnostics": Diagnostics, "command-line": CommandLine,
    }.items():  # fmt: skip
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
