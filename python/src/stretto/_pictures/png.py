"""Encodes PNG files with the library, and writes chunks of PNG files.

Format: PNG third edition, section 5.
"""

from __future__ import annotations

import os
import pathlib
import struct
import zlib
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from stretto._ffi import ffi, files
from stretto._ffi.numbers import whole_in
from stretto.errors import InvalidArgument

SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: Size in bytes of the signature and the header chunk.
_HEADER = 33
#: Default and largest compression level. Level 0 stores the pixels.
COMPRESS, _MOST = 2, 9


def encoded(
    pixels: npt.NDArray[np.uint8],
    texts: Mapping[str, str] | None = None,
    *,
    compress: int = COMPRESS,
    threads: int = 0,
) -> bytes:
    """Returns a PNG file of straight RGBA.

    Args:
        pixels: Array of shape (height, width, 4).
        texts: Texts of the file, by keyword.
        compress: Compression level.
        threads: Number of threads. 0 is one for each processor.
    """
    data = ffi.png(np.ascontiguousarray(pixels), compress, threads)
    if not texts:
        return data
    return data[:_HEADER] + b"".join(text(key, value) for key, value in texts.items()) + data[_HEADER:]


def compression(compress: int) -> int:
    """Returns the compression level. Raises InvalidArgument for a level that is out of range."""
    return whole_in(compress, "compress", 0, _MOST, f"from 0 (stored) to {_MOST} (smallest)")


def is_plain(pixels: npt.NDArray[np.uint8]) -> bool:
    """Whether all pixels of an RGBA picture are equal."""
    words = pixels.view(np.uint32)
    first = words[0, 0]
    # For most pictures the first pixels already differ from each other.
    return bool((words[::31, ::31] == first).all() and (words == first).all())


def check_ending(target: files.Target, ending: str) -> None:
    """Raises InvalidArgument for a name with the ending of another format of stills."""
    if not isinstance(target, (str, os.PathLike)):
        return
    found = pathlib.PurePath(os.fsdecode(target)).suffix.lower()
    if found in ("", ending):
        return
    advice = f"name it {ending}"
    if found in (".png", ".svg", ".pdf"):
        advice += f", or use save_{found[1:]}"
    elif ending == ".png":
        advice += ", or let Pillow write the other format: PIL.Image.fromarray(scene.render(0)).save(...)"
    raise InvalidArgument(
        f"{os.fsdecode(target)} ends in {found!r}, and this writes {ending[1:].upper()}: {advice}"
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """Returns a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def text(key: str, value: str) -> bytes:
    """Returns a text chunk. In a text chunk, characters outside Latin-1 become question marks."""
    return chunk(b"tEXt", f"{key}\0{value}".encode("latin-1", "replace"))


def image_data(pixels: npt.NDArray[np.uint8], compress: int, threads: int) -> bytes:
    """Returns the compressed data of pixels, as in the IDAT chunks of a PNG."""
    data, position, found = encoded(pixels, compress=compress, threads=threads), len(SIGNATURE), []
    while position < len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        if kind == b"IDAT":
            found.append(data[position + 8 : position + 8 + length])
        position += 12 + length
    return b"".join(found)
