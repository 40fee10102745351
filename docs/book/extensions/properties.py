"""The library's table of properties, and directives that write tables of properties.

`{properties} ReplicatorLayer` writes the properties that a class adds, with index entries. `{key-paths}` writes a table of all
properties.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable
from typing import Any

import stretto as st
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from stretto._ffi import ffi

LAYER, ANIMATION, CELL, BEHAVIOR = 0, 1, 2, 3
#: Names of value kinds, in the order of the STRETTO_VALUE_... numbers in the C header.
KINDS = (
    "number", "True or False", "whole number", "point", "size", "rectangle", "transform", "colour", "numbers", "colours",
    "text", "one of the names", "any of the names", "path", "picture", "layer", "timing function", "timing functions",
    "any value", "transforms", "filters", "font", "fonts", "variations of a font", "OpenType features",
)  # fmt: skip
ANY = "any value"
_NAMES, _TEXTS, _FILTERS, _BOOLEAN, _TRANSFORM = (11, 12), 10, 20, 1, 6
#: Object kind and class number in the C interface, by Python class.
CLASSES = {
    "Layer": (LAYER, 0), "ReplicatorLayer": (LAYER, 1), "ShapeLayer": (LAYER, 2), "GradientLayer": (LAYER, 3),
    "EmitterLayer": (LAYER, 4), "PortalLayer": (LAYER, 5), "ViewReplicator": (LAYER, 6), "Proxy": (LAYER, 7),
    "TransformLayer": (LAYER, 8), "TextLayer": (LAYER, 9), "GlyphLayer": (LAYER, 10), "BasicAnimation": (ANIMATION, 0),
    "KeyframeAnimation": (ANIMATION, 1), "AnimationGroup": (ANIMATION, 2), "SpringAnimation": (ANIMATION, 3),
    "Transition": (ANIMATION, 4), "EmitterCell": (CELL, 0), "EmitterBehavior": (BEHAVIOR, 0),
}  # fmt: skip
#: Base classes by class. The table of a class leaves out the properties of its base class.
BASES = {
    "SpringAnimation": "BasicAnimation", "KeyframeAnimation": "Animation", "BasicAnimation": "Animation",
    "AnimationGroup": "Animation", "Transition": "Animation",
    **{name: "Layer" for name, (object_kind, kind) in CLASSES.items() if object_kind == LAYER and kind},
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Property:
    """Row of the library's table of properties."""

    name: str
    kind: str
    names: tuple[str, ...]
    default: str
    minimum: float
    maximum: float
    is_animatable: bool
    summary: str

    @property
    def python(self) -> str:
        """Name of the property in Python, in snake case."""
        return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z](?=[a-z]))", lambda m: "_" + m[0], self.name).lower()

    @property
    def range(self) -> str:
        """Range of the property's numbers in words, or "" without a range."""
        if self.names:
            return ", ".join(self.names)
        low, high = math.isfinite(self.minimum), math.isfinite(self.maximum)
        if self.kind not in ("number", "whole number", "point", "size", "rectangle", "numbers"):
            return ""
        if low and high and max(abs(self.minimum), abs(self.maximum)) < 1e300:
            return f"{self.minimum:g} to {self.maximum:.10g}"
        if low and abs(self.minimum) < 1e300:
            return f"{self.minimum:g} or more"
        return f"{self.maximum:g} or less" if high and abs(self.maximum) < 1e300 else ""


def table(object_kind: int, kind: int) -> list[Property]:
    """Returns all properties of a kind of layer, animation or emitter cell."""
    return [_property(row) for row in ffi.properties(object_kind, kind)]


def _property(row: Any) -> Property:
    names = tuple(row.names.decode().split()) if row.value_kind in (*_NAMES, _FILTERS) else ()
    return Property(
        row.name.decode(), KINDS[row.value_kind], names, _default(row), row.minimum, row.maximum,
        bool(row.is_animatable), row.summary.decode(),
    )  # fmt: skip


def _default(row: Any) -> str:
    numbers = row.default_numbers[: row.default_count]
    if row.value_kind == _TRANSFORM:
        return "the identity"
    if row.value_kind == _BOOLEAN:
        return str(bool(numbers[0])) if numbers else "False"
    if row.value_kind in (*_NAMES, _TEXTS):
        return row.default_string.decode() or "none"
    if not numbers:
        return "none"
    shown = ", ".join(f"{number:g}" for number in numbers)
    return shown if len(numbers) == 1 else f"({shown})"


def own(name: str) -> list[Property]:
    """Returns the properties that a class adds to its base class.

    For "Animation", returns the properties that all animation classes share.
    """
    if name == "Animation":
        basic, *others = (table(ANIMATION, kind) for kind in range(4))
        return [row for row in basic if all(row in other for other in others)]
    rows = table(*CLASSES[name])
    if name not in BASES:
        return rows
    base = own(BASES[name]) if BASES[name] == "Animation" else table(*CLASSES[BASES[name]])
    return [row for row in rows if row not in base]


def everything() -> dict[Property, list[str]]:
    """Returns each property once, sorted by name, with the classes that have the property."""
    found: dict[Property, list[str]] = {}
    for name in ("Layer", "Animation", *(name for name in CLASSES if name != "Layer")):
        for row in own(name):
            found.setdefault(row, []).append(name)
    return dict(sorted(found.items(), key=lambda item: (item[0].name.lower(), item[1])))


# Tables


def cell(*children: nodes.Node) -> nodes.entry:
    paragraph = nodes.paragraph()
    paragraph += children
    return nodes.entry("", paragraph)


def code(text: str) -> nodes.literal:
    return nodes.literal(text, text)


def with_code(text: str) -> list[nodes.Node]:
    """Returns the nodes of a text in which backticks enclose code."""
    return [code(part) if k % 2 else nodes.Text(part) for k, part in enumerate(text.split("`"))]


def grid(titles: Iterable[str], rows: Iterable[nodes.row], classes: Iterable[str] = ()) -> nodes.table:
    """Returns a docutils table."""
    head = list(titles)
    made = nodes.table(classes=["properties", *classes])
    group = nodes.tgroup(cols=len(head))
    group += [nodes.colspec(colwidth=1) for _ in head]
    group += nodes.thead("", nodes.row("", *(cell(nodes.Text(title)) for title in head)))
    group += nodes.tbody("", *rows)
    made += group
    return made


class Properties(SphinxDirective):
    """Directive that writes a table of the properties that a class adds, each with an anchor."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        domain = self.env.get_domain("py")
        rows = []
        for item in own(name):
            if item.kind == ANY:  # an attribute of the Python class, whose docstring describes the value
                continue
            full = f"stretto.{name}.{item.python}"
            anchor = full
            domain.note_object(full, "property", anchor, location=self.get_location())
            first = nodes.entry(ids=[anchor])
            first += nodes.paragraph("", "", code(item.python))
            if item.name != item.python:
                first += nodes.paragraph("", "", code(item.name), classes=["key-path"])
            facts = [item.kind, *([item.range] if item.range else []), f"default {item.default}"]
            facts += ["animatable"] if item.is_animatable else []
            last = nodes.entry()
            last += nodes.paragraph("", "", *with_code(item.summary + ("" if item.summary.endswith(".") else ".")))
            last += nodes.paragraph("", "; ".join(facts) + ".", classes=["facts"])
            rows.append(nodes.row("", first, last))
        if not rows:
            return [nodes.paragraph("", f"{name} adds no properties of its own.")]
        return [grid(("property, key path", "what it is"), rows)]


class KeyPaths(SphinxDirective):
    """Directive that writes a table of all properties, with key paths and Python names."""

    def run(self) -> list[nodes.Node]:
        rows = []
        for item, classes in everything().items():
            first = nodes.entry(ids=[f"key-path-{item.name}-{classes[0]}"])
            first += nodes.paragraph("", "", code(item.name))
            if item.name != item.python:
                first += nodes.paragraph("", "", code(item.python), classes=["key-path"])
            owner = cell(nodes.Text(", ".join(classes)))
            kind = item.kind + (f": {item.range}" if item.range and len(item.names) <= 12 else "")
            moves = "yes" if item.is_animatable else "no"
            since = nodes.Text(self.config.version)
            rows.append(
                nodes.row(
                    "",
                    first,
                    owner,
                    cell(nodes.Text(kind)),
                    cell(nodes.Text(item.default)),
                    cell(nodes.Text(moves)),
                    cell(since),
                )
            )
        return [grid(("key path, in Python", "of", "takes", "default", "animatable", "since"), rows, ["key-paths"])]


class Components(SphinxDirective):
    """Directive that writes a table of value components with their own key paths. The component values come from the library."""

    CANDIDATES = {
        "position": ("x", "y"),
        "bounds": ("origin", "origin.x", "origin.y", "size", "size.width", "size.height"),
        "anchorPoint": ("x", "y"),
        "shadowOffset": ("width", "height"),
        "contentsRect": ("origin.x", "origin.y", "size.width", "size.height"),
        "transform": (
            "translation", "translation.x", "translation.y", "translation.z", "scale", "scale.x", "scale.y", "scale.xy",
            "scale.z", "rotation", "rotation.x", "rotation.y", "rotation.z",
        ),
        "sublayerTransform": ("translation", "translation.x", "scale", "rotation.z"),
    }  # fmt: skip

    def run(self) -> list[nodes.Node]:
        layer, rows = st.Layer(frame=(0, 0, 10, 10)), []
        for name, parts in self.CANDIDATES.items():
            for part in parts:
                path = f"{name}.{part}"
                value = layer.presentation_value(path)
                rest = ", ".join(f"{number:g}" for number in listed(value))
                rows.append(
                    nodes.row(
                        "",
                        cell(code(path)),
                        cell(nodes.Text(f"{len(listed(value))}")),
                        cell(nodes.Text(rest)),
                    )
                )
        return [grid(("key path", "numbers", "of a fresh 10 x 10 layer"), rows)]


def listed(value: Any) -> list[float]:
    return [float(value)] if isinstance(value, (int, float)) else [float(item) for item in value]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("properties", Properties)
    app.add_directive("key-paths", KeyPaths)
    app.add_directive("components", Components)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
