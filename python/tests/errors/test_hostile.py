"""Tests that any argument gives a result or an error, and that the scene can be drawn afterwards."""

from __future__ import annotations

import contextlib
import math
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import stretto as st
from stretto import emoji
from stretto._ffi import files as folders
from stretto._model.key_paths import ALL_KINDS
from untyped import untyped

anything = some.one_of(
    some.floats(allow_nan=True, allow_infinity=True),
    some.sampled_from([0.0, -0.0, 5e-324, 1e300, -1e300, 2.0**31, 2.0**63, math.inf, math.nan]),
    some.integers(),
)
numbers = some.one_of(anything, some.lists(anything, max_size=17))
values = some.one_of(
    numbers,
    some.none(),
    some.booleans(),
    some.text(max_size=8),
    some.sampled_from(["red", "#00ff0080", "additive", "radial", "even-odd", "round"]),
    some.builds(lambda n: st.Transform3D.scale(n, 1 / 3), some.floats(allow_nan=False, allow_infinity=False)),
    some.builds(lambda w: st.Path.rect(0, 0, w, w), some.floats(allow_nan=False, allow_infinity=False)),
    some.just(st.Image.solid(3, 2, "red")),
)
key_paths = some.one_of(
    some.sampled_from(
        [
            *ALL_KINDS,
            "transform.rotation",
            "transform.scale.x",
            "sublayerTransform.translation",
            "bounds.origin.y",
            "emitterCells.a.birthRate",
            "emitterCells.a.lifetime",
            "emitterCells.a.velocity",
            "emitterCells.a.scale",
            "emitterCells.a.color",
        ]
    ),
    some.text(max_size=12),
)
refusals = contextlib.suppress(st.Error, TypeError)
#: Hypothesis settings that give the same examples in each run.
careful = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def make_scene() -> tuple[st.Scene, list[st.Layer]]:
    scene = st.Scene(16, 16)
    path = st.Path.ellipse(2, 2, 9, 9)
    layers: list[st.Layer] = [
        st.ReplicatorLayer(frame=(0, 0, 16, 16), instance_count=2),
        st.ShapeLayer(frame=(0, 0, 16, 16), path=path, stroke_color="red", line_dash_pattern=[2, 1]),
        st.GradientLayer(frame=(0, 0, 16, 16), colors=["red", "blue"]),
        st.EmitterLayer(
            emitter_cells=[st.EmitterCell(name="a", contents=st.Image.solid(1, 1, "red"), birth_rate=9)]
        ),
        st.Layer(frame=(0, 0, 16, 16), background_color="green", contents=st.Image.solid(2, 2, "blue")),
    ]
    parent = scene.root
    for layer in layers:
        parent.add_sublayer(layer)
        parent = layer
    return scene, layers


def assert_draws_as_before(scene: st.Scene) -> None:
    """The scene draws the frame of an unchanged scene after all added layers and values were removed."""
    assert np.array_equal(scene.render(0), UNTOUCHED)


UNTOUCHED = make_scene()[0].render(0)


@pytest.mark.slow
@careful
@given(
    changes=some.lists(some.tuples(some.integers(0, 4), key_paths, values), max_size=6),
    time=anything,
    scale=anything,
)
def test_any_value_for_any_property(
    changes: list[tuple[int, str, object]], time: float, scale: float
) -> None:
    scene, layers = make_scene()
    for index, key_path, value in changes:
        with refusals:
            layers[index].set_value(key_path, value)
        with refusals:
            layers[index].value(key_path)
    with refusals:
        scene.render(time)
    with refusals:
        scene.render(0, scale=min(scale, 4) if scale == scale else scale)
    for layer in layers:
        with refusals:
            scene.instances(layer, time)
    assert st.Scene(2, 2, background="red").render(0)[0, 0].tolist() == [255, 0, 0, 255]


@pytest.mark.slow
@careful
@given(
    key_path=key_paths,
    ends=some.tuples(values, values, values),
    timing=some.dictionaries(
        some.sampled_from(
            [
                "begin_time",
                "duration",
                "speed",
                "time_offset",
                "repeat_count",
                "repeat_duration",
                "timing_function",
            ]
        ),
        numbers,
    ),
    flags=some.dictionaries(
        some.sampled_from(["autoreverses", "additive", "cumulative", "removed_on_completion"]),
        some.booleans(),
    ),
    time=anything,
)
def test_any_animation(
    key_path: str, ends: tuple[Any, ...], timing: dict[str, Any], flags: dict[str, Any], time: float
) -> None:
    scene, layers = make_scene()
    with refusals:
        first, last, by = ends
        animation = st.BasicAnimation(
            key_path, from_value=first, to_value=last, by_value=by, **timing, **flags
        )
        for layer in layers:
            with refusals:
                layer.add_animation(animation)
    with refusals:
        scene.render(time)
    for layer in layers:
        with refusals:
            layer.presentation_value(key_path, time)
        layer.remove_all_animations()
    assert_draws_as_before(scene)


@pytest.mark.slow
@careful
@given(
    key_path=key_paths,
    frames=some.lists(values, max_size=5),
    key_times=some.lists(anything, max_size=6),
    mode=some.sampled_from(["linear", "discrete", "paced", "cubic", "cubicPaced", "?"]),
    time=anything,
)
def test_any_keyframes(
    key_path: str, frames: list[Any], key_times: list[float], mode: Any, time: float
) -> None:
    scene, layers = make_scene()
    with refusals:
        animation = st.KeyframeAnimation(key_path, values=frames, calculation_mode=mode, duration=2)
        with refusals:
            animation.key_times = key_times
        for layer in layers:
            with refusals:
                layer.add_animation(st.AnimationGroup(animations=[animation, animation], duration=3))
    with refusals:
        scene.render(time)
    for layer in layers:
        layer.remove_all_animations()
    assert_draws_as_before(scene)


@pytest.mark.slow
@careful
@given(
    steps=some.lists(
        some.tuples(some.sampled_from("MLQCZREO"), some.lists(anything, min_size=6, max_size=6)), max_size=12
    ),
    width=anything,
    dash=some.lists(anything, max_size=4),
)
def test_any_path(steps: list[Any], width: float, dash: list[float]) -> None:
    path = st.Path()
    for letter, n in steps:
        with refusals:
            match letter:
                case "M":
                    path.move_to(*n[:2])
                case "L":
                    path.line_to(*n[:2])
                case "Q":
                    path.quad_to(*n[:4])
                case "C":
                    path.curve_to(*n)
                case "Z":
                    path.close()
                case "R":
                    path._add("add_rect", *n[:4])
                case "E":
                    path._add("add_ellipse", *n[:4])
                case "O":
                    path._add("add_rounded_rect", *n)
    shape = st.ShapeLayer(path=path, stroke_color="blue", line_join="round", line_cap="round")
    with refusals:
        shape.line_width = width
    with refusals:
        shape.line_dash_pattern = dash
    scene, _ = make_scene()
    scene.add_sublayer(shape)
    with refusals:
        scene.render(0)
    shape.remove_from_superlayer()
    assert_draws_as_before(scene)


@careful
@given(text=some.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \t", max_size=60))
def test_any_svg_text(text: str) -> None:
    with refusals:
        path = st.Path.svg(text)
        assert np.isfinite(path.bounds or ()).all()
        read_back = st.ShapeLayer(path=path).path
        assert read_back is not None
        assert read_back.elements() == path.elements()


@pytest.mark.slow
@pytest.mark.process
@careful
@given(data=some.binary(max_size=200))
def test_any_bytes_are_no_picture(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for head in (b"", b"\x89PNG\r\n\x1a\n", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"):
            file = pathlib.Path(folder) / "x.png"
            file.write_bytes(head + data)
            with refusals:
                assert min(st.Image.open(file).size) > 0


@pytest.mark.slow
@careful
@given(instance=some.lists(some.one_of(some.integers(), some.integers(-3, 3)), max_size=40), time=anything)
def test_any_copy(instance: list[int], time: float) -> None:
    scene, layers = make_scene()
    for layer in layers:
        with refusals:
            layer.local_time(time, instance=instance)
        with refusals:
            layer.presentation_value("opacity", time, instance=instance)
    assert_draws_as_before(scene)


def test_a_scene_keeps_its_root() -> None:
    one, other = st.Scene(10, 10), st.Scene(10, 10)
    with pytest.raises(st.InvalidArgument, match="root"):
        other.add_sublayer(one.root)
    with pytest.raises(st.InvalidArgument, match="root"):
        st.Layer().mask = one.root
    assert one.root.superlayer is None


def test_an_empty_path_is_no_folder_to_fill(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(st.InvalidArgument, match="empty"):
        st.Scene(4, 4, background="white").movie(duration=1, fps=2, diagnose=False).save("")
    assert list(tmp_path.iterdir()) == []


# Values meant to break the library

LONG = "\N{LATIN SMALL LETTER E WITH ACUTE}" * 5000
UNICODE = "\ud800"


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lambda: st.Layer().convert_point((0, 0), untyped(LONG)), TypeError),
        (lambda: st.Layer().local_time(0, untyped(LONG)), TypeError),
        (lambda: st.Layer().value(LONG), st.KeyPathError),
        (lambda: st.Layer().presentation_value(LONG, 0), st.KeyPathError),
        (lambda: st.Layer(background_color=LONG), st.InvalidArgument),
        (lambda: st.Layer(background_color="#" * 1_000_000), st.InvalidArgument),
        (lambda: st.Layer().value("sublayers.a." * 10_000), st.KeyPathError),
        (lambda: st.Layer().presentation_value("sublayers.a." * 10_000), st.KeyPathError),
        (lambda: st.Layer(fill_mode=untyped(LONG)), st.InvalidArgument),
        (lambda: st.Scene(4, 4).set_state(LONG, 1), st.InvalidArgument),
        (lambda: st.Scene(4, 4).instances(untyped(LONG), 1), TypeError),
        (lambda: st.stagger(3, LONG, each=1), st.InvalidArgument),
        (lambda: st.stagger(3, axis=LONG, each=1), st.InvalidArgument),
        (lambda: st.TextLayer("x").stagger(by=untyped(LONG), each=1), st.InvalidArgument),
        (lambda: st.TextLayer("x", font_variations={LONG: 1}), st.InvalidArgument),
        (lambda: st.ViewReplicator().export_source(LONG), st.InvalidArgument),
        (lambda: st.Path().add_path(untyped(LONG)), TypeError),
        (lambda: st.AnimationGroup([untyped(LONG)]), TypeError),
        (lambda: st.Layer(name=UNICODE + LONG), st.InvalidArgument),
        (lambda: st.Layer(name="\0" + LONG), st.InvalidArgument),
    ],
)
def test_what_is_too_long_for_a_message_is_cut(wrong: Callable[[], object], kind: type[Exception]) -> None:
    with pytest.raises(kind) as caught:
        wrong()
    assert 10 < len(str(caught.value)) < 900


@pytest.mark.parametrize("name", ["." * 300, UNICODE, "a\0b", "/dev/null/x", ""])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    scene = st.Scene(4, 4, "red")
    for opened in (st.Image.open, st.Font, st.Scene.open, st.animated_contents, emoji.emoji_preview_sheet):
        with pytest.raises(st.Error):
            opened(untyped(name))
    with pytest.raises(st.Error):
        st.Layer(contents=name)
    for saved in (
        lambda: scene.save(name),
        lambda: scene.save_png(name),
        lambda: scene.movie(0.1, 10, diagnose=False).save(name, format="gif"),
        lambda: scene.movie(0.1, 10, diagnose=False).save_emoji(name),
    ):
        with pytest.raises((st.Error, IsADirectoryError)):
            saved()


@pytest.mark.parametrize("data", [np.array(3), np.array([math.nan] * 2), "text", None, 5, [1, 2], object()])
def test_bytes_of_a_document_are_bytes(data: object) -> None:
    with pytest.raises(TypeError, match="from_bytes"):
        st.Scene.from_bytes(untyped(data))


def test_bytes_of_a_document_may_lie_anywhere() -> None:
    data = st.Scene(4, 4, "red").to_bytes()
    for form in (bytearray(data), memoryview(data)):
        assert st.Scene.from_bytes(form) == st.Scene(4, 4, "red")


@pytest.mark.parametrize("wrong", [np.zeros(0), np.zeros(2), "x", None, [1]])
def test_a_circle_is_made_of_numbers(wrong: object) -> None:
    for arguments in ((wrong, 0, 1), (0, wrong, 1), (0, 0, wrong)):
        with pytest.raises(TypeError, match=r"Path.circle"):
            st.Path.circle(*untyped(arguments))


def test_a_folder_of_very_many_files_is_no_document(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for index in range(30):
        (tmp_path / f"{index}.txt").touch()
    monkeypatch.setattr(folders, "MOST_FILES", 20)
    with pytest.raises(st.LoadError, match="20"):
        st.Scene.open(tmp_path)
