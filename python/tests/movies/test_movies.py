"""Tests of clips and their files."""

from __future__ import annotations

import math
import pathlib
import warnings
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageSequence

import stretto as st
from stretto._clips import clip, palette, pictures


def moving(background: str | None = None) -> st.Scene:
    scene = st.Scene(60, 40, background=background)
    dot = st.Layer(frame=(0, 10, 20, 20), background_color="crimson")
    dot.add_animation(
        st.BasicAnimation("position.x", from_value=10, to_value=50, duration=2, repeat_count=math.inf)
    )
    scene.add_sublayer(dot)
    scene.add_sublayer(st.Layer(frame=(0, 0, 60, 8), background_color="#123456"))
    return scene


def reopened(path: pathlib.Path) -> tuple[list[np.ndarray], int]:
    """The frames of a file as a viewer composes them, and their total duration in milliseconds."""
    frames, total = [], 0
    with Pillow.open(path) as file:
        for frame in ImageSequence.Iterator(file):
            frames.append(np.asarray(frame.convert("RGBA")))
            total += frame.info.get("duration", 0)
    return frames, total


def test_a_movie_is_a_sequence_of_frames() -> None:
    scene = moving()
    movie = scene.movie(duration=2, fps=25, start=0.5, scale=2)
    assert len(movie) == 50
    assert movie[0].shape == (80, 120, 4)
    assert (movie[10] == scene.render(0.9, scale=2)).all()
    assert (movie[-1] == movie[49]).all()
    assert len(movie[::10]) == 5
    with pytest.raises(IndexError):
        movie[50]
    for index, frame in enumerate(movie):
        assert (frame == movie[index]).all()
    assert index == 49


@pytest.mark.parametrize(
    ("duration", "fps", "count"),
    [(2, 25, 50), (0.1, 30, 3), (1, 29.97, 30), (0.7, 10, 7), (0.01, 10, 1), (1.05, 10, 11)],
)
def test_a_movie_has_as_many_frames_as_it_needs(duration: float, fps: float, count: int) -> None:
    assert len(moving().movie(duration, fps)) == count


@pytest.mark.parametrize("fps", [1, 7, 10, 24, 25, 29.97, 30, 33, 48, 50, 60, 100, 120, 240])
@pytest.mark.parametrize("duration", [0.02, 0.5, 1, 1.234, 2, 10])
def test_delays_add_up_exactly_and_none_is_too_short(fps: float, duration: float) -> None:
    count = len(moving().movie(duration, fps))
    shown = list(
        clip.durations((round(100 * k / fps) for k in range(1, count)), round(100 * duration), pictures.GIF)
    )
    assert sum(ticks for _, ticks in shown) == round(100 * duration)
    assert all(ticks >= pictures.GIF.shortest for _, ticks in shown)
    begins = np.cumsum([0] + [ticks for _, ticks in shown[:-1]])
    assert np.abs(begins / 100 - [index / fps for index, _ in shown]).max() <= 0.0051, "errors do not add up"
    if fps <= 33:
        assert [index for index, _ in shown[: count - 1]] == list(range(len(shown)))[: count - 1]
        assert len(shown) >= count - 1, "none but the last is left out at rates that files can hold"


@pytest.mark.parametrize(("duration", "fps"), [(2, 25), (1, 30), (1, 60), (0.99, 24), (1.5, 29.97)])
def test_a_gif_lasts_exactly_as_long_as_the_movie(
    tmp_path: pathlib.Path, duration: float, fps: float
) -> None:
    moving("white").movie(duration, fps).save(tmp_path / "a.gif")
    assert reopened(tmp_path / "a.gif")[1] == round(100 * duration) * 10


@pytest.mark.parametrize("duration", [0.001, 0.01, 0.015])
def test_the_shortest_gif_has_one_frame(tmp_path: pathlib.Path, duration: float) -> None:
    moving("white").movie(duration, 100).save(tmp_path / "a.gif")
    frames, total = reopened(tmp_path / "a.gif")
    assert (len(frames), total) == (1, round(100 * duration) * 10)


@pytest.mark.parametrize("background", [None, "white"])
def test_a_gif_of_few_colours_shows_the_very_pixels(tmp_path: pathlib.Path, background: str | None) -> None:
    movie = moving(background).movie(1, 20)
    movie.save(tmp_path / "a.gif")
    frames, _ = reopened(tmp_path / "a.gif")
    assert len(frames) == len(movie)
    for shown, drawn in zip(frames, movie, strict=True):
        there = drawn[..., 3] >= 128
        assert ((shown[..., 3] == 255) == there).all()
        assert (np.abs(shown[there].astype(int) - drawn[there].astype(int))[:, :3] == 0).all()


def test_what_vanishes_from_a_transparent_gif_is_gone(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(20, 20)
    blink = st.Layer(frame=(5, 5, 10, 10), background_color="red")
    blink.add_animation(
        st.KeyframeAnimation(
            "hidden",
            values=[False, True, False],
            calculation_mode="discrete",
            duration=1,
            repeat_count=math.inf,
        )
    )
    scene.add_sublayer(blink)
    scene.movie(1, 12).save(tmp_path / "a.gif")
    frames, total = reopened(tmp_path / "a.gif")
    assert total == 1000
    assert [bool(frame[10, 10, 3]) for frame in frames] == [True, False, True]


def test_a_still_gif_is_one_frame_of_the_whole_duration(tmp_path: pathlib.Path) -> None:
    st.Scene(20, 20, background="red").movie(3, 25, diagnose=False).save(tmp_path / "a.gif")
    frames, total = reopened(tmp_path / "a.gif")
    assert (len(frames), total) == (1, 3000)


def test_many_colours_share_one_palette_that_is_near(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(120, 120, background="white")
    wheel = st.GradientLayer(
        frame=(0, 0, 120, 120),
        colors=["red", "yellow", "lime", "cyan", "blue"],
        end_point=(1, 1),
        start_point=(0, 0),
    )
    dot = st.Layer(frame=(0, 50, 20, 20), background_color="#808080")
    dot.add_animation(st.BasicAnimation("position.x", from_value=0, to_value=120, duration=1))
    scene.add_sublayer(wheel)
    scene.add_sublayer(dot)
    movie = scene.movie(1, 10)
    movie.save(tmp_path / "a.gif")
    frames, _ = reopened(tmp_path / "a.gif")
    errors = [np.abs(shown.astype(int) - drawn)[..., :3] for shown, drawn in zip(frames, movie, strict=True)]
    assert np.mean(errors) < 2
    corner = st.Layer(frame=(90, 90, 20, 20), background_color="white")
    scene.add_sublayer(corner)
    movie.save(tmp_path / "b.gif")
    assert reopened(tmp_path / "b.gif")[0][5][100, 100].tolist() == [255] * 4, (
        "plain colours stay as they are"
    )
    static_rows = np.s_[100:, :]
    assert all((frame[static_rows] == frames[0][static_rows]).all() for frame in frames), (
        "still parts do not flicker"
    )


def test_half_transparent_edges_are_cut_or_matted(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(9, 3)
    for index, alpha in enumerate((1.0, 0.6, 0.3)):
        scene.add_sublayer(st.Layer(frame=(3 * index, 0, 3, 3), background_color=(1, 0, 0, alpha)))
    movie = scene.movie(1, 1)
    movie.save(tmp_path / "cut.gif")
    assert reopened(tmp_path / "cut.gif")[0][0][1, [1, 4, 7], 3].tolist() == [255, 255, 0]
    movie.save(tmp_path / "matte.gif", matte="white")
    matted = reopened(tmp_path / "matte.gif")[0][0][1, [1, 4, 7]]
    assert matted[:, 3].tolist() == [255, 255, 255]
    assert matted[:, 1].tolist() == pytest.approx([0, 102, 178], abs=1)


def test_a_gif_loops_as_often_as_its_loop_argument_says(tmp_path: pathlib.Path) -> None:
    movie = moving().movie(0.2, 10)
    for loop, found in ((0, 0), (3, 3), (None, None)):
        movie.save(tmp_path / "a.gif", loop=loop)
        with Pillow.open(tmp_path / "a.gif") as file:
            assert file.info.get("loop") == found


def test_progress_is_reported_and_can_stop(tmp_path: pathlib.Path) -> None:
    movie, reports = moving().movie(1, 10), []
    movie.save(tmp_path / "a.gif", progress=lambda done, total: reports.append((done, total)))
    assert reports == [(index + 1, 10) for index in range(10)]
    (tmp_path / "b.gif").write_text("old")
    with pytest.raises(st.Cancelled, match="3 of 10"):
        movie.save(tmp_path / "b.gif", progress=lambda done, total: done < 3)
    assert (tmp_path / "b.gif").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.gif", "b.gif"]
    with pytest.raises(st.Cancelled):
        list(movie.frames(progress=lambda done, total: False))


def test_what_cannot_be_saved_is_refused(tmp_path: pathlib.Path) -> None:
    scene = moving()
    movie = scene.movie(1, 10)
    with pytest.raises(st.WriteError, match="nowhere"):
        movie.save(tmp_path / "nowhere" / "a.gif")
    for keywords in ({"colors": 1}, {"colors": 256}, {"loop": -1}, {"loop": 70000}, {"matte": "crimsn"}):
        with pytest.raises(st.InvalidArgument):
            movie.save(tmp_path / "a.gif", **keywords)
    for duration, fps in (
        (0, 10),
        (-1, 10),
        (math.nan, 10),
        (math.inf, 10),
        (1, 0),
        (1, math.inf),
        (1e9, 1e9),
    ):
        with pytest.raises(st.Error):
            scene.movie(duration, fps)
    with pytest.raises(st.Error):
        scene.movie(1, 10, scale=0)
    with pytest.raises(st.Error):
        scene.movie(1, 10, start=math.nan)


# Defaults of duration and fps


def beginning_late(period: float = 2) -> st.Scene:
    """A scene with two dots that move to and fro. The second dot begins 0.4 s after the first dot."""
    scene = st.Scene(60, 40, background="white")
    for begin, y in ((0, 10), (0.4, 30)):
        dot = st.Layer(bounds=(0, 0, 10, 10), position=(10, y), background_color="crimson")
        dot.add_animation(
            st.BasicAnimation(
                "position.x", from_value=10, to_value=50, duration=period / 2, autoreverses=True,
                repeat_count=math.inf, begin_time=begin,
            )
        )  # fmt: skip
        scene.add_sublayer(dot)
    return scene


@pytest.mark.parametrize(
    ("period", "fps", "count"),
    [
        (2, 30, 60),
        (0.7, 30, 21),
        (1.01, 30 / 1.01, 30),
        (0.333, 10 / 0.333, 10),
        (0.01, 100, 1),
        (1 / 3, 30, 10),
    ],
)
def test_a_movie_without_arguments_is_one_seamless_loop(period: float, fps: float, count: int) -> None:
    scene = beginning_late(period)
    movie = scene.movie()
    assert movie.start == pytest.approx(scene.loop_report().steady_from)
    assert movie.start >= 0.4
    assert movie.duration == pytest.approx(period)
    assert movie.fps == pytest.approx(fps)
    assert len(movie) == count
    after = scene.render(movie.start + movie.duration).astype(int)
    assert np.abs(movie[0].astype(int) - after).max() <= 1, "it runs into its beginning"


def test_arguments_of_a_movie_are_stored() -> None:
    scene = beginning_late()
    assert (scene.movie(1).start, scene.movie(1).fps) == (0, 30)
    assert (scene.movie(fps=10).fps, scene.movie(fps=10).duration) == (10, 2)
    assert scene.movie(start=3).start == 3


def test_a_scene_that_does_not_repeat_needs_a_duration() -> None:
    static, endless = st.Scene(10, 10), moving()
    static.add_sublayer(st.Layer(frame=(0, 0, 5, 5), background_color="red"))
    dot = st.Layer(frame=(0, 0, 5, 5))
    dot.add_animation(
        st.BasicAnimation("opacity", duration=math.sqrt(2), from_value=0, repeat_count=math.inf)
    )
    endless.add_sublayer(dot)
    for scene, why in ((static, r"duration.*0 s.*repeat_count=math\.inf"), (endless, "duration.*never")):
        with pytest.raises(st.InvalidArgument, match=why):
            scene.movie()
    with pytest.raises(st.InvalidArgument, match=r"duration.*None"):
        st.Movie(static, duration=None)


def test_a_start_before_all_has_begun_is_warned_of() -> None:
    with pytest.warns(st.DiagnosticWarning, match=r"0.1.*0\.4.*\[not-steady\]"):
        beginning_late().movie(2, 10, start=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        beginning_late().movie(2, 10, start=0.4)
        beginning_late().movie(2, 10)
        beginning_late().movie()
        beginning_late().movie(2, 10, start=0, diagnose=False)


@pytest.mark.parametrize("name", ["scene", "duration", "fps", "start", "scale"])
def test_what_a_movie_was_given_does_not_change(name: str) -> None:
    movie = moving().movie(2, 25)
    with pytest.raises(AttributeError):
        setattr(movie, name, 5)


# Short flashes


def flashing(side: float = 60) -> st.Scene:
    """A white scene with a square that is red in three of a hundred frames."""
    scene = st.Scene(60, 60, background="white")
    flash = st.Layer(frame=(20, 20, side, side), background_color="red", opacity=0)
    flash.add_animation(
        st.KeyframeAnimation(
            "opacity",
            values=[0, 1, 0],
            key_times=[0, 0.088, 0.118, 1],
            calculation_mode="discrete",
            duration=4,
        )
    )
    scene.add_sublayer(flash)
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("side", [60, 3])
@pytest.mark.parametrize("dither", [None, "ordered", "diffusion"])
def test_what_is_red_for_three_frames_of_a_hundred_is_red(
    tmp_path: pathlib.Path, side: float, dither: Any
) -> None:
    movie = flashing(side).movie(4, 25)
    assert [index for index, frame in enumerate(movie) if frame[21, 21, 1] == 0] == [9, 10, 11]
    movie.save(tmp_path / "a.gif", dither=dither)
    frames, total = reopened(tmp_path / "a.gif")
    assert (len(frames), total) == (3, 4000)
    assert [frame[21, 21].tolist() for frame in frames] == [
        [255, 255, 255, 255], [255, 0, 0, 255], [255, 255, 255, 255],
    ]  # fmt: skip


def test_an_emoji_keeps_what_is_short(tmp_path: pathlib.Path) -> None:
    flashing().movie(4, 25).save_emoji(tmp_path / "a.gif", max_frames=None)
    frames, _ = reopened(tmp_path / "a.gif")
    assert [frame[100, 100].tolist()[:3] for frame in frames] == [[255] * 3, [255, 0, 0], [255] * 3]


def test_a_short_colour_stays_among_very_many(tmp_path: pathlib.Path) -> None:
    scene = flashing(10)
    wheel = st.GradientLayer(
        frame=(-12, -12, 84, 84), colors=["white", "blue", "lime", "cyan", "white"], end_point=(1, 1)
    )
    wheel.add_animation(
        st.BasicAnimation("transform.rotation.z", from_value=0, to_value=math.tau, duration=4)
    )
    scene.root.insert_sublayer(wheel, 0)
    scene.movie(4, 25).save(tmp_path / "a.gif", colors=64)
    found = reopened(tmp_path / "a.gif")[0][10][25, 25]
    assert np.abs(found.astype(int) - [255, 0, 0, 255]).max() < 24


@pytest.mark.slow
def test_the_nearest_colour_is_exact_when_colours_are_remembered() -> None:
    random = np.random.default_rng(2)
    table = random.integers(256, size=(200, 3), dtype=np.uint8)
    nearest = palette.Nearest(table)
    for _ in range(3):
        asked = random.integers(256, size=(40_000, 3), dtype=np.uint8)
        found = nearest(asked)
        distances = ((asked[:, np.newaxis].astype(int) - table[found][:, np.newaxis]) ** 2).sum(axis=2)[:, 0]
        for start in range(0, len(asked), 8000):
            part = np.s_[start : start + 8000]
            best = ((asked[part, np.newaxis].astype(int) - table) ** 2).sum(axis=2).min(axis=1)
            assert (distances[part] == best).all()
    held = sum(value.nbytes for value in vars(nearest).values() if isinstance(value, np.ndarray))
    assert held < 1 << 19, "bytes, where every colour's answer would be 16 MB"


def test_a_gif_is_nearer_to_the_frames_than_pillows_own(tmp_path: pathlib.Path) -> None:
    scene = moving("white")
    scene.add_sublayer(
        st.GradientLayer(
            frame=(0, 8, 60, 32), colors=["#ff000080", "#00ff0080", "#0000ff80"], end_point=(1, 1)
        )
    )
    movie = scene.movie(1, 20, scale=3)
    movie.save(tmp_path / "a.gif")
    pictures = [Pillow.fromarray(frame).convert("RGB") for frame in movie]
    pictures[0].save(tmp_path / "b.gif", save_all=True, append_images=pictures[1:], duration=50)
    wrong = []
    for name in ("a.gif", "b.gif"):
        shown = np.stack(reopened(tmp_path / name)[0])[..., :3].astype(float)
        wrong.append(((shown - np.stack(list(movie))[..., :3]) ** 2).mean())
    assert wrong[0] < wrong[1]
