"""Writes src/stretto/_model/properties.py, keywords.py and names.py from the library's property tables.

    python python/tools/generate_properties.py          writes the files
    python python/tools/generate_properties.py --check  fails if the files are outdated

The tables are those of the library that the environment variable STRETTO_LIBRARY names.
"""

from __future__ import annotations

import functools
import importlib
import pathlib
import re
import sys
import types
from collections.abc import Iterable
from typing import Any, NamedTuple

from generate_signatures import formatted

SOURCE = pathlib.Path(__file__).parent.parent / "src" / "stretto"
MODEL = SOURCE / "_model"
LAYER, ANIMATION, CELL, BEHAVIOR = 0, 1, 2, 3
#: Longest line in characters, as in the settings of ruff.
_WIDTH = 110

HEADER = '''"""The properties of layers, animations, cells and behaviors, and the constructors that take them.

The tool tools/generate_properties.py generates this module from the library's table of properties.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Unpack

from stretto._ffi.lazy import lazily

from . import property as p
from .convert import Animatable, Kind, Outline
from .names import (
{names}
)

if TYPE_CHECKING:
    from stretto.animation import Animation
    from stretto.layer import Layer

    from . import keywords as k
else:
    k = lazily("stretto._model.keywords")
'''
NAMES = '''"""Types of the properties that take one of certain names.

The tool tools/generate_properties.py generates this module from the library's table of properties.
"""

from typing import Literal, TypeAlias

__all__ = [
{exported}
]
'''
KEYWORDS = '''"""Types of the keywords that constructors take, for type checkers.

The tool tools/generate_properties.py generates this module from the library's table of properties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from stretto.animation import Animation
    from stretto.color import ColorLike
    from stretto.filter import Filter
    from stretto.font import Font
    from stretto.layer import EmitterBehavior, EmitterCell, Layer
    from stretto.transform import TransformLike

    from .convert import Animatable, Curve, ImageLike, Outline
    from .names import (
{names}
    )

__all__ = [
{exported}
]
'''


class Kind(NamedTuple):
    """Python class and Python type of a kind of value."""

    #: Class of the Python attribute, and the type of the values that the attribute accepts.
    descriptor: str
    type: str


#: Kinds of values, indexed by the header's STRETTO_VALUE_... numbers. `{}` stands for the Literal type of the
#: allowed names.
KINDS = [
    Kind("Number", "float"),
    Kind("Boolean", "bool"),
    Kind("Integer", "int"),
    Kind("Point", "Iterable[float]"),
    Kind("Size", "Iterable[float]"),
    Kind("Rect", "Iterable[float]"),
    Kind("Transform", "TransformLike"),
    Kind("Color", "ColorLike | None"),
    Kind("Numbers", "Iterable[float] | None"),
    Kind("Colors", "Iterable[ColorLike] | None"),
    Kind("String", "str"),
    Kind("Name[{}]", "{}"),
    Kind("Names[{}]", "str | Iterable[{}]"),
    Kind("PathProperty", "Outline | None"),
    Kind("ImageProperty", "ImageLike | None"),
    Kind("LayerProperty", "Layer | None"),
    Kind("TimingFunction", "Curve | None"),
    Kind("TimingFunctions", "Iterable[Curve] | None"),
    Kind("", ""),  # any value: written by hand, see EXTRAS
    Kind("Transforms", "Iterable[TransformLike] | None"),
    Kind("Filters", "Iterable[Filter | str]"),
    Kind("FontProperty", "Font | None"),
    Kind("Fonts", "Iterable[Font]"),
    Kind("Variations", "Mapping[str, float] | None"),
    Kind("Features", "str"),
]
#: Properties for which a rectangle of zeros stands for None.
OPTIONAL = {"sourceRect": Kind("OptionalRect", "Iterable[float] | None")}
#: Gradient properties that also accept words in the list of colours or locations.
STOPS = {
    "colors": Kind("StopColors", "Iterable[ColorLike] | None"),
    "locations": Kind("StopLocations", "Iterable[float] | None"),
}
#: Property for the displayed number of a text.
SHOWN = {"number": Kind("TextNumber", "float")}
#: Properties for which None stands for the default name.
OR_NONE = {"compositingFilter"}
_BOOLEAN, _TRANSFORM, _STRING, _ANY = 1, 6, 10, 18
_FONTS, _VARIATIONS, _FEATURES = 22, 23, 24
_NAMES, _NUMBERS, _FILTERS = (11, 12), (0, 1, 2), 20

#: Positional parameters of constructors.
POSITIONAL = {
    "AnimationGroup": ["animations: Iterable[Animation] = ()"],
    "PropertyAnimation": ["key_path: str | None = None"],
    "BasicAnimation": [
        "key_path: str | None = None",
        "from_value: Animatable | None = None",
        "to_value: Animatable | None = None",
    ],
    "SpringAnimation": [
        "key_path: str | None = None",
        "from_value: Animatable | None = None",
        "to_value: Animatable | None = None",
    ],
    "KeyframeAnimation": ["key_path: str | None = None", "values: Iterable[Animatable | None] = ()"],
    # The parameter `sublayers` is positional only, because every layer also has a keyword `sublayers`.
    "ReplicatorLayer": [
        "sublayers: Layer | Iterable[Layer] | None = None",
        "/",
        "instance_count: int | None = None",
    ],
    "ShapeLayer": ["path: Outline | None = None"],
    "PortalLayer": ["source_layer: Layer | None = None"],
    "ViewReplicator": ["source: Layer | None = None"],
    "TextLayer": ['string: str = ""'],
    "EmitterBehavior": ["type: str"],
}
#: Keywords of constructors that are not in the library's property tables, and whose attributes are written by
#: hand.
EXTRAS = {
    "Instances": ["instance_masks: Iterable[Layer | None]"],
    "EmitterLayer": [
        "emitter_cells: Iterable[EmitterCell]",
        "emitter_behaviors: Iterable[EmitterBehavior]",
    ],
    "EmitterCell": ["emitter_cells: Iterable[EmitterCell]"],
    "BasicAnimation": ["by_value: Animatable | None"],
    "Layer": [
        "sublayers: Layer | Iterable[Layer]",
        "animations: Animation | Iterable[Animation] | Mapping[str, Animation]",
    ],
}


#: Base classes without a constructor, because no object is an instance of the base class alone.
SHARED = {"Instances"}


class Entry(NamedTuple):
    """Row of the library's property tables."""

    name: str
    kind: int
    names: str
    #: An optional name is "" in the library and None in Python.
    default_string: str
    default: tuple[float, ...]
    is_animatable: bool
    #: Meaning of the property in one sentence.
    summary: str
    #: Section of docs/core-animation.md that defines the property.
    section: str


#: Sections of docs/core-animation.md about timing.
_TIMING = ("2.1", "2.6")


class Section(NamedTuple):
    """Class to write, with its name, base class, docstring, and the properties that its base class lacks."""

    name: str
    base: str | None
    sentence: str
    entries: list[Entry]


def snake_case(name: str) -> str:
    """Returns a name of Core Animation in snake case: zPosition becomes z_position."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z](?=[a-z]))", lambda m: "_" + m[0], name).lower()


def main(arguments: list[str]) -> int:
    texts = generate()
    if "--check" not in arguments:
        for name, text in texts.items():
            (MODEL / name).write_text(text, encoding="utf-8")
        return 0
    wrong = [name for name, text in texts.items() if (MODEL / name).read_text(encoding="utf-8") != text]
    print(f"{wrong} are not what the library's table gives; run {sys.argv[0]}" if wrong else "up to date")
    return 1 if wrong else 0


def generate() -> dict[str, str]:
    """The text of each module."""
    sections = {section.name: section for section in _sections(_read_table())}
    literals = dict(
        _literal(section, entry)
        for section in sections.values()
        for entry in section.entries
        if entry.kind in _NAMES
    )
    aliases = [line for name, names in literals.items() for line in _alias(name, names)]
    bodies = [line for section in sections.values() for line in _section(section, sections)]
    names = sorted(literals)
    described = "\n".join([HEADER, *bodies])
    used = [name for name in names if f"[{name}]" in described]
    typed = [line for section in sections.values() for line in _typed(section, sections)]
    classes = sorted(f"{name}Keywords" for name in sections)
    return {
        "names.py": formatted("\n".join([NAMES.replace("{exported}", _listed(names)), *aliases]) + "\n"),
        "properties.py": formatted(described.replace("{names}", _imported(used)) + "\n"),
        "keywords.py": formatted(
            "\n".join([
                KEYWORDS.replace("{names}", _imported(names)).replace("{exported}", _listed(classes)), *typed
            ]) + "\n"
        ),
    }  # fmt: skip


def _imported(names: Iterable[str]) -> str:
    return "\n".join(f"    {name}," for name in names)


def _listed(names: Iterable[str]) -> str:
    return "\n".join(f'    "{name}",' for name in names)


def _sections(table: Any) -> list[Section]:
    plain, *others = (table(LAYER, kind) for kind in range(11))
    besides = [_without(entries, plain) for entries in others]
    replicator, shape, gradient, emitter, portal, views, proxy, space, text, glyph = besides
    instances = [entry for entry in replicator if entry in text]
    basic, keyframe, group, spring, transition = (table(ANIMATION, kind) for kind in range(5))
    common = [entry for entry in basic if entry in keyframe and entry in group]
    single = [entry for entry in basic if entry in keyframe and entry not in group]
    known = [*common, *single]
    return [
        Section("Layer", None, "Properties of every layer.", plain),
        Section("Instances", "Layer", "Properties of the copies of replicators and texts.", instances),
        Section(
            "ReplicatorLayer",
            "Instances",
            "Properties that only a replicator has.",
            _without(replicator, instances),
        ),
        Section("ShapeLayer", "Layer", "Properties that only a shape layer has.", shape),
        Section(
            "GradientLayer",
            "Layer",
            "Properties that only a gradient layer has.",
            gradient,
        ),
        Section(
            "EmitterLayer",
            "Layer",
            "Properties that only an emitter layer has.",
            emitter,
        ),
        Section("PortalLayer", "Layer", "Properties that only a portal has.", portal),
        Section(
            "ViewReplicator",
            "Layer",
            "Properties that only a view replicator has.",
            views,
        ),
        Section("Proxy", "Layer", "Properties that only a proxy has.", proxy),
        Section(
            "TransformLayer",
            "Layer",
            "Properties that only a transform layer has.",
            space,
        ),
        Section(
            "TextLayer",
            "Instances",
            "Properties that only a text has.",
            _without(text, instances),
        ),
        Section(
            "GlyphLayer",
            "Layer",
            "Properties that only the glyph layer of a text has.",
            glyph,
        ),
        Section("EmitterCell", None, "Properties of an emitter cell.", table(CELL, 0)),
        Section("EmitterBehavior", None, "Properties of an emitter behavior.", table(BEHAVIOR, 0)),
        Section("Animation", None, "Properties of every animation.", common),
        Section(
            "PropertyAnimation", "Animation", "Properties that all animations of one property have.", single
        ),
        Section(
            "BasicAnimation",
            "PropertyAnimation",
            "Properties that only a basic animation has.",
            _without(basic, known),
        ),
        Section(
            "KeyframeAnimation",
            "PropertyAnimation",
            "Properties that only a keyframe animation has.",
            _without(keyframe, known),
        ),
        Section(
            "SpringAnimation",
            "BasicAnimation",
            "Properties that only a spring animation has.",
            _without(spring, basic),
        ),
        Section(
            "AnimationGroup",
            "Animation",
            "Properties that only a group has.",
            _without(group, common),
        ),
        Section(
            "Transition",
            "Animation",
            "Properties that only a transition has.",
            _without(transition, common),
        ),
    ]


def _without(entries: Iterable[Entry], known: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry not in known]


def _literal(section: Section, entry: Entry) -> tuple[str, str]:
    """Returns the name of the Literal type of a property, and the allowed names.

    The Literal type of a property named `type` also contains the name of the class, because several classes
    have a property `type`.
    """
    name = entry.name[0].upper() + entry.name[1:]
    if name == "Type":
        name = section.name.removesuffix("Layer") + name
    return (name[:-1] if entry.kind == _NAMES[1] else name), entry.names


def _kind(section: Section, entry: Entry) -> Kind:
    stops = STOPS.get(entry.name) if section.name == "GradientLayer" else None
    by_name = OPTIONAL.get(entry.name) or stops or SHOWN.get(entry.name)
    found = by_name or KINDS[entry.kind]
    if entry.kind not in _NAMES:
        return found
    alias = _literal(section, entry)[0]
    kind = Kind(found.descriptor.format(alias), found.type.format(alias))
    return Kind("Optional" + kind.descriptor, kind.type + " | None") if _may_be_left_out(entry) else kind


def _may_be_left_out(entry: Entry) -> bool:
    return entry.kind == _NAMES[0] and (not entry.default_string or entry.name in OR_NONE)


def _alias(name: str, names: str) -> list[str]:
    quoted = [f'"{word}"' for word in names.split()]
    line = f"{name}: TypeAlias = Literal[{', '.join(quoted)}]"
    if len(line) <= _WIDTH:
        return [line]
    rows = _filled([word + "," for word in quoted])
    return [f"{name}: TypeAlias = Literal[", *(f"    {row}" for row in rows), "]  # fmt: skip"]


def _filled(words: Iterable[str]) -> list[str]:
    rows = [""]
    for word in words:
        if len(rows[-1]) + len(word) + 1 > _WIDTH - 4:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows


def _section(section: Section, sections: dict[str, Section]) -> list[str]:
    lines = ["", "", f"class {section.name}Properties(p.PropertyObject):"]
    lines += [f'    """{section.sentence}"""', "", "    __slots__ = ()", ""]
    if section.name not in SHARED:
        lines += _constructor(section, sections)
    entries = [entry for entry in section.entries if entry.kind != _ANY]
    described = [line for entry in entries for line in _descriptor(section, entry)]
    return [*lines, *([] if section.name in SHARED else [""]), *described] if described else lines


def _chain(section: Section, sections: dict[str, Section]) -> list[Section]:
    """A class and its bases."""
    return [section, *(_chain(sections[section.base], sections) if section.base else [])]


def _positional(section: Section, sections: dict[str, Section]) -> list[str]:
    return next((POSITIONAL[part.name] for part in _chain(section, sections) if part.name in POSITIONAL), [])


def _constructor(section: Section, sections: dict[str, Section]) -> list[str]:
    parameters = _positional(section, sections)
    arguments = ["self", *parameters, f"**properties: Unpack[k.{section.name}Keywords]"]
    one_line = f"    def __init__({', '.join(arguments)}) -> None:"
    head = [one_line] if len(one_line) <= _WIDTH else [
        "    def __init__(", *(f"        {item}," for item in arguments[:-1]),
        f"        {arguments[-1]},", "    ) -> None:",
    ]  # fmt: skip
    names = [item.partition(":")[0] for item in parameters if item != "/"]
    given = "".join(f", {name}={name}" for name in names)
    return [*head, f"        self._init(properties{given})"]


def _typed(section: Section, sections: dict[str, Section]) -> list[str]:
    """Returns the keywords of a class, with the keywords of its base class first."""
    base = f"{section.base}Keywords" if section.base else "TypedDict"
    positional = {item.partition(":")[0] for item in _positional(section, sections)}
    rows = [f"    {_parameter(section, entry)}" for entry in _ordered(section)]
    rows += [f"    {item}" for item in EXTRAS.get(section.name, [])]
    rows = [row for row in rows if row.strip().partition(":")[0] not in positional]
    lines = ["", "", f"class {section.name}Keywords({base}, total=False):"]
    return [
        *lines,
        f'    """Keywords of the constructor of `{section.name}`."""',
        *([""] if rows else []),
        *rows,
    ]


def _ordered(section: Section) -> list[Entry]:
    entries = [entry for entry in section.entries if entry.kind != _ANY]
    return sorted(entries, key=lambda entry: entry.section in _TIMING)


def _parameter(section: Section, entry: Entry) -> str:
    return f"{snake_case(entry.name)}: {_kind(section, entry).type}"


def _descriptor(section: Section, entry: Entry) -> list[str]:
    parts = [entry.summary]
    if entry.kind == _FILTERS:
        parts.append("`Filter` lists the types.")
    elif entry.names:
        listed = ", ".join(f'"{name}"' for name in entry.names.split())
        parts.append(("Any of " if entry.kind == _NAMES[1] else "One of ") + listed + ".")
    parts.append(f"Default {_default(entry)}.")
    if entry.is_animatable:
        parts.append("Animatable.")
    doc = " ".join(parts)
    head = f"    {snake_case(entry.name)} = p.{_kind(section, entry).descriptor}("
    arguments = f'Kind.{_value_kinds()(entry.kind).name}, "{entry.name}"'
    one_line = f'{head}{arguments}, "{doc}")'
    if '"' not in doc and len(one_line) <= _WIDTH:
        return [one_line]
    return [head, f"        {arguments},", *_wrapped(doc), "    )"]


def _wrapped(doc: str) -> list[str]:
    """Returns a text as adjacent string literals that each fit into one line."""
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
    escaped = text.replace("'", "\\'")
    return f"'{escaped}'" if '"' in text else f'"{text}"'


def _default(entry: Entry) -> str:
    if _may_be_left_out(entry) and not entry.default_string:
        return "None"
    if entry.kind in (_FILTERS, _FONTS):
        return "()"
    if entry.kind == _VARIATIONS:
        return "None"
    if entry.default_string or entry.kind in (_STRING, _FEATURES, *_NAMES):
        return f'"{entry.default_string}"'
    if not entry.default or entry.name in OPTIONAL:
        return "None"
    if entry.kind == _BOOLEAN:
        return str(bool(entry.default[0]))
    if entry.kind == _TRANSFORM:
        return "the identity"
    shown = [f"{value:g}" for value in entry.default]
    return shown[0] if entry.kind in _NUMBERS else f"({', '.join(shown)})"


def _read_table() -> Any:
    ffi = _load_ffi()

    def table(object_kind: int, kind: int) -> list[Entry]:
        return [
            Entry(
                row.name.decode(),
                row.value_kind,
                row.names.decode(),
                row.default_string.decode(),
                tuple(row.default_numbers[: row.default_count]),
                bool(row.is_animatable),
                row.summary.decode(),
                row.section.decode(),
            )
            for row in ffi.properties(object_kind, kind)
        ]

    return table


@functools.cache
def _value_kinds() -> Any:
    """Kinds of values, in the order of the C header."""
    return importlib.import_module("stretto._ffi.signatures").ValueKind


def _load_ffi() -> types.ModuleType:
    """Imports `stretto._ffi.ffi` without the package `stretto`, which needs the generated files."""
    package = types.ModuleType("stretto")
    package.__path__ = [str(SOURCE)]
    sys.modules["stretto"] = package
    return importlib.import_module("stretto._ffi.ffi")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
