"""Tests that pictures with ICC profiles are converted to sRGB."""

from __future__ import annotations

import io
import pathlib
import struct
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageCms

import stretto as st

#: Chromaticities (x, y) of Display P3's red, green and blue (SMPTE EG 432-1).
P3 = [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
SRGB = [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)]
D65 = (0.3127, 0.3290)
#: Bradford's adaptation from D65 to D50, the white point of ICC profiles (ICC.1, annex E).
TO_D50 = np.array(
    [
        [1.0478112, 0.0228866, -0.0501270],
        [0.0295424, 0.9904844, -0.0170491],
        [-0.0092345, 0.0150436, 0.7521316],
    ]
)


def to_xyz(primaries: list[tuple[float, float]]) -> np.ndarray:
    """The matrix from linear colours to XYZ with white point D65 (Lindbloom)."""
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in primaries]).T
    white = np.array([D65[0] / D65[1], 1, (1 - D65[0] - D65[1]) / D65[1]])
    return columns * np.linalg.solve(columns, white)


def s15(*values: float) -> bytes:
    return struct.pack(f">{len(values)}i", *(round(value * 65536) for value in values))


def profile(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    """An ICC profile of version 2 with the given tags (ICC.1:2001-04)."""
    tags = {b"wtpt": b"XYZ \0\0\0\0" + s15(0.9642, 1, 0.8249), b"cprt": b"text\0\0\0\0none\0\0\0\0"} | tags
    at, table, body = 128 + 4 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        table += name + struct.pack(">II", at + len(body), len(data))
        body += data.ljust(-(-len(data) // 4) * 4, b"\0")
    head = struct.pack(">I4sI4s4s4s", 128 + len(table + body), b"lcms", 0x02100000, b"mntr", space, b"XYZ ")
    head += struct.pack(">6H4s", 2020, 1, 1, 0, 0, 0, b"acsp").ljust(32, b"\0") + s15(0.9642, 1, 0.8249)
    return head.ljust(128, b"\0") + table + body


def text(words: str) -> bytes:
    data = words.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(data)) + data + bytes(8 + 3 + 67)


def curve(exponent: float) -> bytes:
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(exponent * 256))


def wide(name: str = "wide", exponent: float = 1.0) -> bytes:
    """A profile with the primaries of Display P3 and a power function as its tone curve."""
    columns = (TO_D50 @ to_xyz(P3)).T
    tags = {b"desc": text(name)}
    for channel, column in zip(b"rgb", columns, strict=True):
        tags[bytes([channel]) + b"XYZ"] = b"XYZ \0\0\0\0" + s15(*column)
        tags[bytes([channel]) + b"TRC"] = curve(exponent)
    return profile(b"RGB ", tags)


def expected(color: tuple[int, ...], exponent: float = 1.0) -> np.ndarray:
    """The expected colour in sRGB, computed from the definition (IEC 61966-2-1)."""
    linear = np.linalg.solve(to_xyz(SRGB), to_xyz(P3) @ (np.array(color) / 255) ** exponent)
    linear = np.clip(linear, 0, 1)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


LOSSLESS: dict[str, dict[str, Any]] = {
    "WEBP": {"lossless": True, "exact": True},
    "JPEG": {"quality": 100, "subsampling": 0},
}


def saved(picture: Pillow.Image, kind: str, icc: bytes) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, icc_profile=icc, **LOSSLESS.get(kind, {}))
    return buffer.getvalue()


COLOR = (90, 160, 60)


@pytest.mark.parametrize(("kind", "near"), [("PNG", 1), ("WEBP", 1), ("TIFF", 1), ("JPEG", 5)])
def test_a_profile_is_applied(tmp_path: pathlib.Path, kind: str, near: float) -> None:
    wanted = expected(COLOR)
    assert np.abs(wanted - COLOR).max() > 60, "the colours differ much"
    data = saved(Pillow.new("RGB", (8, 300), COLOR), kind, wide())
    (tmp_path / "picture").write_bytes(data)
    for image in (st.Image.open(data), st.Image.open(tmp_path / "picture"), st.Image.open(io.BytesIO(data))):
        pixels = image.to_array()
        assert pixels.shape == (300, 8, 4)
        assert np.abs(pixels[..., :3] - wanted).max() <= near
        assert (pixels[..., 3] == 255).all()


def test_a_picture_of_pillow_has_its_profile_applied() -> None:
    with Pillow.open(io.BytesIO(saved(Pillow.new("RGB", (8, 8), COLOR), "PNG", wide()))) as picture:
        assert np.abs(st.Image(picture).to_array()[0, 0, :3] - expected(COLOR)).max() <= 1


def test_alpha_stays_and_palettes_are_converted() -> None:
    half = st.Image.open(saved(Pillow.new("RGBA", (8, 8), (*COLOR, 128)), "PNG", wide())).to_array()
    assert half[0, 0, 3] == 128
    assert np.abs(half[0, 0, :3] - expected(COLOR)).max() <= 2
    palette = Pillow.new("RGB", (8, 8), COLOR).quantize(4)
    found = st.Image.open(saved(palette, "PNG", wide())).to_array()
    assert np.abs(found[0, 0, :3] - expected(COLOR)).max() <= 1


def test_greys_have_profiles_of_their_own() -> None:
    grey = profile(b"GRAY", {b"desc": text("grey"), b"kTRC": curve(1)})
    for mode, value in (("L", 100), ("I;16", 100 * 257)):
        found = st.Image.open(saved(Pillow.new(mode, (8, 8), value), "PNG", grey)).to_array()[0, 0]
        wanted = 255 * (1.055 * (100 / 255) ** (1 / 2.4) - 0.055)
        assert np.abs(found[:3] - wanted).max() <= 1.5


def test_an_apng_with_a_profile_is_converted_frame_by_frame() -> None:
    buffer = io.BytesIO()
    frames = [Pillow.new("RGB", (8, 8), COLOR), Pillow.new("RGB", (8, 8), (200, 40, 90))]
    frames[0].save(buffer, "PNG", save_all=True, append_images=frames[1:], duration=50, icc_profile=wide())
    image = st.Image.open(buffer.getvalue())
    assert image.frame_count == 2
    for frame, color in zip(image.frames, (COLOR, (200, 40, 90)), strict=True):
        assert np.abs(frame.to_array()[0, 0, :3] - expected(color)).max() <= 1


def test_a_profile_that_is_srgb_damaged_or_of_another_kind_changes_nothing() -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    grey = profile(b"GRAY", {b"desc": text("grey"), b"kTRC": curve(1)})
    for icc in (srgb, wide()[:200], b"no profile", grey):
        found = st.Image.open(saved(Pillow.new("RGB", (8, 8), COLOR), "PNG", icc)).to_array()
        assert tuple(found[0, 0]) == (*COLOR, 255)
