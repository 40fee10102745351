"""Tests of graphs of time: the numbers on the Axes are those of the engine, and all parts of a graph are
visible.
"""

from __future__ import annotations

import io
import itertools
import math
import pathlib
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from goldens import Goldens
from untyped import untyped

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed: make build")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.patches import Rectangle  # noqa: E402

ANGLE = "transform.rotation.z"
GOLDENS = pathlib.Path(__file__).parent / "goldens"


@pytest.fixture(autouse=True)
def _no_figures_are_left() -> Any:
    yield
    pyplot.close("all")


def turning(count: int = 3, delay: float = 2) -> tuple[st.Scene, st.Layer, st.ReplicatorLayer]:
    """A scene with `count` copies of a hand that turns once in ten seconds. The delay between copies of the
    hand is `delay` seconds.
    """
    hand = st.Layer(bounds=(0, 0, 4, 36), position=(40, 40), background_color="red")
    hand.add_animation(
        st.BasicAnimation(ANGLE, from_value=0, to_value=math.tau, duration=10, repeat_count=math.inf)
    )
    copies = st.ReplicatorLayer(instance_count=count, instance_delay=delay)
    copies.add_sublayer(hand)
    scene = st.Scene(80, 80)
    scene.add_sublayer(copies)
    return scene, hand, copies


# Samples of values


def test_a_sample_is_what_the_presentation_value_is_at_each_time() -> None:
    scene, hand, _ = turning()
    for key_path in (ANGLE, "position", "opacity", "transform", "hidden", "backgroundColor"):
        times, values = scene.sample(hand, key_path, start=-1, stop=12, count=27, instance=(2,))
        assert times.tolist() == np.linspace(-1, 12, 27).tolist()
        for time, value in zip(times, values, strict=True):
            expected = hand.presentation_value(key_path, time, instance=(2,))
            assert np.allclose(value, np.ravel(np.asarray(expected, float)), rtol=0, atol=1e-12), key_path


def test_a_sample_has_a_row_for_each_time_and_a_column_for_each_number() -> None:
    scene, hand, _ = turning()
    shapes = {ANGLE: (5,), "position": (5, 2), "bounds": (5, 4), "transform": (5, 16), None: (5,)}
    for key_path, shape in shapes.items():
        assert scene.sample(hand, key_path, 0, 1, 5)[1].shape == shape
    assert scene.sample(hand, "borderColor", 0, 1, 5)[1].shape in ((5, 4), (5, 0))
    assert scene.sample(hand, "position", 0, 1, 0)[1].shape == (0, 2)
    assert scene.sample(hand, None, 3, 9, 1)[1].tolist() == [3]
    assert scene.sample(hand, None, 3, 1, 3, instance=(1,))[1].tolist() == [1, 0, -1]


def test_a_sample_says_what_is_wrong() -> None:
    scene, hand, _ = turning()
    with pytest.raises(st.KeyPathError, match="rotation"):
        scene.sample(hand, "transform.rotatoin.z", 0, 1, 3)
    with pytest.raises(st.InvalidArgument, match="count"):
        scene.sample(hand, ANGLE, 0, 1, -1)
    with pytest.raises(st.Error):
        scene.sample(hand, ANGLE, 0, math.inf, 3)
    with pytest.raises(st.LimitError, match=r"4294967295.*1"):
        scene.sample(hand, ANGLE, 0, 1, 2**32 - 1)
    with pytest.raises(TypeError, match="Layer"):
        scene.sample(scene, ANGLE, 0, 1, 3)  # type: ignore[arg-type]


# Windows of copies


def test_windows_are_where_each_copy_is() -> None:
    scene, hand, copies = turning()
    found = st.plot.windows(hand, scene=scene, time=7, window=1.5)
    assert [(item.instance, item.start, item.stop) for item in found] == [
        ((0,), 7, 8.5),
        ((1,), 5, 6.5),
        ((2,), 3, 4.5),
    ]
    copies.instance_delay = -3
    assert [item.start for item in st.plot.windows(hand, time=0)] == [0, 3, 6]


def test_copies_that_cannot_be_seen_are_left_out() -> None:
    scene, hand, copies = turning()
    copies.instance_color = (1, 1, 1, 0)
    copies.instance_alpha_offset = 0.5
    assert [item.instance for item in st.plot.windows(hand, scene=scene)] == [(1,), (2,)]
    assert [item.instance for item in st.plot.windows([hand.instance(0)], scene=scene)] == [(0,)]
    hand.hidden = True
    with pytest.raises(st.InvalidArgument, match=r"layer\.instance"):
        st.plot.windows(hand, scene=scene)


@pytest.mark.slow
def test_very_many_copies_are_not_drawn_and_give_a_warning() -> None:
    scene, hand, _ = turning(count=100, delay=0.1)
    with pytest.warns(UserWarning, match=r"24.*100"):
        axes = st.plot.time_windows(hand, ANGLE, scene=scene)
    assert len(axes) == 24
    with pytest.warns(UserWarning, match=r"layer\.instance") as caught:
        ax = st.plot.time_map(hand, scene=scene)
    assert caught[0].filename == __file__
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["copy 0", "copy 23"]  # type: ignore[union-attr]
    assert len({line.get_color() for line in ax.lines}) == 24


def hopping(string: str, **properties: Any) -> st.TextLayer:
    """A text whose letters fade, each a tenth of a second after the previous letter."""
    text = st.TextLayer(string, position=(9, 9), instance_delay=0.1, **properties)
    text.glyph.add_animation(st.BasicAnimation("opacity", to_value=0, duration=2, repeat_count=math.inf))
    return text


def titles(layer: Any, **options: Any) -> list[str]:
    axes = st.plot.time_windows(layer, "opacity", **options)
    axes[0].figure.draw_without_rendering()  # warns of characters that the font lacks
    return [ax.get_title() for ax in axes]


@pytest.mark.slow
def test_copies_of_a_text_are_named_by_what_they_show() -> None:
    text = hopping("ab a")
    names = ['"a" (copy 0)', '"b" (copy 1)', '" " (copy 2)', '"a" (copy 3)']
    assert titles(text.glyph) == [
        f"{name}: {start:g} s" for name, start in zip(names, (0, -0.1, -0.2, -0.3), strict=True)
    ]
    legend = st.plot.time_map(text.glyph).get_legend()
    assert legend is not None
    assert [label.get_text() for label in legend.get_texts()] == names
    assert titles(hopping("incomprehensible $1 $2", instance_unit="word").glyph) == [
        '"incomprehen…" (copy 0): 0 s', r'"\$1" (copy 1): -0.1 s', r'"\$2" (copy 2): -0.2 s',
    ]  # fmt: skip
    assert titles(hopping("e\u0301🎉").glyph) == ['"e\u0301" (copy 0): 0 s', "copy 1: -0.1 s"]


@pytest.mark.slow
def test_copies_of_copies_of_a_text_are_named_by_their_own_string() -> None:
    text, row = hopping("ab"), st.ReplicatorLayer(instance_count=2)
    row.add_sublayer(text)
    text.set_value("string", "xy", instance=(1,))
    asked = [text.glyph.instance(*at) for at in ((0, 1), (1, 0), (1, 7))]
    assert titles(asked) == [
        '"b" (copy 0, 1): -0.1 s', '"x" (copy 1, 0): 0 s', "copy 1, 7: -0.7 s",
    ]  # fmt: skip
    text.add_animation(st.KeyframeAnimation("string", values=["ab", "cd"], duration=1))
    assert titles(asked)[0] == "copy 0, 1: -0.1 s", "which letter depends on the time"


@pytest.mark.slow
def test_many_graphs_have_a_colour_each() -> None:
    _, hand, _ = turning(count=20, delay=0.1)
    axes = st.plot.time_windows(hand, ANGLE)
    assert len({ax.lines[1].get_color() for ax in axes}) == 20


def test_each_copy_has_its_graph_with_the_curve_and_its_window() -> None:
    scene, hand, _ = turning()
    axes = st.plot.time_windows(hand, ANGLE, scene=scene, time=7, window=1.5)
    for ax, start in zip(axes, (7, 5, 3), strict=True):
        across, up = ax.lines[0].get_data()
        seen = ~np.isnan(up)
        assert np.allclose(up[seen], math.tau * np.mod(across[seen], 10) / 10, atol=1e-6)
        assert across[seen].min() <= 1e-9
        assert across[seen].max() >= ax.get_xlim()[1] - 1e-9
        box = ax.patches[0]
        assert (box.get_x(), box.get_width()) == pytest.approx((start, 1.5))
        inside = ~np.isnan(ax.lines[1].get_xdata()) & ~np.isnan(ax.lines[1].get_ydata())
        shown = ax.lines[1].get_xdata()[inside]
        assert start <= shown.min() < start + 0.02
        assert start + 1.48 < shown.max() <= start + 1.5
        assert ax.lines[2].get_xydata() == pytest.approx(np.array([[start, math.tau * start / 10]]), abs=1e-3)


def test_a_window_across_a_jump_of_time_has_two_parts() -> None:
    """In the article's example of nested time travel, every copy jumps back to time 0 within its window."""
    scene, hand, inner = turning(count=2, delay=0)
    inner.instance_color, inner.instance_alpha_offset = (1, 1, 1, 0), 1
    inner.add_animation(
        st.KeyframeAnimation(
            "instanceDelay", values=[0, 2, 4], calculation_mode="discrete", duration=6,
            removed_on_completion=False,
        )
    )  # fmt: skip
    outer = st.ReplicatorLayer(instance_count=3, instance_delay=-2)
    outer.add_sublayer(inner)
    scene.add_sublayer(outer)
    axes = st.plot.time_windows(hand, ANGLE, scene=scene, time=1, window=1.5)
    boxes = [[(box.get_x(), box.get_x() + box.get_width()) for box in ax.patches] for ax in axes]
    for found, again in zip(boxes, (0, 0, 6), strict=True):
        assert np.allclose(found, [(1, 2), (again, again + 0.5)], atol=2e-3)


def test_the_proxies_of_a_view_replicator_are_copies() -> None:
    source = st.Layer(bounds=(0, 0, 20, 20), background_color="red")
    replicator = st.ViewReplicator(source)
    for position in range(3):
        replicator.add_proxy(frame=(30 * position, 0, 20, 20)).time_offset = 0.5 * position
    scene = st.Scene(100, 30)
    scene.add_sublayer(replicator)
    for asked in (scene, None):
        assert [item.start for item in st.plot.windows(source, scene=asked, time=1)] == [1, 1.5, 2]


def test_a_jump_of_the_curve_is_a_gap_and_not_a_line() -> None:
    scene, hand, _ = turning()
    (ax,) = st.plot.time_windows([hand.instance(0)], ANGLE, scene=scene, span=(0, 25))
    assert np.count_nonzero(np.isnan(ax.lines[0].get_ydata())) == 2
    steps = st.KeyframeAnimation("opacity", values=[0, 1, 0.5], calculation_mode="discrete", duration=3)
    hand.add_animation(steps)
    (ax,) = st.plot.time_windows([hand.instance(0)], "opacity", scene=scene, span=(0.1, 2.9))
    assert np.count_nonzero(np.isnan(ax.lines[0].get_ydata())) == 2


@pytest.mark.parametrize(
    "steep",
    [
        st.SpringAnimation("opacity", from_value=0, to_value=1, duration=2.4),
        st.BasicAnimation(
            "opacity", from_value=0, to_value=1, duration=2.4, timing_function=(0.9, 0, 0.1, 1)
        ),
        st.BasicAnimation(
            "opacity", from_value=0, to_value=1, duration=2.4, timing_function=(0.16, 1, 0.3, 1)
        ),
        st.KeyframeAnimation("opacity", values=[0, 1, 0], key_times=[0, 0.05, 1], duration=2.4),
    ],
    ids=repr,
)
def test_a_steep_curve_is_no_jump(steep: st.Animation) -> None:
    layer = st.Layer(frame=(0, 0, 9, 9))
    layer.add_animation(steep)
    scene = st.Scene(9, 9)
    scene.add_sublayer(layer)
    (ax,) = st.plot.time_windows(layer, "opacity", scene=scene, window=2.3, span=(0, 2.39))
    drawn = ax.lines[0].get_ydata()
    assert len(drawn) > 1000
    assert not np.isnan(drawn).any()


def test_all_windows_can_share_one_graph() -> None:
    scene, hand, _ = turning()
    _, given = pyplot.subplots()
    axes = st.plot.time_windows(hand, ANGLE, scene=scene, time=7, ax=given)
    assert axes is given
    assert [text.get_text() for text in given.get_legend().get_texts()] == ["copy 0", "copy 1", "copy 2"]  # type: ignore[union-attr]
    bands = [patch.get_extents().transformed(given.transAxes.inverted()) for patch in given.patches]
    assert [(round(band.y0, 6), round(band.y1, 6)) for band in bands] == [
        (0.666667, 1),
        (0.333333, 0.666667),
        (0, 0.333333),
    ], "no band lies over another"
    _, row = pyplot.subplots(1, 3)
    assert (st.plot.time_windows(hand, ANGLE, scene=scene, ax=row) == row).all()
    with pytest.raises(st.InvalidArgument, match=r"2.*Axes.*3"):
        st.plot.time_windows(hand, ANGLE, scene=scene, ax=row[:2])


def test_a_point_is_drawn_by_one_of_its_numbers() -> None:
    scene, hand, _ = turning()
    hand.add_animation(st.BasicAnimation("position", to_value=(0, 90), duration=5))
    (ax,) = st.plot.time_windows([hand.instance(0)], "position", scene=scene, span=(0, 4), component=1)
    assert np.interp(2.5, *ax.lines[0].get_data()) == pytest.approx(65)
    with pytest.raises(st.InvalidArgument, match=r"component.*2"):
        st.plot.time_windows(hand, "position", scene=scene, component=2)


# Time maps


def lines_of(ax: Axes, style: str = "-") -> list[Any]:
    return [line for line in ax.lines if line.get_linestyle() == style]


def test_the_map_has_a_line_for_each_copy() -> None:
    scene, hand, _ = turning()
    ax = st.plot.time_map(hand, scene=scene, start=0, stop=10, time=4)
    solid = [line for line in lines_of(ax) if len(line.get_xdata()) > 2]
    for line, delay in zip(solid, (0, 2, 4), strict=True):
        across, up = line.get_data()
        assert np.allclose(up, across - delay)
    dots = [line.get_ydata()[0] for line in ax.lines if line.get_marker() == "o"]  # type: ignore[index]
    assert dots == [4, 2, 0]


def test_the_map_shows_jumps_repeats_and_stillness() -> None:
    scene, hand, copies = turning(count=2)
    copies.add_animation(
        st.KeyframeAnimation(
            "instanceDelay", values=[0, 2, 4], calculation_mode="discrete", duration=6,
            removed_on_completion=False,
        )
    )  # fmt: skip
    ax = st.plot.time_map([hand.instance(1)], scene=scene, start=0.5, stop=5.5)
    upright = lines_of(ax, ":")
    assert [round(float(line.get_xdata().mean()), 2) for line in upright] == [2, 4]
    assert [round(float(line.get_ydata()[1] - line.get_ydata()[0]), 1) for line in upright] == [-2, -2]
    paused = st.Layer(bounds=(0, 0, 9, 9), speed=0, time_offset=3, background_color="red")
    scene.add_sublayer(paused)
    ax = st.plot.time_map(paused, scene=scene)
    (dashed,) = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert set(dashed.get_ydata()) == {3}  # type: ignore[arg-type]
    with pytest.raises(st.InvalidArgument, match="stop"):
        st.plot.time_map(hand, scene=scene, start=3, stop=3)


# Values with windows


def fading(delay: float = 0.15, **timing: Any) -> tuple[st.Scene, st.Layer]:
    """A scene with five dots that fade out one after the other."""
    dot = st.Layer(name="dot", frame=(0, 0, 8, 8), background_color="red")
    given = {"duration": 1, "repeat_count": math.inf, **timing}
    dot.add_animation(st.BasicAnimation("opacity", from_value=1, to_value=0, **given))
    row = st.ReplicatorLayer(instance_count=5, instance_delay=delay)
    row.add_sublayer(dot)
    scene = st.Scene(80, 20)
    scene.add_sublayer(row)
    return scene, dot


def test_values_are_the_engines_with_a_line_for_each_copy() -> None:
    scene, dot = fading()
    ax = st.plot.values(dot, "opacity", scene, time=1.5)
    drawn = [np.asarray(line.get_xydata(), float) for line in ax.lines]
    lines = [line.T for line in drawn if len(line) > 2]
    assert len(lines) == 5
    for copy, (across, up) in enumerate(lines):
        seen = ~np.isnan(up)
        _, expected = scene.sample(dot, "opacity", 0, float(across[-1]), 1001, instance=(copy,))
        assert np.isin(up[seen], expected).all()
        # The animation restarts every second, so the line has a gap and does not connect 0 with 1.
        assert np.count_nonzero(~seen) >= 1
    dots = [line[0, 1] for line in drawn if len(line) == 1]
    assert dots == pytest.approx([1 - (1.5 - 0.15 * copy) % 1 for copy in range(5)])
    assert ax.get_ylabel() == "opacity"
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [f"copy {copy}" for copy in range(5)]


def test_values_show_all_that_comes() -> None:
    scene, dot = fading()
    assert st.plot.values(dot, "opacity", scene).get_xlim() == pytest.approx((0, 0.6 + 3 * 0.6))
    scene, dot = fading(repeat_count=1, begin_time=2)
    assert st.plot.values(dot, "opacity", scene).get_xlim() == pytest.approx((0, 1.05 * 3)), (
        "until all stands still"
    )
    ax = st.plot.values(dot, "position", scene, component=1, start=1, stop=3)
    assert ax.get_xlim() == (1, 3)
    assert set(np.asarray(ax.lines[0].get_ydata())) == {4}
    with pytest.raises(st.InvalidArgument, match="stop"):
        st.plot.values(dot, "opacity", scene, start=3, stop=3)
    with pytest.raises(st.InvalidArgument, match=r"component.*2"):
        st.plot.values(dot, "position", scene, component=2)
    with pytest.raises(st.KeyPathError):
        st.plot.values(dot, "opaqueness", scene)
    with pytest.raises(TypeError, match=r"Scene.*None"):
        untyped(st.plot.values)(dot, "opacity", None)


def test_values_of_a_layer_that_is_hidden_at_first() -> None:
    scene, dot = fading(begin_time=2)
    dot.hidden = True
    dot.add_animation(
        st.BasicAnimation("hidden", from_value=False, to_value=False, begin_time=1, duration=math.inf)
    )
    assert len(st.plot.values(dot, "opacity", scene).lines) == 5


@pytest.mark.parametrize("time", [0, 7])
def test_a_small_delay_is_seen(time: float) -> None:
    """Lines and windows of neighbouring copies are at least 1/50 of the picture's width apart."""
    scene, dot = fading()
    low, high = st.plot.time_map(dot, scene=scene, start=time).get_xlim()
    assert 0.15 / (high - low) > 0.02
    axes = st.plot.time_windows(dot, "opacity", scene=scene, time=time)
    low, high = axes[0].get_xlim()
    assert 0.15 / (high - low) > 0.02
    first, second = (ax.patches[0] for ax in axes[:2])
    # The window of a copy ends where the window of the previous copy begins.
    assert second.get_x() + second.get_width() == pytest.approx(first.get_x())
    assert low <= second.get_x()
    assert first.get_x() + first.get_width() <= high


def test_the_span_is_that_of_the_scene() -> None:
    scene, hand, _ = turning()
    assert st.plot.time_map(hand, scene=scene).get_xlim() == (0, 12)
    assert [item.stop - item.start for item in st.plot.windows(hand, scene=scene)] == [1, 1, 1]
    alone, one, _ = turning(count=1)
    assert st.plot.time_map(one, scene=alone).get_xlim() == (0, 10)
    static = st.Scene(9, 9, sublayers=[layer := st.Layer(frame=(0, 0, 9, 9), background_color="red")])
    assert st.plot.time_map(layer, scene=static).get_xlim() == (0, 10)


@pytest.mark.slow
def test_what_is_returned_has_a_figure() -> None:
    scene, dot = fading()
    _, given = pyplot.subplots()
    graphs: list[Any] = [
        st.plot.values(dot, "opacity", scene),
        st.plot.time_windows(dot, "opacity", scene=scene),
        st.plot.time_windows(dot, "opacity", scene=scene)[1:],
        st.plot.time_windows(dot, "opacity", scene=scene, ax=given),
        st.plot.time_map(dot, scene=scene),
        st.plot.timeline(dot),
        st.plot.curve("easeIn"),
        st.plot.filmstrip(moving(), 2),
        st.plot.onion_skin(moving(), 2),
    ]
    for graph in graphs:
        file = io.BytesIO()
        graph.figure.savefig(file, dpi=20)
        assert file.getvalue().startswith(b"\x89PNG")


# Timelines and timing curves


@pytest.mark.parametrize(
    ("timing", "begin", "end"),
    [
        ({"duration": 2}, 0, 2),
        ({}, 0, 0.25),
        ({"duration": 2, "begin_time": 1, "repeat_count": 2.5}, 1, 6),
        ({"duration": 1, "autoreverses": True, "repeat_count": 2}, 0, 4),
        ({"duration": 1, "autoreverses": True, "repeat_duration": 2.5}, 0, 2.5),
        ({"duration": 2, "speed": 4}, 0, 0.5),
        ({"duration": 2, "speed": 0}, 0, math.inf),
        ({"duration": 2, "repeat_count": math.inf}, 0, math.inf),
    ],
)
def test_phases_are_those_that_the_engine_plays(timing: dict[str, Any], begin: float, end: float) -> None:
    animation = st.BasicAnimation("opacity", from_value=0.25, to_value=0.75, **timing)
    found = st.plot.phases(animation)
    assert (found.begin, found.end) == (begin, end)
    # While the animation plays, the opacity is below 0.9. Before and after the animation, the opacity is the
    # layer's value 1.
    layer = st.Layer(opacity=1)
    layer.add_animation(animation)

    def active(time: float) -> bool:
        return bool(layer.presentation_value("opacity", time) < 0.9)

    last = min(end, 1e3)
    assert not active(begin - 0.01)
    assert active(begin + 0.001)
    assert active(last - 0.001)
    assert active(last + 0.01) == math.isinf(end)


def test_fills_count_only_where_they_show() -> None:
    both: dict[str, Any] = {"fill_mode": "both", "duration": 1}
    removed = st.plot.phases(st.BasicAnimation("opacity", to_value=0, **both))
    assert (removed.fills_before, removed.fills_after) == (True, False)
    filling = st.plot.phases(st.BasicAnimation("opacity", to_value=0, removed_on_completion=False, **both))
    assert (filling.fills_before, filling.fills_after) == (True, True)


def test_a_timeline_has_a_row_for_each_animation_and_for_those_in_groups() -> None:
    def animation(key_path: str, **timing: Any) -> st.BasicAnimation:
        return st.BasicAnimation(key_path, to_value=1, **timing)

    group = st.AnimationGroup(
        animations=[animation("opacity", duration=1), animation("zPosition", begin_time=0.5, duration=9)],
        begin_time=2,
        duration=3,
        speed=2,
    )
    ax = st.plot.timeline({"spin": animation(ANGLE, duration=2, repeat_count=math.inf), "all": group}, stop=8)
    assert [text.get_text().strip() for text in ax.get_yticklabels()] == [
        "spin",
        "all",
        "opacity",
        "zPosition",
    ]
    solid = [
        (round(bar.get_y() + bar.get_height() / 2), bar.get_x(), bar.get_x() + bar.get_width())  # type: ignore[attr-defined]
        for bar in ax.patches
        if bar.get_alpha() is None
    ]
    assert solid == [(0, 0, 8), (1, 2, 3.5), (2, 2, 2.5), (3, 2.25, 3.5)]
    with pytest.raises(TypeError, match="timeline"):
        st.plot.timeline([3])  # type: ignore[list-item]
    with pytest.raises(st.InvalidArgument, match="animations"):
        st.plot.timeline([])
    with pytest.raises(TypeError, match=r"Timeline.*scene"):
        st.plot.timeline(st.Timeline())  # type: ignore[arg-type]


def test_steps_of_a_timeline_are_bars_where_they_were_written() -> None:
    scene, dot = st.Scene(80, 80), st.Layer(name="dot", bounds=(0, 0, 8, 8))
    scene.add_sublayer(dot)
    film = st.Timeline(scene).to(dot, opacity=0, duration=1).to(dot, corner_radius=4, duration=2, at="+=0.5")
    ax = st.plot.timeline(scene)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["dot: to opacity", "dot: to cornerRadius"]
    solid = [bar for bar in ax.patches if isinstance(bar, Rectangle) and bar.get_alpha() is None]
    assert [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in solid] == [(0, 1), (1.5, film.duration)]


def test_letters_of_a_text_share_a_row_of_the_timeline() -> None:
    scene = st.Scene(80, 80)
    title, dot = st.TextLayer("twelve words", name="title"), st.Layer(name="dot")
    scene.add_sublayer(title, dot)
    steps = st.Timeline(scene)
    steps.from_(title.glyph, opacity=0, duration=0.4, stagger=0.05)
    steps.to(dot, opacity=0.5, duration=1)
    ax = st.plot.timeline(scene)
    assert [text.get_text() for text in ax.get_yticklabels()] == [
        "letters of title: from opacity (12 copies)",
        "dot: to opacity",
    ]
    bars = [bar for bar in ax.patches if bar.get_alpha() is None]
    assert [bar.get_x() for bar in bars] == pytest.approx([0.05 * k for k in range(12)] + [0.95])  # type: ignore[attr-defined]
    tops = [bar.get_y() for bar in bars]  # type: ignore[attr-defined]
    assert tops == sorted(tops), "each copy below the one before it"
    assert tops[11] < 0.5 < tops[12]
    assert len(st.plot.timeline(title.glyph).get_yticklabels()) == 1


def test_the_timeline_of_a_text_looks_as_it_did(goldens: Goldens) -> None:
    scene = st.Scene(400, 120)
    title = st.TextLayer("Delays that nobody added up", name="title")
    dot, ring = st.Layer(name="dot"), st.ShapeLayer(name="ring")
    scene.add_sublayer(title, dot, ring)
    steps = st.Timeline(scene)
    steps.from_(title.glyph, opacity=0, duration=0.4, stagger=0.05)
    steps.to(dot, position=(300, 90), duration=1)
    steps.to(title.glyph, opacity=0, duration=0.3, stagger=0.02)
    pulse = st.AnimationGroup(
        animations=[st.BasicAnimation("opacity", to_value=0, duration=0.5, autoreverses=True)],
        duration=1,
        repeat_count=math.inf,
    )
    ring.add_animation(pulse, "pulse")
    figure = st.plot.timeline(scene).figure
    picture = io.BytesIO()
    figure.savefig(picture, dpi=72, bbox_inches="tight", facecolor="white")  # type: ignore[union-attr]
    with Pillow.open(picture) as file:
        # Another version of FreeType may draw letters differently, which the tolerance allows.
        goldens.picture(GOLDENS / "timeline.png", np.asarray(file.convert("RGBA")), 24, 255, 0.02)


@pytest.mark.slow
def test_animations_of_single_copies_under_one_key_share_a_row_and_others_do_not() -> None:
    row = st.ReplicatorLayer(name="row", instance_count=200)
    dot = st.Layer(name="dot", frame=(0, 0, 4, 4))
    row.add_sublayer(dot)
    for k in range(200):
        pulse = st.AnimationGroup(
            animations=[st.BasicAnimation("opacity", to_value=0)], begin_time=k, duration=1
        )
        dot.add_animation(pulse, "pulse", instance=(k,))
    for k in range(120):
        dot.add_animation(st.BasicAnimation("zPosition", to_value=k), f"own {k}")
    ax = st.plot.timeline(st.Scene(9, 9, sublayers=[row]))
    names = [text.get_text().strip() for text in ax.get_yticklabels()]
    assert names[:3] == ["dot: pulse (200 copies)", "opacity", "dot: own 0"]
    assert names[-1] == "and 22 more"
    assert len(names) == 101
    begins = [bar.get_x() for bar in ax.patches if bar.get_alpha() is None and bar.get_y() < 0.5]  # type: ignore[attr-defined]
    assert len(begins) == 60, "as many as can be told apart, of all of them"
    assert begins[0] == 0
    assert begins[-1] >= 196


def test_bars_are_named_by_what_they_animate_unless_they_were_given_a_key() -> None:
    def named(axes: Axes) -> list[str]:
        return [text.get_text().strip() for text in axes.get_yticklabels()]

    layer = st.Layer(name="dot")
    layer.add_animation(st.BasicAnimation("opacity", to_value=0))
    layer.add_animation(st.BasicAnimation(ANGLE, to_value=1), "spin")
    layer.add_animation(st.AnimationGroup(animations=[st.BasicAnimation("zPosition", to_value=1)]))
    assert named(st.plot.timeline(layer)) == ["opacity", "spin", "group", "zPosition"]
    scene = st.Scene(4, 4)
    scene.add_sublayer(layer)
    assert named(st.plot.timeline(scene)) == ["dot: opacity", "dot: spin", "dot: group", "zPosition"]


def test_a_text_has_a_graph_for_each_letter() -> None:
    text = st.TextLayer("wave", position=(20, 20))
    fade = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1, repeat_count=math.inf)
    text.glyph.add_animation(fade)
    text.instance_delays = [0, 0.1, 0.2, 0.3]
    scene = st.Scene(80, 80)
    scene.add_sublayer(text)
    for found in (st.plot.windows(text.glyph, scene=scene, time=2), st.plot.windows(text.glyph, time=2)):
        assert [item.instance for item in found] == [(0,), (1,), (2,), (3,)]
        assert [item.start for item in found] == pytest.approx([2, 1.9, 1.8, 1.7])
    assert len(st.plot.time_windows(text.glyph, "opacity", time=2)) == 4
    assert len(st.plot.time_map(text.glyph).lines) == 4
    with pytest.raises(st.InvalidArgument, match=r"timeline\(text.glyph\)"):
        st.plot.timeline(text)
    assert len(st.plot.timeline(text.glyph).get_yticklabels()) == 1


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("timeline", None, "timeline.*NoneType"),
        ("timeline", 5, "timeline.*int 5"),
        ("phases", None, "phases.*NoneType"),
        ("filmstrip", None, "filmstrip.*Movie.*NoneType"),
        ("onion_skin", st.Scene(4, 4), r"onion_skin.*Movie.*scene\.movie\(\)"),
        ("windows", None, "Layer.*NoneType"),
        ("time_map", None, "Layer.*NoneType"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_name(name: str, wrong: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        getattr(st.plot, name)(wrong)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"span": 2}, "span.*int 2"),
        ({"span": (1, 2, 3)}, r"span.*\(first, last\)"),
    ],
)
def test_spans_that_are_none_are_refused(given: dict[str, Any], message: str, tmp_path: pathlib.Path) -> None:
    scene, hand, _ = turning()
    with pytest.raises((TypeError, st.InvalidArgument), match=message):
        st.plot.time_windows(hand, ANGLE, scene=scene, **given)
    with pytest.raises((TypeError, st.InvalidArgument), match=message):
        st.plot.animate_graph(tmp_path / "x.gif", hand, ANGLE, scene=scene, duration=1, **given)


def test_a_curve_is_the_timing_function_itself() -> None:
    ax = st.plot.curve("easeIn", (0, 0, 1, 1), handles=False)
    ease, straight = (line.get_data() for line in ax.lines[:2])
    # Exact solutions of the timing function's cubic equation.
    expected = {0.1: 0.017027, 0.25: 0.093465, 0.5: 0.315357, 0.75: 0.621862, 0.9: 0.839428}
    for at, value in expected.items():
        assert np.interp(at, *ease) == pytest.approx(value, abs=2e-5)  # type: ignore[arg-type]
    assert np.allclose(*straight, atol=1e-6)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["easeIn", "0, 0, 1, 1"]  # type: ignore[union-attr]


def test_a_curve_that_is_refused_leaves_no_empty_figure() -> None:
    before = pyplot.get_fignums()
    with pytest.raises(st.InvalidArgument, match="ease-out-bounce"):
        st.plot.curve("ease", "ease-out-bounce")  # type: ignore[arg-type]
    assert pyplot.get_fignums() == before


# Graphs of clips


def moving() -> st.Movie:
    dot = st.Layer(frame=(0, 0, 10, 10), background_color="red")
    dot.add_animation(st.BasicAnimation("position.x", from_value=5, to_value=95, duration=1))
    scene = st.Scene(100, 10, background="white")
    scene.add_sublayer(dot)
    return scene.movie(duration=1, fps=10)


def test_a_montage_holds_every_frame_where_it_belongs() -> None:
    frames = [np.full((2, 3, 4), value, np.uint8) for value in (1, 2, 3)]
    sheet = st.plot.montage(frames, columns=2, gap=1)
    assert sheet.shape == (5, 7, 4)
    assert [int(sheet[y, x, 0]) for y, x in ((0, 0), (0, 4), (3, 2), (3, 4), (2, 0), (0, 3))] == [
        1,
        2,
        3,
        0,
        0,
        0,
    ]
    assert st.plot.montage(frames).shape == (2, 9, 4)
    with pytest.raises(st.InvalidArgument, match="frames"):
        st.plot.montage([])
    for wrong in ([3], [frames[0], frames[0][:1]], [frames[0][..., :3]], [np.zeros((2, 2, 4, 1), np.uint8)]):
        with pytest.raises(st.InvalidArgument, match="shape"):
            st.plot.montage(untyped(wrong))


def test_a_filmstrip_names_the_times_of_its_frames() -> None:
    ax = st.plot.filmstrip(moving(), 4)
    assert [text.get_text() for text in ax.texts] == ["0.00 s", "0.30 s", "0.60 s", "0.90 s"]
    assert len(st.plot.filmstrip(moving(), 50).texts) == 10


def test_an_onion_skin_shows_every_frame_the_later_the_stronger() -> None:
    picture = st.plot.onion_skin(moving(), 4).images[0].get_array()
    # Red over white: a stronger frame has less green.
    green = [int(picture[5, x, 1]) for x in (5, 32, 59, 86)]  # type: ignore[index]
    assert green == sorted(green, reverse=True)
    assert green[0] < 200
    assert green[-1] < 10
    assert picture[5, 98].tolist() == [255, 255, 255]  # type: ignore[index]


@pytest.mark.slow
def test_the_ghosts_of_an_onion_skin_have_no_holes() -> None:
    """A dot that covers a pixel in most of the frames is not mistaken for the background."""
    for background, bare in (("white", (255, 255, 255)), (None, (255, 255, 255)), ("navy", (0, 0, 128))):
        scene = st.Scene(100, 24, background)
        dot = st.Layer(bounds=(0, 0, 60, 20), position=(40, 12), background_color="red", corner_radius=10)
        dot.add_animation(st.BasicAnimation("position.x", from_value=34, to_value=66, duration=1))
        scene.add_sublayer(dot)
        picture: Any = st.plot.onion_skin(scene.movie(1, 10, start=0), 5).images[0].get_array()
        row = picture[12].astype(int)
        away = np.abs(row - bare).max(axis=1)
        assert (away[8:92] > 60).all(), "every pixel that a frame covers is covered"
        square = 255 - 232 if background is None else 0
        assert max(away[:3].max(), away[98:].max()) == square, "and nothing else"
        # The red increases from frame to frame, without a bright rim between the frames.
        redness = row[8:90, 0] - row[8:90, 2]
        assert (np.diff(redness) >= -12).all()
        assert redness[-1] > 245


def test_ghosts_over_a_picture_leave_it_where_nothing_moved() -> None:
    scene = st.Scene(100, 24)
    below = st.GradientLayer(
        frame=(0, 0, 100, 24), colors=["navy", "gold"], start_point=(0, 0), end_point=(1, 0)
    )
    dot = st.Layer(bounds=(0, 0, 12, 12), position=(8, 12), background_color="white")
    dot.add_animation(st.BasicAnimation("position.x", from_value=8, to_value=92, duration=1))
    scene.add_sublayer(below)
    first = scene.render(0)[..., :3]
    scene.add_sublayer(dot)
    picture: Any = st.plot.onion_skin(scene.movie(1, 30, start=0), 4).images[0].get_array()
    assert (picture[:5] == first[:5]).all()
    assert (picture[12, 84:95] == 255).all(), "the last frame is whole"


def touching(figure: Any) -> list[tuple[str, str]]:
    """Texts along the horizontal axes and inside the graphs that touch or overlap each other."""
    figure.canvas.draw()
    boxes = []
    for ax in figure.axes:
        low, high = sorted(ax.get_xlim())
        at_axis = zip(ax.get_xticklabels(), ax.get_xticks(), strict=True) if ax.axison else ()
        texts = [text for text, at in at_axis if low - 1e-9 <= at <= high + 1e-9 and text.get_text()]
        boxes += [(text.get_text(), text.get_window_extent()) for text in [*texts, *ax.texts]]
    tolerance = 2 * figure.dpi / 72
    return [
        (one, other)
        for (one, a), (other, b) in itertools.combinations(boxes, 2)
        if max(a.x0, b.x0) < min(a.x1, b.x1) + tolerance and max(a.y0, b.y0) < min(a.y1, b.y1)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 1.5), (3.2, 2.4), (4, 2)])
@pytest.mark.parametrize("layout", [None, "constrained"])
def test_numbers_of_ticks_do_not_overlap(size: tuple[float, float], layout: Any) -> None:
    scene, hand, _ = turning()
    clip = moving()
    short = st.BasicAnimation("opacity", to_value=0, duration=0.001)
    long = st.BasicAnimation("position", to_value=(0, 0), duration=1234.5)
    for draw in (
        lambda ax: st.plot.time_windows(hand, ANGLE, scene=scene, span=(100.25, 102.75), ax=ax),
        lambda ax: st.plot.time_map(hand, scene=scene, start=1000, stop=1001, ax=ax),
        lambda ax: st.plot.timeline([short], ax=ax),
        lambda ax: st.plot.timeline([long], ax=ax),
        lambda ax: st.plot.filmstrip(clip, 10, columns=10, ax=ax),
    ):
        figure, ax = pyplot.subplots(figsize=size, layout=layout)
        draw(ax)  # type: ignore[no-untyped-call]
        assert touching(figure) == []
        pickle.dumps(figure)
    assert touching(st.plot.filmstrip(clip, 10, columns=30).figure) == []


@pytest.mark.slow
def test_the_graph_moves_next_to_the_picture(tmp_path: pathlib.Path) -> None:
    scene, hand, _ = turning()
    path = tmp_path / "graph.gif"
    movie = st.plot.animate_graph(path, hand, ANGLE, scene=scene, duration=0.5, fps=4)
    assert "<script" in movie.player().html()
    frame = movie[0]
    assert frame.shape == (240, 80 + 408, 4)
    assert (frame[80:160, :80] == scene.render(0)).all()
    assert (movie[1][:, 80:] != frame[:, 80:]).any()
    with Pillow.open(path) as clip:
        assert (clip.size, clip.n_frames) == ((488, 240), 2)  # type: ignore[attr-defined]
    report = movie.save_emoji(tmp_path / "emoji.gif", size=128)
    assert report.size == (128, 63)
    with Pillow.open(tmp_path / "emoji.gif") as emoji:
        small = np.asarray(emoji.convert("RGB")).astype(float)
    shrunk = np.asarray(Pillow.fromarray(frame).convert("RGB").resize((128, 63))).astype(float)
    assert np.abs(small - shrunk).mean() < 12, "the same picture, picture and graph"


@pytest.mark.slow
def test_a_frame_of_a_graph_that_moves_is_the_graph_of_its_time() -> None:
    scene, hand, _ = turning()
    movie = st.plot.animate_graph(None, hand, ANGLE, scene=scene, duration=2, fps=4, window=0.5, span=(0, 10))
    backwards = [movie[index] for index in reversed(range(len(movie)))][::-1]
    for frame, again in zip(movie, backwards, strict=True):
        assert (frame == again).all(), "whatever was drawn before"
    figure, ax = pyplot.subplots(figsize=(4.08, 2.4), layout="constrained")
    st.plot.time_windows(hand, ANGLE, scene=scene, time=1, window=0.5, span=(0, 10), ax=ax)
    ax.set_title("1.00 s", fontsize=10)
    file = io.BytesIO()
    figure.savefig(file, dpi=100)
    drawn = np.asarray(Pillow.open(file).convert("RGB"), float)
    assert np.abs(movie[4][:, 80:, :3] - drawn).mean() < 2


# Imports, colours and names


@pytest.mark.process
def test_the_package_needs_no_matplotlib_until_something_is_drawn() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None; import stretto as st; st.plot.time_windows\n"
        "try: st.plot.curve('easeIn')\n"
        "except ImportError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "a graph needs matplotlib: pip install 'stretto[plot]'\n"


def test_drawing_leaves_the_settings_alone_and_shows_nothing() -> None:
    before = dict(matplotlib.rcParams)
    scene, hand, _ = turning()
    _, ax = pyplot.subplots()
    count = len(pyplot.get_fignums())
    assert st.plot.time_map(hand, scene=scene, ax=ax) is ax
    assert st.plot.curve("linear", ax=ax) is ax
    assert st.plot.filmstrip(moving(), 2, ax=ax) is ax
    assert len(pyplot.get_fignums()) == count
    assert dict(matplotlib.rcParams) == before


def test_colours_differ_for_every_kind_of_colour_vision() -> None:
    """Colours are simulated by Machado, Oliveira and Fernandes (2009) at full severity in linear light, and
    compared in CIELAB.
    """
    deficiencies = {
        "none": [1, 0, 0, 0, 1, 0, 0, 0, 1],
        "protan": [
            0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
        ],
        "deutan": [
            0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
        ],
        "tritan": [
            1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
        ],
    }  # fmt: skip
    rgb = np.array([[int(color[at : at + 2], 16) for at in (1, 3, 5)] for color in st.plot.COLORS[:6]]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    for name, matrix in deficiencies.items():
        seen = np.clip(linear @ np.reshape(matrix, (3, 3)).T, 0, 1)  # type: ignore[call-overload]
        xyz = seen @ np.array([[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]])
        f = np.cbrt(np.maximum(xyz / (0.9505, 1, 1.089), 0.008856))
        lab = np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], 1)
        apart = [np.linalg.norm(a - b) for i, a in enumerate(lab) for b in lab[:i]]
        assert min(apart) > 10, name


@pytest.mark.slow
def test_a_figure_is_written_with_ink_in_it() -> None:
    scene, hand, _ = turning()
    file = io.BytesIO()
    st.plot.time_windows(hand, ANGLE, scene=scene)[0].figure.savefig(file)
    pixels = np.asarray(Pillow.open(file).convert("RGB"), int)
    colored = (pixels.max(axis=2) - pixels.min(axis=2) > 60).mean()
    assert 0.005 < colored < 0.5


def test_a_window_that_begins_at_a_jump_has_its_dot_on_the_value_after_it() -> None:
    jumping = st.Layer()
    jumping.add_animation(
        st.KeyframeAnimation(
            "position.x",
            values=[0, 50, 20],
            calculation_mode="discrete",
            duration=6,
            removed_on_completion=False,
        )
    )
    copies = st.ReplicatorLayer(instance_count=3, instance_delay=-2)
    copies.add_sublayer(jumping)
    scene = st.Scene(10, 10)
    scene.add_sublayer(copies)
    axes = st.plot.time_windows(jumping, "position.x", scene=scene, time=0, window=1.5)
    dots = [line.get_ydata()[0] for graph in axes for line in graph.lines if len(line.get_xdata()) == 1]
    assert dots == [0, 50, 20]


@pytest.mark.slow
def test_a_clip_with_a_graph_is_no_scene_and_scales_like_one(tmp_path: pathlib.Path) -> None:
    scene, layer, _ = turning()
    movie = st.plot.animate_graph(
        None, layer, "transform.rotation.z", scene=scene, duration=0.2, fps=10, window=0.5
    )
    assert not isinstance(movie.scene, st.Scene)
    report = movie.save_emoji(tmp_path / "clock.gif", size=128)
    assert max(report.size) == 128
    width, height = movie.scene.pixel_size()
    assert report.size[1] == pytest.approx(128 * height / width, abs=1)


def bars(ax: Axes) -> list[tuple[float, float, float, bool]]:
    """The row, begin and end of each bar, and whether the bar is hatched."""
    return [
        (
            round(bar.get_y() + bar.get_height() / 2, 6),
            bar.get_x(),
            round(bar.get_x() + bar.get_width(), 6),
            bool(bar.get_hatch()),
        )
        for bar in ax.patches
        if isinstance(bar, Rectangle)
    ]


def test_a_timeline_shows_fills_reversals_and_jumps() -> None:
    held = st.BasicAnimation(
        "opacity", to_value=1, begin_time=2, duration=1, fill_mode="both", removed_on_completion=False
    )
    swing = st.BasicAnimation(
        "zPosition", to_value=1, begin_time=2, duration=1, repeat_count=2, autoreverses=True
    )
    jump = st.BasicAnimation("cornerRadius", to_value=1, begin_time=5, duration=0.001)
    ax = st.plot.timeline({"held": held, "swing": swing, "jump": jump}, start=1, stop=8)
    found = bars(ax)
    assert (0, 1, 2, True) in found, "held before it begins"
    assert (0, 3, 8, True) in found, "and after it ended"
    assert (0, 2, 3, False) in found
    assert [(begin, end) for row, begin, end, _ in found if row == 1] == [(2, 6), (3, 4), (5, 6)], "ways back"
    assert ax.get_xlim() == (1, 8)
    assert ax.get_ylim() == (2.55, -0.55), "a row each, the first above"
    lines = [tuple(np.asarray(line.get_xdata(), float)) for line in ax.lines]
    assert (5, 5) in lines, "what lasts a moment is a line"
    assert (4, 4) in lines, "and so is what parts two cycles"
    with pytest.raises(st.InvalidArgument, match=r"start.*3.*stop.*2"):
        st.plot.timeline(held, start=3, stop=2)


@pytest.mark.slow
def test_a_curve_has_the_handles_of_its_function() -> None:
    ax = st.plot.curve((0.2, 0.1, 0.7, 0.9))
    lines = [[(float(x), float(y)) for x, y in np.asarray(line.get_xydata())] for line in ax.lines]
    assert [(0, 0), (0.2, 0.1)] in lines
    assert [(1, 1), (0.7, 0.9)] in lines
    assert [(0, 0), (1, 1)] in lines, "the even pace beside it"
    assert len(st.plot.curve("linear", handles=False).lines) == 2


def test_names_with_dollars_are_no_formulas() -> None:
    """Graphs show dollar signs in names unchanged. Matplotlib would parse text between two dollar signs as a
    formula, and raise an error for invalid formulas.
    """
    scene = st.Scene(40, 40)
    layer = st.Layer(name="cost $x_{ y$ $", sublayers=[st.Layer(name="$^$")])
    layer.add_animation(st.BasicAnimation("opacity", 0, 1, duration=2), "k$^$_$")
    layer.sublayers[0].add_animation(st.BasicAnimation("opacity", 0, 1, duration=2))
    scene.add_sublayer(layer)
    scene.add_state("$_{$", {layer: {"opacity": 0.5}})
    scene.set_state("$_{$", 1)
    charts = [
        st.plot.timeline(scene),
        st.plot.values(layer, "sublayers.$^$.opacity", scene),
        *st.plot.time_windows(layer, "sublayers.$^$.opacity", scene=scene),
    ]
    for ax in charts:
        ax.figure.canvas.draw()
