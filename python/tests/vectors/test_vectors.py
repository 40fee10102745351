"""Tests of animated SVG and Lottie files: their contents, their size, and errors."""

from __future__ import annotations

import base64
import gzip
import json
import math
import pathlib
import re
import sys
import zipfile
from typing import Any, Literal
from xml.etree import ElementTree

import pytest

import installed
import stretto as st
from vector_scenes import SCENES

sys.path.insert(0, str(installed.ROOT / "python" / "examples"))
import emoji_preview
import indicators


def spinner(count: int = 20) -> st.Scene:
    dot = st.Layer(frame=(52, 8, 15, 15), corner_radius=7.5, background_color="royalblue")
    dot.add_animation(st.BasicAnimation("transform.scale", 1, 0.2, duration=1, repeat_count=math.inf))
    dot.add_animation(st.BasicAnimation("opacity", 1, 0, duration=1, repeat_count=math.inf))
    ring = st.ReplicatorLayer(dot, frame=(0, 0, 120, 120), instance_count=count, instance_delay=1 / count)
    ring.instance_transform = st.Transform3D.rotation(-math.tau / count)
    return st.Scene(120, 120, sublayers=[ring])


def typing_dots() -> st.Scene:
    dot = st.Layer(frame=(12, 24, 12, 12), corner_radius=6, background_color="gray")
    dot.add_animation(
        st.KeyframeAnimation(
            "position.y", [30, 18, 30, 30], key_times=[0, 0.2, 0.4, 1], duration=1.2, repeat_count=math.inf
        )
    )
    dots = st.ReplicatorLayer(dot, frame=(0, 0, 80, 60), instance_count=3, instance_delay=0.15)
    dots.instance_transform = st.Transform3D.translation(20, 0)
    return st.Scene(80, 60, sublayers=[dots])


def wave(count: int = 200) -> st.Scene:
    bar = st.Layer(frame=(4, 20, 3, 60), background_color="tomato", corner_radius=1.5)
    bar.add_animation(
        st.BasicAnimation(
            "transform.scale.y", 0.2, 1, duration=1, autoreverses=True, repeat_count=math.inf,
            timing_function="easeInEaseOut",
        )
    )  # fmt: skip
    bars = st.ReplicatorLayer(bar, frame=(0, 0, 810, 100), instance_count=count, instance_delay=2 / count)
    bars.instance_transform = st.Transform3D.translation(4, 0)
    return st.Scene(810, 100, sublayers=[bars])


@pytest.mark.parametrize(
    ("scene", "most_svg", "most_lottie", "most_packed"),
    [(spinner(), 2600, 10_500, 900), (typing_dots(), 1200, 10_500, 900), (wave(), 20_000, 50_000, 5000)],
    ids=["spinner", "typing dots", "wave"],
)
def test_files_are_small(scene: st.Scene, most_svg: int, most_lottie: int, most_packed: int) -> None:
    svg, lottie = scene.to_svg(animated=True).encode(), scene.to_lottie().encode()
    assert len(svg) <= most_svg
    assert len(lottie) <= most_lottie
    assert len(gzip.compress(lottie, 9, mtime=0)) <= most_packed


def test_copies_share_their_keyframes() -> None:
    svg = spinner().to_svg(animated=True)
    assert svg.count("@keyframes") == 1
    delays = {f"animation-delay:-{k * 0.05:.2f}".rstrip("0") for k in range(1, 20)}
    assert all(delay.replace("-0", "-", 1) in svg for delay in delays)


def test_endings_are_formats(tmp_path: pathlib.Path) -> None:
    scene = spinner()
    for name in ("a.svg", "a.json", "a.lottie"):
        scene.save(tmp_path / name)
    assert (tmp_path / "a.svg").read_text() == scene.to_svg(animated=True)
    lottie = (tmp_path / "a.json").read_text()
    assert lottie == scene.to_lottie()
    with zipfile.ZipFile(tmp_path / "a.lottie") as archive:
        assert archive.read("animations/animation.json").decode() == lottie
        assert json.loads(archive.read("manifest.json"))["animations"] == [{"id": "animation"}]


def test_a_picture_without_duration_has_no_animation() -> None:
    scene = spinner()
    assert "animation" not in scene.to_svg(0.25)
    with pytest.raises(st.InvalidArgument, match="animated=True"):
        scene.to_svg(0.25, duration=2)
    with pytest.raises(st.InvalidArgument, match="another format"):
        scene.save("a.caml", duration=2)


def test_names_are_escaped_and_nothing_comes_from_outside() -> None:
    scene = spinner()
    scene.root.name = "</title><script>alert('\"&')</script>\x01"
    for layer in scene.root.sublayers:
        layer.name = 'a"b<c>\\'
    svg, lottie = scene.to_svg(animated=True), scene.to_lottie()
    root = ElementTree.fromstring(svg)
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert "script" not in tags
    assert root.get("role") == "img"
    assert root[0].text == "</title><script>alert('\"&')</script>"
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-reduced-motion" in svg
    assert json.loads(lottie)["nm"] == "</title><script>alert('\"&')</script> "
    assert "<" not in lottie


@pytest.mark.parametrize("fallback", ["picture", 1])
def test_fallbacks_have_names(fallback: object) -> None:
    with pytest.raises((st.InvalidArgument, TypeError), match="fallback"):
        spinner().to_lottie(fallback=fallback)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"), [("duration", 0), ("duration", -1), ("fps", 0), ("fps", 1000), ("tolerance", 0)]
)
def test_numbers_out_of_range_are_refused(name: str, value: float) -> None:
    with pytest.raises(st.InvalidArgument, match="above 0"):
        spinner().to_lottie(**{name: value})  # type: ignore[arg-type]


def test_what_a_format_has_no_word_for_is_named() -> None:
    scene = spinner()
    glass = st.Layer(frame=(10, 10, 40, 40), name="glass")
    glass.background_filters = [st.Filter("gaussianBlur", input_radius=6)]
    scene.add_sublayer(glass)
    with pytest.raises(st.InvalidArgument, match="backgroundFilters of glass"):
        scene.to_lottie()
    with pytest.raises(st.InvalidArgument, match="backgroundFilters of glass"):
        scene.to_svg(animated=True)
    assert "data:image/png" in scene.to_lottie(fallback="image", duration=0.2)


def test_layers_blend_with_the_scene_and_not_with_the_page_around_it() -> None:
    scene = spinner()
    assert "isolation" not in scene.to_svg(animated=True)
    ink = st.Layer(frame=(10, 10, 40, 40), background_color="red", compositing_filter="multiplyBlendMode")
    scene.add_sublayer(ink)
    svg = ElementTree.fromstring(scene.to_svg(animated=True))
    assert svg.get("style") == "isolation:isolate"


def test_a_picture_of_the_whole_scene_blends_with_its_background() -> None:
    ink = st.Layer(frame=(0, 0, 20, 20), background_color="#446", compositing_filter="screenBlendMode")
    holder = st.Layer(sublayers=[ink], frame=(0, 0, 20, 20))
    holder.add_animation(st.BasicAnimation("opacity", 0.5, 1, duration=1, repeat_count=math.inf))
    scene = st.Scene(20, 20, "white", sublayers=[holder])
    svg = scene.to_svg(animated=True, fallback="image", duration=0.1)
    found = re.search(r"data:image/png;base64,([^\"]*)", svg)
    assert found is not None
    picture = st.Image.open(base64.b64decode(found[1])).to_array()
    assert (picture[10, 10] == scene.render(0.1 / 12)[10, 10]).all()


@pytest.mark.parametrize(
    ("border", "expected"), [("red", [12, 12, 36, 26, 4]), ("#ff000080", [10, 10, 40, 30, 6])]
)
def test_a_background_ends_under_an_opaque_border(border: str, expected: list[float]) -> None:
    card = st.Layer(frame=(10, 10, 40, 30), background_color="blue", corner_radius=6)
    card.border_width, card.border_color = 4, border
    svg = ElementTree.fromstring(st.Scene(60, 50, sublayers=[card]).to_svg(animated=True))
    ground, line = svg.iter("{http://www.w3.org/2000/svg}rect")
    names = ("x", "y", "width", "height", "rx")
    assert [float(ground.get(name, 0)) for name in names] == expected
    assert [float(line.get(name, 0)) for name in names] == [12, 12, 36, 26, 4]
    assert (line.get("fill"), line.get("stroke-width")) == ("none", "4")


@pytest.mark.parametrize(
    "values",
    [{"corner_radius": 3}, {"corner_curve": "continuous"}, {"masked_corners": ["minXMinY"]}],
)
def test_a_border_that_is_no_stroke_is_an_area(values: dict[str, Any]) -> None:
    card = st.Layer(frame=(10, 10, 40, 30), corner_radius=6, border_width=4, border_color="red")
    for name, value in values.items():
        setattr(card, name, value)
    svg = ElementTree.fromstring(st.Scene(60, 50, sublayers=[card]).to_svg(animated=True))
    (area,) = svg.iter("{http://www.w3.org/2000/svg}path")
    assert area.get("stroke") is None


def test_a_picture_that_stays_is_written_once() -> None:
    wheel = st.GradientLayer(type="conic", colors=["red", "blue"], frame=(0, 0, 20, 20))
    steps = st.KeyframeAnimation("opacity", [1, 0.5, 0.2], duration=1, repeat_count=math.inf)
    steps.calculation_mode = "discrete"
    wheel.add_animation(steps)
    scene = st.Scene(20, 20, sublayers=[wheel])
    lottie = json.loads(scene.to_lottie(fallback="image"))
    assert len(lottie["layers"]) == len(lottie["assets"]) == 3
    assert [layer["op"] - layer["ip"] for layer in lottie["layers"]] == [20, 20, 20]
    svg = scene.to_svg(animated=True, fallback="image")
    assert 'viewBox="0 0 20 20"' in svg
    assert 'height="60"' in svg


def test_a_layer_that_clips_to_nothing_is_left_out() -> None:
    clip = st.Layer(sublayers=[st.Layer(frame=(0, 0, 9, 9), background_color="red")], masks_to_bounds=True)
    scene = st.Scene(20, 20, "white", sublayers=[clip])
    assert scene.to_svg(animated=True) == st.Scene(20, 20, "white").to_svg(animated=True)


def test_pictures_end_at_the_edge_of_the_scene() -> None:
    wheel = st.GradientLayer(type="conic", colors=["red", "blue"], frame=(0, 0, 4000, 4000))
    holder = st.Layer(sublayers=[wheel], frame=(0, 0, 60, 60))
    holder.add_animation(st.BasicAnimation("position.x", 30, 40, duration=0.5, repeat_count=math.inf))
    lottie = json.loads(st.Scene(60, 60, sublayers=[holder]).to_lottie(fallback="image"))
    sizes = [(asset["w"], asset["h"]) for asset in lottie["assets"] if "p" in asset]
    # Twice as many pixels as points, for the scene's 60 points, the motion and a margin around the scene.
    assert sizes
    assert all(width <= 2 * 73 and height <= 2 * 63 for width, height in sizes)


def test_pictures_below_a_filter_end_where_the_filter_cannot_show_them() -> None:
    wheel = st.GradientLayer(type="conic", colors=["red", "blue"], frame=(0, 0, 4000, 4000))
    holder = st.Layer(sublayers=[wheel], frame=(0, 0, 60, 60))
    holder.filters = [st.Filter("gaussianBlur", input_radius=4)]
    svg = st.Scene(60, 60, sublayers=[holder]).to_svg(animated=True, duration=1, fallback="image")
    found = re.findall('base64,([^"]+)"', svg)
    # The picture of the wheel begins at the corner of the scene. On the right and at the bottom, the picture
    # extends beyond the scene by three standard deviations of the blur and a margin.
    assert [st.Image.open(base64.b64decode(data)).size for data in found] == [(147, 147)]


def test_lottie_layers_start_at_whole_frames() -> None:
    scene = SCENES["delays between frames"]()
    lottie = json.loads(scene.to_lottie(fps=60))
    starts = {layer["st"] for layer in lottie["layers"]}
    assert len(starts) == 9
    assert all(start == int(start) for start in starts)
    # The loop lasts two seconds, and 117 is the multiple of 9 that is nearest to 120.
    assert lottie["op"] == 117
    assert lottie["fr"] == 58.5


def test_translucent_copies_of_a_path_are_no_translucent_lottie_layers() -> None:
    lottie = json.loads(SCENES["faded copies"]().to_lottie())
    assert {layer["ks"]["o"]["k"] for layer in lottie["layers"]} == {100}


def test_diagnostics_list_the_layers_that_a_file_shows_as_pictures() -> None:
    scene = spinner()
    for copy in range(3):
        card = st.Layer(frame=(10 * copy, 10, 40, 40), name="card", background_color="red")
        card.shadow_opacity = 0.5
        scene.add_sublayer(card)
    scene.add_sublayer(st.Layer(frame=(0, 0, 9, 9), background_color="red", name="veil"))
    scene.sublayers[-1].background_filters = [st.Filter("gaussianBlur", input_radius=6)]
    assert scene.diagnostics() == []

    def listed(vector: Literal["svg", "lottie"]) -> list[tuple[str, str, int]]:
        found = scene.diagnostics(vector=vector)
        assert all("fallback" in item.message for item in found)
        assert {item.code for item in found} == {"no-vector-form"}
        return [(item.layer.name, item.key_path, 1 + len(item.others)) for item in found]

    # A layer that filters its backdrop makes the export draw the whole scene as a picture.
    assert listed("svg") == [("", "backgroundFilters of veil", 1)]
    assert listed("lottie") == [("card", "shadowOpacity", 3), ("", "backgroundFilters of veil", 1)]
    scene.sublayers[-1].background_filters = []
    assert scene.diagnostics(vector="svg") == []
    assert listed("lottie") == [("card", "shadowOpacity", 3)]


def test_diagnostics_of_a_vector_file_need_a_format_and_a_length() -> None:
    with pytest.raises(st.InvalidArgument, match="'svg' or 'lottie'"):
        spinner().diagnostics(vector="gif")  # type: ignore[arg-type]
    cell = st.EmitterCell(contents=st.Image.solid(2, 2, "red"), birth_rate=30_000, lifetime=0.1)
    scene = st.Scene(20, 20, sublayers=[st.EmitterLayer(name="rain", emitter_cells=[cell])])
    with pytest.raises(st.InvalidArgument, match="duration"):
        scene.diagnostics(vector="svg")
    (found,) = scene.diagnostics(1, vector="svg")
    assert (found.layer.name, found.key_path) == ("rain", "more than 2000 particles")


def test_the_book_shows_files_with_their_sizes() -> None:
    page = (installed.ROOT / "docs" / "book" / "ideas" / "vectors.md").read_text(encoding="utf-8")
    names = ["wave.gif", "wave.svg", "emoji_preview.gif", "emoji_preview.svg"]
    assert re.findall(r"\(\.\./\.\./images/(.*?)\)", page) == names
    sizes = [number.replace(",", "") for row in re.findall(r"^\| bytes \|(.*)$", page, re.M) for number in
             row.replace(" ", "").strip("|").split("|")]  # fmt: skip
    assert [int(size) for size in sizes] == [
        (installed.ROOT / "docs" / "images" / name).stat().st_size for name in names
    ]


def test_a_scene_that_never_repeats_needs_a_duration() -> None:
    layer = st.Layer(frame=(0, 0, 10, 10), background_color="red")
    for key_path, period in (("opacity", 1), ("position.x", math.sqrt(2))):
        layer.add_animation(st.BasicAnimation(key_path, 0, 1, duration=period, repeat_count=math.inf))
    scene = st.Scene(20, 20, sublayers=[layer])
    with pytest.raises(st.InvalidArgument, match="duration"):
        scene.to_lottie()
    assert json.loads(scene.to_lottie(duration=2))["op"] == 120


def test_particles_that_copies_share_are_written_once() -> None:
    """The emoji preview shows its confetti in five positions, and the file contains the keyframes of each
    particle once.
    """
    scene = emoji_preview.make_scene(emoji_preview.drawn_face())
    svg, lottie = scene.to_svg(animated=True, duration=2), scene.to_lottie(duration=2)
    assert svg.count("<use") > 5 * 160
    assert svg.count("@keyframes") < 1.5 * 160
    assert len(svg) < 300_000
    assert len(lottie) < 700_000


def test_particles_have_a_limit() -> None:
    cell = st.EmitterCell(contents=st.Image.solid(2, 2, "red"), birth_rate=30_000, lifetime=0.1)
    emitter = st.EmitterLayer(emitter_cells=[cell])
    scene = st.Scene(20, 20, sublayers=[emitter])
    with pytest.raises(st.LimitError, match="more than 2000 particles"):
        scene.to_svg(animated=True, duration=1)
    assert "data:image/png" in scene.to_svg(animated=True, duration=0.1, fallback="image", fps=10)


def test_the_pictures_of_a_fallback_count_as_keyframes() -> None:
    """The limit of keyframes holds for pictures without pixels too."""
    layer = st.TransformLayer()
    layer.add_animation(st.Transition(duration=1), "fade")
    scene = st.Scene(20, 20, sublayers=[layer])
    with pytest.raises(st.LimitError, match="more than 400000 keyframes"):
        scene.to_lottie(duration=400_000 / 60 + 1, fallback="image")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [("preserves_depth", True, "preservesDepth"), ("render_mode", "additive", "renderMode additive")],
)
def test_what_particles_cannot_be(name: str, value: object, words: str) -> None:
    cell = st.EmitterCell(contents=st.Image.solid(2, 2, "red"), birth_rate=5, lifetime=1)
    emitter = st.EmitterLayer(name="snow", emitter_cells=[cell])
    setattr(emitter, name, value)
    with pytest.raises(st.InvalidArgument, match=f"{words} of snow"):
        st.Scene(20, 20, sublayers=[emitter]).to_lottie(duration=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(make.__name__ for make in indicators.INDICATORS))
def test_indicators_are_small(name: str) -> None:
    layer = indicators.indicator(getattr(indicators, name), 43)
    layer.position = (31.5, 31.5)
    scene = st.Scene(63, 63, sublayers=[layer])
    assert len(scene.to_svg(animated=True)) <= 6000


def test_layers_that_hide_each_other_by_depth_are_refused() -> None:
    turn = st.BasicAnimation("transform.rotation.y", 0, math.tau, duration=1, repeat_count=math.inf)
    cards = [
        st.Layer(name="card", frame=(10, 10, 40, 40), background_color=color, animations=[turn])
        for color in ("red", "blue")
    ]
    space = st.TransformLayer(name="space", frame=(0, 0, 60, 60), sublayers=cards)
    space.sublayer_transform = st.Transform3D([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.01, 0, 0, 0, 1])
    with pytest.raises(st.InvalidArgument, match=r"perspective|leaves the plane"):
        st.Scene(60, 60, sublayers=[space]).to_svg(animated=True)


def test_a_part_of_an_image_that_moves_is_refused() -> None:
    layer = st.Layer(frame=(0, 0, 20, 20), contents=st.Image.solid(40, 20, "red"), name="window")
    layer.contents_rect = (0, 0, 0.5, 1)
    layer.add_animation(st.BasicAnimation("contentsRect.origin.x", 0, 0.5, duration=2, repeat_count=math.inf))
    with pytest.raises(st.InvalidArgument, match="contentsRect that moves of window"):
        st.Scene(20, 20, sublayers=[layer]).to_svg(animated=True)


def test_mirrored_copies_of_a_portal_share_no_source_with_a_back_side() -> None:
    scene = st.Scene(100, 40)
    source = st.Layer(frame=(200, 200, 10, 10))
    source.add_sublayer(st.Layer(frame=(0, 0, 10, 10), background_color="red", double_sided=False))
    portal = st.PortalLayer(source, frame=(10, 5, 10, 10))
    mirrored = st.Transform3D.scale(-1, 1, 1)
    copies = st.ReplicatorLayer(portal, frame=(0, 0, 100, 40), instance_count=2, instance_transform=mirrored)
    scene.add_sublayer(source)
    scene.add_sublayer(copies)
    assert [bool(scene.render(0)[5:15, x : x + 10, 3].any()) for x in (10, 80)] == [True, False]
    written = scene.to_svg(animated=True, duration=1)
    assert "<use" not in written
    assert written.count('fill="#f00"') == 2, "the source itself, and the copy that is not mirrored"
