"""Tests of ports: effects of public iOS code, written with Stretto as in the original.

Each other module of the folder `ports` is a port. If the original's repository has a recording, a person
compared the port with the recording, and tests assert the measured numbers.
"""

from __future__ import annotations

import importlib.util
import itertools
import math
import pathlib
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image as Pillow

import stretto as st

FOLDER = pathlib.Path(__file__).parent
PORTS = sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("test_"))
#: Diagnostics of ports whose originals have the reported mistake too.
EXPECTED_DIAGNOSTICS = {"favorite_button": {"keyframes-do-not-fit"}, "spring": {"keyframes-do-not-fit"}}


def port(name: str) -> ModuleType:
    """Imports a port under a module name that no other module has."""
    spec = importlib.util.spec_from_file_location(f"ports_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def brightness(scene: st.Scene, time: float) -> npt.NDArray[np.float64]:
    """The red channel of each pixel, 0...1."""
    return scene.render(time)[..., 0] / 255


def named(scene: st.Scene, name: str) -> st.Layer:
    return next(layer for layer in scene.root.sublayers if layer.name == name)


def angle(layer: st.Layer, time: float) -> float:
    """The rotation of a layer in radians, from the direction of its x axis."""
    matrix = layer.presentation_value("transform", time)
    return math.atan2(matrix.m12, matrix.m11)


def film(name: str) -> npt.NDArray[np.uint8]:
    """The frames of a port at its `TIMES`, side by side."""
    module = port(name)
    scene = module.scene()
    return np.concatenate([scene.render(time) for time in module.TIMES], axis=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", PORTS)
def test_a_port_draws_its_golden_frames(name: str) -> None:
    with Pillow.open(FOLDER / "films" / f"{name}.png") as file:
        golden = np.asarray(file.convert("RGBA")).astype(int)
    drawn = film(name).astype(int)
    assert drawn.shape == golden.shape
    # The last bit may differ on a processor whose sine function rounds differently.
    assert np.abs(drawn - golden).max() <= 2
    assert {found.code for found in port(name).scene().diagnostics()} == EXPECTED_DIAGNOSTICS.get(name, set())


def test_no_film_is_left_over() -> None:
    assert sorted(path.stem for path in (FOLDER / "films").iterdir()) == PORTS


# Special features of single ports


def test_lines_of_the_hamburger_turn_through_the_larger_angle_on_a_curve() -> None:
    top, middle, bottom = port("hamburger_button").scene().root.sublayers[0].sublayers
    times = np.linspace(0.1, 0.6, 101)
    for layer, end in ((top, 5 / 4), (middle, 1), (bottom, 3 / 4)):
        turned = np.unwrap([angle(layer, float(time)) for time in times])
        assert turned[0] == pytest.approx(0)
        assert abs(turned[-1]) == pytest.approx(end * math.pi)
        assert (np.diff(turned) > -1e-6).all(), "clockwise all the way"
    assert top.presentation_value("strokeStart", 0.55) == pytest.approx(0.3)
    assert top.presentation_value("position", 0.55) == pytest.approx((9, 12.75))


def test_halos_are_as_large_as_they_were_recorded() -> None:
    # Radii measured on the recording, as fractions of the largest radius. The first measured radius is 0.19
    # of the largest radius.
    halo = port("pulsing_halo").scene().root.sublayers[0]
    delay, disc = 7 / 6, halo.sublayers[0]
    sizes = [disc.presentation_value("transform.scale.xy", 14 + time) for time in np.arange(0, 7, 0.005)]
    first = float(np.searchsorted(sizes, 0.19)) * 0.005
    later = (0.5, delay, 0.5 + delay, 2 * delay, 3 * delay)
    for time, expected in zip(later, (0.356, 0.553, 0.675, 0.797, 0.918), strict=True):
        assert sizes[round((first + time) / 0.005)] == pytest.approx(expected, abs=0.012)


@pytest.mark.parametrize("direction", [1, -1])
def test_the_shimmer_runs_over_the_text_in_both_directions(direction: int) -> None:
    scene, duration = port("shimmer").scene(direction), 260 / 230 + 0.4
    columns, centres = np.arange(300), []
    for time in np.linspace(0.3, 0.8, 11):
        # At time t, the light that moves backwards has the position that the other light has at `duration` -
        # t.
        local_time = float(time) if direction > 0 else duration - float(time)
        bright = np.clip(brightness(scene, local_time) - 0.6, 0, None).sum(axis=0)
        centres.append(float((bright * columns).sum() / bright.sum()))
    assert np.ptp(centres) > 60
    assert sum(b > a for a, b in itertools.pairwise(centres)) >= 9


def test_an_animation_without_a_duration_lasts_as_long_as_its_group() -> None:
    circle = port("material_spinner").scene().root.sublayers[0]
    for time, turned, start, end in ((0.5, 0.5, 0.125, 0.5), (1, 1, 0.25, 1), (1.5, 1.5, 0.625, 1)):
        assert circle.presentation_value("transform.rotation", 4 + time) == pytest.approx(turned * math.pi)
        assert circle.presentation_value("strokeStart", 4 + time) == pytest.approx(start)
        assert circle.presentation_value("strokeEnd", 4 + time) == pytest.approx(end)


def test_the_slanted_gradient_is_stretched_with_its_bar() -> None:
    # The gradient runs along one diagonal of the bar. In the recording of the original effect, its bands are
    # parallel to the other diagonal, even in a wide bar.
    module = port("skeleton_view")
    scene = st.Scene(140, 10, sublayers=[module.sliding((0, 0, 140, 10), diagonal=True)])
    pixels = scene.render(0.9)[..., 0].astype(int)
    for x in range(20, 120, 10):
        for y in range(4):
            assert abs(pixels[2 + y, x] - pixels[3 + y, x - 14]) <= 1
    assert np.ptp(pixels[5]) > 10


def test_rays_stay_away_after_key_times_that_end_early() -> None:
    scene = port("favorite_button").scene()
    button = scene.root.sublayers[0]
    ray, star = button.sublayers[1], button.sublayers[-1]
    times = (0.2, 0.39, 0.4835, 0.58, 0.8, 0.99)
    opacities = [ray.presentation_value("opacity", 0.1 + time) for time in times]
    assert opacities == pytest.approx([1, 1, 0.5, 0, 0, 0], abs=2e-3)
    growth = [star.presentation_value("transform.scale", 0.1 + time) for time in np.linspace(0.11, 0.29, 10)]
    assert all(0.05 < b - a < 0.2 for a, b in itertools.pairwise(growth)), "it grows from nothing"


def test_the_ring_of_the_heart_grows_from_below_nothing_and_is_emptied() -> None:
    module = port("fave_button")
    scene = module.scene()
    widths = []
    for time in (0.02, 0.05, 0.08, 0.12):
        white = scene.render(module.BEGIN + time, scale=4)[240, 240:, :3].min(axis=1) > 235
        widths.append(int(np.argmax(white)) / 4)
    assert widths == sorted(widths)
    assert 0 < widths[0] < module.RADIUS / 2 < widths[-1] < module.RADIUS
    inside = scene.render(module.BEGIN + 0.17)[60, 50]
    assert tuple(inside[:3]) == (255, 255, 255), "the fill is taken away when it ends"


def test_the_last_of_five_values_holds_where_there_are_six_times() -> None:
    scene = port("spring").scene()
    shake, pop, swing = (named(scene, name) for name in ("shake", "pop", "swing"))
    assert swing.presentation_value("transform.rotation", 0.1 + 0.14) == pytest.approx(0.3)
    assert swing.presentation_value("transform.rotation", 0.1 + 0.28) == pytest.approx(-0.3)
    for layer, key_path, rest in (
        (shake, "position.x", 60),
        (pop, "transform.scale", 1),
        (swing, "transform.rotation", 0),
    ):
        assert layer.presentation_value(key_path, 0.1 + 0.7 * 0.9) == pytest.approx(rest)


def test_half_a_turn_about_an_axis_goes_to_its_end() -> None:
    scene = port("spring").scene()
    flip = named(scene, "flipX").presentation_value("transform", 0.1 + 0.6999)
    assert flip.m11 == pytest.approx(-1, abs=0.01)
    assert flip.m33 == pytest.approx(-1, abs=0.01)


def test_a_cubic_bounce_meets_its_values_on_a_curve() -> None:
    icon = port("animated_tab_bar").scene().root.sublayers[0]
    values = [1, 1.4, 0.9, 1.15, 0.95, 1.02, 1]
    for k, value in enumerate(values[:-1]):
        assert icon.presentation_value("transform.scale", 0.1 + 0.5 * k / 6) == pytest.approx(value, abs=1e-6)
    # The middle of a Hermite curve with the tangents 0.4 (as if the value before were 0.6) and -0.05.
    assert icon.presentation_value("transform.scale", 0.1 + 0.5 / 12) == pytest.approx(1.2 + 0.45 / 8)


def test_the_end_of_a_ring_has_the_end_colour_at_any_progress() -> None:
    module = port("ring_progress")
    frame = module.scene().render(0, scale=2)
    radius = module.SIDE / 2 - module.WIDTH / 2
    for k, progress in enumerate(module.PROGRESS):
        if progress not in (0.95, 1.3):
            continue
        turn = 2 * math.pi * progress - math.pi / 2
        x = 8 + (module.SIDE + 8) * k + module.SIDE / 2 + radius * math.cos(turn)
        y = 8 + module.SIDE / 2 + radius * math.sin(turn)
        assert np.abs(frame[round(2 * y), round(2 * x), :3] - 255 * np.array(module.END)).max() <= 3


def test_confetti_falls_from_the_line_in_its_colours() -> None:
    module = port("confetti_view")
    scene = module.scene()
    heights = []
    for time in (0.5, 1, 1.5, 2):
        covered = (scene.render(time)[..., :3].min(axis=2) < 200).sum(axis=1)
        heights.append(float((covered * np.arange(module.HEIGHT)).sum() / covered.sum()))
    assert heights == sorted(heights)
    pixels = scene.render(6)[..., :3].reshape(-1, 3)
    for color in module.COLORS:
        near = np.abs(pixels / 255 - np.array(color)).max(axis=1) < 0.01
        assert near.sum() > 100


def test_the_middle_item_of_a_carousel_is_in_front() -> None:
    module = port("carousel")
    scene = module.scene()
    for k, kind in enumerate(module.KINDS):
        center = (150 + 300 * (k % 2) + 5, 60 + 120 * (k // 2) - 20)
        hit = scene.hit_test(center)
        assert hit is not None, kind
        item = scene.root.sublayers[k].sublayers[{"inverted cylinder": 3, "wheel": 3}.get(kind, 6)]
        assert hit.layer in (item, item.sublayers[0]), kind


def test_springs_of_uikit_are_where_they_settle() -> None:
    outer, inner = port("swift_spinner").scene().root.sublayers
    assert outer.presentation_value("transform.rotation.z", 1.999) == pytest.approx(-math.pi / 3, abs=2e-3)
    swing = [outer.presentation_value("transform.rotation.z", time) for time in np.linspace(0, 2, 400)]
    assert min(swing) < -math.pi / 3 * 1.1, "it swings over"
    for k in range(4):
        left = angle(inner, k + 0.75) - 0.1 - (k + 1) * math.pi / 4
        assert math.remainder(left, 2 * math.pi) == pytest.approx(0, abs=2e-3)


def test_the_line_under_a_field_runs_in_from_the_left() -> None:
    module = port("text_field_effects")
    line = module.scene().root.sublayers[0].sublayers[1]
    for time in (0.35, 0.42, 0.5):
        left, _, width, _ = line.presentation_value("frame", time)
        assert left == pytest.approx(0, abs=1e-9)
        assert 0 < width < module.WIDTH
    assert line.presentation_value("bounds.size.width", 1) == module.WIDTH
    assert line.presentation_value("bounds.size.width", 2) == 0


@pytest.mark.slow
def test_a_morphing_label_begins_and_ends_as_its_texts() -> None:
    module = port("morphing_label")
    scene = module.scene()
    for string, time in ((module.OLD, 0), (module.OLD, module.BEGIN - 0.01), (module.NEW, 2)):
        reference = st.Scene(*scene.size, background=scene.background)
        for row in range(len(module.EFFECTS)):
            text = st.TextLayer(
                string, font_size=module.SIZE, foreground_color="white", font_features="-kern"
            )
            text.position = (module.WIDTH / 2, module.ROW * (row + 0.5) - module.SIZE / 2)
            text.alignment_mode = "center"
            reference.add_sublayer(text)
        assert np.abs(scene.render(time).astype(int) - reference.render()).max() <= 2, (string, time)


@pytest.mark.slow
def test_letters_of_a_morphing_label_are_where_its_functions_say() -> None:
    module = port("morphing_label")
    layers = module.label("evaporate", (120, 35)).layers
    moved = [layer for layer in layers if layer.name == "moved"]
    assert [layer.string for layer in moved] == ["i", "g", "n"], "they take the first free place"
    first = next(layer for layer in layers if layer.name == "old")
    for t in (0.1, 0.35, 0.6, 0.95):
        # The first letter is one delay ahead of the other letters, because 1.2 times the cosine of the
        # letter's index rounds to 1.
        far = (min(1, t + module.DELAY) - 1) ** 5 + 1
        time = module.BEGIN + t * module.DURATION
        rise = first.presentation_value("transform.translation.y", time)
        assert rise == pytest.approx(-0.8 * module.SIZE * far, abs=0.05)
        assert first.presentation_value("opacity", time) == pytest.approx(1 - far, abs=0.002)


def test_six_animations_of_a_checkbox_end_alike() -> None:
    module = port("check_box")
    boxes = [module.scene().render(2, scale=2)[:, 20 + 140 * k : 140 + 140 * k] for k in range(6)]
    pictures = dict(zip(module.KINDS, boxes, strict=True))
    for line, filled in (("one stroke", "fill"), ("one stroke", "bounce"), ("stroke", "fade")):
        assert (pictures[line] != pictures[filled]).any()
    assert np.abs(pictures["stroke"].astype(int) - pictures["one stroke"]).max() <= 2
    for kind in ("bounce", "flat", "fade"):
        assert (pictures[kind] == pictures["fill"]).all(), kind


def test_the_line_of_a_box_runs_on_into_its_check_mark() -> None:
    module = port("check_box")
    scene = module.scene()
    box, check = scene.root.sublayers[module.KINDS.index("one stroke")].sublayers[1].sublayers
    begin, half, third = module.BEGIN, module.DURATION / 2, module.DURATION / 3
    assert box.presentation_value("strokeEnd", begin + half) == 1
    assert check.presentation_value("strokeEnd", begin + half) == pytest.approx(0)
    assert check.path is not None
    x, y = check.path.point_at(0)
    radius = (module.SIZE - module.WIDTH) / 2
    assert math.hypot(x - module.SIZE / 2, y - module.SIZE / 2) == pytest.approx(radius, abs=1.5)
    assert check.presentation_value("strokeEnd", begin + half + third) == 1
