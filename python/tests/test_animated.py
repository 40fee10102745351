"""Animated pictures as contents: the file's frames at the file's times."""

import io
import math
import pathlib

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st

COLORS = ["red", "lime", "blue"]
MILLISECONDS = [100, 250, 50]


def save(path: pathlib.Path | io.BytesIO, format_name: str, **options: object) -> None:
    frames = [Pillow.new("RGBA", (4, 3), color) for color in COLORS]
    options = {"lossless": True} | options if format_name == "WEBP" else options
    frames[0].save(
        path, format_name, save_all=True, append_images=frames[1:], duration=MILLISECONDS, **options
    )


def shown(animation: st.KeyframeAnimation, time: float) -> tuple[int, ...]:
    layer = st.Layer(frame=(0, 0, 4, 3))
    layer.add_animation(animation)
    scene = st.Scene(4, 3)
    scene.add_sublayer(layer)
    return tuple(int(v) for v in scene.render(time)[1, 1])


@pytest.mark.parametrize(("ending", "format_name"), [("gif", "GIF"), ("png", "PNG"), ("webp", "WEBP")])
def test_frames_are_shown_at_the_times_of_the_file(
    tmp_path: pathlib.Path, ending: str, format_name: str
) -> None:
    path = tmp_path / f"moving.{ending}"
    save(path, format_name, loop=0)
    animation = st.animated_contents(path)
    assert animation.duration == pytest.approx(0.4)
    assert animation.repeat_count == math.inf
    red, lime, blue = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
    for time, colour in ((0, red), (0.099, red), (0.101, lime), (0.349, lime), (0.351, blue), (0.401, red)):
        assert shown(animation, time) == colour, time


def test_a_copy_shows_it_through_its_own_window_and_a_loop_is_known(tmp_path: pathlib.Path) -> None:
    save(tmp_path / "a.gif", "GIF", loop=0)
    dot = st.Layer(frame=(0, 0, 4, 3))
    dot.add_animation(st.animated_contents(tmp_path / "a.gif"))
    row = st.ReplicatorLayer(instance_count=2, instance_delay=-0.1)
    row.instance_transform = st.Transform3D.translation(4, 0)
    row.add_sublayer(dot)
    scene = st.Scene(8, 3)
    scene.add_sublayer(row)
    picture = scene.render(0.05)
    assert tuple(picture[1, 1][:3]) == (255, 0, 0)
    assert tuple(picture[1, 5][:3]) == (0, 255, 0)
    assert scene.loop_duration() == pytest.approx(0.4)


@pytest.mark.parametrize(("loop", "plays"), [(None, 1), (2, 3), (0, math.inf)])
def test_a_gif_plays_as_often_as_it_says(tmp_path: pathlib.Path, loop: int | None, plays: float) -> None:
    save(tmp_path / "a.gif", "GIF", **({} if loop is None else {"loop": loop}))
    assert st.animated_contents(tmp_path / "a.gif").repeat_count == plays
    assert st.animated_contents(tmp_path / "a.gif", repeat_count=5).repeat_count == 5


def test_open_files_and_still_pictures_are_taken() -> None:
    data = io.BytesIO()
    Pillow.new("RGB", (4, 3), "navy").save(data, "PNG")
    data.seek(0)
    still = st.animated_contents(data)
    assert shown(still, 0.05) == shown(still, 77) == (0, 0, 128, 255)
    assert still.duration == 0.1


def test_what_cannot_be_read_is_refused_by_name(tmp_path: pathlib.Path) -> None:
    (tmp_path / "text.gif").write_text("no picture")
    with pytest.raises(st.LoadError, match=r"text\.gif"):
        st.animated_contents(tmp_path / "text.gif")
    with pytest.raises(FileNotFoundError, match=r"none\.gif"):
        st.animated_contents(tmp_path / "none.gif")


def test_too_many_pixels_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stretto.animated._MOST_PIXELS", 35)
    data = io.BytesIO()
    save(data, "GIF", loop=0)
    data.seek(0)
    with pytest.raises(st.LimitError, match="3 frames of 4 x 3"):
        st.animated_contents(data)


def test_partial_alpha_survives(tmp_path: pathlib.Path) -> None:
    pixels = np.zeros((2, 2, 4), np.uint8)
    pixels[...] = (200, 100, 50, 128)
    frames = [Pillow.fromarray(pixels), Pillow.fromarray(pixels[:, ::-1] // 2)]
    frames[0].save(tmp_path / "a.webp", save_all=True, append_images=frames[1:], lossless=True, duration=40)
    animation = st.animated_contents(tmp_path / "a.webp")
    layer = st.Layer(frame=(0, 0, 2, 2))
    layer.add_animation(animation)
    scene = st.Scene(2, 2)
    scene.add_sublayer(layer)
    assert np.abs(scene.render(0)[0, 0].astype(int) - (200, 100, 50, 128)).max() <= 1
