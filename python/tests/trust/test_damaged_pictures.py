"""Tests of picture files with bytes changed, removed or doubled: each gives a picture, or raises an error of
the package.
"""

from __future__ import annotations

import io
import random
import warnings

import numpy as np
import PIL.Image
import pytest

import stretto as st

FORMATS = ["PNG", "JPEG", "GIF", "WEBP", "APNG", "AVIF", "BMP", "TIFF"]


def picture(name: str) -> bytes:
    """A file with coloured and transparent pixels, and three frames if the format is animated."""
    frames = [
        PIL.Image.fromarray(np.random.default_rng(k).integers(0, 256, (9, 12, 4), np.uint8)) for k in range(3)
    ]
    if name in ("JPEG", "BMP"):
        frames = [frame.convert("RGB") for frame in frames]
    data = io.BytesIO()
    moves = {} if name in ("PNG", "JPEG", "BMP", "AVIF") else {"save_all": True, "append_images": frames[1:]}
    frames[0].save(data, "PNG" if name == "APNG" else name, **moves)
    return data.getvalue()


def damaged(data: bytes, chance: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 8])):
        index = chance.randrange(len(made))
        made[index] = chance.choice([0, 255, made[index] ^ 1 << chance.randrange(8), chance.randrange(256)])
    start, end = sorted(chance.sample(range(len(made)), 2))
    if chance.random() < 0.2:
        del made[start:end]
    elif chance.random() < 0.2:
        made[start:start] = made[start:end]
    return bytes(made)


@pytest.mark.parametrize("times", [40, pytest.param(4000, marks=[pytest.mark.longer, pytest.mark.slow])])
@pytest.mark.parametrize("name", FORMATS)
def test_damaged_pictures_are_read_or_refused(name: str, times: int) -> None:
    chance, data, read = random.Random(name), picture(name), 0
    assert st.Image.open(data).size == (12, 9)
    for _ in range(times):
        bad = damaged(data, chance)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                image = st.Image.open(bad)
                read += sum(frame.to_array().size > 0 for frame in image.frames)
            except st.Error:
                continue
    # Most bytes of the formats without checksums are pixels, so some damaged files can still be read.
    assert read or name in ("WEBP", "AVIF", "PNG", "APNG", "GIF")
