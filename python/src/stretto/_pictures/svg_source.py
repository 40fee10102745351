"""SVG files before they are drawn: checked, without what would open another file, and what is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from stretto.color import rgba
from stretto.errors import InvalidArgument, LoadError

_SPACE = "{http://www.w3.org/2000/svg}"
#: Elements that neither resvg nor usvg draws, and of which they tell nothing.
_ELEMENTS = frozenset(
    {
        *("animate", "animateColor", "animateMotion", "animateTransform", "set", "foreignObject", "script"),
        *("altGlyph", "font", "color-profile", "hatch", "mesh", "meshgradient"),
        *("video", "audio", "canvas", "iframe"),
    }
)
#: Properties of the same kind, and the values that ask for nothing.
_PROPERTIES = {
    "clip": "auto",
    "color-interpolation": "sRGB",
    "direction": "ltr",
    "font-size-adjust": "none",
    "glyph-orientation-horizontal": "0",
    "glyph-orientation-vertical": "auto",
    "kerning": "auto",
    "unicode-bidi": "normal",
}
_DECLARATION = re.compile(rf"(?<![\w-])({'|'.join(_PROPERTIES)})\s{{0,9}}:\s{{0,9}}([\w-]{{1,32}})")
#: Colours of CSS Color 4 without commas, some of which resvg does not know, and the attributes that have one.
_COLOR = re.compile(
    r"(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^(),]{1,200}\)", re.IGNORECASE
)
_COLORED = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color", "style")
_NOTHING = ("inherit", "initial", "unset")
_LENGTH = re.compile(r"\s*\+?(\d*\.?\d+(?:[eE][+-]?\d{1,3})?)\s*(px|pt|pc|mm|cm|in)?\s*")
#: Pixels a unit of length.
_UNITS = {"px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


class Source(NamedTuple):
    """An SVG file as the drawing programs get it."""

    data: bytes
    #: Whether it may set text, for which fonts are read.
    has_text: bool
    #: Width and height in points, where the file says them in units of a fixed length.
    size: tuple[float, float] | None
    #: What is not drawn, sorted.
    passed_over: tuple[str, ...]


def read(data: bytes | str, name: str) -> Source:
    """Reads an SVG file and takes out all addresses but those within it.

    Raises:
        LoadError: For what is no well-formed XML, or no SVG.
    """
    try:
        root = ElementTree.fromstring(data)
        if root.tag != _SPACE + "svg":
            raise LoadError(
                f"{name} cannot be read as an SVG file: it begins with {_plain(root.tag)!r}, not with "
                '<svg xmlns="http://www.w3.org/2000/svg">'
            )
        passed_over = {word for element in root.iter() for word in _passed_over(element)}
        for element in root.iter():
            _write_colors_plainly(element)
        has_text = any(
            _plain(element.tag) == "text" or "data:image/svg" in _address(element) for element in root.iter()
        )
        made = ElementTree.tostring(root, encoding="unicode").encode()
    except ElementTree.ParseError as error:
        raise LoadError(f"{name} cannot be read as an SVG file: {error}") from None
    except (ValueError, LookupError, RecursionError) as error:
        why = "it nests too deep" if isinstance(error, RecursionError) else error
        raise LoadError(f"{name} cannot be read as an SVG file: {why}") from None
    return Source(made, has_text, _size(root), tuple(sorted(passed_over)))


def _plain(tag: Any) -> str:
    """The name of an element or attribute without its namespace; comments have none."""
    return str(tag).rpartition("}")[2] if isinstance(tag, str) else ""


def _address(element: Any) -> str:
    return next((value.strip() for key, value in element.attrib.items() if _plain(key) == "href"), "")


def _passed_over(element: Any) -> Iterator[str]:
    """What is not drawn of an element, from which addresses of other files are taken."""
    tag = _plain(element.tag)
    if tag in _ELEMENTS:
        yield f"<{tag}>"
    address = _address(element)
    if address and not address.startswith(("#", "data:")):
        for key in [key for key in element.attrib if _plain(key) == "href"]:
            del element.attrib[key]
        if tag == "image":
            element.tag = _SPACE + "g"
        if tag != "a":
            yield f"the file {address[:80]!r}"
    for key, value in element.attrib.items():
        if _PROPERTIES.get(key, value) != value.strip() and value.strip() not in _NOTHING:
            yield key
    styles = element.get("style", "") + ((element.text or "") if tag == "style" else "")
    for found, value in _DECLARATION.findall(styles):
        if value not in (_PROPERTIES[found], *_NOTHING):
            yield found


def _write_colors_plainly(element: Any) -> None:
    """Writes colours that resvg may not know as hexadecimal digits."""
    for key in _COLORED:
        if "(" in element.get(key, ""):
            element.set(key, _COLOR.sub(_digits, element.get(key)))
    if _plain(element.tag) == "style" and element.text:
        element.text = _COLOR.sub(_digits, element.text)


def _digits(found: re.Match[str]) -> str:
    try:
        return "#" + "".join(f"{round(255 * part):02x}" for part in rgba(found[0]))
    except (InvalidArgument, ValueError):  # NaN
        return found[0]


def _size(root: Any) -> tuple[float, float] | None:
    box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    sides = [_length(root.get("width")), _length(root.get("height"))]
    if len(box) == 4 and all(_length(side) for side in box[2:]):
        wide, high = (_length(side) or 0 for side in box[2:])
        across, down = sides
        sides = [
            across or (down * wide / high if down else wide),
            down or (across * high / wide if across else high),
        ]
    return (sides[0], sides[1]) if sides[0] and sides[1] else None


def _length(text: str | None) -> float | None:
    found = _LENGTH.fullmatch(text or "")
    return float(found[1]) * _UNITS[found[2] or "px"] if found else None
