"""Tests of shaping and outlines against uharfbuzz, the same HarfBuzz release, and fontTools, and of emoji
against Unicode's list.
"""

from __future__ import annotations

import io
import locale
import math
import pathlib

import matplotlib as mpl
import pytest
import uharfbuzz
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

import stretto as st

DEJAVU = pathlib.Path(mpl.get_data_path()) / "fonts" / "ttf"
EMOJI_TEST = pathlib.Path("/usr/share/unicode/emoji/emoji-test.txt")

#: Texts of one script and one writing direction, so that each text is a single text run.
TEXTS = {
    "Latin": ["Hello, world", "AVATAR Tokyo WAVE To. Ty, LT", "fi fl ffi office", "Ångström Łódź İstanbul ıI",
              "e\u0301 o\u0302\u0323 q\u0301"],
    "Greek": ["Αθήνα Ελλάδα", "Ἀρχιμήδης ᾧ", "ΑΥΤΟ"],
    "Cyrillic": ["Русский язык", "Україна ґ", "ГА УД Та"],
    "Arabic": ["العربية", "السلام عليكم", "لا إله", "مُحَمَّد", "پنجاه"],
    "Hebrew": ["שלום עולם", "בְּרֵאשִׁית"],
    "Armenian": ["Հայերեն լեզու"],
    "Georgian": ["ქართული ენა"],
    "Lao": ["ພາສາລາວ", "ກຳ"],
    "Tifinagh": ["ⵜⴰⵎⴰⵣⵉⵖⵜ"],
    "NKo": ["ߒߞߏ"],
    "Ogham": ["᚛ᚑᚌᚐᚋ᚜"],
    "Canadian": ["ᐃᓄᒃᑎᑐᑦ"],
    "Braille": ["⠓⠑⠇⠇⠕"],
    "Symbols": ["∑∏√∞≈≠", "←↑→↓", "♠♣♥♦"],
}  # fmt: skip

#: Font files, and the scripts that each font lacks.
LACKING: dict[str, set[str]] = {
    "DejaVuSans.ttf": set(),
    "DejaVuSans-Bold.ttf": set(),
    "DejaVuSerif.ttf": {"Arabic", "Hebrew", "Lao", "Tifinagh", "NKo", "Ogham", "Canadian"},
}


def sans() -> bytes:
    """The bytes of the embedded font."""
    return st.Font()._data()


def drawn_by_harfbuzz(
    data: bytes, text: str, size: float, axes: dict[str, float]
) -> list[tuple[str, tuple[float, ...]]]:
    """Contours that uharfbuzz draws for a text, with y down and `size` points per em."""
    face = uharfbuzz.Face(data)
    font = uharfbuzz.Font(face)
    font.scale = (face.upem * 16, face.upem * 16)
    if axes:
        font.set_variations(axes)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    factor = size / (face.upem * 16)
    elements: list[tuple[str, tuple[float, ...]]] = []
    pen_x = 0.0

    def take(letter: str, *numbers: float) -> None:
        moved = [
            (value + pen_x + dx) * factor if k % 2 == 0 else -(value + dy) * factor
            for k, value in enumerate(numbers)
        ]
        elements.append((letter, tuple(moved)))

    draw = uharfbuzz.DrawFuncs()
    draw.set_move_to_func(lambda x, y, _: take("M", x, y))
    draw.set_line_to_func(lambda x, y, _: take("L", x, y))
    draw.set_quadratic_to_func(lambda cx, cy, x, y, _: take("Q", cx, cy, x, y))
    draw.set_cubic_to_func(lambda ax, ay, bx, by, x, y, _: take("C", ax, ay, bx, by, x, y))
    draw.set_close_path_func(lambda _: take("Z"))
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        dx, dy = position.x_offset, position.y_offset
        font.draw_glyph(info.codepoint, draw)
        pen_x += position.x_advance
    return elements


#: The points of a line or curve, including its start.
Segment = tuple[float, ...]


def contours(elements: list[tuple[str, tuple[float, ...]]]) -> list[list[Segment]]:
    """Closed contours as lists of segments, without lines of length 0."""
    found: list[list[Segment]] = []
    pen: tuple[float, ...] = ()
    start: tuple[float, ...] = ()
    for letter, numbers in elements:
        if letter == "M":
            found.append([])
            start = numbers
        else:
            points = start if letter == "Z" else numbers
            if math.dist(pen, points[-2:]) > 1e-3 or len(points) > 2:
                found[-1].append(pen + points)
        pen = start if letter == "Z" else numbers[-2:]
    return [contour for contour in found if contour]


def are_same(one: list[Segment], other: list[Segment], tolerance: float) -> bool:
    """True if two contours are equal, whatever their start points."""

    def near(a: Segment, b: Segment) -> bool:
        return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b, strict=True))

    count = len(one)
    return count == len(other) and any(
        all(near(one[k], other[(k + turn) % count]) for k in range(count)) for turn in range(count)
    )


def assert_same(
    own: list[tuple[str, tuple[float, ...]]], theirs: list[tuple[str, tuple[float, ...]]], tolerance: float
) -> None:
    """Fails unless two lists have equal contours. Stretto's contours are in text order, HarfBuzz's from left
    to right.
    """
    rest = contours(theirs)
    for contour in contours(own):
        found = next((k for k, other in enumerate(rest) if are_same(contour, other, tolerance)), None)
        assert found is not None, contour
        del rest[found]
    assert not rest


@pytest.mark.parametrize(
    ("name", "script"),
    [(name, script) for name in LACKING for script in TEXTS if script not in LACKING[name]],
)
def test_a_text_is_drawn_as_harfbuzz_draws_it(name: str, script: str) -> None:
    data = (DEJAVU / name).read_bytes()
    font = st.Font(data)
    compared = 0
    for text in TEXTS[script]:
        if font.missing(text):
            continue  # a fallback font would draw the text
        own = st.Path.text(text, font=font, font_size=1000).elements()
        assert_same(own, drawn_by_harfbuzz(data, text, 1000, {}), 0.01)
        compared += 1
    assert compared > 0


FONTS = pathlib.Path("/usr/share/fonts/truetype")
#: Strings in 21 scripts, by the Debian font that covers the script (tools/setup installs the fonts for the
#: tests).
WORDS: dict[str, list[str]] = {}
for _line in (
    (pathlib.Path(__file__).parents[3] / "Tests" / "words" / "shaping.txt").read_text("utf-8").splitlines()
):
    if not _line.startswith("#"):
        _script, _direction, _font, _words = _line.split(" ", 3)
        WORDS.setdefault(_font.removesuffix(".ttf"), []).extend(_words.split("|"))


@pytest.mark.parametrize("name", WORDS)
def test_a_word_is_drawn_as_harfbuzz_draws_it(name: str) -> None:
    data = (FONTS / f"{name}.ttf").read_bytes()
    font = st.Font(data)
    # The test skips words with missing characters, which fall back to other fonts, and words of two scripts,
    # which have two runs.
    whole = [word for word in WORDS[name] if not font.missing(word)]
    assert len(whole) > 0.8 * len(WORDS[name])
    for word in whole:
        own = st.Path.text(word, font=font, font_size=1000).elements()
        assert_same(own, drawn_by_harfbuzz(data, word, 1000, {}), 0.02)


@pytest.mark.parametrize("weight", [100, 400, 537, 900])
@pytest.mark.parametrize("script", ["Latin", "Greek", "Cyrillic"])
def test_the_sans_is_drawn_as_harfbuzz_draws_it(script: str, weight: float) -> None:
    font = st.Font().with_variations(wght=weight)
    texts = [text for text in TEXTS[script] if not font.missing(text)]
    assert texts
    for text in texts:
        own = st.Path.text(text, font=font, font_size=1000).elements()
        # uharfbuzz's newer HarfBuzz rounds variation deltas differently, by up to half a unit. A font unit is
        # 0.36 points at the tested size.
        assert_same(own, drawn_by_harfbuzz(sans(), text, 1000, {"wght": weight}), 0.2)


class Elements(BasePen):  # type: ignore[misc]
    """Collects the path elements that fontTools draws for a glyph, with y down."""

    def __init__(self, glyphs: object, factor: float) -> None:
        super().__init__(glyphs)
        self.elements: list[tuple[str, tuple[float, ...]]] = []
        self.factor = factor

    def add(self, letter: str, *points: tuple[float, float]) -> None:
        self.elements.append(
            (letter, tuple(c for x, y in points for c in (x * self.factor, -y * self.factor)))
        )

    def _moveTo(self, p: tuple[float, float]) -> None:  # noqa: N802
        self.add("M", p)

    def _lineTo(self, p: tuple[float, float]) -> None:  # noqa: N802
        self.add("L", p)

    def _qCurveToOne(self, c: tuple[float, float], p: tuple[float, float]) -> None:  # noqa: N802
        self.add("Q", c, p)

    def _curveToOne(self, a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> None:  # noqa: N802
        self.add("C", a, b, p)

    def _closePath(self) -> None:  # noqa: N802
        self.add("Z")


@pytest.mark.slow
@pytest.mark.parametrize("weight", [100, 400, 900])
def test_every_character_of_the_sans_has_the_outline_that_fonttools_draws(weight: float) -> None:
    file = TTFont(io.BytesIO(sans()))
    glyphs = file.getGlyphSet(location={"wght": weight})
    font = st.Font().with_variations(wght=weight)
    factor = 1000 / file["head"].unitsPerEm
    for character, name in file.getBestCmap().items():
        if (
            0x300 <= character < 0x370
            or character in (0x20D, 0x2028, 0x2029, 0xFEFF, 0xAD)
            or chr(character).isspace()
        ):
            continue  # marks alone get a dotted circle, others are blank
        pen = Elements(glyphs, factor)
        glyphs[name].draw(pen)
        own = st.Path.text(chr(character), font=font, font_size=1000).elements()
        assert_same(own, pen.elements, 0.2)


def test_optional_ligatures_stay_whole_in_outlines() -> None:
    font = st.Font(DEJAVU / "DejaVuSans.ttf")
    apart = sum(1 for letter, _ in st.Path.text("f\u200ci", font=font).elements() if letter == "M")
    assert apart == 3, "an f, and an i with its dot"
    together = st.Path.text("fi", font=font)
    assert together.elements() != st.Path.text("f\u200ci", font=font).elements(), "a ligature"


def test_every_emoji_is_one_character_and_one_glyph() -> None:
    lines = EMOJI_TEST.read_text(encoding="utf-8").splitlines()
    sequences = [
        "".join(chr(int(code, 16)) for code in line.partition(";")[0].split())
        for line in lines
        if "; fully-qualified" in line
    ]
    assert len(sequences) == 3655, "Emoji 15.0"
    one = st.TextLayer("🎉", font_size=100).copies()[0].width
    for start in range(0, len(sequences), 200):
        some = sequences[start : start + 200]
        boxes = st.TextLayer("\n".join(some), font_size=100).copies()[::2]
        assert len(boxes) == len(some)
        for sequence, box in zip(some, boxes, strict=True):
            assert not box.is_missing, sequence
            assert box.width == one, sequence


def test_a_locale_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = st.Path.text("fi Iıİi", font=st.Font(DEJAVU / "DejaVuSans.ttf")).elements()
    for name in ("tr_TR.UTF-8", "C"):
        monkeypatch.setenv("LC_ALL", name)
        monkeypatch.setenv("HB_OPTIONS", "1")
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:  # the locale is missing, the variables are set
            continue
        finally:
            now = st.Path.text("fi Iıİi", font=st.Font(DEJAVU / "DejaVuSans.ttf")).elements()
            locale.setlocale(locale.LC_ALL, "C")
        assert now == before
