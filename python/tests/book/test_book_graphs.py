"""Tests of the book's graphs: tables have the library's values, and lines have the tables' positions."""

from __future__ import annotations

import math
import re

import pytest

import stretto as st
from book_modules import module

graphs = module("graphs")


def wave(delay: float = 0.12) -> tuple[st.Layer, st.Scene]:
    dot = st.Layer(frame=(20, 30, 20, 20), background_color="tomato", name="dot")
    rise = st.KeyframeAnimation(
        "transform.translation.y", values=[0, -18, 0], duration=0.9, repeat_count=math.inf
    )
    dot.add_animation(rise, "rise")
    row = st.ReplicatorLayer(dot, instance_count=5, instance_delay=delay)
    row.instance_transform = st.Transform3D.translation(30, 0)
    return dot, st.Scene(240, 70, sublayers=[row])


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.12, -0.3, 0])
def test_windows_show_each_copy_at_its_own_time(delay: float) -> None:
    dot, scene = wave(delay)
    graph = graphs.windows(dot, "transform.translation.y", scene, 1.8)
    head, *rows = graph.table
    assert head == ("copy", "its own time", "transform.translation.y")
    assert [name for name, _, _ in rows] == ["0", "1", "2", "3", "4"]
    own_times = [float(own.removesuffix(" s")) for _, own, _ in rows]
    assert own_times == pytest.approx([1.8 - k * delay for k in range(5)], abs=1e-3)
    values = [dot.presentation_value("transform.translation.y", 1.8, instance=(k,)) for k in range(5)]
    assert [float(value) for _, _, value in rows] == pytest.approx(values, abs=1e-2)
    assert graph.svg.count("<circle") == graph.svg.count('class="window"') == 5


def test_a_dot_lies_higher_where_its_value_points_up() -> None:
    dot, scene = wave()
    svg = graphs.windows(dot, "transform.translation.y", scene, 1.8).svg
    heights = [float(found) for found in re.findall(r'<circle data-copy="\d" cx="[^"]+" cy="([^"]+)"', svg)]
    values = [dot.presentation_value("transform.translation.y", 1.8, instance=(k,)) for k in range(5)]
    order = sorted(range(5), key=lambda k: heights[k])
    assert order == sorted(range(5), key=lambda k: values[k]), "lengths that grow downwards"


def test_maps_and_values_show_the_time() -> None:
    dot, scene = wave()
    assert graphs.time_map(dot, scene, 1.8).table[3] == ("2", "1.56 s")
    value = dot.presentation_value("transform.translation.y", 1.8, instance=(2,))
    assert graphs.values(dot, "transform.translation.y", scene, 1.8).table[3] == ("2", f"{value:.4g}")


def test_a_timeline_has_a_bar_for_each_animation() -> None:
    dot, scene = wave()
    dot.add_animation(st.BasicAnimation("opacity", to_value=0, begin_time=0.5, duration=1), "fade")
    graph = graphs.timeline(scene, 0)
    assert graph.table[1:] == (("dot: rise", "0 s", "for ever"), ("dot: fade", "0.5 s", "1.5 s"))
    assert graph.svg.count('class="bar"') == 2


def test_a_curve_loses_only_what_adds_nothing() -> None:
    line = [(float(x), 3.0) for x in range(100)]
    assert graphs._thinned(line) == [line[0], line[-1]]
    corner = [*line, (99.0, 50.0)]
    assert graphs._thinned(corner) == [line[0], line[-1], (99.0, 50.0)]
