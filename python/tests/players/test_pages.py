"""Tests of saved pages and the live widget without a browser. In the tests, a file with a single word stands
in for the web engine.
"""

from __future__ import annotations

import base64
import gzip
import pathlib
import re

import pytest

import stretto as st

pytest.importorskip("anywidget", reason="anywidget is not installed: make build")

ENGINE = "the engine's script"


@pytest.fixture(autouse=True)
def engine(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "stretto.engine.js").write_text(ENGINE, encoding="utf-8")
    monkeypatch.setenv("STRETTO_WEB", str(folder))


@pytest.fixture
def scene() -> st.Scene:
    scene = st.Scene(40, 20, background="white")
    dot = st.Layer(frame=(0, 0, 10, 10), background_color="red", name="dot")
    dot.add_animation(st.BasicAnimation("position.x", to_value=30, duration=2, repeat_count=float("inf")))
    scene.add_sublayer(dot)
    return scene


def document(page: str) -> bytes:
    found = re.search(r'<script type="application/gzip">(.*?)</script>', page)
    assert found is not None
    return gzip.decompress(base64.b64decode(found[1]))


@pytest.mark.parametrize("name", ["clip.html", "CLIP.HTM"])
def test_a_page_holds_the_document_the_engine_and_a_still(
    scene: st.Scene, tmp_path: pathlib.Path, name: str
) -> None:
    scene.save(tmp_path / name)
    page = (tmp_path / name).read_text(encoding="utf-8")
    assert document(page) == scene.to_bytes()
    assert f"<script>{ENGINE}</script>" in page
    assert 'src="data:image/png;base64,' in page


def test_the_name_of_a_page_is_its_title_and_no_markup(scene: st.Scene, tmp_path: pathlib.Path) -> None:
    scene.save(tmp_path / "a <b> & c.html")
    assert "<title>a &lt;b&gt; &amp; c</title>" in (tmp_path / "a <b> & c.html").read_text(encoding="utf-8")


def test_a_clip_names_its_seconds_or_is_a_sheet(scene: st.Scene) -> None:
    movie = scene.movie(0.5, start=1.25, diagnose=False)
    page = movie.to_html()
    assert ' from="1.25" to="1.75"' in page
    assert document(page) == scene.to_bytes()
    assert movie.to_html(live=False) == movie.player().html()


def test_without_the_engine_the_error_names_what_makes_it(
    scene: st.Scene, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRETTO_WEB", str(tmp_path / "nowhere"))
    for use in (lambda: scene.save(tmp_path / "clip.html"), scene.live, scene.movie(1).to_html):
        with pytest.raises(st.LoadError, match="make web"):
            use()
    assert not (tmp_path / "clip.html").exists()


def test_a_page_that_cannot_be_written_says_so(scene: st.Scene, tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.WriteError, match="no-such-folder"):
        scene.save(tmp_path / "no-such-folder" / "clip.html")


def test_the_widget_sends_the_scene_again_when_it_has_changed(scene: st.Scene) -> None:
    widget = scene.live()
    assert gzip.decompress(widget._document) == scene.to_bytes()
    sent: list[bytes] = []
    widget.observe(lambda change: sent.append(change["new"]), "_document")
    widget.refresh()
    assert sent == []
    scene.find("dot").background_color = "blue"
    widget.time = 0.5
    assert [gzip.decompress(data) for data in sent] == [scene.to_bytes()]
    widget.close()
    widget.close()
    scene.find("dot").background_color = "green"
    widget.refresh()
    assert len(sent) == 1, "a widget that is closed sends nothing"


def test_the_widget_reports_what_the_page_does(scene: st.Scene) -> None:
    widget = scene.live(controls=False, autoplay=True)
    assert widget.playing
    assert widget._attributes == {}
    heard: list[object] = []
    widget.observe(lambda change: heard.append(change["new"]), ["time", "hover"])
    found = {"layer": "dot", "instance": [1], "local_time": 0.5, "point": [1, 2]}
    widget.set_state({"time": 1.5, "hover": found})
    assert heard == [1.5, found]
    widget.close()
