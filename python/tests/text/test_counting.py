"""Tests of texts that count, and of texts that change into other texts."""

from __future__ import annotations

import math
import random
import sys
from itertools import pairwise
from string import ascii_lowercase

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi, handle
from stretto._ffi import signatures as c
from stretto._motion import morph

FORMATS = [
    "{:,.0f} km", "{:.2f}", "{:+.1f}", "{: .3f}", "{:.0%}", "{:.1%}", "{:010,.2f}", "{:*^14.1f}|", "{:_.0f}",
    "{{{:.0f}}}", "{:<9.0f}!", "{:0=+8.1f}", "{:x=9.0f}",
]  # fmt: skip


def shown(number: float, number_format: str) -> str:
    found: str = st.TextLayer(number=number, number_format=number_format).presentation_value("string")
    return found


@pytest.mark.parametrize("number_format", FORMATS)
def test_numbers_are_written_as_python_writes_them(number_format: str) -> None:
    chance = random.Random(number_format)
    some = [0.0, 0.5, 1.5, 2.5, -2.5, 0.125, 999.5, 1e15, 1e22, -123456.789, 5e-324, 1.7e308]
    some += [chance.uniform(-1, 1) * 10 ** chance.randint(-9, 18) for _ in range(300)]
    # Stretto writes no minus sign before zero. Python 3.11 and later omit the minus sign for format
    # specifications with z.
    for number in some:
        wanted = number_format.format(number)
        if float(f"{number * (100 if '%' in number_format else 1):.{_decimals(number_format)}f}") == 0:
            wanted = number_format.format(0.0)
        assert shown(number, number_format) == wanted, number


@pytest.mark.parametrize("align", ["", "<", ">", "^", "=", "*<", "x>", "0^", "-=", "0="])
@pytest.mark.parametrize("sign", ["", "+", "-", " "])
@pytest.mark.parametrize("width", ["", "0", "5", "05", "012"])
def test_every_alignment_sign_and_width_is_read_as_python_reads_it(align: str, sign: str, width: str) -> None:
    for grouping in ("", ",", "_"):
        for kind in (".0f", ".2f", ".1%", "f", "F"):
            number_format = "{:" + align + sign + width + grouping + kind + "}"
            for number in (3.0, -3.25, 1234567.0):
                assert shown(number, number_format) == number_format.format(number), number_format
    number_format = "{:" + align + sign + width + "d}"
    assert shown(3, number_format) == number_format.format(3), number_format


def _decimals(number_format: str) -> int:
    return int(number_format.partition(".")[2][0])


@pytest.mark.parametrize(
    ("number_format", "whole"), [("{}", "{:.0f}"), ("{:d}", "{:.0f}"), ("{:,}", "{:,.0f}")]
)
def test_a_number_format_without_decimals_rounds_to_whole_numbers(number_format: str, whole: str) -> None:
    for number in (0.0, 0.5, 1.5, 41.7, 1234567.5, 99.4999):
        assert shown(number, number_format) == whole.format(number)


def test_a_count_is_a_text_at_each_time() -> None:
    scene, reference = st.Scene(120, 40, "white"), st.Scene(120, 40, "white")
    style = {"font_size": 16, "foreground_color": "black", "position": (60, 10), "alignment_mode": "center"}
    count = scene.root.add_sublayer(st.TextLayer(number=10, number_format="{:,.1f} km", **style))  # type: ignore[arg-type]
    text = reference.root.add_sublayer(st.TextLayer(**style))  # type: ignore[arg-type]
    st.Timeline(scene, easing="linear").to(count, number=2010, duration=2, at=1)
    again = st.Scene.from_bytes(scene.to_bytes())
    for time in (0, 1, 1.37, 2.5, 3, 9):
        value = count.presentation_value("number", time)
        assert value == pytest.approx(10 + 1000 * min(max(time - 1, 0), 2))
        text.string = f"{value:,.1f} km"
        assert count.presentation_value("string", time) == text.string
        assert (scene.render(time) == reference.render(0)).all()
        assert (again.render(time) == reference.render(0)).all()
    assert float(count.number) == 2010
    assert len(count.copies(0)) == len("10.0 km")


def test_a_value_is_a_number_that_reads_others() -> None:
    text = st.TextLayer(number=3.5, opacity=0.5)
    assert text.number == 3.5
    assert text.number + 1 == 4.5
    assert text.value("opacity") == text.opacity == 0.5
    assert text.number_format == "{}"
    text.number = 7
    assert [float(text.number), text.value("number")] == [7, 7]
    text.number_format = ""
    text.string = "words"
    text.number = 8
    assert text.presentation_value("string") == "8", "what is set is seen"
    assert st.TextLayer("words", number_format="", number=3).presentation_value("string") == "words"
    assert st.TextLayer("words", number=3, number_format="{:.1f}").presentation_value("string") == "3.0"
    text.number_format = ""
    assert text.presentation_value("string") == "words"
    with pytest.raises(st.InvalidArgument, match="braces"):
        text.number_format = "{:g}"
    with pytest.raises(st.InvalidArgument, match="number"):
        text.number = math.nan


@pytest.mark.parametrize(
    ("old", "new"), [("Hello", "Goodbye"), ("Hello", ""), ("", "new"), ("abc", "abc"), ("one two", "two one")]
)
def test_a_morph_begins_and_ends_as_the_texts(old: str, new: str) -> None:
    scene, reference = st.Scene(200, 60, "white"), st.Scene(200, 60, "white")
    style = {"font_size": 30, "foreground_color": "black", "position": (100, 10), "alignment_mode": "center"}
    title = scene.root.add_sublayer(st.TextLayer(old, **style))  # type: ignore[arg-type]
    text = reference.root.add_sublayer(st.TextLayer(old, **style))  # type: ignore[arg-type]
    film = st.Timeline(scene).wait(1).morph(title, new, duration=0.5, stagger=0.1)
    assert title.string == new
    end = 1.5 + 0.1 * (max(len(old), len(new)) - 1) if old != new else film.duration
    assert film.duration <= end + 1e-9
    for time, string in ((0, old), (0.999, old), (film.duration, new), (99, new)):
        text.string = string
        off = np.abs(scene.render(time).astype(int) - reference.render(0))
        assert off.max() <= 2, time
    again = st.Scene.from_bytes(scene.to_bytes())
    for time in (1.1, 1.3, 1.7):
        assert (again.render(time) == scene.render(time)).all()


def test_letters_of_both_texts_move_without_a_gap() -> None:
    """While "ab" changes to "b", the letter b stays visible at all times."""
    scene = st.Scene(120, 60, "white")
    title = scene.root.add_sublayer(
        st.TextLayer("ab", font_size=40, foreground_color="black", position=(60, 5))
    )
    title.alignment_mode = "center"
    st.Timeline(scene).morph(title, "b", duration=1, stagger=0)
    ink = [int((scene.render(t)[..., 0] < 128).sum()) for t in (0.6, 0.8, 0.95, 1)]
    assert min(ink) > 0.9 * ink[-1]


def test_morphs_follow_each_other_and_may_repeat() -> None:
    scene = st.Scene(200, 60, "white")
    title = scene.root.add_sublayer(
        st.TextLayer("one", font_size=30, foreground_color="black", position=(20, 10))
    )
    film = st.Timeline(scene).morph(title, "two").morph(title, "three")
    assert title.string == "three"
    assert [title.presentation_value("string", time) for time in (-1, 0.1, film.duration)] == [
        "one",
        "two",
        "three",
    ]
    number = st.TextLayer(number=3)
    with pytest.raises(st.InvalidArgument, match="number"):
        film.morph(number, "x")
    with pytest.raises(TypeError, match=r"morph.*text"):
        film.morph(title, 3)  # type: ignore[arg-type]


def shared_letters(old: str, new: str) -> list[tuple[int, int]]:
    """Indices of the letters in both texts that a morph moves, in the order of the new text."""
    found = morph._alike(list(old), list(new))
    return [(found[index], index) for index in sorted(found)]


@pytest.mark.parametrize("seed", range(8))
def test_letters_of_long_texts_are_found_in_order_where_they_went(seed: int) -> None:
    """Words were inserted into and removed from a long text. At least nine of ten kept letters move."""
    chance = random.Random(seed)
    words = ["".join(chance.choices(ascii_lowercase, k=chance.randint(1, 9))) for _ in range(300)]
    remaining = [index for index in range(len(words)) if chance.random() < 0.9]
    changed = [words[index] for index in remaining]
    for _ in range(20):
        changed.insert(chance.randrange(len(changed)), "inserted")
    old, new = " ".join(words), " ".join(changed)
    pairs = shared_letters(old, new)
    assert all(old[one] == new[two] for one, two in pairs)
    assert all(one < two for (one, _), (two, _) in pairwise(pairs)), "shared letters keep their order"
    assert len(pairs) > 0.9 * len(" ".join(words[index] for index in remaining))


@pytest.mark.parametrize(
    ("old", "new", "least"),
    [
        ("ab" * 900, "ab" * 900, 1800),
        ("x" + "ab" * 900, "ab" * 900, 1790),
        ("ab" * 900, "x" + "ab" * 900, 1790),
        ("ab" * 900, "cb" * 900, 800),
        ("ab" * 900, "cd" * 900, 0),
        ("a" * 1800, "a", 1),
        ("a", "b" * 1800 + "a", 1),
        ("", "a" * 5000, 0),
    ],
)
def test_letters_of_long_texts_that_repeat_are_found(old: str, new: str, least: int) -> None:
    assert least <= len(shared_letters(old, new)) <= min(len(old), len(new))


def calls_of_a_morph(count: int) -> int:
    """The number of Python and C function calls while a text of `count` letters changes into another text."""
    chance, found = random.Random(count), 0

    def text() -> str:
        letters = (chance.choice(ascii_lowercase) for _ in range(count))
        return "".join(" " if k % 7 == 6 else letter for k, letter in enumerate(letters))

    def counted(*_event: object) -> None:
        nonlocal found
        found += 1

    scene, old, new = st.Scene(9, 9), text(), text()
    film = st.Timeline(scene)
    title = scene.root.add_sublayer(st.TextLayer(old))
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        film.morph(title, new)
    finally:
        sys.setprofile(before)
    return found


@pytest.mark.slow
def test_a_morph_of_four_times_as_many_letters_is_about_four_times_the_work() -> None:
    few, many = calls_of_a_morph(60), calls_of_a_morph(240)
    assert 3 < many / few < 6, "a quadratic step would be sixteen times as much"


def test_a_morph_copies_no_animations_of_morphs_that_are_over() -> None:
    title = st.TextLayer("hello")
    film = st.Timeline(st.Scene(9, 9, sublayers=[title]))
    for k in range(12):
        film.morph(title, ("abcde", "fghij")[k % 2])
    copies = [layer for layer in title.sublayers if isinstance(layer, st.TextLayer)]
    counts = [len(copy.animation_keys) + len(copy.glyph.animation_keys) for copy in copies]
    assert len(counts) == 12
    assert counts[2:] == counts[2:3] * 10
    assert len(title.glyph.animation_keys) > 10 * 10


def an_animation(chance: random.Random, begin: float) -> st.Animation:
    """A random animation of the opacity: with or without a start value, additive or not, and with different
    fill modes and repeats.
    """
    animation = st.BasicAnimation(
        "opacity", to_value=chance.random() / 4, begin_time=begin, duration=chance.choice([0.5, 1, 3])
    )
    if chance.random() < 0.7:
        animation.from_value = chance.random() / 4
    animation.additive = chance.random() < 0.3
    animation.fill_mode = chance.choice(["removed", "forwards", "both"])
    animation.removed_on_completion = chance.random() < 0.3
    animation.repeat_count = chance.choice([0, 2, math.inf])
    animation.speed = chance.choice([1, 1, 2, 0])
    return animation


@pytest.mark.parametrize("seed", range(20))
def test_a_layer_that_is_copied_alone_shows_the_same_from_its_time_on(seed: int) -> None:
    chance, title, time = random.Random(seed), st.TextLayer("abc", opacity=0.3), 5.0
    title.add_sublayer(st.Layer())
    for k in range(30):
        title.add_animation(an_animation(chance, k / 4), f"{k}")
        title.glyph.add_animation(an_animation(chance, k / 4), f"{k}", chance.choice([None, (0,), (2,)]))
    alone: st.TextLayer = handle.new(c.LayerPointer, ffi.lib.stretto_layer_copy_alone, title._pointer, time)
    assert alone.sublayers == ()
    assert len(alone.animation_keys) < len(title.animation_keys)
    assert len(alone.glyph.animation_keys) < len(title.glyph.animation_keys)
    for later in np.arange(time, 12, 0.125):
        assert alone.presentation_value("opacity", later) == title.presentation_value("opacity", later)
        for letter in range(3):
            shown, wanted = (
                text.glyph.presentation_value("opacity", later, (letter,)) for text in (alone, title)
            )
            assert shown == wanted
