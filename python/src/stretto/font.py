"""Fonts: Stretto Sans, font files, and fonts of the machine."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import pathlib
import struct
import zlib
from collections.abc import Iterable
from typing import IO, Any, NamedTuple

import numpy as np

from ._ffi import ffi, files, handle
from ._ffi import signatures as c
from ._ffi.lazy import load
from ._ffi.numbers import flag, is_series, number, text_like, uint32, wrong_type
from ._ffi.signatures import FontKind
from ._model.words import NameSuggestions
from .errors import InvalidArgument, LimitError, LoadError, MissingPackageError, no_such_file, printable

__all__ = ["Font", "FontAxis", "font_folders"]

_lib = ffi.lib
_FAMILY, _STYLE, _LICENSE, _PATH, _DIGEST = FontKind


class FontAxis(NamedTuple):
    """An axis of a variable font, and the font's position on the axis."""

    #: Smallest value of the axis.
    minimum: float
    #: Value of the axis in a new font.
    default: float
    #: Largest value of the axis.
    maximum: float
    #: Value of the axis in this font.
    value: float


class Font(handle.Handle, NameSuggestions):
    """A font. A font object never changes. `Font()` is Stretto Sans.

    Stretto Sans is inside the library (Latin, Greek, Cyrillic; weight axis `wght` 100 to 900), so its glyphs
    are the same on every machine. A font file may be TrueType, CFF or CFF2, variable or not, or a collection.
    WOFF is unpacked, and so is WOFF2 with the extra `woff`; such a font has no `path`.

    Colour glyphs use COLR (layers, and paints with all gradients, blend modes and axes; palette 0), or else
    the largest bitmaps of CBDT or sbix. Glyphs of an SVG table are drawn as outlines, which
    `Scene.diagnostics` reports.

    Fonts are equal if their bytes, index and variations are equal. A pickle contains the bytes of the font.

    Args:
        file: The path of a font file, its bytes, or a file that is open for reading bytes. None is Stretto
            Sans.
        index: Index of the font in a collection.

    Raises:
        LoadError: If there is no such file, or the file is no font, is damaged, or has neither outlines nor
            bitmaps.
        LimitError: For a WOFF of more than 2^26 bytes unpacked.
        MissingPackageError: For WOFF2 without the extra.
    """

    __slots__ = ()
    _RELEASE = "stretto_font_release"

    def __init__(
        self,
        file: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | None = None,
        *,
        index: int = 0,
    ) -> None:
        index = uint32(index, "index")
        if file is None:
            pointer = ffi.new(c.FontPointer, _lib.stretto_font_create_default)
        elif isinstance(file, (str, os.PathLike)):
            if not files.is_there(file):
                if isinstance(file, str) and not pathlib.Path(file).suffix:
                    raise LoadError(
                        f"there is no file {file!r}; Font.find({file!r}) looks for a font of that name"
                    )
                raise no_such_file(file)
            if _is_packed(file):
                pointer = _decoded(files.read(file), os.fspath(file), index)
            else:
                pointer = ffi.new(c.FontPointer, _lib.stretto_font_open, ffi.encode_path(file), index)
        else:
            pointer = _decoded(_bytes(file), "the WOFF that was given", index)
        self._own(pointer)

    @classmethod
    def find(
        cls,
        family: str,
        *,
        weight: float = 400,
        italic: bool = False,
        folders: Iterable[str | os.PathLike[str]] | None = None,
    ) -> Font:
        """Returns a font of this machine by its family name.

        A picture with a font of the machine looks different on other machines. Store the font's `digest`, or
        the font file, to identify the font.

        Args:
            family: The exact name, in upper or lower case.
            weight: 1 to 1000; 400 is regular, 700 bold. The nearest weight by CSS's rule is used. A weight
                axis is set.
            italic: Whether an italic font is preferred to an upright font.
            folders: Folders to search, including their subfolders, in the order of their paths. None is the
                system's font folders.

        Raises:
            LoadError: If no folder has the family.
        """
        name = text_like(family, "Font.find", "Inter")
        folder_paths = font_folders(folders)
        wanted = ffi.encode(name, "Font.find"), number(weight, "weight"), int(flag(italic, "italic"))
        asked = *wanted, ffi.texts(folder_paths), len(folder_paths)
        found: Font | None = handle.new(c.FontPointer, _lib.stretto_font_find, *asked)
        if found is None:
            where = ", ".join(os.fsdecode(path) for path in folder_paths) or "the usual folders"
            raise LoadError(f"there is no font of the family {name!r} in {where}")
        return found

    @classmethod
    def covering(
        cls, text: str, *, folders: Iterable[str | os.PathLike[str]] | None = None
    ) -> tuple[Font, ...]:
        """Returns the fonts of this machine with a glyph for every character of a text, in the order of their
        paths.

        Args:
            text: The text.
            folders: As in `find`.
        """
        folder_paths = font_folders(folders)
        wanted = ffi.encode(text_like(text, "Font.covering", "漢字"), "Font.covering")
        find, drop = _lib.stretto_font_find_covering, _lib.stretto_font_release
        asked = wanted, ffi.texts(folder_paths), len(folder_paths)
        return tuple(map(handle.adopt, ffi.rows(c.FontPointer, find, *asked, capacity=256, drop=drop)))

    @classmethod
    def emoji(cls) -> Font | None:
        """Returns the default font of emoji, or None if there is none.

        The default font of emoji is the font of the package `stretto-emoji`, or else Noto Color Emoji in the
        system's font folders. A scene uses the default font of emoji unless you set its `emoji_font`.
        """
        found: Font | None = handle.new(c.FontPointer, _lib.stretto_font_create_emoji)
        return found

    def with_variations(self, **axes: float) -> Font:
        """Returns this font at other positions on its axes: `font.with_variations(wght=650)`.

        Args:
            **axes: Positions by the tags of axes. Other axes keep their positions.

        Raises:
            InvalidArgument: For an axis that the font lacks, or a value out of range. The message names the
                axes and their ranges.
        """
        names = [ffi.encode(name, "with_variations") for name in axes]
        values = [number(value, name) for name, value in axes.items()]
        given = ffi.texts(names), ffi.doubles(values), len(names)
        made: Font = handle.new(c.FontPointer, _lib.stretto_font_vary, self._pointer, *given)
        return made

    def missing(self, text: str) -> tuple[str, ...]:
        """Returns the characters (graphemes) of a text that this font lacks, each once, in the text's order.

        Args:
            text: The text.
        """
        given = ffi.encode(text_like(text, "missing", "text"), "missing")
        lacking = ffi.text(_lib.stretto_font_get_missing, self._pointer, given)
        return tuple(lacking.split("\n")[:-1])

    @property
    def family(self) -> str:
        """Family name of the font, in English if there is one, such as "Stretto Sans"."""
        return self._text(_FAMILY)

    @property
    def style(self) -> str:
        """Style name of the font, such as "Regular" or "Bold Italic"."""
        return self._text(_STYLE)

    @property
    def license(self) -> str:
        """The licence text in the font; may be empty."""
        return self._text(_LICENSE)

    @property
    def path(self) -> pathlib.Path | None:
        """The file of the font; None for a font that came as bytes or is inside the library."""
        path = self._text(_PATH)
        return pathlib.Path(path) if path else None

    @property
    def digest(self) -> str:
        """The SHA-256 of the font file, as 64 hexadecimal digits."""
        return self._text(_DIGEST)

    @property
    def ascent(self) -> float:
        """Height of a line above its baseline, as a fraction of the font size."""
        return ffi.font_metrics(self._pointer)[0]

    @property
    def descent(self) -> float:
        """Height of a line below its baseline, as a fraction of the font size."""
        return ffi.font_metrics(self._pointer)[1]

    @property
    def line_gap(self) -> float:
        """Space between two lines, as a fraction of the font size."""
        return ffi.font_metrics(self._pointer)[2]

    @property
    def axes(self) -> dict[str, FontAxis]:
        """The axes of the font by their tags ("wght"); empty for a font that is not variable."""
        return {
            axis.tag.decode("ascii", "replace"): FontAxis(
                axis.minimum, axis.default_value, axis.maximum, axis.value
            )
            for axis in ffi.structs(c.FontAxisStruct, _lib.stretto_font_get_axes, self._pointer, capacity=16)
        }

    def _text(self, which: int) -> str:
        return ffi.text(_lib.stretto_font_get_string, self._pointer, which)

    def _key(self) -> tuple[Any, ...]:
        variations = tuple((tag, axis.value) for tag, axis in self.axes.items())
        return self.digest, ffi.count(_lib.stretto_font_get_index, self._pointer), variations

    def _data(self) -> bytes:
        """The bytes of the font file."""
        return ffi.data(_lib.stretto_font_get_data, self._pointer)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Font) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> Font:
        return self

    def __deepcopy__(self, memo: object) -> Font:
        return self

    def __reduce__(self) -> Any:
        variations = {tag: axis.value for tag, axis in self.axes.items()}
        if self.digest == Font().digest:
            return _restored, (None, 0, variations)
        return _restored, (self._data(), ffi.count(_lib.stretto_font_get_index, self._pointer), variations)

    def __repr__(self) -> str:
        moved = [f"{tag}={axis.value:g}" for tag, axis in self.axes.items() if axis.value != axis.default]
        return printable(f"<Font {' '.join([self.family, self.style, *moved])}>")


def font_pointer(font: object, what: str) -> Any:
    """Returns the handle of a font. None stands for Stretto Sans."""
    if font is None:
        return None
    if isinstance(font, Font):
        return font._pointer
    hint = f"; Font.find({font!r}) looks for a font of that name" if isinstance(font, str) else ""
    raise wrong_type(f"{what}: font", "a Font", font, hint)


def _restored(data: bytes | None, index: int, variations: dict[str, float]) -> Font:
    font = Font(data, index=index)
    return font.with_variations(**variations) if variations else font


def _is_packed(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a WOFF or WOFF2. If the file cannot be opened, the result is False, and the library
    reports the error later.
    """
    file_path = pathlib.Path(path)
    with contextlib.suppress(OSError, ValueError):
        if file_path.is_file():
            with file_path.open("rb") as file:
                return _is_woff(file.read(4))
    return False


def _decoded(data: bytes, name: str, index: int) -> Any:
    font = _unpacked(data, name)
    buffer = ffi.pixels(np.frombuffer(font or b"\0", np.uint8))
    return ffi.new(c.FontPointer, _lib.stretto_font_decode, buffer, len(font), index)


def _bytes(file: Any) -> bytes:
    if isinstance(file, (bytes, bytearray, memoryview)):
        return bytes(file)
    if not files.is_file_object(file):
        raise wrong_type("Font", "a path, bytes or an open binary file", file)
    data = file.read()
    if not isinstance(data, bytes):
        raise InvalidArgument("the file was opened for text; open it in binary mode ('rb')")
    return data


def font_folders(folders: Iterable[str | os.PathLike[str]] | None) -> list[bytes]:
    """Paths of folders as bytes for the library; an empty list for None."""
    if folders is None:
        return []
    if isinstance(folders, os.PathLike) or not is_series(folders):
        raise wrong_type("folders", "a list of folders", folders)
    encoded = [ffi.encode_path(folder) for folder in folders]
    if not encoded:
        raise InvalidArgument("folders is an empty list; None stands for the usual folders")
    return encoded


# WOFF and WOFF2 (W3C, WOFF 1.0 and 2.0)

_WOFF, _WOFF2 = b"wOFF", b"wOF2"
#: Largest number of bytes of an unpacked font.
_MOST_UNPACKED = 1 << 26
#: Offset of the table directory in a WOFF and in a WOFF2, in bytes.
_CONTENTS, _CONTENTS_2 = 44, 48


def _is_woff(head: bytes) -> bool:
    """Whether a file that begins with these bytes is a WOFF or a WOFF2."""
    return head.startswith((_WOFF, _WOFF2))


def _unpacked(data: bytes, name: str) -> bytes:
    """Returns the font file in a WOFF or a WOFF2, or the data itself for any other file.

    Raises:
        LoadError: If the file is damaged.
        LimitError: For more than 2^26 bytes unpacked.
        MissingPackageError: For a WOFF2 without fontTools and Brotli.
    """
    if not _is_woff(data):
        return data
    try:
        return _from_woff(data, name) if data.startswith(_WOFF) else _from_woff2(data, name)
    except (LimitError, MissingPackageError):
        raise
    except Exception as error:  # fontTools raises exceptions of any class for damaged files
        raise LoadError(f"{name} cannot be read as a WOFF font: {error}") from error


def _check_size(size: int, name: str) -> None:
    if size > _MOST_UNPACKED:
        raise LimitError(f"{name} unpacks to more than the {_MOST_UNPACKED} bytes that a font may have")


def _from_woff(data: bytes, name: str) -> bytes:
    flavor, _, count = struct.unpack_from(">4sIH", data, 4)
    tables: list[tuple[bytes, int, bytes]] = []
    whole = 0
    for index in range(count):
        tag, at, packed, size, sum_of_bytes = struct.unpack_from(">4s4I", data, _CONTENTS + 20 * index)
        whole += size
        _check_size(whole, name)
        table = data[at : at + packed]
        if packed < size:
            table = zlib.decompressobj().decompress(table, size + 1)
        if len(table) != size:
            raise ValueError(f"the table {tag!r} has another size than it should")
        tables.append((tag, sum_of_bytes, table))
    power = max(count, 1).bit_length() - 1
    font = struct.pack(">4s4H", flavor, count, 16 << power, power, 16 * count - (16 << power))
    offset, contents, body = 12 + 16 * count, b"", b""
    for tag, sum_of_bytes, table in sorted(tables):
        contents += struct.pack(">4s3I", tag, sum_of_bytes, offset + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    return font + contents + body


def _from_woff2(data: bytes, name: str) -> bytes:
    try:
        # The module woff2 looks for brotli when it is imported, so brotli is imported first.
        brotli, woff2, fonts = load("brotli"), load("fontTools.ttLib.woff2"), load("fontTools.ttLib")
    except ImportError as error:
        raise MissingPackageError(name, str(error.name), "woff") from error
    file = io.BytesIO(data)
    count, packed = struct.unpack_from(">H6xI", data, 12)
    file.seek(_CONTENTS_2)
    for _ in range(count):
        woff2.WOFF2DirectoryEntry().fromFile(file)
    # fontTools decompresses a font without a limit, so Stretto checks the unpacked size first.
    unpacker: Any = brotli.Decompressor()
    _check_size(len(unpacker.process(file.read(packed), output_buffer_limit=_MOST_UNPACKED + 1)), name)
    if not unpacker.is_finished():
        raise ValueError("it is cut off")
    file.seek(0)
    made = io.BytesIO()
    with fonts.TTFont(file, recalcBBoxes=False, recalcTimestamp=False) as font:
        font.flavor = None
        font.save(made, reorderTables=None)
    return made.getvalue()


handle.register(c.FontPointer, lambda _pointer: Font)

_wheel = importlib.util.find_spec("stretto_emoji")
if _wheel is not None and _wheel.origin is not None:
    _lib.stretto_font_set_emoji_path(
        ffi.encode_path(pathlib.Path(_wheel.origin).with_name("NotoColorEmoji.ttf"))
    )
