"""Writes src/stretto/_properties.py from the table of properties that the library gives.

python python/tools/generate_properties.py          writes the file
python python/tools/generate_properties.py --check  fails if the file is not what would be written
"""

from __future__ import annotations

import importlib
import pathlib
import re
import sys
import types
from collections.abc import Iterable
from typing import Any, NamedTuple

import property_docs as docs

SOURCE = pathlib.Path(__file__).parent.parent / "src" / "stretto"
TARGET = SOURCE / "_properties.py"
LAYER, ANIMATION, CELL = 0, 1, 2

HEADER = '''"""The properties of layers, animations and emitter cells, typed.

Made by tools/generate_properties.py from the library's own table: change that, not this.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict

from . import _property as p

if TYPE_CHECKING:
    from ._values import Curve
    from .color import ColorLike
    from .image import Image
    from .layer import Layer
    from .path import Path
    from .transform import Transform3D
'''

#: Kind of value in the header's order: (descriptor, type as a keyword).
KINDS = [
    ("Number", "float"),
    ("Boolean", "bool"),
    ("Integer", "int"),
    ("Point", "Sequence[float]"),
    ("Size", "Sequence[float]"),
    ("Rect", "Sequence[float]"),
    ("Transform", "Transform3D"),
    ("Color", "ColorLike | None"),
    ("Numbers", "Sequence[float] | None"),
    ("Colors", "Sequence[ColorLike] | None"),
    ("String", "str"),
    ("Name", "str"),
    ("Names", "str | Iterable[str]"),
    ("PathProperty", "Path | None"),
    ("ImageProperty", "Image | None"),
    ("LayerProperty", "Layer | None"),
    ("TimingFunction", "Curve | None"),
    ("TimingFunctions", "Sequence[Curve] | None"),
    ("", ""),  # any value: written by hand
    ("Transforms", "Sequence[Transform3D] | None"),
]
#: A rectangle of zeros that stands for none.
OPTIONAL = {"sourceRect": ("OptionalRect", "Sequence[float] | None")}
_NAMES, _NUMBERS, _ANY = (11, 12), (0, 1, 2), 18


class Entry(NamedTuple):
    """One row of the library's table."""

    name: str
    kind: int
    names: str
    default_string: str
    default: tuple[float, ...]
    is_animatable: bool


#: Reached through functions of its own, so the table does not list it.
MASK = Entry("mask", 15, "", "", (), False)


class Section(NamedTuple):
    """A class to write: its name, base and sentence, the table, and what a base has already."""

    name: str
    base: str | None
    sentence: str
    entries: list[Entry]
    docs: dict[str, str]


def snake_case(name: str) -> str:
    """Core Animation's word in Python's spelling: zPosition is z_position."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z](?=[a-z]))", lambda m: "_" + m[0], name).lower()


def main(arguments: list[str]) -> int:
    text = generate()
    if "--check" in arguments:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        print("up to date" if same else f"{TARGET} is not what the library's table gives; run {sys.argv[0]}")
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


def generate() -> str:
    """The whole module."""
    return HEADER + "".join(_section(section) for section in _sections(_read_table()))


def _sections(table: Any) -> list[Section]:
    plain, *others = (table(LAYER, kind) for kind in range(8))
    besides = [_without(entries, plain) for entries in others]
    replicator, shape, gradient, emitter, portal, views, proxy = besides
    basic, keyframe, group = (table(ANIMATION, kind) for kind in range(3))
    common = [entry for entry in basic if entry in keyframe and entry in group]
    single = [entry for entry in basic if entry in keyframe and entry not in group]
    plain = plain if any(entry.name == "mask" for entry in plain) else [*plain, MASK]
    return [
        Section("Layer", None, "What every layer has.", plain, docs.LAYER),
        Section("ReplicatorLayer", "Layer", "What a replicator has besides.", replicator, docs.REPLICATOR),
        Section("ShapeLayer", "Layer", "What a shape layer has besides.", shape, docs.SHAPE),
        Section("GradientLayer", "Layer", "What a gradient layer has besides.", gradient, docs.GRADIENT),
        Section("EmitterLayer", "Layer", "What an emitter layer has besides.", emitter, docs.EMITTER),
        Section("PortalLayer", "Layer", "What a portal has besides.", portal, docs.PORTAL),
        Section("ViewReplicator", "Layer", "What a view replicator has besides.", views, docs.VIEWS),
        Section("Proxy", "Layer", "What a proxy has besides.", proxy, docs.PROXY),
        Section("EmitterCell", None, "What an emitter cell has.", table(CELL, 0), docs.CELL),
        Section("Animation", None, "What every animation has.", common, docs.ANIMATION),
        Section(
            "PropertyAnimation", "Animation", "What animations of one property have.", single, docs.ANIMATION
        ),
        Section(
            "KeyframeAnimation",
            "PropertyAnimation",
            "What a keyframe animation has besides.",
            _without(keyframe, basic),
            docs.KEYFRAME,
        ),
    ]


def _without(entries: Iterable[Entry], known: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry not in known]


def _kind(entry: Entry) -> tuple[str, str]:
    """The descriptor, and the type as a keyword."""
    return OPTIONAL.get(entry.name) or KINDS[entry.kind]


def _section(section: Section) -> str:
    entries = [entry for entry in section.entries if entry.kind != _ANY]
    keywords = f"{section.base}Keywords" if section.base else "TypedDict"
    lines = ["", "", f"class {section.name}Keywords({keywords}, total=False):"]
    lines += [f'    """{section.sentence} As keywords."""', ""]
    lines += [f"    {snake_case(entry.name)}: {_kind(entry)[1]}" for entry in entries]
    lines += ["", "", f"class {section.name}Properties(p.Keyed):"]
    lines += [f'    """{section.sentence}"""', "", "    __slots__ = ()", ""]
    for entry in entries:
        lines += _descriptor(entry, section.docs[entry.name])
    return "\n".join(lines) + "\n"


def _descriptor(entry: Entry, sentence: str) -> list[str]:
    parts = [sentence]
    if entry.names:
        listed = ", ".join(f'"{name}"' for name in entry.names.split())
        parts.append(("Any of " if entry.kind == _NAMES[1] else "One of ") + listed + ".")
    parts.append(f"Default {_default(entry)}.")
    if entry.is_animatable:
        parts.append("Animatable.")
    doc = " ".join(parts)
    head = f"    {snake_case(entry.name)} = p.{_kind(entry)[0]}("
    one_line = f"{head}{entry.name!r}, {doc!r})".replace("'" + entry.name + "'", f'"{entry.name}"')
    if '"' not in doc and len(one_line) <= 110:
        return [f'{head}"{entry.name}", "{doc}")']
    return [head, f'        "{entry.name}",', *_wrapped(doc), "    )"]


def _wrapped(doc: str) -> list[str]:
    """The text as adjacent literals, none longer than a line allows."""
    if len(doc) <= 99:
        return [f"        {_quote(doc)},"]
    rows, row = [], ""
    for word in re.findall(r"\S+\s*", doc):
        if len(row) + len(word) > 95:
            rows.append(row)
            row = ""
        row += word
    quoted = [f"        {_quote(row)}" for row in [*rows, row]]
    quoted[-1] += ","
    return quoted


def _quote(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


def _default(entry: Entry) -> str:
    if entry.default_string or entry.kind in (10, *_NAMES):
        return f'"{entry.default_string}"'
    if not entry.default or entry.name in OPTIONAL:
        return "None"
    if entry.kind == 1:
        return str(bool(entry.default[0]))
    if entry.kind == 6:
        return "the identity"
    shown = [f"{value:g}" for value in entry.default]
    return shown[0] if entry.kind in _NUMBERS else f"({', '.join(shown)})"


def _read_table() -> Any:
    ffi = _load_ffi()

    def table(noun: int, kind: int) -> list[Entry]:
        return [
            Entry(
                row.name.decode(),
                row.value_kind,
                row.names.decode(),
                row.default_string.decode(),
                tuple(row.default_numbers[: row.default_count]),
                bool(row.is_animatable),
            )
            for row in ffi.properties(noun, kind)
        ]

    return table


def _load_ffi() -> types.ModuleType:
    """`stretto._ffi` without `stretto`, which needs the file that is to be written."""
    package = types.ModuleType("stretto_bare")
    package.__path__ = [str(SOURCE)]
    sys.modules["stretto_bare"] = package
    return importlib.import_module("stretto_bare._ffi")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
