"""Tests that notebooks get the engine once for all objects that they show."""

from __future__ import annotations

import io
import math
from typing import Any

import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._pages import pictures
from web import FOLDER, needs_web

pytestmark = [needs_web, pytest.mark.slow]

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRETTO_WEB", str(FOLDER))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anywidget", reason="anywidget is not installed: make build")
    monkeypatch.setattr(pictures, "_has_kernel", lambda: True)


@pytest.fixture
def scene() -> st.Scene:
    scene = st.Scene(60, 40, background="white")
    dot = st.Layer(frame=(10, 10, 10, 10), background_color="red", name="dot")
    turn = st.BasicAnimation("opacity", from_value=1, to_value=0, duration=1)
    turn.repeat_count = math.inf
    dot.add_animation(turn)
    row = st.ReplicatorLayer(instance_count=3, instance_delay=0.25, name="row")
    row.instance_transform = st.Transform3D.translation(15, 0)
    row.add_sublayer(dot)
    scene.add_sublayer(row)
    return scene


def shown(displayed: Any) -> dict[str, Any]:
    data, _about = displayed._repr_mimebundle_()
    return dict(data)


def test_a_movie_plays_its_seconds_by_the_engine(scene: st.Scene) -> None:
    movie = scene.movie(0.5, start=0.25, diagnose=False)
    data = shown(movie)
    assert data["text/plain"] == repr(movie)
    assert '<stretto-scene controls inspect autoplay from="0.25" to="0.75"' in data["text/html"]
    assert "data-clip" in movie.player()._repr_html_(), "the sheet of frames is still there"


def test_an_explorer_shows_itself_as_a_page_does(scene: st.Scene) -> None:
    explorer = st.plot.explorer(scene.find("dot"), scene)
    html = shown(explorer)["text/html"]
    assert html == explorer.to_html()
    assert '<stretto-explorer layer="/0/0" key-path="opacity"' in html


def test_in_a_kernel_all_that_is_shown_shares_one_engine(kernel: None, scene: st.Scene) -> None:
    movie = scene.movie(1, diagnose=False)
    explorer = st.plot.explorer(scene.find("dot"), scene)
    bundles = [shown(movie), shown(scene.movie(2, diagnose=False)), shown(explorer)]
    models = pytest.importorskip("ipywidgets").widgets.widget._instances
    made = [models[data[VIEW]["model_id"]] for data in bundles]
    assert bundles[0]["text/plain"] == repr(movie)
    assert len({widget._engine.model_id for widget in made}) == 1
    assert [widget._element for widget in made] == ["stretto-scene", "stretto-scene", "stretto-explorer"]
    engine_size = len(made[0]._engine._text)
    for data, widget in zip(bundles, made, strict=True):
        assert "text/html" not in data
        assert len(str(widget.get_state())) < engine_size / 20, "the engine is elsewhere"
    still = movie._repr_png_()
    assert still is not None
    assert bundles[0]["image/png"] == still[0]


def test_the_still_of_a_widget_has_its_size_in_points(kernel: None, scene: st.Scene) -> None:
    """A program that cannot show widgets, such as nbconvert, shows the still picture of a widget instead."""
    movie = scene.movie(1, scale=2, diagnose=False)
    for displayed in (movie, st.plot.explorer(scene.find("dot"), scene), scene.live()):
        data, about = displayed._repr_mimebundle_()
        assert about["image/png"] == {"width": 60, "height": 40}
        assert Pillow.open(io.BytesIO(data["image/png"])).size == (120, 80)


def test_values_of_an_explorer_are_set_and_observed(kernel: None, scene: st.Scene) -> None:
    live = st.plot.explorer(scene.find("dot"), scene, time=1).live()
    seen: list[float] = []
    live.observe(lambda change: seen.append(change["new"]), "delay")
    assert (live.time, live.delay) == (1, 0.25)
    live.delay = 0.5
    row = scene.find("row")
    assert isinstance(row, st.ReplicatorLayer)
    assert seen == [0.5]
    assert row.instance_delay == 0.25, "the scene is its owner's"
    document = live._document
    row.instance_count = 2
    live.refresh()
    assert live._document != document
    live.close()


@pytest.mark.parametrize(
    ("options", "problem", "words"),
    [
        ({"layer": "dot"}, TypeError, "Layer"),
        ({"scene": "scene"}, TypeError, "Scene"),
        ({"time": math.inf}, st.InvalidArgument, "time"),
        ({"key_path": "opactiy"}, st.KeyPathError, "opacity"),
        ({"component": 3, "key_path": "position"}, st.InvalidArgument, "component"),
    ],
)
def test_bad_input_gets_a_sentence(
    scene: st.Scene, options: Any, problem: type[Exception], words: str
) -> None:
    given = {"layer": scene.find("dot"), "scene": scene, **options}
    with pytest.raises(problem, match=words):
        st.plot.explorer(**given)


def test_a_layer_of_another_scene_is_refused(scene: st.Scene) -> None:
    with pytest.raises(st.InvalidArgument):
        st.plot.explorer(st.Layer(frame=(0, 0, 5, 5)), scene)


def test_masks_and_glyphs_are_found_by_their_path_from_the_root(scene: st.Scene) -> None:
    row = scene.find("row")
    assert isinstance(row, st.ReplicatorLayer)
    mask, second = st.Layer(frame=(0, 0, 9, 9), background_color="black"), st.Layer(frame=(0, 0, 8, 8))
    scene.find("dot").mask = mask
    row.instance_masks = [None, st.Layer(frame=(0, 0, 60, 40)), second]
    text = st.TextLayer(string="ab", frame=(0, 0, 60, 20))
    scene.add_sublayer(text)
    from stretto.plot import _explorer

    assert _explorer._route(mask, scene) == "/0/0/mask"
    assert _explorer._route(second, scene) == "/0/instanceMask1"
    assert _explorer._route(text.glyph, scene) == "/1/glyph"
