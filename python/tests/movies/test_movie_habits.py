"""Tests of calls for saving clips that people know from other tools."""

from __future__ import annotations

import math
import pathlib
import re
import warnings

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st


def ending(seconds: float = 0.5) -> st.Scene:
    """A scene with a square that moves to the right within `seconds`, and then stays there."""
    square = st.Layer(frame=(16, 0, 4, 4), background_color="red")
    square.add_animation(st.BasicAnimation("position.x", from_value=2, to_value=18, duration=seconds))
    return st.Scene(20, 4, background="white", sublayers=[square])


def looping() -> st.Scene:
    square = st.Layer(frame=(0, 0, 4, 4), background_color="red")
    turn = st.BasicAnimation("position.x", from_value=2, to_value=18, duration=1, repeat_count=math.inf)
    square.add_animation(turn)
    return st.Scene(20, 4, background="white", sublayers=[square])


def frames_of(path: pathlib.Path) -> tuple[int, int]:
    """The number of frames of a GIF and their total duration in milliseconds."""
    with Pillow.open(path) as file:
        count = getattr(file, "n_frames", 1)
        lasts = 0
        for index in range(count):
            file.seek(index)
            lasts += file.info["duration"]
        return count, lasts


def test_a_movie_is_saved_at_another_rate_and_length(tmp_path: pathlib.Path) -> None:
    movie = looping().movie()
    assert (len(movie), movie.fps, movie.duration) == (30, 30, 1)
    for options, count, lasts in (
        ({"fps": 10}, 10, 1000),
        ({"duration": 0.5}, 15, 500),
        ({"fps": 10, "duration": 2}, 20, 2000),
        ({"fps": 20, "duration": 0.25}, 5, 250),
    ):
        movie.save(tmp_path / "a.gif", **options)
        assert frames_of(tmp_path / "a.gif") == (count, lasts), options
    assert (len(movie), movie.fps, movie.duration) == (30, 30, 1), "the movie stays as it is"
    given = looping().movie(duration=1, fps=24)
    given.save(tmp_path / "a.gif", duration=0.5)
    assert frames_of(tmp_path / "a.gif")[0] == 12, "a rate that was given holds for another length"
    with pytest.raises(st.InvalidArgument, match=r"fps.*0"):
        movie.save(tmp_path / "a.gif", fps=0)
    with pytest.raises(TypeError, match="duration"):
        movie.save(tmp_path / "a.gif", duration="2")  # type: ignore[arg-type]


def test_a_scene_that_ends_has_a_movie_until_it_is_static() -> None:
    scene = ending(0.5)
    with pytest.warns(st.DiagnosticWarning, match=r"0.5 s") as caught:
        movie = scene.movie()
    assert [warning.message.code for warning in caught] == ["ends"]  # type: ignore[union-attr]
    assert (movie.start, movie.fps, len(movie)) == (0, 30, 16)
    assert np.array_equal(movie[-1], scene.render(99)), "the last frame is how it stays"
    assert not np.array_equal(movie[-2], scene.render(99))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = scene.movie()  # the warning was given before
    assert again == movie


def test_a_scene_that_ends_keeps_what_was_asked_for() -> None:
    with pytest.warns(st.DiagnosticWarning, match=r"0\.5 s"):
        movie = ending().movie(fps=10, start=0.2)
    assert (movie.start, movie.fps, len(movie)) == (0.2, 10, 4)
    assert movie.time(3) == 0.5
    assert ending().movie(2).duration == 2
    with pytest.raises(st.InvalidArgument, match=r"fps.*-3"), pytest.warns(st.DiagnosticWarning):
        ending().movie(fps=-3)
    with pytest.raises(st.InvalidArgument, match=r"0\.5 s"):
        ending().movie(start=0.5)
    static = st.Scene(4, 4, sublayers=[st.Layer(frame=(0, 0, 4, 4), background_color="red")])
    with pytest.raises(st.InvalidArgument, match="0 s"):
        static.movie()


@pytest.mark.parametrize(("name", "most"), [("a.gif", 50), ("a.webp", 90), ("a.apng", 90)])
def test_a_rate_that_a_format_cannot_store_is_reported_once(
    tmp_path: pathlib.Path, name: str, most: int
) -> None:
    movie = looping().movie(duration=0.2, fps=100, diagnose=False)
    with pytest.warns(UserWarning, match=f"{most} frames a second.*100") as caught:
        movie.save(tmp_path / name)
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        movie.save(tmp_path / name, fps=most)
        movie.save(tmp_path / "frames/")


def test_a_path_without_an_ending_is_a_folder(tmp_path: pathlib.Path) -> None:
    movie = looping().movie(duration=0.1, fps=20, diagnose=False)
    movie.save(pathlib.Path(f"{tmp_path}/frames/"))
    assert sorted(item.name for item in (tmp_path / "frames").iterdir()) == [
        "clip.json",
        "frame_0000.png",
        "frame_0001.png",
    ]
    with pytest.raises(st.InvalidArgument, match=re.escape("has no ending; allowed is .gif")):
        movie.save(f"{tmp_path}/clip")
