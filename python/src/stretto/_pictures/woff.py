"""WOFF and WOFF2 fonts, unpacked to the font file that they hold (W3C, WOFF 1.0 and 2.0)."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from stretto._ffi.lazy import load
from stretto.errors import LimitError, LoadError, MissingPackageError

_WOFF, _WOFF2 = b"wOFF", b"wOF2"
#: Bytes of a font, unpacked.
_MOST = 1 << 26
#: Index of the table of contents in a WOFF and in a WOFF2.
_CONTENTS, _CONTENTS_2 = 44, 48


def is_packed(head: bytes) -> bool:
    """Whether a file that begins with these bytes is a WOFF or a WOFF2."""
    return head.startswith((_WOFF, _WOFF2))


def unpacked(data: bytes, name: str) -> bytes:
    """The font in a WOFF or a WOFF2; what is neither is returned as it is.

    Raises:
        LoadError: If the file is damaged.
        LimitError: For more than 2^26 bytes unpacked.
        MissingPackageError: For a WOFF2 without fontTools and Brotli.
    """
    if not is_packed(data):
        return data
    try:
        return _from_woff(data, name) if data.startswith(_WOFF) else _from_woff2(data, name)
    except (LimitError, MissingPackageError):
        raise
    except Exception as error:  # fontTools raises anything for damaged files
        raise LoadError(f"{name} cannot be read as a WOFF font: {error}") from error


def _check_size(size: int, name: str) -> None:
    if size > _MOST:
        raise LimitError(f"{name} unpacks to more than the {_MOST} bytes that a font may have")


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
    _check_size(len(unpacker.process(file.read(packed), output_buffer_limit=_MOST + 1)), name)
    if not unpacker.is_finished():
        raise ValueError("it is cut off")
    file.seek(0)
    made = io.BytesIO()
    with fonts.TTFont(file, recalcBBoxes=False, recalcTimestamp=False) as font:
        font.flavor = None
        font.save(made, reorderTables=None)
    return made.getvalue()
