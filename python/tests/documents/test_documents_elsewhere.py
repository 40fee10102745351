# ruff: noqa: E501 (lines of XML)
"""Tests of documents that a reader without Stretto's namespace reads, and of unknown markup that Stretto
keeps.
"""

from __future__ import annotations

import pathlib
import pickle
import plistlib
import random
import warnings
import xml.etree.ElementTree as ElementTree
import zipfile

import numpy as np
import pytest

import stretto as st
from chance import seeds
from view_replicators import LEVELS, is_constructed, random_scene

OWN = "{urn:stretto:document:1}"
CAML = "http://www.apple.com/CoreAnimation/1.0"


def public(document: pathlib.Path) -> st.Scene:
    """The scene of a bundle as a reader that knows only Core Animation's markup sees it."""
    root = ElementTree.parse(document / "main.caml").getroot()
    for element in list(root.iter()):
        for name in [name for name in element.attrib if name.startswith(OWN)]:
            del element.attrib[name]
        for child in [child for child in element if child.tag.startswith(OWN)]:
            element.remove(child)
    ElementTree.register_namespace("", CAML)
    (document / "main.caml").write_bytes(ElementTree.tostring(root))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return st.Scene.open(document)


# View replicators


@pytest.mark.parametrize("seed", seeds(5, 20, 60))
def test_a_view_replicator_is_shown_by_public_features_alone(seed: int, tmp_path: pathlib.Path) -> None:
    r = random.Random(seed)
    scene, views = random_scene(r)
    scene.save(tmp_path / "x.ca")
    again = st.Scene.open(tmp_path / "x.ca")
    assert again == scene
    elsewhere = public(tmp_path / "x.ca")
    assert not any(type(layer) is st.ViewReplicator for layer in tree(elsewhere.root))
    times = (0.0, 0.7, r.uniform(0, 4))
    for time in times:
        assert (again.render(time) == scene.render(time)).all()
    if not is_constructed(views):
        return
    for time in times:
        apart = np.abs(
            scene.render(time, premultiplied=True).astype(int) - elsewhere.render(time, premultiplied=True)
        )
        assert (apart.max(axis=2) > LEVELS).sum() <= 20, f"random.Random({seed}) at {time}"


def tree(layer: st.Layer) -> list[st.Layer]:
    return [layer, *(below for sublayer in layer.sublayers for below in tree(sublayer))]


@pytest.mark.slow
def test_view_replicators_that_show_each_other_take_no_more_than_they_are() -> None:
    def nested(depth: int) -> int:
        inner = st.Layer(bounds=(0, 0, 10, 10), background_color="red")
        for _ in range(depth):
            views = st.ViewReplicator(inner, bounds=(0, 0, 10, 10), position=(5, 5))
            views.add_proxy(frame=(0, 0, 5, 5)).mask = st.Layer(bounds=(0, 0, 3, 3), background_color="black")
            views.add_proxy(frame=(5, 5, 5, 5))
            inner = views
        scene = st.Scene(10, 10)
        scene.add_sublayer(inner)
        data = scene.to_bytes()
        assert st.Scene.from_bytes(data) == scene
        return len(data)

    assert nested(40) < 3 * nested(20)


def test_what_a_view_replicator_ignores_of_its_source_comes_back() -> None:
    source = st.Layer(bounds=(0, 0, 20, 10), position=(7, 9), opacity=0.25, background_color="red")
    source.transform = st.Transform3D.rotation(1)
    source.add_animation(st.BasicAnimation("position.x", from_value=0, to_value=50, duration=1), "slide")
    source.add_animation(st.BasicAnimation("backgroundColor", to_value="blue", duration=1), "tint")
    views = st.ViewReplicator(source, bounds=(0, 0, 40, 40), position=(20, 20))
    views.add_proxy(frame=(0, 0, 20, 10))
    scene = st.Scene(40, 40)
    scene.add_sublayer(views)
    found = st.Scene.from_bytes(scene.to_bytes()).root.sublayers[0]
    assert isinstance(found, st.ViewReplicator)
    assert found.source is not None
    assert (found.source.position, found.source.opacity) == ((7, 9), 0.25)
    assert found.source.transform == source.transform
    assert found.source.animation_keys == ("slide", "tint")
    assert found.source.presentation_value("position.x", 0.5) == 25


# Unknown markup

INDEX = {
    "rootDocument": "main.caml", "geometryFlipped": False, "loopEnd": float("inf"), "documentWidth": 200.0,
    "touchesColor": "1 1 0 <0.8>", "publishedObjectNames": ["#1", "#2"], "plugins": [], "guidesEnabled": True,
}  # fmt: skip


def caml(inside: str, root: str = "CALayer") -> bytes:
    return f'<caml xmlns="{CAML}"><{root} bounds="0 0 100 60">{inside}</{root}></caml>'.encode()


@pytest.mark.parametrize("form", [plistlib.FMT_XML, plistlib.FMT_BINARY])
@pytest.mark.parametrize("packed", [False, True])
def test_the_keys_of_an_index_are_kept(
    form: plistlib.PlistFormat, packed: bool, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "a.ca").mkdir()
    files = {"main.caml": caml("<sublayers/>"), "index.xml": plistlib.dumps(INDEX, fmt=form)}
    for name, data in files.items():
        (tmp_path / "a.ca" / name).write_bytes(data)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name, data in files.items():
            archive.writestr(f"a.ca/{name}", data)
    scene = st.Scene.open(tmp_path / ("a.zip" if packed else "a.ca"))
    scene.save(tmp_path / "b.ca")
    assert plistlib.loads((tmp_path / "b.ca" / "index.xml").read_bytes()) == INDEX
    twin = pickle.loads(pickle.dumps(scene))
    assert twin == scene
    assert twin.digest() == scene.digest()
    twin.save(tmp_path / "c.caml")
    st.Scene.open(tmp_path / "c.caml").save(tmp_path / "c.ca")
    assert (tmp_path / "c.ca" / "index.xml").read_bytes() == (tmp_path / "b.ca" / "index.xml").read_bytes()


FILTERS = """<sublayers><CALayer bounds="0 0 100 60" position="50 30" backgroundColor="1 0 0"><filters>
<CIFilter filter="CISepiaTone" name="old"><inputIntensity type="real" value="0.5"/></CIFilter>
<CAFilter filter="colorInvert" name="turn" enabled="true" nuggetThing="7"/>
<CAFilter filter="colorMonochrome" name="off" enabled="false"/>
<CAFilter filter="vibrantDark" name="dark" inputReversed="1"/></filters></CALayer></sublayers>"""


def test_unknown_filters_keep_their_order_and_are_reported(tmp_path: pathlib.Path) -> None:
    with pytest.warns(UserWarning, match="CISepiaTone"):
        scene = st.Scene.from_bytes(caml(FILTERS))
    assert len(scene.warnings) == 2
    assert "vibrantDark" in scene.warnings[1]
    assert tuple(scene.render(0)[30, 50]) == (0, 255, 255, 255), "the one that is on is drawn"
    layer = scene.root.sublayers[0]
    assert [item.name for item in layer.filters] == ["turn"]
    for _ in range(2):
        scene.save(tmp_path / "x.ca")
        text = (tmp_path / "x.ca" / "main.caml").read_text("utf-8")
        offsets = [
            text.index(word) for word in ("CISepiaTone", "colorInvert", "colorMonochrome", "vibrantDark")
        ]
        assert offsets == sorted(offsets)
        for word in (
            "inputIntensity",
            'nuggetThing="7"',
            'enabled="true"',
            'enabled="false"',
            'inputReversed="1"',
        ):
            assert word in text
        with pytest.warns(UserWarning, match="CISepiaTone"):
            scene = st.Scene.open(tmp_path / "x.ca")
    scene.root.sublayers[0].filters = []
    assert "CISepiaTone" in scene.to_bytes().decode()


def test_a_cell_that_emitters_share_is_one_again() -> None:
    spark = st.EmitterCell(
        name="spark", contents=st.Image.solid(4, 4, "red"), birth_rate=20, lifetime=1, velocity=9
    )
    rocket = st.EmitterCell(name="rocket", birth_rate=3, lifetime=2, emitter_cells=[spark])
    scene = st.Scene(60, 60)
    for cells in ([spark], [rocket, spark]):
        scene.add_sublayer(st.EmitterLayer(emitter_position=(30, 30), emitter_cells=cells))
    twin = pickle.loads(pickle.dumps(scene))
    assert twin == scene
    first, second = twin.root.sublayers
    shared = first.emitter_cells[0]
    assert second.emitter_cells[1] is shared
    assert second.emitter_cells[0].emitter_cells[0] is shared
    shared.velocity = 50
    assert second.emitter_cells[1].velocity == 50
    assert twin != scene


def test_a_transform_layer_may_be_the_root() -> None:
    card = '<sublayers><CALayer bounds="0 0 60 60" position="50 30" transform="rotate(60deg, 0, 1, 0)" backgroundColor="1 0 0"/>'
    behind = '<CALayer bounds="0 0 60 60" position="50 30" transform="rotate(-60deg, 0, 1, 0)" backgroundColor="0 0 1"/></sublayers>'
    scene = st.Scene.from_bytes(caml(card + behind, "CATransformLayer"))
    assert scene.warnings == []
    assert type(scene.root) is st.TransformLayer
    assert b"<CATransformLayer" in scene.to_bytes()
    flat = st.Scene.from_bytes(caml(card + behind))
    row = scene.render(0)[30]
    assert tuple(row[40, :3]) != tuple(row[60, :3]), "the two cards cut each other"
    assert (flat.render(0) == scene.render(0)).all(), (
        "as in a plain root, whose sublayers are in one space too"
    )
    assert pickle.loads(pickle.dumps(scene)) == scene
    colored = caml("", "CATransformLayer").replace(b'60"', b'60" backgroundColor="1 0 0"')
    assert not st.Scene.from_bytes(colored).render(0).any(), "a transform layer draws nothing of its own"


def test_states_may_have_the_names_that_editors_give_to_none() -> None:
    scene = st.Scene(10, 10)
    for name in ("Base", "Base State", "on"):
        scene.add_state(name, {scene.root: {"opacity": 0.5}})
    assert st.Scene.from_bytes(scene.to_bytes()).states == ["Base", "Base State", "on"]


def test_layers_of_two_documents_that_have_one_id_stay_two() -> None:
    one = '<sublayers><CALayer id="#7" bounds="0 0 10 10" position="{} 30" backgroundColor="1 0 0"/></sublayers>'
    first, second = (st.Scene.from_bytes(caml(one.format(x))) for x in (20, 80))
    first.add_sublayer(second.root.sublayers[0])
    moved = first.root.sublayers[1]
    first.add_state("up", {moved: {"position.y": 50}})
    again = st.Scene.from_bytes(first.to_bytes())
    again.set_state("up", 1)
    assert again.warnings == []
    assert [layer.presentation_value("position.y", 2) for layer in again.root.sublayers] == [30, 50]
