# ruff: noqa: E501 (lines of XML)
"""Tests of documents by other programs: each test has one feature that such documents use, with an image that
has a visible top.
"""

from __future__ import annotations

import base64
import io
import math
import pathlib
import plistlib
import warnings
import zipfile
from collections.abc import Mapping

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st

CAML = "http://www.apple.com/CoreAnimation/1.0"
RED, GREEN, BLUE, WHITE, CLEAR = (
    (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (255, 255, 255, 255), (0, 0, 0, 0)
)  # fmt: skip


def quarters(kind: str = "PNG", size: int = 20) -> bytes:
    """An image file with red and green in the upper half, and blue and white in the lower half. Every
    rotation and every reflection of the image looks different.
    """
    half = size // 2
    pixels = np.zeros((size, size, 3), np.uint8)
    pixels[:half, :half], pixels[:half, half:] = RED[:3], GREEN[:3]
    pixels[half:, :half], pixels[half:, half:] = BLUE[:3], WHITE[:3]
    file = io.BytesIO()
    Pillow.fromarray(pixels).save(file, kind, **({"quality": 95, "subsampling": 0} if kind == "JPEG" else {}))
    return file.getvalue()


def address(kind: str = "PNG") -> str:
    return f"data:image/{kind.lower()};base64,{base64.b64encode(quarters(kind)).decode()}"


def caml(inside: str, attributes: str = "", size: tuple[int, int] = (100, 60)) -> bytes:
    width, height = size
    return f'<caml xmlns="{CAML}"><CALayer bounds="0 0 {width} {height}" {attributes}>{inside}</CALayer></caml>'.encode()


def opened(inside: str, attributes: str = "") -> st.Scene:
    return st.Scene.from_bytes(caml(inside, attributes))


def layers(inside: str) -> st.Scene:
    return opened(f"<sublayers>{inside}</sublayers>")


def image(x: float = 50, y: float = 30, side: float = 20, attributes: str = "", inside: str = "") -> str:
    return (
        f'<CALayer bounds="0 0 {side} {side}" position="{x} {y}" {attributes}>'
        f'<contents type="CGImage" src="{address()}"/>{inside}</CALayer>'
    )


def corners(scene: st.Scene, x: int, y: int, reach: int = 5, time: float = 0) -> list[tuple[int, ...]]:
    """The colours of four pixels around (x, y) on the screen: upper left, upper right, lower left and lower
    right.
    """
    frame = scene.render(time)
    return [
        tuple(int(v) for v in frame[row, column])
        for row in (y - reach, y + reach)
        for column in (x - reach, x + reach)
    ]


UPRIGHT = [RED, GREEN, BLUE, WHITE]


def bundle(folder: pathlib.Path, document: bytes, index: Mapping[str, object]) -> pathlib.Path:
    folder.mkdir(parents=True)
    (folder / "main.caml").write_bytes(document)
    (folder / "index.xml").write_bytes(plistlib.dumps({"rootDocument": "main.caml", **index}))
    return folder


# Images stand upright


@pytest.mark.parametrize("flips", [0, 1, 2, 3])
def test_an_image_is_upright_under_any_number_of_flips(flips: int) -> None:
    inner = image()
    for _ in range(flips):
        inner = f'<CALayer bounds="0 0 100 60" position="50 30" geometryFlipped="1"><sublayers>{inner}</sublayers></CALayer>'
    assert corners(layers(inner), 50, 30) == UPRIGHT


def test_what_is_flipped_is_geometry() -> None:
    scene = layers(image(y=45))
    assert corners(scene, 50, 15) == UPRIGHT, "y grows upwards, and the picture stands where it should"
    scene = layers(image(attributes='transform="rotate(90deg)"'))
    assert corners(scene, 50, 30) == [GREEN, WHITE, RED, BLUE], "turned against the clock, as y grows upwards"


def test_the_layers_own_flag_leaves_its_picture_alone() -> None:
    assert corners(layers(image(attributes='geometryFlipped="1"')), 50, 30) == UPRIGHT


@pytest.mark.parametrize(
    ("gravity", "x", "y"),
    [("top", 50, 20), ("bottom", 50, 40), ("topLeft", 40, 20), ("bottomRight", 60, 40), ("center", 50, 30)],
)
def test_gravities_name_what_is_seen(gravity: str, x: int, y: int) -> None:
    scene = layers(image(side=40, attributes=f'contentsGravity="{gravity}"'))
    assert corners(scene, x, y) == UPRIGHT
    assert not scene.render(0)[60 - y, x if x == 50 else 100 - x].any() or gravity == "center"


def test_the_parts_of_an_image_count_from_the_visible_top_left() -> None:
    top = layers(image(attributes='contentsRect="0 0 1 0.5"'))
    assert corners(top, 50, 30) == [RED, GREEN, RED, GREEN]
    # The upper quarter of the image keeps its size, and the lower three quarters are stretched.
    parts = layers(image(side=60, attributes='contentsCenter="0 0.25 1 0.75"')).render(0)
    upright = st.Scene(100, 60)
    upright.add_sublayer(
        st.Layer(
            bounds=(0, 0, 60, 60), position=(50, 30), contents=st.Image.open(quarters()),
            contents_center=(0, 0.25, 1, 0.75),
        )
    )  # fmt: skip
    assert (parts == upright.render(0)).all()


def test_a_text_is_upright() -> None:
    text = '<CATextLayer bounds="0 0 80 40" position="50 30" fontSize="30" foregroundColor="1 1 1">{}</CATextLayer>'
    word = '<string type="string" value="Ly"/>'
    plain = layers(text.format(word))
    flat = st.Scene(100, 60)
    flat.add_sublayer(st.TextLayer("Ly", frame=(10, 10, 80, 40), font_size=30, foreground_color="white"))
    assert (plain.render(0) == flat.render(0)).all()
    masked = layers(
        f'<CALayer bounds="0 0 100 60" position="50 30" backgroundColor="1 1 1"><mask>{text.format(word)}</mask></CALayer>'
    )
    assert (masked.render(0) == flat.render(0)).all()


def test_the_position_of_a_text_is_in_its_layer_s_coordinates() -> None:
    scene = layers(
        '<CATextLayer bounds="0 0 80 40" position="50 30" fontSize="20"><string type="string" value="La"/></CATextLayer>'
    )
    text = scene.root.sublayers[0]
    assert isinstance(text, st.TextLayer)
    low, high = 1e9, -1e9
    for copy in text.copies():
        for corner in ((copy.x, copy.y), (copy.x + copy.width, copy.y + copy.height)):
            _, on_screen = text.convert_point(corner)
            low, high = min(low, on_screen), max(high, on_screen)
    rows = np.flatnonzero(scene.render(0)[..., 3].any(axis=1))
    assert low - 1 <= rows.min() <= rows.max() <= high + 1, "the boxes are around the letters that are seen"
    assert high - low < 30
    row, column = (int(v) for v in np.argwhere(scene.render(0)[..., 3] > 200)[0])
    hit = scene.hit_test(column + 0.5, row + 0.5, 0)
    assert hit is not None
    assert hit.character == 0
    assert text.character_at(scene.root.convert_point((column + 0.5, 60 - row - 0.5), text)) == 0


def test_sprites_of_particles_are_upright() -> None:
    emitter = (
        '<CAEmitterLayer bounds="0 0 100 60" position="50 30" emitterPosition="50 20" seed="3"><emitterCells>'
        f'<CAEmitterCell birthRate="1" lifetime="9" {{}}><contents type="CGImage" src="{address()}"/></CAEmitterCell>'
        "</emitterCells></CAEmitterLayer>"
    )
    assert corners(layers(emitter.format("")), 50, 40, time=1) == UPRIGHT
    rising = emitter.replace('birthRate="1"', 'birthRate="0.5"').format(
        'velocity="10" emissionLongitude="1.5707963267948966"'
    )
    assert corners(layers(rising), 50, 30, time=3) == UPRIGHT, "and geometry is flipped: upwards is up"


def test_a_portal_shows_its_source_without_the_source_s_own_position() -> None:
    portal = '<CAPortalLayer bounds="0 0 20 20" position="80 30"><sourceLayer object="#1"/></CAPortalLayer>'
    scene = layers(image(x=20, attributes='id="#1"') + portal)
    assert corners(scene, 20, 30) == corners(scene, 80, 30) == UPRIGHT
    twice = f'<CALayer bounds="0 0 100 60" position="50 30" geometryFlipped="1"><sublayers>{portal}</sublayers></CALayer>'
    scene = layers(image(x=20, attributes='id="#1"') + twice)
    assert corners(scene, 80, 30) == [BLUE, WHITE, RED, GREEN], (
        "seen as at home, through a place that is turned over once more"
    )


def test_proxies_and_copies_show_images_upright() -> None:
    scene = st.Scene(100, 60)
    scene.root.geometry_flipped = True
    source = st.Layer(bounds=(0, 0, 20, 20), contents=st.Image.open(quarters()))
    views = st.ViewReplicator(source, bounds=(0, 0, 100, 60), position=(50, 30))
    views.add_proxy(frame=(10, 20, 20, 20))
    scene.add_sublayer(views)
    copies = st.ReplicatorLayer(bounds=(0, 0, 100, 60), position=(50, 30), instance_count=2, instance_delay=1)
    copies.instance_transform = st.Transform3D.translation(20)
    copies.add_sublayer(st.Layer(frame=(60, 20, 20, 20), contents=st.Image.open(quarters())))
    moving = st.Layer(frame=(40, 20, 20, 20), contents=st.Image.open(quarters()))
    moving.add_animation(st.BasicAnimation("position.y", from_value=30, to_value=30, duration=9), "still")
    scene.add_sublayer(copies, moving)
    for x in (20, 50, 70, 90):
        assert corners(scene, x, 30) == UPRIGHT, x


def test_a_state_may_flip_and_pictures_stay_upright() -> None:
    scene = opened(
        f'<sublayers><CALayer id="#1" bounds="0 0 100 60" position="50 30"><sublayers>{image(y=45)}</sublayers></CALayer></sublayers>'
        '<states><LKState name="over"><elements><LKStateSetValue targetId="#1" keyPath="geometryFlipped">'
        '<value type="integer" value="1"/></LKStateSetValue></elements></LKState></states>'
    )
    scene.set_state("over", 1)
    assert corners(scene, 50, 15) == UPRIGHT
    assert corners(scene, 50, 45, time=2) == UPRIGHT


def test_shadows_gradients_and_paths_are_geometry() -> None:
    scene = layers(
        '<CALayer bounds="0 0 20 10" position="20 30" backgroundColor="1 1 1" shadowColor="1 0 0" shadowOpacity="1" shadowRadius="0" shadowOffset="0 8"/>'
        '<CAGradientLayer bounds="0 0 20 20" position="50 30" startPoint="0.5 0" endPoint="0.5 1"><colors><CGColor value="0 0 1"/><CGColor value="1 0 0"/></colors></CAGradientLayer>'
        '<CAShapeLayer position="80 20" fillColor="0 1 0" path="0 0 m 10 0 l 0 20 l h"/>'
        '<CALayer bounds="0 0 10 10" position="5 55" backgroundColor="1 1 1" cornerRadius="5" maskedCorners="minXMinY"/>'
    )
    frame = scene.render(0)
    assert tuple(frame[20, 20]) == RED, "the shadow lies above"
    assert not frame[40, 20].any()
    assert frame[21, 50, 0] > 200 > 100 > frame[39, 50, 0]
    assert frame[39, 88].any()
    assert not frame[21, 88].any()
    assert [bool(frame[row, column].any()) for row in (0, 9) for column in (0, 9)] == [
        True,
        True,
        False,
        True,
    ], "the corner at the least y is the lower one"


def test_an_image_that_is_flipped_comes_back_from_a_file(tmp_path: pathlib.Path) -> None:
    scene = layers(image(y=45))
    scene.save(tmp_path / "x.ca")
    again = st.Scene.open(tmp_path / "x.ca")
    assert again == scene
    assert corners(again, 50, 15) == UPRIGHT


# The geometryFlipped flag of a document's
# root


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("root", [False, True])
def test_a_document_is_flipped_if_just_one_of_index_and_root_says_so(
    index: bool, root: bool, tmp_path: pathlib.Path
) -> None:
    document = caml(f"<sublayers>{image(y=45)}</sublayers>", f'geometryFlipped="{int(root)}"')
    scene = st.Scene.open(bundle(tmp_path / "a.ca", document, {"geometryFlipped": index}))
    y = 45 if index != root else 15
    assert corners(scene, 50, y) == UPRIGHT
    assert scene.root.geometry_flipped == (index == root)
    scene.save(tmp_path / "b.ca")
    again = st.Scene.open(tmp_path / "b.ca")
    assert again == scene
    assert corners(again, 50, y) == UPRIGHT


# Planes of a wallpaper package


def test_planes_fit_the_first_ones_view(tmp_path: pathlib.Path) -> None:
    wallpaper = tmp_path / "x.wallpaper"
    back = caml(f"<sublayers>{image(side=100)}</sublayers>", 'backgroundColor="0 0 0"', (100, 100))
    # The front plane is twice as large as the back plane and has another aspect ratio, so its 200 x 100
    # points become 100 x 50 points in the middle of the view.
    front = caml(
        '<sublayers><CALayer bounds="0 0 20 20" position="10 90" backgroundColor="0 1 0"/></sublayers>',
        "",
        (200, 100),
    )
    bundle(wallpaper / "1_Background.ca", back, {})
    bundle(wallpaper / "2_Floating.ca", front, {})
    small = caml("", 'backgroundColor="0 0 1"', (10, 20))
    bundle(wallpaper / "3_Foreground.ca", small, {})
    (wallpaper / "Wallpaper.plist").write_bytes(plistlib.dumps({}))
    with zipfile.ZipFile(tmp_path / "x.tendies", "w") as archive:
        for file in wallpaper.rglob("*.*"):
            if file.is_file():
                archive.write(file, file.relative_to(tmp_path))
    scene = st.Scene.open(tmp_path / "x.tendies")
    assert tuple(scene.size) == (100, 100)
    frame = scene.render(0)
    green = np.argwhere((frame[..., 1] == 255) & (frame[..., 0] == 0) & (frame[..., 2] == 0))
    floating = green[(green[:, 1] < 20)]
    assert (floating.min(axis=0) == (25, 0)).all(), (
        "half as large, at the left edge, on top of the middle band"
    )
    assert (floating.max(axis=0) == (34, 9)).all()
    blue = np.argwhere((frame == BLUE).all(axis=2))
    assert set(blue[:, 1]) >= set(range(25, 75)), "a smaller one grows: 10 x 20 is 50 x 100"
    assert tuple(frame[0, 25]) == tuple(frame[99, 74]) == BLUE


# Objects that are referred to by id


def test_elements_and_animations_may_be_named_by_their_ids() -> None:
    scene = opened(
        """<sublayers><CALayer id="#1" bounds="0 0 10 10" position="10 30" backgroundColor="1 1 1"/>
        <CALayer bounds="0 0 10 10" position="10 10" backgroundColor="1 0 0"><animations><p key="fade" object="#7"/></animations></CALayer>
        <CALayer bounds="0 0 10 10" position="50 10" backgroundColor="1 0 0"><animations>
          <p key="fade" id="#7" type="CABasicAnimation" keyPath="opacity" beginTime="1e-100" duration="2"><toValue type="real" value="0"/></p></animations></CALayer></sublayers>
        <states><LKState name="on"><elements><LKStateSetValue id="#2" targetId="#1" keyPath="position.x"><value type="integer" value="90"/></LKStateSetValue></elements></LKState>
        <LKState name="more"><elements><LKStateSetValue object="#2"/></elements></LKState></states>
        <stateTransitions><LKStateTransition fromState="*" toState="on"><elements><LKStateTransitionElement object="#3"/></elements></LKStateTransition>
        <LKStateTransition fromState="*" toState="more"><elements><LKStateTransitionElement id="#3" key="position.x" targetId="#1"><animation object="#4"/></LKStateTransitionElement></elements></LKStateTransition>
        <LKStateTransition fromState="*" toState="never"><elements><LKStateTransitionElement key="position.x" targetId="#1"><animation id="#4" type="CABasicAnimation" keyPath="position.x" duration="2" fillMode="backwards"/></LKStateTransitionElement></elements></LKStateTransition></stateTransitions>"""
    )
    assert scene.warnings == []
    one, two, three = scene.root.sublayers
    assert two.presentation_value("opacity", 1) == three.presentation_value("opacity", 1) == 0.5
    for state in ("on", "more"):
        scene.clear_states()
        scene.set_state(state, 1)
        assert one.presentation_value("position.x", 2) == 50, state
        assert one.presentation_value("position.x", 4) == 90, state
    assert st.Scene.from_bytes(scene.to_bytes()) == scene


def test_cells_and_values_may_be_named() -> None:
    scene = layers(
        f'<CALayer bounds="0 0 20 20" position="20 30"><contents id="#9" type="CGImage" src="{address()}"/></CALayer>'
        '<CALayer bounds="0 0 20 20" position="60 30"><contents object="#9"/></CALayer>'
        '<CAEmitterLayer><emitterCells><CAEmitterCell id="#5" name="a" birthRate="3"/></emitterCells></CAEmitterLayer>'
        '<CAEmitterLayer><emitterCells><CAEmitterCell object="#5"/><CAEmitterCell object="#5"/></emitterCells></CAEmitterLayer>'
    )
    assert corners(scene, 20, 30) == corners(scene, 60, 30) == UPRIGHT
    emitters = [layer for layer in scene.root.sublayers if isinstance(layer, st.EmitterLayer)]
    first, second = (layer.emitter_cells for layer in emitters)
    assert second[0] is second[1]
    assert [cell.birth_rate for cell in (*first, *second)] == [3, 3, 3]


def test_elements_that_refer_to_themselves_are_read_once() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scene = layers(
            '<CAEmitterLayer><emitterCells><CAEmitterCell id="#5" birthRate="3"><emitterCells><CAEmitterCell object="#5"/>'
            '<CAEmitterCell object="#5"/></emitterCells></CAEmitterCell></emitterCells></CAEmitterLayer>'
            '<CALayer><animations><p key="g" id="#6" type="CAAnimationGroup" duration="1"><animations><p object="#6"/><p object="#6"/></animations></p></animations></CALayer>'
            '<CAShapeLayer><lineDashPattern id="#7"><x object="#7"/></lineDashPattern></CAShapeLayer>'
            '<CALayer object="#8" id="#8"/><CALayer><contents id="#10" object="#10"/></CALayer>'
        )
    assert len(scene.root.sublayers) == 5
    assert scene.render(0).shape == (60, 100, 4)


@pytest.mark.slow
def test_a_large_value_that_is_named_often_is_read_once() -> None:
    path = "0 0 m " + "1 1 l 2 0 l " * 20_000
    names = '<CGPath object="#1"/>' * 20_000
    text = (
        '<CAShapeLayer fillColor="1 1 1"><animations><p key="p" type="CAKeyframeAnimation" keyPath="path" duration="1">'
        f'<values><CGPath id="#1" value="{path}"/>{names}</values></p></animations></CAShapeLayer>'
    )
    scene = layers(text)  # quadratic reading would exceed the timeout
    animation = scene.root.sublayers[0].animations["p"]
    assert isinstance(animation, st.KeyframeAnimation)


# States of layers below the root

KNOB = """<CALayer id="{id}" bounds="0 0 20 20" position="{x} 30" backgroundColor="1 1 1">
<states><LKState name="on"><elements><LKStateSetValue targetId="{id}" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue></elements></LKState>
<LKState name="{own}"><elements><LKStateSetValue targetId="{id}" keyPath="opacity"><value type="real" value="0.25"/></LKStateSetValue></elements></LKState></states>
<stateTransitions><LKStateTransition fromState="*" toState="on"><elements><LKStateTransitionElement key="opacity" targetId="{id}">
<animation type="CABasicAnimation" keyPath="opacity" duration="2" fillMode="backwards"/></LKStateTransitionElement></elements></LKStateTransition></stateTransitions></CALayer>"""


def knobs() -> tuple[st.Scene, list[st.Layer]]:
    scene = opened(
        f"<sublayers>{KNOB.format(id='#1', x=20, own='left')}{KNOB.format(id='#2', x=60, own='right')}"
        '<CALayer id="#3" bounds="0 0 10 10" position="90 30"/></sublayers>'
        '<states><LKState name="on"><elements><LKStateSetValue targetId="#3" keyPath="opacity"><value type="real" value="0"/>'
        "</LKStateSetValue></elements></LKState></states>"
    )
    return scene, list(scene.root.sublayers)


def opacities(all_layers: list[st.Layer], time: float) -> list[float]:
    return [float(layer.presentation_value("opacity", time)) for layer in all_layers]


def test_states_below_the_root_belong_to_their_layer() -> None:
    scene, found = knobs()
    assert scene.warnings == []
    assert scene.states == ["on", "left", "right"]
    scene.set_state("left", 1)
    scene.set_state("on", 5)
    assert opacities(found, 2) == [0.25, 1, 1], "the others have no such state and stay"
    assert opacities(found, 6) == [0.375, 0.75, 0], "each goes its own way to the state of that name"
    assert opacities(found, 9) == [0.5, 0.5, 0]
    scene.set_state("", 10)
    assert opacities(found, 11) == [1, 1, 1]
    assert [scene.state(time) for time in (0, 2, 6, 11)] == ["", "left", "on", ""]
    assert [scene.state(time, layer=found[1]) for time in (0, 2, 6, 11)] == ["", "", "on", ""]


def test_a_layer_with_states_can_be_set_alone() -> None:
    scene, (left, right, dot) = knobs()
    scene.set_state("on", 1, layer=right)
    assert opacities([left, right, dot], 5) == [1, 0.5, 1]
    assert (scene.state(5), scene.state(5, layer=right), scene.state(5, layer=left)) == ("", "on", "")
    with pytest.raises(st.InvalidArgument, match="states"):
        scene.set_state("on", 2, layer=dot)
    with pytest.raises(st.InvalidArgument, match='"right"'):
        scene.set_state("right", 2, layer=left)
    with pytest.raises(st.InvalidArgument, match="states"):
        scene.state(2, layer=dot)
    with pytest.raises(st.InvalidArgument, match='"nowhere"'):
        scene.set_state("nowhere")


def test_states_of_layers_are_saved_where_they_are(tmp_path: pathlib.Path) -> None:
    scene, _ = knobs()
    scene.set_state("left", 1)
    scene.set_state("on", 2, layer=scene.root.sublayers[1])
    scene.save(tmp_path / "x.ca")
    text = (tmp_path / "x.ca" / "main.caml").read_text()
    assert text.count("<states>") == 3
    again = st.Scene.open(tmp_path / "x.ca")
    assert again == scene
    assert again.warnings == []
    assert (
        opacities(list(again.root.sublayers), 9) == opacities(list(scene.root.sublayers), 9) == [0.25, 0.5, 1]
    )


# Markup that Stretto reads


def test_jpeg_in_an_address_is_read() -> None:
    scene = layers(image().replace(address(), address("JPEG")))
    assert scene.warnings == []
    for found, wanted in zip(corners(scene, 50, 30), UPRIGHT, strict=True):
        assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) <= 3
    plain = quarters("JPEG")
    escaped = "data:image/jpeg," + "".join(f"%{byte:02x}" for byte in plain)
    assert corners(layers(image().replace(address(), escaped)), 50, 30) == corners(scene, 50, 30)
    again = st.Scene.from_bytes(scene.to_bytes())
    assert again == scene
    assert (again.render(0) == scene.render(0)).all()


@pytest.mark.parametrize(
    "data", ["data:image/jpeg;base64,AAAA", "data:image/jpeg;base64,***", "data:,", "data:image/png;base64,"]
)
def test_an_address_of_no_image_is_reported(data: str) -> None:
    with pytest.warns(UserWarning, match="PNG"):
        scene = layers(image().replace(address(), data))
    assert not scene.render(0).any()


def test_continuous_corners_is_the_corner_curve() -> None:
    square = '<CALayer bounds="0 0 40 40" position="50 30" cornerRadius="14" backgroundColor="1 1 1" {}/>'
    old, new = (
        layers(square.format('continuousCorners="1"')),
        layers(square.format('cornerCurve="continuous"')),
    )
    assert (old.render(0) == new.render(0)).all()
    assert not (old.render(0) == layers(square.format("")).render(0)).all()
    assert old.root.sublayers[0].corner_curve == "continuous"
    assert old.warnings == []
    assert old == new
    assert layers(square.format('continuousCorners="0"')).root.sublayers[0].corner_curve == "circular"
    assert (
        layers(square.format('continuousCorners="1" cornerCurve="circular"')).root.sublayers[0].corner_curve
        == "circular"
    )


def test_cells_have_a_rotation() -> None:
    emitter = (
        '<CAEmitterLayer bounds="0 0 100 60" position="50 30" emitterPosition="50 30" seed="3"><emitterCells>'
        f'<CAEmitterCell birthRate="1" lifetime="9" {{}}><contents type="CGImage" src="{address()}"/></CAEmitterCell>'
        "</emitterCells></CAEmitterLayer>"
    )
    scene = layers(emitter.format(f'rotation="{math.pi / 2}" rotationRange="0"'))
    assert scene.warnings == []
    assert corners(scene, 50, 30, time=1) == [GREEN, WHITE, RED, BLUE]
    layer = scene.root.sublayers[0]
    assert isinstance(layer, st.EmitterLayer)
    cell = layer.emitter_cells[0]
    assert (cell.rotation, cell.rotation_range) == (math.pi / 2, 0)
    spread = layers(emitter.format('rotationRange="3"')).render(1)
    assert (spread != layers(emitter.format("")).render(1)).any()
    assert st.Scene.from_bytes(scene.to_bytes()) == scene


@pytest.mark.parametrize(
    "form", ['<inputColorMatrix type="CAColorMatrix" value="matrix({})"/>', '<inputColorMatrix value="{}"/>']
)
def test_a_colour_matrix_may_be_written_as_a_matrix(form: str) -> None:
    rows = "0 1 0 0 0, 0 0 1 0 0, 1 0 0 0 0, 0 0 0 0.5 0"
    scene = layers(
        '<CALayer bounds="0 0 20 20" position="50 30" backgroundColor="1 0 0"><filters>'
        f'<CAFilter filter="colorMatrix" name="m">{form.format(rows)}</CAFilter></filters></CALayer>'
    )
    assert scene.warnings == []
    r, g, b, a = (int(v) for v in scene.render(0)[30, 50])
    assert (r, g, b) == (0, 0, 255)
    assert a in (127, 128)


def test_a_colour_matrix_of_too_few_numbers_is_reported_and_not_animated() -> None:
    inside = (
        '<CALayer bounds="0 0 20 20" position="50 30" backgroundColor="1 0 0"><filters>'
        '<CAFilter filter="colorMatrix" name="m"/></filters><animations>'
        '<animation type="CABasicAnimation" keyPath="filters.m.inputColorMatrix" duration="2">'
        '<fromValue type="CAColorMatrix" value="matrix(1 2 3)"/>'
        f'<toValue type="CAColorMatrix" value="matrix({" ".join(["0"] * 18)} 1 0)"/></animation>'
        "</animations></CALayer>"
    )
    with pytest.warns(UserWarning, match=r"fromValue.*3.*20"):
        scene = layers(inside)
    assert len(scene.warnings) == 1
    assert tuple(scene.render(1)[30, 50, :3]) == (128, 0, 0), "what is right of it plays"


def test_a_transform_may_be_a_matrix_of_sixteen_or_six() -> None:
    moved = layers(
        '<CALayer transform="matrix(1 0 0 0 0 1 0 0 0 0 1 0 7 8 0 1)"/><CALayer transform="matrix(1, 0, 0, 1, 7, 8)"/>'
    )
    assert [layer.transform for layer in moved.root.sublayers] == [st.Transform3D.translation(7, 8)] * 2


@pytest.mark.parametrize("form", ['contentsMultiplyColor="1 0.5 0"', ""])
def test_contents_may_be_multiplied_by_a_colour(form: str) -> None:
    inside = "" if form else '<contentsMultiplyColor value="1 0.5 0"/>'
    scene = layers(image(attributes=f'{form} backgroundColor="0 0 1"', inside=inside))
    assert scene.warnings == []
    wanted = [(255, 0, 0), (0, 128, 0), (0, 0, 0), (255, 128, 0)]
    for found, color in zip(corners(scene, 50, 30), wanted, strict=True):
        assert max(abs(a - b) for a, b in zip(found[:3], color, strict=True)) <= 1
    assert st.Scene.from_bytes(scene.to_bytes()) == scene


def test_the_alpha_of_the_multiplying_colour_fades_the_contents_alone() -> None:
    scene = layers(
        image(
            attributes='backgroundColor="0 0 1"', inside='<contentsMultiplyColor value="1 1 1" opacity="0"/>'
        )
    )
    assert corners(scene, 50, 30) == [BLUE] * 4
    layer = scene.root.sublayers[0]
    assert str(layer.contents_multiply_color) == "(1.0, 1.0, 1.0, 0.0)"
    layer.contents_multiply_color = None
    assert corners(scene, 50, 30) == UPRIGHT
    layer.add_animation(
        st.BasicAnimation("contentsMultiplyColor", from_value="white", to_value="black", duration=2)
    )
    assert corners(scene, 50, 30, time=1)[3] == (128, 128, 128, 255)


def test_a_missing_image_is_warned_of_once(tmp_path: pathlib.Path) -> None:
    with pytest.warns(UserWarning, match=r"missing.png"):
        scene = layers(
            '<CALayer bounds="0 0 9 9"><contents type="CGImage" src="missing.png"/></CALayer><CAEmitterLayer><emitterCells>'
            '<CAEmitterCell><contents type="CGImage" src="missing.png"/></CAEmitterCell></emitterCells></CAEmitterLayer>'
        )
    assert len(scene.warnings) == 1
    scene.save(tmp_path / "x.ca")
    assert (tmp_path / "x.ca" / "main.caml").read_text().count("missing.png") == 2, "and kept"


def test_a_caption_is_shown_from_its_begin_to_its_end() -> None:
    """Exporters of captions write a begin time and a duration, and no animation."""
    for timing, alphas in (
        ('beginTime="2" duration="3"', [0, 0, 255, 255, 0]),
        ('beginTime="2" duration="3" fillMode="both"', [255, 255, 255, 255, 255]),
        ("", [255, 255, 255, 255, 255]),
    ):
        scene = layers(f'<CALayer bounds="0 0 9 9" position="50 30" backgroundColor="1 0 0" {timing}/>')
        assert [scene.render(time)[30, 50, 3] for time in (0, 1.9, 2.1, 4.9, 5.1)] == alphas, timing
