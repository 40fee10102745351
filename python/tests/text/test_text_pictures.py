"""Tests of pictures of texts: compared with FreeType, equal in every environment, and equal to the golden
picture.
"""

from __future__ import annotations

import hashlib
import io
import os
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageDraw, ImageFont

import emoji_hits
import fonts
import stretto as st
from goldens import Goldens

#: The golden picture, which a person looked at. The command `tools/goldens` rewrites the golden picture.
SHEET = pathlib.Path(__file__).with_name("texts.png")
CELL = 180, 100

TURNED = st.Transform3D.rotation(0.12)
#: Texts of the golden picture, each with the arguments of its text layer. The embedded font has all
#: characters of the texts.
TEXTS: list[tuple[str, dict[str, Any]]] = [
    ("Hello, world", {"font_size": 26}),
    ("AVATAR To. Wa", {"font_size": 24}),
    ("naïve Łódź ẞß", {"font_size": 22}),
    ("Ελληνικά Οδυσσέας", {"font_size": 18}),
    ("Українська мова", {"font_size": 18}),
    ("0123456789", {"font_features": "tnum", "font_size": 24}),
    ("1/2 3/4", {"font_features": "frac"}),
    ("thin", {"font_variations": {"wght": 100}}),
    ("black", {"font_variations": {"wght": 900}}),
    ("tracked", {"tracking": 6}),
    ("e\u0301 o\u0302\u0323 a\u0308", {}),
    ("one\ntwo\nthree", {"font_size": 18}),
    ("one\ntwo\nthree", {"font_size": 18, "alignment_mode": "right", "leading": 6}),
    ("lines that break where the box ends", {"wrapped": True, "font_size": 16}),
    (
        "lines that fill the whole of the box, all but the last",
        {"wrapped": True, "font_size": 14, "alignment_mode": "justified"},
    ),
    ("cut off at the end of it", {"truncation_mode": "end", "font_size": 20}),
    ("cut off in the middle of it", {"truncation_mode": "middle", "font_size": 20}),
    ("cut off at the start of it", {"truncation_mode": "start", "font_size": 20}),
    ("bottom", {"vertical_alignment_mode": "bottom"}),
    ("abc (123)!", {"writing_direction": "rightToLeft"}),
    ("round and round", {"text_path": st.Path.ellipse(40, 5, 80, 80), "font_size": 17}),
    (
        "up to it",
        {"text_path": st.Path.svg("M5 70 Q80 -20 155 70"), "text_path_rotates": False, "font_size": 22},
    ),
    ("turned", {"instance_transform": TURNED}),
    ("fading", {"instance_alpha_offset": -0.16}),
    ("coloured", {"instance_color": "white", "instance_green_offset": -0.12, "instance_blue_offset": -0.12}),
    ("words apart", {"instance_unit": "word", "instance_opacities": [1, 0.3], "font_size": 22}),
    ("tab\tstop\nand\tstop", {"font_size": 16}),
    ("soft\u00adhyphen", {"wrapped": True, "font_size": 32}),
    ("huge", {"font_size": 74}),
    ("tiny letters are letters as well", {"font_size": 7}),
]


def sheet() -> st.Scene:
    """A scene with all texts, five per row."""
    columns = 5
    scene = st.Scene(CELL[0] * columns, CELL[1] * -(-len(TEXTS) // columns), background="#14161c")
    for k, (string, settings) in enumerate(TEXTS):
        x, y = k % columns * CELL[0] + 10, k // columns * CELL[1] + 10
        scene.add_sublayer(
            st.TextLayer(
                string, **{"font_size": 28.0, "frame": (x, y, CELL[0] - 20, CELL[1] - 20), **settings}
            )
        )
    return scene


@pytest.mark.slow
def test_the_texts_equal_their_golden_picture(goldens: Goldens) -> None:
    assert len(TEXTS) == 30
    drawn = sheet().render(0)
    goldens.picture(SHEET, drawn, most=32, fraction=0.001)
    for k in range(len(TEXTS)):
        x, y = k % 5 * CELL[0], k // 5 * CELL[1]
        assert len(np.unique(drawn[y : y + CELL[1], x : x + CELL[0]].reshape(-1, 4), axis=0)) > 8, TEXTS[k]


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "LANGUAGE": "tr"},
        {
            "LC_ALL": "C",
            "HOME": "/proc/nowhere",
            "XDG_CACHE_HOME": "/proc/nowhere",
            "XDG_DATA_HOME": "/proc/nowhere",
        },
        {
            "HB_OPTIONS": "1",
            "HB_SHAPER_LIST": "fallback",
            "FREETYPE_PROPERTIES": "truetype:interpreter-version=35",
        },
        {"STRETTO_BASELINE": "1"},
    ],
    ids=["Turkish", "no home", "HarfBuzz's variables", "the plain build"],
)
def test_the_same_bytes_whatever_the_environment(environment: dict[str, str]) -> None:
    """Frames have equal bytes with any number of threads, and whatever fonts the machine has."""
    program = (
        "import hashlib, test_text_pictures as t\n"
        "def read(): return int(open('/proc/self/io').read().split()[1])\n"
        "scene, before = t.sheet(), read()\n"
        "frames = [scene.render(0, threads=k).tobytes() for k in (1, 3, 8)]\n"
        "assert read() - before < 20000 and len(set(frames)) == 1\n"
        "print(hashlib.sha256(frames[0]).hexdigest())"
    )
    environment_variables = {**os.environ, **environment, "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment_variables
    )
    assert done.stdout.strip() == hashlib.sha256(sheet().render(0).tobytes()).hexdigest()


def by_freetype(data: bytes, weight: float, letter: str, size: int, side: int) -> npt.NDArray[np.float64]:
    """A letter drawn by FreeType at sixteen times the size and averaged, which removes the effect of hinting.
    The origin of the letter is at a quarter of the picture.
    """
    fine = 16
    font = ImageFont.truetype(io.BytesIO(data), size * fine, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    picture = Image.new("L", (side * fine, side * fine))
    at = side * fine // 4, side * fine * 3 // 4
    ImageDraw.Draw(picture).text(at, letter, 255, font, anchor="ls")
    pixels = np.asarray(picture, np.float64).reshape(side, fine, side, fine)
    return np.array(pixels.mean(axis=(1, 3)))


@pytest.mark.slow
@pytest.mark.parametrize("weight", [100, 400, 900])
def test_letters_are_filled_as_freetype_fills_them(weight: float) -> None:
    size, side = 32, 64
    data = st.Font()._data()
    font = st.Font().with_variations(wght=weight)
    errors = []
    for letter in "ABCDEFGHKQRSWXabcdefgikmqsxz0123456789&@%§ßŁøΩΨжЩя":
        scene = st.Scene(side, side)
        outline = st.Path.text(letter, font=font, font_size=size, x=side // 4, y=side * 3 // 4)
        scene.add_sublayer(st.ShapeLayer(path=outline, fill_color="white"))
        errors.append(np.abs(scene.render(0)[..., 3] - by_freetype(data, weight, letter, size, side)))
    assert np.mean(errors) < 0.5
    assert max(error.max() for error in errors) < 48


def test_glyphs_of_the_tests_own_fonts_have_their_outlines() -> None:
    for data in (fonts.plain("Plain"), fonts.cff("Cubic")):
        drawn = st.Path.text("A", font=st.Font(data), font_size=1000).elements()
        assert drawn[0][1] == (0, 0)
        assert max(x for _, points in drawn for x in points[::2]) == 500
        assert min(y for _, points in drawn for y in points[1::2]) == -700


@pytest.mark.slow
@pytest.mark.parametrize("step", [40, pytest.param(10, marks=pytest.mark.longer)])
def test_emoji_are_hit_once(step: int) -> None:
    """The test checks some emoji. The program `support/emoji_hits.py` checks all emoji in some minutes."""
    every = emoji_hits.emoji()
    assert len(every) == 3655, "Emoji 15.0"
    emoji_hits.check(every[::step])
