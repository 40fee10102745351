"""Tests of PNG files with an orientation or a transparent colour."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageOps

import stretto as st

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    return SIGNATURE + b"".join(chunk(*each) for each in chunks) + chunk(b"IEND", b"")


def header(width: int, height: int, depth: int, color: int, interlaced: int = 0) -> tuple[bytes, bytes]:
    return b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced)


def exif(orientation: int, order: str) -> bytes:
    """An EXIF block with two entries, of which the second is the orientation."""
    mark = b"II" if order == "<" else b"MM"
    entries = struct.pack(order + "HHIHH", 0x0100, 3, 1, 9, 0)
    entries += struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    return mark + struct.pack(order + "HIH", 42, 8, 2) + entries + bytes(4)


def pixels(data: bytes) -> np.ndarray:
    scene_image = st.Image.open(data)
    width, height = scene_image.size
    scene = st.Scene(width, height)
    scene.add_sublayer(st.Layer(frame=(0, 0, width, height), contents=scene_image))
    return scene.render(0)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("is_late", [False, True])
def test_a_png_is_turned_as_its_exif_says(orientation: int, order: str, is_late: bool) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (3, 5, 3), dtype=np.uint8)
    rows = zlib.compress(b"".join(b"\0" + row.tobytes() for row in picture))
    turn = (b"eXIf", exif(orientation, order))
    parts = [(b"IDAT", rows), turn] if is_late else [turn, (b"IDAT", rows)]
    data = png(header(5, 3, 8, 2), *parts)
    # The expected orientation is that of Pillow for a TIFF file with the same EXIF orientation.
    tiff = io.BytesIO()
    block = Pillow.Exif()
    block[0x0112] = orientation
    Pillow.fromarray(picture).save(tiff, "TIFF", exif=block)
    wanted = np.asarray(ImageOps.exif_transpose(Pillow.open(io.BytesIO(tiff.getvalue()))))
    assert np.array_equal(pixels(data)[..., :3], wanted)


def test_an_interlaced_png_is_turned_too() -> None:
    buffer = io.BytesIO()
    block = Pillow.Exif()
    block[0x0112] = 6
    picture = Pillow.fromarray(np.random.default_rng(2).integers(0, 256, (11, 7), dtype=np.uint8))
    picture.save(buffer, "PNG", exif=block.tobytes())
    plain = pixels(buffer.getvalue())
    assert np.array_equal(plain[..., 0], np.rot90(np.asarray(picture), -1))
    passes = [
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]
    samples = np.asarray(picture)
    rows = [b"\0" + row.tobytes() for x, y, dx, dy in passes for row in samples[y::dy, x::dx] if row.size]
    data = png(header(7, 11, 8, 0, 1), (b"eXIf", exif(6, "<")), (b"IDAT", zlib.compress(b"".join(rows))))
    assert np.array_equal(pixels(data), plain)


@pytest.mark.parametrize(
    "block",
    [
        b"", b"II", exif(0, "<"), exif(9, ">"), exif(6, "<")[:20], b"II*\0\xff\xff\xff\xff",
        b"XX" + exif(6, "<")[2:],
        b"II*\0\x08\0\0\0\xff\xff" + bytes(30), exif(6, "<").replace(b"\x12\x01\x03", b"\x12\x01\x04"),
    ],
)  # fmt: skip
def test_a_block_that_says_nothing_leaves_the_picture_as_it_is(block: bytes) -> None:
    data = png(header(2, 1, 8, 0), (b"eXIf", block), (b"IDAT", zlib.compress(b"\0\x01\x02")))
    assert pixels(data)[..., 0].tolist() == [[1, 2]]


@pytest.mark.parametrize("depth", [1, 2, 4, 8])
def test_only_the_bits_that_a_sample_has_name_the_clear_colour(depth: int) -> None:
    most = (1 << depth) - 1
    row = bytes([0, most << (8 - depth) & 255])
    for value, high in ((0, 0), (most, 0), (0, 1 << depth), (most, 0xFFFF & ~most)):
        parts = [(b"tRNS", struct.pack(">H", high | value)), (b"IDAT", zlib.compress(row))]
        found = pixels(png(header(1, 1, depth, 0), *parts))[0, 0, 3]
        assert found == (0 if value == most else 255), (value, high)
