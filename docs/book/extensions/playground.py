"""Playground page with a template of its own, and the script of the playground.

A page that is opened from a disk cannot load modules, so that this extension joins the modules in `playground` into one classic
script with the library's table of properties.
"""

from __future__ import annotations

import json
import math
import pathlib
import re
from typing import Any

import stretto as st
from sphinx.application import Sphinx
from stretto._model.key_paths import FILTER_INPUTS

import properties

FOLDER = pathlib.Path(__file__).parents[1] / "playground"
#: Type names of layers in the engine for web pages, by Python class.
CLASSES = {
    "Layer": "CALayer", "ReplicatorLayer": "CAReplicatorLayer", "ShapeLayer": "CAShapeLayer", "GradientLayer": "CAGradientLayer",
    "EmitterLayer": "CAEmitterLayer", "PortalLayer": "PortalLayer", "ViewReplicator": "ViewReplicator", "Proxy": "Proxy",
    "TransformLayer": "CATransformLayer", "TextLayer": "CATextLayer", "GlyphLayer": "GlyphLayer",
}  # fmt: skip
ANIMATIONS = ("BasicAnimation", "KeyframeAnimation", "AnimationGroup", "SpringAnimation", "Transition")
#: A limit of a property's range with at least this magnitude stands for no limit.
FAR = 1e300


def script() -> str:
    """Returns the playground's modules as one classic script, which starts the page."""
    given = json.dumps({"table": table(), "first": first()}, ensure_ascii=False, separators=(",", ":"))
    return f'"use strict";\n(() => {{\n{bare(joined("main.js"))}\nstart({given});\n}})();\n'


def later() -> str:
    """Returns the script that the page loads on demand: writers of Python and C, and readers of archives and pictures."""
    more = {f"CA{name}": rows(name) for name in (*ANIMATIONS, "EmitterCell", "EmitterBehavior")}
    more["CAFilter"] = [{"name": name, "kind": properties.KINDS[kind]} for name, kind in FILTER_INPUTS.items()]
    return f'"use strict";\n(() => {{\n{bare(joined("rare.js"))}\nglobalThis.playgroundLater = rare({json.dumps(more)});\n}})();\n'


def rows(name: str) -> list[dict[str, str]]:
    """Returns the names and kinds of all properties of a class."""
    return [{"name": item.name, "kind": item.kind} for item in properties.table(*properties.CLASSES[name])]


def bare(text: str) -> str:
    """Returns a script without comments and indentation. No string literal of the script may span several lines."""
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.S)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("// "))


def joined(entry: str) -> str:
    """Joins a module with its direct and indirect imports. Each module becomes a function that returns the module's exports."""
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in parts:
            return
        text = (FOLDER / name).read_text(encoding="utf-8")
        parts[name] = ""
        for needed in re.findall(r'^import .* from "\./(.*)";$', text, re.M):
            add(needed)
        text = re.sub(r"^import .*;\n", "", text, flags=re.M)
        del parts[name]  # moves the module behind its imports
        exported = re.findall(r"^export (?:async function|function|class|const) (\w+)", text, re.M)
        text = re.sub(r"^export (?=async function|function|class|const)", "", text, flags=re.M).strip()
        given = ", ".join(exported)
        parts[name] = f"const {{ {given} }} = (() => {{\n{text}\nreturn {{ {given} }};\n}})();"

    add(entry)
    return "\n\n".join(parts.values())


def table() -> dict[str, list[dict[str, Any]]]:
    """Returns the properties that each class adds to its base class, for the controls of the page."""
    return {CLASSES[name]: [row(item) for item in properties.own(name)] for name in CLASSES}


def row(item: properties.Property) -> dict[str, Any]:
    """Returns the table row of a property. None as the low or high end of the range means that the range has no such end."""
    low = item.minimum if math.isfinite(item.minimum) and abs(item.minimum) < FAR else None
    high = item.maximum if math.isfinite(item.maximum) and abs(item.maximum) < FAR else None
    return {
        "name": item.name, "kind": item.kind, "names": item.names, "initial": initial(item), "low": low, "high": high,
        "moves": item.is_animatable, "words": item.summary,
    }  # fmt: skip


def initial(item: properties.Property) -> Any:
    """Returns the default value of a property in the form that the engine for web pages returns."""
    if item.kind == "True or False":
        return item.default == "True"
    if item.kind == "transform":
        return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    if item.default == "none" and "none" not in item.names:
        return "" if item.kind in ("text", "OpenType features") else None
    if item.kind in ("number", "whole number"):
        number = float(item.default)
        return number if math.isfinite(number) else None
    if item.default.startswith("("):
        return [float(part) for part in item.default.strip("()").split(",")]
    return item.default


def first() -> str:
    """Returns the first scene of the page: seven dots that rise one after another."""
    scene = st.Scene(240, 100, background="white")
    dot = st.Layer(name="dot", frame=(20, 50, 20, 20), corner_radius=10, background_color="tomato")
    dot.add_animation(
        st.KeyframeAnimation("transform.translation.y", values=[0, -30, 0], duration=0.9, repeat_count=math.inf), "rise"
    )
    row = st.ReplicatorLayer(name="row", instance_count=7, instance_delay=0.12)
    row.instance_transform = st.Transform3D.translation(30, 0)
    row.add_sublayer(dot)
    scene.add_sublayer(row)
    return scene.to_bytes().decode()


def page(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> str | None:
    """Returns the playground's own template, which replaces the template of the book's theme."""
    if pagename != "playground":
        return None
    context["book_engine"] = bool(app.config.book_engine)
    # The page template already contains the heading of the page.
    context["body"] = re.sub(r"<h1>.*?</h1>", "", context.get("body", ""), flags=re.S)
    return "playground.html"


def write(app: Sphinx, problem: Exception | None) -> None:
    if problem is None and app.builder.name == "html":
        folder = pathlib.Path(app.outdir) / "_static"
        (folder / "playground.js").write_text(script(), encoding="utf-8")
        (folder / "playground.later.js").write_text(later(), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", page)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
