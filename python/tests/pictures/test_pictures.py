"""Tests that picture files of every format become the right pixels."""

from __future__ import annotations

import io
import pathlib
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st

RAMP = np.array([[0, 1, 128, 257, 32767, 32768, 65406, 65535]], np.uint16)
#: RAMP has 16 bits. Level k of 8 bits is level 257 k of 16 bits.
EIGHT = np.rint(RAMP / 257).astype(np.uint8)


def grey(values: np.ndarray) -> np.ndarray:
    return np.stack([values, values, values, np.full_like(values, 255)], axis=-1)


def sixteen_bits(mode: str = "I;16") -> Pillow.Image:
    order = ">u2" if mode == "I;16B" else "<u2"
    return Pillow.frombytes(mode, (RAMP.shape[1], 1), RAMP.astype(order).tobytes())


def of(mode: str, *color: int) -> Pillow.Image:
    return Pillow.new(mode, (2, 1), color if len(color) > 1 else color[0])


MODES: list[tuple[str, Pillow.Image, tuple[int, int, int, int]]] = [
    ("1", of("1", 1), (255, 255, 255, 255)),
    ("L", of("L", 77), (77, 77, 77, 255)),
    ("LA", of("LA", 77, 255), (77, 77, 77, 255)),
    ("La", of("LA", 77, 255).convert("La"), (77, 77, 77, 255)),
    ("P", of("RGB", 10, 20, 30).convert("P", palette=Pillow.Palette.ADAPTIVE), (10, 20, 30, 255)),
    ("RGB", of("RGB", 10, 20, 30), (10, 20, 30, 255)),
    ("RGBX", of("RGBX", 10, 20, 30, 0), (10, 20, 30, 255)),
    ("RGBA", of("RGBA", 10, 20, 30, 255), (10, 20, 30, 255)),
    ("RGBa", of("RGBA", 10, 20, 30, 255).convert("RGBa"), (10, 20, 30, 255)),
    ("CMYK", of("CMYK", 255, 0, 0, 0), (0, 255, 255, 255)),
    ("YCbCr", of("YCbCr", 255, 128, 128), (255, 255, 255, 255)),
    ("HSV", of("HSV", 0, 255, 255), (255, 0, 0, 255)),
]


@pytest.mark.parametrize(("mode", "picture", "expected"), MODES, ids=[row[0] for row in MODES])
def test_a_mode_of_pillow_becomes_its_colours(
    mode: str, picture: Pillow.Image, expected: tuple[int, ...]
) -> None:
    assert picture.mode == mode
    assert np.asarray(st.Image(picture))[0, 0].tolist() == list(expected)


@pytest.mark.parametrize("mode", ["I;16", "I;16L", "I;16B"])
def test_sixteen_bits_of_grey_are_rounded_to_eight(mode: str) -> None:
    assert (np.asarray(st.Image(sixteen_bits(mode))) == grey(EIGHT)).all()


@pytest.mark.parametrize("ending", [".png", ".tiff", ".pgm"])
def test_files_of_sixteen_bits_show_what_they_hold(tmp_path: pathlib.Path, ending: str) -> None:
    path = tmp_path / f"ramp{ending}"
    if ending == ".pgm":
        path.write_bytes(b"P5 8 1 65535\n" + RAMP.astype(">u2").tobytes())
    else:
        sixteen_bits().save(path)
    # Pillow opens formats that the library does not open by itself.
    image = st.Image.open(path) if ending != ".pgm" else st.Image(Pillow.open(path))
    found = np.asarray(image).astype(int)
    assert np.abs(found - grey(EIGHT)).max() <= 1, "PNG's own reader may round in another way"


@pytest.mark.parametrize("mode", ["F", "I", "LAB"])
def test_numbers_without_a_range_are_refused_by_their_mode(tmp_path: pathlib.Path, mode: str) -> None:
    picture = Pillow.new(mode, (2, 2))
    with pytest.raises(st.InvalidArgument, match=f"mode '{mode}'.*convert"):
        st.Image(picture)
    picture.save(tmp_path / "a.tiff")
    with pytest.raises(st.InvalidArgument, match=rf"a\.tiff: .*mode '{mode}'"):
        st.Image.open(tmp_path / "a.tiff")


def test_every_mode_that_pillow_has_is_converted_or_refused() -> None:
    for mode in {*Pillow.MODES, "I;16", "I;16L", "I;16B", "I;16N", "La", "RGBa", "PA", "RGBX"}:
        picture = Pillow.new(mode, (3, 2))
        try:
            assert st.Image(picture).size == (3, 2)
        except st.InvalidArgument as error:
            assert repr(mode) in str(error)  # noqa: PT017 (both ways are allowed, and nothing else is)


@pytest.mark.parametrize("kind", ["PNG", "GIF", "TIFF"])
def test_pictures_are_read_from_open_files(tmp_path: pathlib.Path, kind: str) -> None:
    path = tmp_path / "a.bin"
    of("RGB", 255, 0, 0).save(path, kind)
    buffer = io.BytesIO(b"skipped" + path.read_bytes())
    buffer.seek(7)
    for file in (path.open("rb"), buffer):
        with file:
            assert np.asarray(st.Image.open(file))[0, 0].tolist() == [255, 0, 0, 255]


def test_what_is_no_picture_is_refused_with_its_name(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.txt").write_text("no picture")
    with pytest.raises(st.LoadError, match=r"a\.txt"), (tmp_path / "a.txt").open("rb") as file:
        st.Image.open(file)
    with pytest.raises(st.InvalidArgument, match="binary"), (tmp_path / "a.txt").open() as text:
        st.Image.open(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="binary"):
        st.Image.open(3)  # type: ignore[arg-type]
    with pytest.raises(st.LoadError):
        st.Image.open(io.BytesIO(b"\x89PNG\r\n\x1a\nand no more"))


def test_an_array_of_an_image_is_a_copy() -> None:
    image = st.Image.solid(2, 2, "red")
    np.asarray(image)[:] = 0
    assert np.array(image, copy=True)[0, 0].tolist() == [255, 0, 0, 255]
    with pytest.raises(ValueError, match="copy"):
        np.asarray(image, copy=False)


def test_partial_alpha_comes_back_with_the_documented_rounding() -> None:
    random: Any = np.random.default_rng(5)
    pixels = random.integers(256, size=(64, 64, 4), dtype=np.uint8)
    found = np.asarray(st.Image(pixels)).astype(float)
    alpha = pixels[..., 3:].astype(float)
    assert (found[..., 3:] == alpha).all()
    difference = np.abs(found - pixels)[..., :3]
    assert (difference <= np.ceil(127 / np.maximum(alpha, 1)))[alpha[..., 0] > 0].all()
    assert (difference[alpha[..., 0] == 255] == 0).all()
    assert (found[alpha[..., 0] == 0] == 0).all()
