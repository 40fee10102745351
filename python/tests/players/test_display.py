"""Tests of the pictures and players that a notebook shows for objects, requested as IPython requests them."""

from __future__ import annotations

import base64
import io
import json
import math
import pathlib
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._clips.clip import about_square
from stretto._pages import pictures

formatters = pytest.importorskip("IPython.core.formatters", reason="IPython is not installed: make build")


def shown(displayed: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """Everything that IPython would show for an object: the data of each MIME type, and the metadata."""
    data, about = formatters.DisplayFormatter().format(displayed)
    return data, about


def picture(displayed: object) -> np.ndarray[Any, Any]:
    data, _ = shown(displayed)
    return np.asarray(Pillow.open(io.BytesIO(data["image/png"])).convert("RGBA"))


def square_scene() -> tuple[st.Scene, st.Layer]:
    scene = st.Scene(40, 20, background="white")
    layer = st.Layer(frame=(5, 5, 10, 10), background_color="red")
    move = st.BasicAnimation("position.x", to_value=35, duration=1, fill_mode="forwards")
    move.removed_on_completion = False
    layer.add_animation(move)
    scene.add_sublayer(layer)
    return scene, layer


# Still pictures


def test_a_scene_shows_its_frame_at_0_twice_as_fine_as_its_points() -> None:
    scene, _ = square_scene()
    assert (picture(scene) == scene.render(0, scale=2)).all()
    data, about = shown(scene)
    assert about["image/png"] == {"width": 40, "height": 20}
    assert data["text/plain"].startswith("<Scene, 40 x 20 points>")


@pytest.mark.parametrize("background", [None, "white"])
def test_a_scene_that_begins_with_nothing_shows_what_comes(background: str | None) -> None:
    scene, layer = square_scene()
    scene.background, layer.opacity = background, 0
    appear = st.BasicAnimation("opacity", from_value=0, to_value=1, begin_time=2, duration=1)
    appear.fill_mode, appear.removed_on_completion = "both", False
    layer.add_animation(appear)
    shown_pixels = picture(scene)
    assert (shown_pixels != scene.render(0, scale=2)).any()
    assert any((shown_pixels == scene.render(time, scale=2)).all() for time in np.linspace(0, 3, 25))
    layer.remove_all_animations()
    assert (picture(scene) == scene.render(0, scale=2)).all(), "nothing ever comes"


def test_a_large_scene_shows_fewer_pixels() -> None:
    data, about = shown(st.Scene(8000, 100, "red"))
    assert Pillow.open(io.BytesIO(data["image/png"])).size == (1600, 20)
    assert about["image/png"] == {"width": 1600, "height": 20}


def test_a_layer_shows_what_it_paints_and_stays_where_it_is() -> None:
    scene, layer = square_scene()
    pixels = picture(layer)
    red = np.argwhere((pixels == (255, 0, 0, 255)).all(axis=2))
    assert (red.max(axis=0) - red.min(axis=0) + 1).tolist() == [20, 20]
    assert len(red) == 400
    assert layer.superlayer is scene.root
    row = st.ReplicatorLayer(instance_count=3, instance_transform=st.Transform3D.translation(20, 0))
    row.add_sublayer(layer)
    red = np.argwhere((picture(row) == (255, 0, 0, 255)).all(axis=2))
    assert len(red) == 1200
    assert (red.max(axis=0) - red.min(axis=0) + 1).tolist() == [20, 100]


def test_empty_layers_and_paths_are_displayed_as_their_repr() -> None:
    for empty in (st.Layer(), st.Path(), st.Layer(frame=(0, 0, 9, 9))):
        data, _ = shown(empty)
        assert list(data) == ["text/plain"]


def test_closed_objects_are_displayed_as_their_repr(capsys: pytest.CaptureFixture[str]) -> None:
    scene, layer = square_scene()
    image, movie = st.Image.solid(2, 2, "red"), scene.movie(duration=1, fps=2)
    for closed in (scene, layer, image):
        closed.close()
    for closed in (scene, layer, image, movie):  # type: ignore[assignment]
        assert shown(closed)[0] == {"text/plain": repr(closed)}
    assert capsys.readouterr() == ("", ""), "no traceback either"


@pytest.mark.parametrize("scale", [0.01, 1, 100])
def test_a_path_is_as_large_as_can_be_read_whatever_its_units(scale: float) -> None:
    data, _ = shown(st.Path.rect(7 * scale, -3 * scale, 20 * scale, 10 * scale))
    width, height = map(float, re.findall(r' (?:width|height)="([\d.]+)"', data["image/svg+xml"])[:2])
    assert 160 <= width <= 620
    assert 1.6 < width / height < 2
    assert 'stroke-width="' in data["image/svg+xml"]


def test_an_image_shows_its_pixels() -> None:
    pixels = np.arange(4 * 3 * 4, dtype=np.uint8).reshape(3, 4, 4)
    pixels[..., 3] = 255
    assert (picture(st.Image(pixels)) == pixels).all()


def test_a_transform_shows_its_matrix_as_a_table_and_as_latex() -> None:
    data, _ = shown(st.Transform3D.rotation(math.pi / 2).translated(10, 0.5))
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", data["text/html"])
    assert cells == ["0", "1", "0", "0", "-1", "0", "0", "0", "0", "0", "1", "0", "-0.5", "10", "0", "1"]
    assert data["text/latex"].startswith(r"$\begin{bmatrix} 0 & 1 & 0 & 0 \\ -1 & 0")
    assert data["text/plain"].startswith("Transform3D([")


# Players


def sheet_of(html: str) -> tuple[dict[str, Any], np.ndarray[Any, Any]]:
    """The data of a player and its sprite sheet, from the player's HTML."""
    from base64 import b64decode
    from html import unescape

    clip = re.search(r'data-clip="([^"]*)"', html)
    data = re.search(r'data-sheet="data:image/png;base64,([^"]*)"', html)
    assert clip is not None
    assert data is not None
    return json.loads(unescape(clip[1])), np.asarray(Pillow.open(io.BytesIO(b64decode(data[1]))))


def test_without_the_engine_a_movie_shows_a_player_with_every_frame_at_its_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    monkeypatch.setenv("STRETTO_WEB", str(tmp_path))
    scene, _ = square_scene()
    movie = scene.movie(duration=1.05, fps=10, start=0.2, scale=1.5)
    data, _ = shown(movie)
    clip, sheet = sheet_of(data["text/html"])
    assert clip == {
        "frames": 11, "fps": 10, "duration": 1.05, "start": 0.2, "width": 60, "height": 30, "columns": 2,
        "autoplay": True,
    }  # fmt: skip
    for index, frame in enumerate(movie):
        top, left = index // 2 * 30, index % 2 * 60
        assert (sheet[top : top + 30, left : left + 60] == frame).all()
    assert (picture(movie) == movie[0]).all()


def test_a_player_needs_no_network_and_no_other_file(tmp_path: pathlib.Path) -> None:
    scene, _ = square_scene()
    scene.movie(duration=1, fps=5).player().save(tmp_path / "clip.html")
    page = (tmp_path / "clip.html").read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)=["'](?!data:)""", page)
    assert not re.search(r"https?:|\bimport\b|\bfetch\b|@import|url\(", page.partition("<script>")[2])
    assert len(page) < 20_000
    with pytest.raises(st.WriteError, match="no/such"):
        scene.movie(duration=1, fps=5).player().save("no/such/clip.html")


def test_the_same_clip_gives_the_same_bytes() -> None:
    scene, _ = square_scene()
    movie = scene.movie(duration=1, fps=5)
    assert movie.player().html() == movie.player().html()


def test_a_player_above_its_limit_says_so_and_how_to_raise_it() -> None:
    scene, layer = square_scene()
    layer.contents = st.Image(np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8))
    movie = scene.movie(duration=2, fps=20, scale=4)
    whole = len(movie.player().html())
    for limit in (1_000, whole // 2):
        data, _ = shown(movie.player(limit=limit))
        assert "Only the first frame is shown" in data["text/html"]
        assert "<script" not in data["text/html"]
        advice = re.search(r"movie\.player\(limit=([\d_]+)\)", data["text/html"])
        assert advice is not None
        assert "<script" in movie.player(limit=int(advice[1]))._repr_html_()
        with pytest.raises(st.LimitError, match=r"40.*160.*80"):
            movie.player(limit=limit).html()


def test_a_clip_that_no_browser_can_hold_is_refused_before_it_is_drawn() -> None:
    calls = []

    class Counted(st.Scene):
        __slots__ = ()

        def render(self, *arguments: Any, **options: Any) -> Any:
            calls.append(arguments)
            return super().render(*arguments, **options)

    movie = Counted(400, 300, "red").movie(duration=3600, fps=60, diagnose=False)
    text = movie.player(limit=10**12)._repr_html_()
    assert "browsers hold" in text
    assert "movie.player(limit=" not in text
    assert len(calls) == 1


@pytest.mark.parametrize("size", [(1, 1), (3000, 20), (20, 3000), (640, 480)])
def test_a_sheet_keeps_within_what_browsers_take(size: tuple[int, int]) -> None:
    for frames in (1, 2, 7, 60, 400):
        layout = about_square(frames, size, 16_384)
        rows = math.ceil(frames / layout.columns)
        assert layout.size == (layout.columns * size[0], rows * size[1])
        assert layout.size[0] <= 16_384
        assert (rows - 1) * layout.columns < frames
        if frames * size[0] * size[1] <= 2**27:
            assert layout.size[1] <= 16_384 or layout.size[0] > 16_384 - size[0]


def test_what_is_shown_says_the_same_without_ipython() -> None:
    """The display methods do not need IPython, because other notebooks call them too."""
    scene, layer = square_scene()
    assert scene._repr_png_() == pictures.of_scene(scene)
    assert layer._repr_png_() == pictures.of_layer(layer)


def test_without_the_engine_an_explorer_shows_its_graph_and_says_what_is_missing(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("STRETTO_WEB", str(tmp_path))
    scene, layer = square_scene()
    row = st.ReplicatorLayer(layer, instance_count=2, instance_delay=0.2)
    scene.add_sublayer(row)
    data, _ = shown(st.plot.explorer(layer, scene))
    tag = re.search(
        r'<img [^>]*width="(\d+)" height="(\d+)" src="data:image/png;base64,([^"]+)"', data["text/html"]
    )
    assert tag is not None
    graph = Pillow.open(io.BytesIO(base64.b64decode(tag[3])))
    assert graph.size == pytest.approx((2 * int(tag[1]), 2 * int(tag[2])), abs=2)
    assert len(np.unique(np.asarray(graph.convert("RGB")).reshape(-1, 3), axis=0)) > 20
    assert "<code>make web</code>" in data["text/html"]


def test_without_scripts_and_styles_a_player_shows_its_first_frame_in_points() -> None:
    """A notebook that is not trusted removes scripts, styles and data attributes, and still shows the first
    frame.
    """
    scene, _ = square_scene()
    tag = re.search(
        r'<img alt="the first frame" width="40" height="20" src="data:image/png;base64,([^"]+)">',
        scene.movie(1, 20, scale=2).player().html(),
    )
    assert tag is not None
    frame = np.asarray(Pillow.open(io.BytesIO(base64.b64decode(tag[1]))).convert("RGBA"))
    assert (frame == scene.render(0, scale=2)).all()
