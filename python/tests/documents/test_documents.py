# ruff: noqa: E501 (lines of XML)
"""Tests of documents: saving and opening scenes, and opening untrusted files."""

from __future__ import annotations

import copy
import io
import json
import math
import pathlib
import pickle
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<caml xmlns="http://www.apple.com/CoreAnimation/1.0">\n'


def caml(inside: str, attributes: str = "", root: str = "CALayer") -> bytes:
    """A document of 100 x 60 points whose `inside` begins on line 4."""
    return f'{HEAD}<{root} bounds="0 0 100 60" {attributes}>\n{inside}\n</{root}></caml>'.encode()


def opened(inside: str, attributes: str = "", root: str = "CALayer") -> st.Scene:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return st.Scene.from_bytes(caml(inside, attributes, root))


def layers(inside: str) -> st.Scene:
    return opened(f"<sublayers>{inside}</sublayers>")


def first(scene: st.Scene) -> st.Layer:
    return scene.root.sublayers[0]


def png(
    color: tuple[int, ...] = (255, 0, 0, 255), kind: str = "PNG", size: tuple[int, int] = (2, 2)
) -> bytes:
    file = io.BytesIO()
    Pillow.new("RGBA" if len(color) == 4 else "RGB", size, color).save(file, kind)
    return file.getvalue()


IMAGE = '<sublayers><CALayer bounds="0 0 100 60" position="50 30"><contents type="CGImage" src="{}"/></CALayer></sublayers>'


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error", st.DiagnosticWarning)
        yield


# Pitfalls of CAML, by their numbers in caml.md


def test_01_y_grows_upwards_and_the_host_positions_the_root() -> None:
    scene = opened(
        '<sublayers><CALayer bounds="0 0 10 10" position="50 55" backgroundColor="1 0 0"/></sublayers>',
        'position="7 900" transform="rotate(1)"',
    )
    frame = scene.render(0)
    assert tuple(frame[5, 50]) == (255, 0, 0, 255)
    assert frame[..., 3].astype(bool).sum() == 100


def test_02_a_transform_counts_once_and_its_leftmost_function_is_outermost() -> None:
    layer = first(layers('<CALayer transform="rotate(45deg)" transform.rotation.z="0.7853981633974483"/>'))
    assert layer.value("transform.rotation.z") == pytest.approx(math.pi / 4)
    layer = first(layers('<CALayer transform.rotation.z="0.5"/>'))
    assert layer.value("transform.rotation.z") == 0.5
    layer = first(layers('<CALayer transform="translate(4, 0, 0) rotate(90deg) scale(2)"/>'))
    wanted = (
        st.Transform3D.scale(2, 2, 2) @ st.Transform3D.rotation(math.pi / 2) @ st.Transform3D.translation(4)
    )
    assert layer.transform == wanted


def test_03_of_animations_under_one_key_the_last_counts() -> None:
    scene = layers(
        '<CALayer><animations><animation type="CABasicAnimation" keyPath="opacity" duration="1" toValue="0"/>'
        '<animation type="CABasicAnimation" keyPath="zPosition" duration="1" toValue="2"/></animations></CALayer>'
    )
    assert first(scene).animation_keys == ("animation",)
    assert first(scene).presentation_value("zPosition", 0.5) == 1
    assert any("twice" in text for text in scene.warnings)


SWITCH = """<sublayers><CALayer id="k" bounds="0 0 10 10" position="10 30" backgroundColor="1 1 1"/></sublayers>
<states><LKState name="on"><elements><LKStateSetValue targetId="k" keyPath="position.x">
<value type="integer" value="90"/></LKStateSetValue></elements></LKState></states>
<stateTransitions><LKStateTransition fromState="*" toState="on"><elements>
<LKStateTransitionElement {key} targetId="k"><animation type="CABasicAnimation" {path} duration="{duration}"
beginTime="{begin}" fillMode="backwards"/></LKStateTransitionElement></elements></LKStateTransition></stateTransitions>"""


def switch(
    key: str = 'key="position.x"', path: str = 'keyPath="position.x"', duration: str = "1", begin: str = "0"
) -> st.Scene:
    scene = opened(SWITCH.format(key=key, path=path, duration=duration, begin=begin))
    scene.set_state("on", time=2)
    return scene


@pytest.mark.parametrize(("key", "path"), [('key="position.x"', ""), ('keyPath="position.x"', "")])
def test_03_a_transition_s_key_may_be_its_key_path(key: str, path: str) -> None:
    assert first(switch(key, path)).presentation_value("position.x", 2.5) == 50


def test_04_a_transition_goes_from_the_screen_to_the_new_model() -> None:
    knob = first(switch())
    assert [knob.presentation_value("position.x", t) for t in (0, 1.99, 2, 2.25, 3, 9)] == [
        10,
        10,
        10,
        30,
        90,
        90,
    ]


def test_05_zeros_and_endless_numbers_of_documents() -> None:
    layer = first(
        layers(
            '<CALayer><animations><p key="a" type="CAKeyframeAnimation" keyPath="opacity" beginTime="1e-100" duration="2"'
            ' repeatCount="Inf" repeatDuration="0" removedOnCompletion="0"><values><real value="0"/><real value="1"/></values>'
            '</p><p key="b" type="CABasicAnimation" keyPath="zPosition" duration="0" toValue="5"/></animations></CALayer>'
        )
    )
    assert layer.presentation_value("opacity", 101) == 0.5
    assert layer.presentation_value("zPosition", 0) == 0
    knob = first(switch(duration="0", begin="0.5"))
    assert [knob.presentation_value("position.x", t) for t in (2.25, 2.5, 3)] == [10, 90, 90]


def test_06_what_may_be_empty_is_empty() -> None:
    scene = opened(
        '<sublayers><CALayer transform=""><animations/></CALayer></sublayers><states><LKState name="a"/>'
        '<LKState name="b"><elements/></LKState></states><stateTransitions><LKStateTransition fromState="*" toState="a"/>'
        "</stateTransitions>"
    )
    assert scene.states == ["a", "b"]
    assert first(scene).transform == st.Transform3D.identity()
    layer = first(
        layers(
            '<CALayer><animations><p key="a" type="CAKeyframeAnimation" keyPath="opacity" duration="3"><keyTimes>'
            + "".join(f'<real value="{time}"/>' for time in (0, 0.25, 0.5, 0.75, 1))
            + '</keyTimes><values><real value="0"/><real value="1"/><real value="0"/><real value="1"/></values>'
            "<timingFunctions/></p></animations></CALayer>"
        )
    )
    found = [layer.presentation_value("opacity", time) for time in (0.375, 0.75, 1.5, 2.25, 2.7)]
    assert found == pytest.approx([0.5, 1, 0, 1, 1]), "five key times for four values: the first four count"


def test_a_colour_matrix_of_too_few_numbers_is_reported_and_kept() -> None:
    numbers = "".join(f'<real value="{number}"/>' for number in (1, 2, 3))
    scene = layers(
        '<CALayer><filters><CAFilter filter="colorMatrix" name="m"><inputColorMatrix>'
        f"{numbers}</inputColorMatrix></CAFilter></filters></CALayer>"
    )
    assert any("inputColorMatrix has 3 numbers" in warning for warning in scene.warnings)
    (matrix,) = first(scene).filters
    assert matrix.input_color_matrix == st.Filter("colorMatrix").input_color_matrix
    assert b"inputColorMatrix" in scene.to_bytes()


def test_07_opacities_and_colours_of_every_spelling() -> None:
    layer = first(
        layers(
            '<CALayer opacity="0.25" backgroundColor="#ff8000"><borderColor value="0 1 0" opacity="0.5"/></CALayer>'
        )
    )
    assert layer.opacity == 0.25
    assert layer.border_color == (0, 1, 0, 0.5)
    assert layer.background_color == (1, 128 / 255, 0, 1)
    assert first(layers('<CALayer backgroundColor="0 1 0 0.5"/>')).background_color == (0, 1, 0, 0.5)
    wide = layers('<CALayer bounds="0 0 100 60" position="50 30" backgroundColor="1.09 -0.0158 -0.01812"/>')
    assert tuple(wide.render(0)[30, 50]) == (255, 0, 0, 255)
    odd = layers('<CALayer backgroundColor="no colour"/>')
    assert first(odd).background_color is None
    assert len(odd.warnings) == 1


def test_08_shapes_without_bounds_and_far_anchors() -> None:
    scene = layers('<CAShapeLayer position="50 30" fillColor="1 0 0" path="0 0 m 20 0 l 20 20 l h"/>')
    assert scene.render(0)[..., 3].any()
    scene = layers(
        '<CALayer anchorPoint="0 16.5" bounds="5 5 10 2" position="50 60" backgroundColor="1 0 0"/>'
    )
    rows = np.nonzero(scene.render(0)[..., 3].any(axis=1))[0]
    assert (rows[0], rows[-1]) == (31, 32), "33 points below its position"


def test_09_ids_are_any_text_and_the_last_of_two_counts() -> None:
    inside = SWITCH.format(key='key="position.x"', path="", duration="1", begin="0").replace('"k"', '"#ä k"')
    scene = opened(inside.replace("<sublayers>", '<sublayers><CALayer id="#ä k" position="1 1"/>'))
    scene.set_state("on")
    assert [layer.presentation_value("position.x", 9) for layer in scene.root.sublayers] == [1, 90]
    assert any("twice" in text for text in scene.warnings)


def test_10_type_is_a_word_of_the_format_and_a_property_of_gradients() -> None:
    gradient = first(layers('<CAGradientLayer><type value="radial"/></CAGradientLayer>'))
    assert isinstance(gradient, st.GradientLayer)
    assert gradient.type == "radial"


def test_11_numbers_and_booleans_are_read_under_any_element_name() -> None:
    scene = layers(
        '<CALayer hidden="true" masksToBounds="1"><animations><p key="a" type="CAKeyframeAnimation" keyPath="opacity"'
        ' duration="1"><values><integer value="0.5"/><real value="1"/></values></p></animations></CALayer>'
    )
    assert first(scene).hidden
    assert first(scene).masks_to_bounds
    assert first(scene).presentation_value("opacity", 0) == 0.5


@pytest.mark.parametrize(
    ("src", "name", "data"),
    [
        ("assets/a b.png", "assets/a b.png", png()),
        ("assets/a%20b.png", "assets/a b.png", png()),
        ("assets/100%.png", "assets/100%.png", png()),
        ("assets/a.png", "assets/a.png", png((255, 0, 0), "JPEG", (16, 16))),
        ("assets/none", "assets/none", png(kind="WEBP")),
    ],
)
def test_12_names_of_images_as_they_come(src: str, name: str, data: bytes, tmp_path: pathlib.Path) -> None:
    bundle = tmp_path / "x.ca"
    (bundle / "assets").mkdir(parents=True)
    (bundle / "main.caml").write_bytes(caml(IMAGE.format(src)))
    (bundle / name).write_bytes(data)
    pixel = st.Scene.open(bundle).render(0)[30, 50]
    assert abs(pixel.astype(int) - (255, 0, 0, 255)).max() <= 2


def test_12_data_is_an_image_too() -> None:
    import base64

    source = "data:image/png;base64," + base64.b64encode(png()).decode()
    assert tuple(opened(IMAGE.format(source)).render(0)[30, 50]) == (255, 0, 0, 255)


def test_13_what_an_editor_adds_does_no_harm() -> None:
    scene = opened(
        '<!-- banner --><sublayers><CALayer caplayThing="1" nuggetX="2" mica_y="3"/></sublayers>'
        '<states><LKState name="Base State"/><LKState name="Locked"/></states>'
    )
    assert scene.states == ["Locked"]
    assert scene.warnings == []


def test_14_masks_are_properties_and_what_means_nothing_ends_nothing() -> None:
    scene = layers(
        '<CALayer bounds="0 0 100 60" position="50 30" backgroundColor="1 0 0"><scriptComponents/><modules><x/></modules>'
        '<mask><CALayer bounds="0 0 50 60" position="25 30" backgroundColor="0 0 0"/></mask></CALayer>'
    )
    frame = scene.render(0)
    assert frame[30, 25, 3] == 255
    assert frame[30, 75, 3] == 0
    assert scene.warnings == []


@pytest.mark.parametrize(
    "broken",
    [
        b"<!DOCTYPE x><caml/>",
        b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><caml/>',
        b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><caml>&b;</caml>',
        b"<a>" * 3000,
        HEAD.encode() + b"<CALayer bounds='0 0 9 9'>" + b"<sublayers><CALayer>" * 400,
        caml("<sublayers>" + "<CALayer><sublayers>" * 300 + "</sublayers></CALayer>" * 300 + "</sublayers>"),
        b"",
        b"\xff\xfe\x00",
        b"<plist/>",
        HEAD.encode() + b"</caml>",
        HEAD.encode() + b"<CALayer/><CALayer/></caml>",
        HEAD.encode() + b"<CALayer/></caml>",
        HEAD.encode() + b'<CALayer bounds="0 0 1e9 1e9"/></caml>',
        HEAD.encode() + b'<CALayer bounds="0 0 nan 1"/></caml>',
        b'<caml xmlns="urn:other"><CALayer bounds="0 0 9 9"/></caml>',
    ],
)
def test_15_what_is_no_document_is_refused(broken: bytes) -> None:
    with pytest.raises(st.Error) as caught:
        st.Scene.from_bytes(broken)
    assert isinstance(caught.value, (st.DocumentError, st.InvalidArgument))


INDEX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>loopEnd</key><real>inf</real><key>rootDocument</key><string>other.caml</string>
<key>geometryFlipped</key><{}/></dict></plist>"""


@pytest.mark.parametrize(("flag", "row"), [("false", 5), ("true", 55)])
def test_16_the_index_names_the_document_and_its_geometry_flip(
    flag: str, row: int, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "index.xml").write_text(INDEX.format(flag))
    lamp = '<sublayers><CALayer bounds="0 0 10 10" position="50 55" backgroundColor="1 0 0"/></sublayers>'
    (tmp_path / "other.caml").write_bytes(caml(lamp))
    for scene in (st.Scene.open(tmp_path),):
        assert scene.render(0)[row, 50, 0] == 255


def test_17_what_cannot_blend_steps() -> None:
    layer = first(
        layers(
            '<CALayer><animations><p key="a" type="CABasicAnimation" keyPath="hidden" duration="1">'
            '<fromValue type="integer" value="0"/><toValue type="integer" value="1"/></p></animations></CALayer>'
        )
    )
    assert [layer.presentation_value("hidden", t) for t in (0.25, 0.75)] == [False, True]


# Bundles


def bundle_files(lamp: str, x: int) -> dict[str, bytes]:
    body = f'<sublayers><CALayer id="#1" bounds="0 0 20 60" position="{x} 30" backgroundColor="{lamp}"/></sublayers>'
    states = (
        '<states><LKState name="Locked"><elements><LKStateSetValue targetId="#1" keyPath="opacity">'
        '<value type="integer" value="0"/></LKStateSetValue></elements></LKState></states>'
    )
    return {
        "main.caml": caml(body + states),
        "index.xml": INDEX.format("false").replace("other", "main").encode(),
    }


def archive(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return data.getvalue()


def test_archives_and_packages_of_planes(tmp_path: pathlib.Path) -> None:
    path = "top/descriptors/A-1/versions/0/contents/9.Name-100w-60h@1x~iphone.wallpaper"
    files = {f"{path}/Wallpaper.plist": b"bplist00"}
    for plane, lamp, x in (
        ("Foreground", "0 0 1", 40),
        ("Background", "1 0 0", 20),
        ("Floating", "0 1 0", 30),
    ):
        files |= {f"{path}/{plane}.ca/{name}": data for name, data in bundle_files(lamp, x).items()}
    target = tmp_path / "w.tendies"
    target.write_bytes(archive(files))
    scene = st.Scene.open(target)
    assert scene.states == ["Locked"]
    row = scene.render(0)[30]
    assert [tuple(row[x, :3]) for x in (15, 25, 45)] == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    assert tuple(row[35, :3]) == (0, 0, 255), "the foreground lies over the floating plane"
    scene.set_state("Locked", 1)
    assert not scene.render(1)[..., 3].any(), "all planes share the state"
    assert (st.Scene.from_bytes(scene.to_bytes()).render(0) == scene.render(0)).all()
    one = tmp_path / "one.zip"
    one.write_bytes(archive({f"X.ca/{name}": data for name, data in bundle_files("1 0 0", 20).items()}))
    assert (st.Scene.open(one).render(0) == st.Scene.from_bytes(one.read_bytes()).render(0)).all()


@pytest.mark.parametrize(
    "src",
    [
        "../secret.png",
        "/etc/secret.png",
        "assets/../../secret.png",
        "file:secret.png",
        "link.png",
        "links/secret.png",
        "%2e%2e/secret.png",
        "http://x/y.png",
        "gone.png",
    ],
)
def test_nothing_outside_the_bundle_is_opened(src: str, tmp_path: pathlib.Path) -> None:
    bundle = tmp_path / "x.ca"
    bundle.mkdir()
    (tmp_path / "secret.png").write_bytes(png())
    (bundle / "link.png").symlink_to(tmp_path / "secret.png")
    (bundle / "links").symlink_to(tmp_path)
    (bundle / "main.caml").write_bytes(caml(IMAGE.format(src)))
    with pytest.warns(UserWarning, match="contents"):
        scene = st.Scene.open(bundle)
    assert not scene.render(0)[..., 3].any()


@pytest.mark.slow
def test_archives_that_unpack_to_too_much_are_refused(tmp_path: pathlib.Path) -> None:
    bomb = tmp_path / "bomb.zip"
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file,
        file.open("x.ca/main.caml", "w", force_zip64=True) as part,
    ):
        for _ in range(300):
            part.write(b" " * (1 << 20))
    with pytest.raises(st.LoadError, match="bytes"):
        st.Scene.open(bomb)


def test_an_image_that_claims_too_many_pixels_takes_no_memory(tmp_path: pathlib.Path) -> None:
    data = bytearray(png())
    data[16:24] = (60000).to_bytes(4, "big") * 2
    (tmp_path / "big.png").write_bytes(data)
    (tmp_path / "x.caml").write_bytes(caml(IMAGE.format("big.png")))
    with pytest.warns(UserWarning, match="contents"):
        st.Scene.open(tmp_path / "x.caml")


@pytest.mark.parametrize("name", ["gone.caml", "gone.ca", ".", "x.zip"])
def test_what_cannot_be_opened_says_so(name: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK\3\4 no archive")
    with pytest.raises(st.LoadError):
        st.Scene.open(tmp_path / name)


# Round trips


def busy() -> st.Scene:
    scene = st.Scene(64, 48, background="#102030")
    dot = st.Layer(frame=(4, 4, 12, 12), corner_radius=6, background_color="tomato", name="dot")
    dot.add_animation(st.BasicAnimation("position.x", from_value=10, to_value=50, duration=1), "move")
    ring = st.ReplicatorLayer(instance_count=4, instance_delay=0.125)
    ring.add_sublayer(dot)
    scene.add_sublayer(ring)
    scene.add_sublayer(st.Layer(frame=(30, 30, 8, 8), contents=st.Image(np.full((3, 3, 4), 200, np.uint8))))
    scene.add_state("low", {dot: {"position.y": 40, "backgroundColor": "navy"}})
    scene.add_state("lower", {dot: {"opacity": 0.5}}, based_on="low")
    scene.add_transition("*", "low", {dot: [st.BasicAnimation("position.y", duration=0.5)]})
    scene.set_state("lower", 0.5)
    return scene


@pytest.mark.parametrize("name", ["x.ca", "x.caml", "folder"])
def test_saved_and_opened_it_is_the_same(name: str, tmp_path: pathlib.Path) -> None:
    scene = busy()
    scene.save(tmp_path / name)
    again = st.Scene.open(tmp_path / name)
    assert again == scene
    assert again.digest() == scene.digest()
    assert again.warnings == []
    again.save(tmp_path / "again.ca")
    scene.save(tmp_path / "first.ca")
    for file in ("main.caml", "index.xml"):
        assert (tmp_path / "again.ca" / file).read_bytes() == (tmp_path / "first.ca" / file).read_bytes()
    assert again.states == ["low", "lower"]
    assert again.state(0.4) == ""
    assert again.state(0.5) == "lower"
    for time in (0, 0.5, 0.6, 2):
        assert (again.render(time) == scene.render(time)).all()


def test_scenes_from_equal_calls_are_equal() -> None:
    """Animations without a key get keys by a counter of the layer, so equal layers have equal keys, and no
    key is used twice.
    """

    def made() -> st.Scene:
        scene = st.Scene(40, 40)
        dot = st.Layer(frame=(0, 0, 9, 9))
        scene.add_sublayer(dot)
        keys = [dot.add_animation(st.BasicAnimation("opacity", by_value=k / 9)) for k in range(3)]
        dot.remove_animation(keys[0])
        del dot  # a new object for the layer counts from the start
        again = scene.sublayers[0]
        keys += [again.add_animation(st.BasicAnimation("opacity", by_value=k / 9)) for k in range(3)]
        assert len(set(keys)) == 6
        assert set(again.animation_keys) == {*keys[1:]}
        return scene

    assert made() == made()
    assert made().digest() == made().digest()


def test_pickles_copies_and_equals_are_the_bytes() -> None:
    scene = busy()
    for twin in (pickle.loads(pickle.dumps(scene)), copy.deepcopy(scene), copy.copy(scene)):
        assert twin == scene
        assert twin is not scene
        twin.root.sublayers[0].instance_count = 2  # type: ignore[union-attr]
        assert twin != scene
    movie = scene.movie(duration=1, fps=4, diagnose=False)
    assert pickle.loads(pickle.dumps(movie)) == movie == copy.deepcopy(movie)
    assert movie != scene.movie(duration=1, fps=5, diagnose=False)
    assert scene != 3


def test_unknown_elements_and_attributes_are_warned_of_once_and_kept(tmp_path: pathlib.Path) -> None:
    inside = (
        '<sublayers><CALayer mystery="1" x:y="2"><wonder a="b">text<c/></wonder><animations><p key="a" keyPath="opacity"'
        ' duration="1" strange="3"/></animations></CALayer><CAParticleLayer/></sublayers>'
    )
    data = caml(inside).replace(b"<caml ", b'<caml xmlns:x="urn:x" ')
    with pytest.warns(UserWarning, match="mystery") as caught:
        scene = st.Scene.from_bytes(data)
    assert len(caught) == 1
    assert "mystery" in str(caught[0].message)
    assert "4 more" in str(caught[0].message)
    assert all(text.startswith("document:") for text in scene.warnings)
    scene.save(tmp_path / "x.ca")
    text = (tmp_path / "x.ca" / "main.caml").read_text("utf-8")
    for part in (
        'mystery="1"',
        'x:y="2"',
        '<wonder a="b">text<c/></wonder>',
        'strange="3"',
        "<CAParticleLayer",
    ):
        assert part in text
    with pytest.warns(UserWarning, match="mystery"):
        assert st.Scene.open(tmp_path / "x.ca").digest() == scene.digest()


def test_json_shows_what_there_is() -> None:
    found = json.loads(busy().to_json())
    assert found["element"] == "caml"
    assert "tomato" not in json.dumps(found)
    assert '"dot"' in json.dumps(found)
    assert "LKStateSetValue" in json.dumps(found)


@pytest.mark.parametrize("indent", [None, 2])
def test_json_is_laid_out_as_usual_and_as_deep_as_a_tree_may_be(indent: int | None) -> None:
    text = busy().to_json(indent)
    assert json.dumps(json.loads(text), indent=indent, ensure_ascii=False) == text
    scene = st.Scene(8, 8)
    layer = scene.root
    for _ in range(255):
        layer.add_sublayer(st.Layer())
        layer = layer.sublayers[0]
    assert scene.to_json(indent).count('"CALayer"') == 258


def test_the_text_of_a_scene_is_its_tree() -> None:
    lines = repr(busy()).splitlines()
    assert lines[0] == "<Scene, 64 x 48 points>"
    assert any("dot" in line for line in lines)
    many = st.Scene(9, 9)
    for _ in range(100):
        many.add_sublayer(st.Layer())
    assert len(repr(many).splitlines()) < 30
    assert repr(many).endswith("...")


def test_a_file_that_cannot_be_written_is_named(tmp_path: pathlib.Path) -> None:
    for target in (tmp_path / "gone" / "x.caml", tmp_path / "gone" / "x.ca"):
        with pytest.raises(st.WriteError, match="gone"):
            busy().save(target)


def test_a_broken_file_is_named_with_its_line(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x.caml"
    path.write_bytes(caml("<sublayers>\n</sublayer>"))
    with pytest.raises(st.DocumentError) as caught:
        st.Scene.open(path)
    assert caught.value.line == 5
    assert caught.value.path == str(path)
    assert str(path) in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).line == 5


def test_an_empty_document_is_named(tmp_path: pathlib.Path) -> None:
    empty = tmp_path / "empty.caml"
    empty.write_bytes(b"")
    with pytest.raises(st.DocumentError, match=r"empty\.caml"):
        st.Scene.open(empty)
    for data in (b"", bytearray(), memoryview(b"")):
        with pytest.raises(st.DocumentError, match="CAML"):
            st.Scene.from_bytes(data)


def test_a_link_to_a_document_is_followed_and_one_in_it_is_not(tmp_path: pathlib.Path) -> None:
    busy().save(tmp_path / "x.ca")
    (tmp_path / "y.ca").symlink_to(tmp_path / "x.ca")
    assert st.Scene.open(tmp_path / "y.ca") == busy()


@pytest.mark.parametrize(
    "name", ["\\\u0301\x01", "\\;\u0301\x02", "\x01\u0301", "\\1;\x03", "\\" * 3 + "\x04"]
)
def test_texts_that_xml_cannot_hold_come_back(name: str) -> None:
    """A backslash escapes characters that XML cannot hold. A combining mark after a backslash forms one
    grapheme with the backslash.
    """
    scene = st.Scene(8, 8)
    scene.root.name = name
    assert st.Scene.from_bytes(scene.to_bytes()).root.name == name


@pytest.mark.slow
def test_states_beyond_any_use_are_left_out() -> None:
    names = "".join(f'<LKState name="{k}"/>' for k in range(5000))
    with pytest.warns(UserWarning, match="4096"):
        scene = st.Scene.from_bytes(caml(f"<states>{names}</states>"))
    assert len(scene.states) == 4096


# Paths to which a document may be saved


@pytest.mark.parametrize("name", ["clip.gif", "picture.PNG", "pack.zip", "x.webp"])
def test_an_ending_of_something_else_is_refused(name: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.InvalidArgument, match=r"movie\(\)\.save"):
        busy().save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_files_is_not_changed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "mum.jpg").write_bytes(b"mum")
    with pytest.raises(st.InvalidArgument, match="photos"):
        busy().save(tmp_path / "photos")
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["mum.jpg"]
    (tmp_path / "empty").mkdir()
    busy().save(tmp_path / "empty")
    busy().save(tmp_path / "empty")
    assert st.Scene.open(tmp_path / "empty") == busy()


FORKING = """
import ctypes, os, threading, time
from stretto import Scene
from stretto._ffi import ffi, signatures

asked = threading.Event()


@signatures.LoadImage
def load(context, path):
    asked.set()
    time.sleep(0.5)
    return None


data = b'<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 9 9">' \
    b'<contents type="CGImage" src="a.png"/></CALayer></caml>'
scene = Scene(9, 9)
source = signatures.DocumentSourceStruct()
source.struct_size, source.load = ctypes.sizeof(source), load
buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
add = ffi.lib.stretto_scene_add_document
thread = threading.Thread(target=lambda: add(scene._pointer, buffer, len(data), ctypes.byref(source)))
thread.start()
asked.wait()
child = os.fork()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
thread.join()
print("both went on")
"""


@pytest.mark.process
def test_a_process_can_fork_while_an_image_is_fetched() -> None:
    ran = subprocess.run([sys.executable, "-c", FORKING], capture_output=True, text=True, timeout=300)
    assert ran.stdout == "both went on\n", ran.stderr


def test_the_digest_is_that_of_the_bytes_and_of_what_they_show() -> None:
    scene = st.Scene(4, 4, "red")
    digest = scene.digest()
    assert len(digest) == 64
    assert set(digest) <= set("0123456789abcdef")
    scene.background = "blue"
    assert scene.digest() != digest
    scene.background = "red"
    assert scene.digest() == digest


def test_one_warning_is_given_whole_and_more_are_counted() -> None:
    def opened(*names: str) -> str:
        unknown = "".join(f"<CA{name}/>" for name in names)
        data = f"<caml xmlns='http://www.apple.com/CoreAnimation/1.0'><CALayer bounds='0 0 4 4'>{unknown}</CALayer></caml>"
        with pytest.warns(UserWarning) as caught:  # noqa: PT030
            scene = st.Scene.from_bytes(data.encode())
        assert len(caught) == 1
        assert str(caught[0].message).startswith(scene.warnings[0])
        return str(caught[0].message).removeprefix(scene.warnings[0])

    assert opened("Whirl") == ""
    assert opened("Whirl", "Twirl", "Curl") == ", and 2 more (scene.warnings)"


def test_a_transition_plays_all_that_it_is_given() -> None:
    """A transition plays all of its animations, and adds up two additive animations with one key path."""
    scene, dot = st.Scene(40, 4), st.Layer(frame=(0, 0, 4, 4))
    scene.add_sublayer(dot)
    scene.add_state("on", {dot: {"opacity": 1}})
    move = st.BasicAnimation("position.x", from_value=0, to_value=8, duration=1, additive=True)
    scene.add_transition(
        "*", "on", {dot: [move, move, st.BasicAnimation("zPosition", to_value=4, duration=1)]}
    )
    scene.set_state("on", 1)
    assert dot.presentation_value("position.x", 1.5) == pytest.approx(2 + 4 + 4)
    assert dot.presentation_value("zPosition", 1.5) == pytest.approx(2)


# Warnings


def warnings_of(inside: str) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return st.Scene.from_bytes(caml(f"<sublayers>{inside}</sublayers>")).warnings


MOTION = (
    '<CALayer><animations><p type="CAKeyframeAnimation" keyPath="{}" duration="1" calculationMode="{}">'
    '{}<keyTimes>{}</keyTimes></p></animations></CALayer>'
)  # fmt: skip
THREE = "<values>" + '<real value="1"/>' * 3 + "</values>"
#: Rows of key path, calculation mode, values, number of key times, and the last words of the warning.
KEY_TIMES: list[tuple[str, str, str, int, str]] = [
    ("opacity", "linear", THREE, 3, ""),
    ("opacity", "linear", THREE, 4, "there are 4 key times for 3 values; the shorter list counts"),
    ("opacity", "discrete", THREE, 3, ""),
    ("opacity", "discrete", THREE, 4, ""),
    ("opacity", "discrete", THREE, 2, "there are 2 key times for 3 values; the discrete mode takes 4"),
    ("position", "linear", '<path value="0 0 m 9 9 l 0 9 l"/>', 3, ""),
]


@pytest.mark.parametrize(("key_path", "mode", "inside", "count", "sentence"), KEY_TIMES)
def test_key_times_that_do_not_fit_are_reported(
    key_path: str, mode: str, inside: str, count: int, sentence: str
) -> None:
    times = "".join(f'<real value="{k / 9}"/>' for k in range(count))
    found = warnings_of(MOTION.format(key_path, mode, inside, times))
    assert [text.split(": ", 1)[1] for text in found if "key times" in text] == (
        [sentence] if sentence else []
    )


def test_a_bad_number_format_is_reported_and_comes_back() -> None:
    inside = '<CATextLayer string="3" xmlns:stretto="urn:stretto:document:1" stretto:numberFormat="{:q}"/>'
    assert any("numberFormat" in text for text in warnings_of(inside))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scene = st.Scene.from_bytes(caml(f"<sublayers>{inside}</sublayers>"))
    assert b'stretto:numberFormat="{:q}"' in scene.to_bytes()
