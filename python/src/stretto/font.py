"""Fonts: the sans inside the library, files, and those of the machine."""

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
from ._model.words import Helpful
from .errors import InvalidArgument, LimitError, LoadError, MissingPackageError, no_such_file, printable

__all__ = ["Font", "FontAxis", "font_folders"]

_lib = ffi.lib
_FAMILY, _STYLE, _LICENSE, _PATH, _DIGEST = FontKind


class FontAxis(NamedTuple):
    """A way in which a variable font can differ, and where this font stands on it."""

    minimum: float
    default: float
    maximum: float
    value: float


class Font(handle.Handle, Helpful):
    """A font, which never changes: `Font("file.ttf")`, `Font(data)`; `Font()` is Stretto Sans.

    Stretto Sans is inside the library (Latin, Greek, Cyrillic; weight `wght` 100 to 900), and what is set in
    it is the same on every machine. TrueType, CFF and CFF2 are read, variable or not, and collections of them
    by `index`, from a file's name, its bytes, or a file open for reading them. WOFF is unpacked, and with the
    extra `woff` WOFF2 too; the font is then that of the unpacked file, without a `path`.
    Raises `LoadError` for what is no font, has neither outlines nor pictures, or is broken, `LimitError` for
    a WOFF of more than 2^26 bytes unpacked, and `MissingPackageError` for WOFF2 without the extra.

    Colours are those of COLR (layers, and paints with all their gradients, blend modes and axes; palette 0),
    else the largest pictures of CBDT or sbix. Glyphs of an SVG table are drawn as outlines, and told by
    `Scene.diagnostics`.

    Fonts are equal if their bytes, index and variations are. They travel with pickles, bytes and all.
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

        Pictures that use it depend on the machine. Keep its `digest`, or the file.

        Args:
            family: The exact name, in upper or lower case.
            weight: 1 to 1000; 400 is regular, 700 bold. The nearest weight by CSS's rule is used. A weight
                axis is set.
            italic: Whether an italic font is preferred to an upright one.
            folders: Folders to search, with those below them, in the order of their paths. None is the usual
                ones.

        Raises:
            LoadError: If there is no such font.
        """
        name = text_like(family, "Font.find", "Inter")
        places = font_folders(folders)
        wanted = ffi.encode(name, "Font.find"), number(weight, "weight"), int(flag(italic, "italic"))
        asked = *wanted, ffi.texts(places), len(places)
        found: Font | None = handle.new(c.FontPointer, _lib.stretto_font_find, *asked)
        if found is None:
            where = ", ".join(os.fsdecode(place) for place in places) or "the usual folders"
            raise LoadError(f"there is no font of the family {name!r} in {where}")
        return found

    @classmethod
    def covering(
        cls, text: str, *, folders: Iterable[str | os.PathLike[str]] | None = None
    ) -> tuple[Font, ...]:
        """Returns the fonts of this machine that have a glyph for every character of a text, in the order of
        their paths.

        Args:
            text: The text.
            folders: As in `find`.
        """
        places = font_folders(folders)
        wanted = ffi.encode(text_like(text, "Font.covering", "漢字"), "Font.covering")
        find, drop = _lib.stretto_font_find_covering, _lib.stretto_font_release
        asked = wanted, ffi.texts(places), len(places)
        return tuple(map(handle.adopt, ffi.rows(c.FontPointer, find, *asked, capacity=256, drop=drop)))

    @classmethod
    def emoji(cls) -> Font | None:
        """The font that emoji are drawn with where a scene has none of its own: that of the package
        `stretto-emoji` if it is installed, else Noto Color Emoji in the usual folders; None if there is
        neither.
        """
        found: Font | None = handle.new(c.FontPointer, _lib.stretto_font_create_emoji)
        return found

    def with_variations(self, **axes: float) -> Font:
        """This font with other places on its axes: `font.with_variations(wght=650)`. Those not named stay.

        Raises `InvalidArgument`, which names the axes and their ranges, for one that the font lacks or a
        value out of range.
        """
        names = [ffi.encode(name, "with_variations") for name in axes]
        values = [number(value, name) for name, value in axes.items()]
        given = ffi.texts(names), ffi.doubles(values), len(names)
        made: Font = handle.new(c.FontPointer, _lib.stretto_font_vary, self._pointer, *given)
        return made

    def missing(self, text: str) -> tuple[str, ...]:
        """Returns the characters (graphemes) of a text without a glyph in this font, each once, in the text's
        order.

        Args:
            text: The text.
        """
        given = ffi.encode(text_like(text, "missing", "text"), "missing")
        lacking = ffi.text(_lib.stretto_font_get_missing, self._pointer, given)
        return tuple(lacking.split("\n")[:-1])

    @property
    def family(self) -> str:
        """The name of its family, in English if it has one; "Stretto Sans"."""
        return self._text(_FAMILY)

    @property
    def style(self) -> str:
        """Style within its family: "Regular", "Bold Italic"."""
        return self._text(_STYLE)

    @property
    def license(self) -> str:
        """The font's own text about its licence; may be empty."""
        return self._text(_LICENSE)

    @property
    def path(self) -> pathlib.Path | None:
        """The file that it was read from; None if it came as bytes or is inside the library."""
        path = self._text(_PATH)
        return pathlib.Path(path) if path else None

    @property
    def digest(self) -> str:
        """The SHA-256 of its file, 64 hexadecimal digits."""
        return self._text(_DIGEST)

    @property
    def ascent(self) -> float:
        """The height of a line above its baseline, as a part of the font's size."""
        return ffi.font_metrics(self._pointer)[0]

    @property
    def descent(self) -> float:
        """The height of a line below its baseline, as a part of the font's size."""
        return ffi.font_metrics(self._pointer)[1]

    @property
    def line_gap(self) -> float:
        """The room between lines, as a part of the font's size."""
        return ffi.font_metrics(self._pointer)[2]

    @property
    def axes(self) -> dict[str, FontAxis]:
        """Its axes by their tags ("wght"); empty for a font that is not variable."""
        return {
            axis.tag.decode("ascii", "replace"): FontAxis(
                axis.minimum, axis.default_value, axis.maximum, axis.value
            )
            for axis in ffi.structs(c.FontAxisStruct, _lib.stretto_font_get_axes, self._pointer)
        }

    def _text(self, which: int) -> str:
        return ffi.text(_lib.stretto_font_get_string, self._pointer, which)

    def _key(self) -> tuple[Any, ...]:
        places = tuple((tag, axis.value) for tag, axis in self.axes.items())
        return self.digest, ffi.count(_lib.stretto_font_get_index, self._pointer), places

    def _data(self) -> bytes:
        """The bytes of its file."""
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
        places = {tag: axis.value for tag, axis in self.axes.items()}
        if self.digest == Font().digest:
            return _restored, (None, 0, places)
        return _restored, (self._data(), ffi.count(_lib.stretto_font_get_index, self._pointer), places)

    def __repr__(self) -> str:
        moved = [f"{tag}={axis.value:g}" for tag, axis in self.axes.items() if axis.value != axis.default]
        return printable(f"<Font {' '.join([self.family, self.style, *moved])}>")


def font_pointer(font: object, what: str) -> Any:
    """The handle of a font; None is Stretto Sans."""
    if font is None:
        return None
    if isinstance(font, Font):
        return font._pointer
    hint = f"; Font.find({font!r}) looks for a font of that name" if isinstance(font, str) else ""
    raise wrong_type(f"{what}: font", "a Font", font, hint)


def _restored(data: bytes | None, index: int, places: dict[str, float]) -> Font:
    font = Font(data, index=index)
    return font.with_variations(**places) if places else font


def _is_packed(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a WOFF; what cannot be opened is the library's to complain about."""
    place = pathlib.Path(path)
    with contextlib.suppress(OSError, ValueError):
        if place.is_file():
            with place.open("rb") as file:
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
    """Folders as the library takes them; none for None."""
    if folders is None:
        return []
    if isinstance(folders, os.PathLike) or not is_series(folders):
        raise wrong_type("folders", "a list of folders", folders)
    places = [ffi.encode_path(folder) for folder in folders]
    if not places:
        raise InvalidArgument("folders is an empty list; None stands for the usual folders")
    return places


# ------------------------------------------------------------------ WOFF and WOFF2 (W3C, WOFF 1.0 and 2.0)

_WOFF, _WOFF2 = b"wOFF", b"wOF2"
#: Bytes of a font, unpacked.
_MOST_UNPACKED = 1 << 26
#: Index of the table of contents in a WOFF and in a WOFF2.
_CONTENTS, _CONTENTS_2 = 44, 48


def _is_woff(head: bytes) -> bool:
    """Whether a file that begins with these bytes is a WOFF or a WOFF2."""
    return head.startswith((_WOFF, _WOFF2))


def _unpacked(data: bytes, name: str) -> bytes:
    """The font in a WOFF or a WOFF2; what is neither is returned as it is.

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
    except Exception as error:  # fontTools raises anything for damaged files
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
    place, contents, body = 12 + 16 * count, b"", b""
    for tag, sum_of_bytes, table in sorted(tables):
        contents += struct.pack(">4s3I", tag, sum_of_bytes, place + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    return font + contents + body


def _from_woff2(data: bytes, name: str) -> bytes:
    try:
        woff2, fonts, brotli = load("fontTools.ttLib.woff2"), load("fontTools.ttLib"), load("brotli")
    except ImportError as error:
        raise MissingPackageError(name, str(error.name), "woff") from error
    file = io.BytesIO(data)
    count, packed = struct.unpack_from(">H6xI", data, 12)
    file.seek(_CONTENTS_2)
    for _ in range(count):
        woff2.WOFF2DirectoryEntry().fromFile(file)
    # fontTools unpacks without a limit.
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
