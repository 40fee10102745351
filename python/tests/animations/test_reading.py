"""Tests of reading animations back by their keys: key path, values, timing and members."""

from __future__ import annotations

import copy
import math

import pytest

import stretto as st

FADE = st.BasicAnimation("opacity", from_value=1, to_value=0.5, duration=2, autoreverses=True)
TURN = st.KeyframeAnimation(
    "transform.rotation.z",
    values=[0, 1, 3],
    key_times=[0, 0.2, 1],
    timing_functions=["easeIn", "linear"],
    duration=1,
)
COLORS = st.KeyframeAnimation("backgroundColor", values=["red", "blue"], repeat_count=math.inf)
OUTLINES = st.KeyframeAnimation("path", values=["M0 0L1 1", "M0 0L2 2"], calculation_mode="discrete")
PICTURES = st.KeyframeAnimation("contents", values=[st.Image.solid(side, 1, "red") for side in (1, 2)])
MOVE = st.BasicAnimation("position", by_value=(3, 4), timing_function=(0, 0.5, 0.5, 1), begin_time=1)
GROUP = st.AnimationGroup(animations=[FADE, TURN], duration=3, fill_mode="both")
ALL = {
    "fade": FADE, "turn": TURN, "colors": COLORS, "outlines": OUTLINES, "pictures": PICTURES, "move": MOVE,
    "group": GROUP,
}  # fmt: skip


def facts(animation: st.Animation) -> dict[str, object]:
    """Returns all public properties of an animation as values that can be compared."""
    names = [name for name in dir(type(animation)) if not name.startswith("_") and name != "closed"]
    found = {name: getattr(animation, name) for name in names if not callable(getattr(animation, name))}
    found["duration"] = found["duration"] or 0.25  # a layer sets the default duration when added
    found["animations"] = [facts(item) for item in found.get("animations", ())]
    if found.get("key_path") == "path":
        found["values"] = [value.elements() for value in found["values"]]
    elif found.get("key_path") == "backgroundColor":
        found["values"] = [st.Layer(background_color=value).background_color for value in found["values"]]
    elif "values" in found:
        found["values"] = list(found["values"])
    return {"class": type(animation)} | found


@pytest.mark.parametrize("key", ALL)
def test_an_animation_reads_back_as_it_was_given(key: str) -> None:
    layer = st.ShapeLayer()
    layer.add_animation(ALL[key], key)
    found = layer.animation(key)
    assert found is not None
    assert found is not ALL[key]
    assert facts(found) == facts(ALL[key])
    assert repr(found) == repr(ALL[key]) or key == "colors"


def test_all_are_in_order_and_cannot_be_changed_by_mistake() -> None:
    layer = st.ShapeLayer()
    for key, animation in reversed(ALL.items()):
        layer.add_animation(animation, key)
    assert set(layer.animations) == set(ALL)
    assert tuple(layer.animations) == layer.animation_keys
    assert layer.animation("nothing") is None
    assert st.Layer().animations == {}
    with pytest.raises(TypeError):
        layer.animations["fade"] = FADE  # type: ignore[index]
    with pytest.raises(st.InvalidArgument, match="copy"):
        layer.animations["fade"].duration = 9
    changed = copy.copy(layer.animations["fade"])
    changed.duration = 9
    assert layer.animations["fade"].duration == 2
    layer.add_animation(changed, "fade")
    assert layer.animations["fade"].duration == 9


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("copy_function", [copy.copy, copy.deepcopy])
def test_copies_of_animations_stand_alone(key: str, copy_function: object) -> None:
    twin = copy_function(ALL[key])  # type: ignore[operator]
    assert twin is not ALL[key]
    assert facts(twin) == facts(ALL[key])
    duration = ALL[key].duration
    twin.duration = 77
    assert ALL[key].duration == duration


def test_a_layer_has_a_timeline() -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    layer = st.ShapeLayer()
    for key in ("fade", "move"):
        layer.add_animation(ALL[key], key)
    axes = st.plot.timeline(layer)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["fade", "move"]
    pyplot.close(axes.figure)
