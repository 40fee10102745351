"""Tests of clips for custom emoji: they stay within a chat's limits, lose as little as possible, and can be
previewed.
"""

from __future__ import annotations

import io
import math
import pathlib

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto import emoji
from untyped import untyped


def simple() -> st.Scene:
    """A scene with two plain colours."""
    scene = st.Scene(64, 64)
    dot = st.Layer(frame=(0, 16, 32, 32), background_color="crimson")
    dot.add_animation(
        st.BasicAnimation("position.x", from_value=16, to_value=48, duration=1, repeat_count=math.inf)
    )
    scene.add_sublayer(dot)
    return scene


def rich() -> st.Scene:
    """A scene with a rotating gradient: each frame has many colours, and every pixel changes."""
    scene = st.Scene(64, 48, background="white")
    wheel = st.GradientLayer(
        frame=(-16, -24, 96, 96),
        colors=["red", "yellow", "lime", "cyan", "blue", "magenta"],
        start_point=(0, 0),
        end_point=(1, 1),
    )
    wheel.add_animation(
        st.BasicAnimation(
            "transform.rotation.z", from_value=0, to_value=math.tau, duration=1, repeat_count=math.inf
        )
    )
    scene.add_sublayer(wheel)
    return scene


def length(path: pathlib.Path) -> int:
    with Pillow.open(path) as file:
        total = 0
        for index in range(file.n_frames):  # type: ignore[attr-defined]
            file.seek(index)
            total += file.info["duration"]
    return total


def test_an_emoji_that_is_small_enough_loses_nothing(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.gif"
    report = simple().movie(1, 20).save_emoji(path)
    assert (report.all_colors, report.dither, report.frames, report.fps) == (True, None, 20, 20)
    assert report.path == path
    assert report.max_bytes == 128 * 1024
    assert report.bytes == path.stat().st_size <= 128 * 1024
    with Pillow.open(path) as file:
        assert file.size == report.size == (128, 128)
    assert "all its colours, all 20 frames" in str(report)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [60_000, 20_000, 6_000])
def test_an_emoji_meets_any_limit_and_keeps_its_length(tmp_path: pathlib.Path, limit: int) -> None:
    path = tmp_path / "a.gif"
    report = rich().movie(1, 20).save_emoji(path, size=48, max_bytes=limit)
    assert path.stat().st_size == report.bytes <= limit
    assert report.bytes > limit / 4, "it does not give up more than it must"
    assert report.size == (48, 36)
    assert length(path) == 1000
    assert f"{report.bytes} of {limit} bytes" in str(report)
    assert "48 x 36 pixels" in str(report)
    again = rich().movie(1, 20).save_emoji(path, size=48, max_bytes=report.bytes)
    assert (again.bytes, again.colors, again.dither) == (report.bytes, report.colors, report.dither)


@pytest.mark.slow
def test_the_palette_shrinks_before_frames_are_left_out(tmp_path: pathlib.Path) -> None:
    movie = rich().movie(1, 10)
    best = movie.save_emoji(tmp_path / "a.gif", size=48)
    tight = movie.save_emoji(tmp_path / "b.gif", size=48, max_bytes=best.bytes * 3 // 4)
    tighter = movie.save_emoji(tmp_path / "c.gif", size=48, max_bytes=best.bytes // 5)
    assert (best.colors, best.frames) == (255, 10)
    assert tight.colors is not None
    assert tight.colors < 255
    assert tight.frames == 10
    assert tighter.frames < 10
    assert tighter.fps < 10
    assert f"{tighter.frames} of 10 frames" in str(tighter)


def test_an_emoji_has_at_most_so_many_frames(tmp_path: pathlib.Path) -> None:
    movie = simple().movie(3, 25)
    for most, count in ((50, 38), (20, 19), (None, 75)):
        report = movie.save_emoji(tmp_path / "a.gif", max_frames=most, size=32)
        assert report.frames == count
        assert length(tmp_path / "a.gif") == 3000


def test_a_dithered_emoji_is_nearer_to_the_frames(tmp_path: pathlib.Path) -> None:
    movie = rich().movie(0.5, 10)
    report = movie.save_emoji(tmp_path / "a.gif", size=64, max_bytes=9_000)
    assert report.dither == "ordered"
    with Pillow.open(tmp_path / "a.gif") as file:
        shown = np.asarray(file.convert("RGB")).astype(float)
    drawn = movie[0][..., :3]
    assert np.abs((shown - drawn).reshape(12, 4, 16, 4, 3).mean(axis=(1, 3))).mean() < 8


def test_what_cannot_be_an_emoji_is_refused(tmp_path: pathlib.Path) -> None:
    movie = rich().movie(1, 10)
    with pytest.raises(st.LimitError, match="smallest"):
        movie.save_emoji(tmp_path / "a.gif", max_bytes=500)
    for name, options, text in (
        ("a.png", {}, r"end in .\.gif"),
        ("a.gif", {"size": 0}, "at least 1"),
        ("a.gif", {"max_frames": 1}, "at least 2"),
        ("a.gif", {"max_bytes": 0}, "at least 1"),
        ("a.gif", {"loop": -1}, "0 for ever"),
    ):
        with pytest.raises(st.InvalidArgument, match=text):
            movie.save_emoji(tmp_path / name, **untyped(options))
    with pytest.raises(st.WriteError, match="nowhere"):
        simple().movie(1, 10).save_emoji(tmp_path / "nowhere" / "a.gif")
    assert not list(tmp_path.iterdir())


def test_the_preview_shows_the_emoji_on_light_and_dark(tmp_path: pathlib.Path) -> None:
    simple().movie(1, 20).save_emoji(tmp_path / "a.gif")
    sheet = emoji.emoji_preview_sheet(tmp_path / "a.gif")
    pixels = np.asarray(sheet)
    assert sheet.size == (2 * (128 + 44 + 22 + 4 * 12), 4 * (128 + 12))
    light, dark = np.split(pixels, 2, axis=1)
    assert light[0, 0].tolist() == [255, 255, 255]
    assert dark[0, 0].tolist() == [0x1A, 0x1D, 0x21]
    red = np.asarray([220, 20, 60])
    for half in (light, dark):
        found = (np.abs(half.astype(int) - red) < 3).all(axis=2)
        rows = np.split(found, 4, axis=0)
        assert all(row.sum() > 64 * 64 for row in rows), "each of four moments is there"
        assert not (rows[0] == rows[2]).all(), "and they differ"


def test_the_preview_of_what_is_no_picture_is_refused(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.gif").write_text("no picture")
    with pytest.raises(st.LoadError, match=r"a\.gif"):
        emoji.emoji_preview_sheet(tmp_path / "a.gif")


def test_emoji_go_into_open_files_and_are_previewed_from_there(tmp_path: pathlib.Path) -> None:
    movie = simple().movie(duration=1, fps=10)
    file = io.BytesIO()
    report = movie.save_emoji(file)
    assert report.path is None
    assert str(report).startswith(f"the file: {len(file.getvalue())} of ")
    movie.save_emoji(tmp_path / "a.gif")
    assert file.getvalue() == (tmp_path / "a.gif").read_bytes()
    file.seek(0)
    sheet = emoji.emoji_preview_sheet(file)
    assert sheet.tobytes() == emoji.emoji_preview_sheet(tmp_path / "a.gif").tobytes()
    assert sheet.getpixel((0, 0)) == (255, 255, 255), "a light ground on the left"
    assert sheet.getpixel((sheet.width - 1, 0)) == (26, 29, 33), "a dark one on the right"
    with pytest.raises(TypeError, match="binary"):
        movie.save_emoji(untyped(5))
