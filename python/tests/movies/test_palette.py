"""Tests of the steps that reduce a clip to few colours, each compared with a slow computation."""

from __future__ import annotations

import collections

import numpy as np
import pytest

from stretto._clips import clip, palette, pictures
from stretto._clips.drawing import Pixels
from stretto._clips.palette import CLEAR, Histogram, Quantizer

GENERATOR = np.random.default_rng(7)


def frame_of(*colors: tuple[int, int, int, int]) -> Pixels:
    """A frame with one row of pixels."""
    return np.array([colors], np.uint8)


def test_a_histogram_counts_what_comes_in_many_parts() -> None:
    """The numbers come from a small range, so most parts of the histogram contain known and new numbers."""
    histogram, wanted = Histogram(), collections.Counter[int]()
    for part in range(6):
        numbers = GENERATOR.integers(0, 40 + 20 * part, 500).astype(np.uint32)
        histogram._new.append((numbers, part + 1))
        for number in numbers:
            wanted[int(number)] += part + 1
        histogram._merge()
    assert dict(zip(histogram._colors.tolist(), histogram._counts.tolist(), strict=True)) == wanted
    assert (np.diff(histogram._colors) > 0).all()


def test_a_histogram_keeps_the_commonest_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Histogram, "_MOST", 3)
    histogram = Histogram()
    histogram._new.append((np.array([5, 5, 5, 1, 2, 2, 9, 9, 9, 9], np.uint32), 1))
    histogram._merge()
    assert histogram._colors.tolist() == [2, 5, 9]
    assert histogram._counts.tolist() == [2, 3, 4]


def test_what_is_half_opaque_counts_and_is_shown() -> None:
    frame = frame_of((200, 0, 0, 128), (0, 200, 0, 127))
    histogram = Histogram()
    histogram.add(frame)
    table = histogram.palette(255)
    assert table.tolist() == [[200, 0, 0]]
    assert Quantizer(table, None)(frame).tolist() == [[0, CLEAR]]


@pytest.mark.parametrize("dither", [None, "ordered", "diffusion"])
def test_frames_that_follow_one_another_are_what_each_is_alone(dither: str | None) -> None:
    colors = GENERATOR.integers(0, 256, (9, 3)).astype(np.uint8)
    frames = [GENERATOR.integers(0, 256, (6, 7, 4)).astype(np.uint8) for _ in range(3)]
    frames.append(frames[2].copy())
    frames[3][2:4, 1] = 255
    together = Quantizer(colors, dither)
    for frame in frames:
        assert (together(frame) == Quantizer(colors, dither)(frame)).all()


def test_the_pattern_of_ordered_dithering_has_every_threshold_once() -> None:
    matrix = palette._bayer(4)
    assert sorted(matrix.ravel()) == pytest.approx([(step + 0.5) / 16 - 0.5 for step in range(16)])
    # Each square of 2 x 2 thresholds has one threshold from each quarter of the range, so neighbouring
    # thresholds differ much.
    quarters = np.floor((matrix + 0.5) * 4)
    for y, x in np.ndindex(3, 3):
        assert sorted(quarters[y : y + 2, x : x + 2].ravel()) == [0, 1, 2, 3]


def test_the_spacing_of_a_palette_is_what_a_channel_lies_from_the_next() -> None:
    assert palette._spacing(np.zeros((1, 3), np.uint8)) == 0
    assert palette._spacing(np.array([[0, 0, 0], [30, 30, 30]], np.uint8)) == pytest.approx(30)
    greys = np.repeat(np.array([[0], [10], [20], [200]], np.uint8), 3, axis=1)
    assert palette._spacing(greys) == pytest.approx(10)


@pytest.mark.parametrize("shape", [(9, 11, 3), (4, 4, 3), (3, 8, 3), (1, 1, 3)])
def test_what_is_seen_from_afar_is_the_mean_of_neighbours(shape: tuple[int, int, int]) -> None:
    values = GENERATOR.normal(size=shape).astype(np.float32)
    side = min(4, *shape[:2])
    slow = [
        [values[y : y + side, x : x + side].mean(axis=(0, 1)) for x in range(shape[1] - side + 1)]
        for y in range(shape[0] - side + 1)
    ]
    assert pictures._blurred(values) == pytest.approx(np.array(slow), abs=1e-5)


def test_the_box_around_nothing_is_one_pixel() -> None:
    assert clip.bounding_box(np.zeros((4, 5), bool)) == (0, 0, 1, 1)
    mask = np.zeros((4, 5), bool)
    mask[1:3, 2] = True
    assert clip.bounding_box(mask) == (2, 1, 3, 3)


def test_bleeding_leaves_what_has_nothing_to_bleed() -> None:
    clear = GENERATOR.integers(0, 256, (3, 3, 4)).astype(np.uint8)
    clear[..., 3] = 0
    assert clip.bled(clear) is clear
    opaque = clear.copy()
    opaque[..., 3] = 255
    assert clip.bled(opaque) is opaque
