"""Directive `{mistake}`, which shows code that a diagnostic warns about and, below a line `---`, the corrected code.

The directive runs the wrong code and the corrected code, and shows a picture of each. The wrong code must cause the diagnostic, and
the corrected code must not.
"""

from __future__ import annotations

import pathlib
import warnings
from typing import Any

import stretto as st
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

import pictures
import scenes


class Mistake(scenes.Code):
    """Directive that shows the mistake behind a diagnostic next to the correction."""

    required_arguments = 1
    option_spec = {
        "before": directives.unchanged_required, "after": directives.unchanged_required, "at": float, "clip": float,
        "continue": directives.flag, "vector": directives.unchanged_required,
    }  # fmt: skip

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        wrong, _, right = self.source().partition("\n---\n")
        pair = nodes.container(classes=["two-up"])
        for number, (source, words) in enumerate(((wrong, self.options["before"]), (right, self.options["after"]))):
            if number == 0:
                self.begin()
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    exec(source, self.names())
                    scene = self.names()["scene"]
                    found = scene.diagnostics(self.options.get("clip"), vector=self.options.get("vector"))
                    half = self.half(scene, source, words)
            except Exception as problem:
                return self.failed(problem)
            codes = [item.code for item in found]
            if (name in codes) is bool(number):
                raise self.error(f"{name} {'stays after the fix' if number else 'is not reported'}: {codes}")
            if number == 0:
                message = next(str(item) for item in found if item.code == name)
                half += nodes.paragraph("", message, classes=["facts"])
            pair += half
        return [pair]

    def half(self, scene: st.Scene, source: str, words: str) -> nodes.Element:
        """Returns the picture and the code of the mistake or of the correction."""
        folder = pathlib.Path(self.env.app.outdir) / "scenes"
        made = pictures.drawn(scene, folder, self.options.get("at", 0.0), None, min(2.2, 300 / scene.size[0]))
        scenes.note_files(self.env, made)
        figure = scenes.SceneFigure(ids=[f"figure-{self.env.new_serialno('mistake')}"])
        player = scenes.player(made, words, "../" * self.env.docname.count("/"))
        figure += nodes.raw("", player, format="html")
        figure += nodes.literal_block(source, source, language="python")
        figure["uses"] = []
        half = nodes.container()
        half += figure
        return half


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("mistake", Mistake)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
