"""Twice as much takes about twice as long: what is done to trees is compared as a ratio, not in seconds."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

import stretto as st

pytestmark = pytest.mark.slow


def moved_masks(count: int) -> Callable[[], object]:
    masks = [st.Layer() for _ in range(count)]
    one, two = st.ReplicatorLayer(instance_masks=masks), st.ReplicatorLayer()
    return lambda: (setattr(two, "instance_masks", masks), one)  # type: ignore[func-returns-value]


def portals(count: int) -> Callable[[], object]:
    source = st.Layer()
    made = [st.PortalLayer(source_layer=source) for _ in range(count)]
    return lambda: ([portal.close() for portal in made], source)  # type: ignore[func-returns-value]


def added(count: int) -> Callable[[], object]:
    above, layers = st.Layer(), [st.Layer() for _ in range(count)]
    return lambda: [above.add_sublayer(layer) for layer in layers]


def moved(order: int) -> Callable[[int], Callable[[], object]]:
    """Sublayers of one layer that go to another, from the first or from the last."""

    def make(count: int) -> Callable[[], object]:
        one, two, layers = st.Layer(), st.Layer(), [st.Layer() for _ in range(count)]
        for layer in layers:
            one.add_sublayer(layer)
        return lambda: ([two.add_sublayer(layer) for layer in layers[::order]], one)

    return make


def raised(count: int) -> Callable[[], object]:
    """Each sublayer is brought to the front, in turn."""
    above, layers = st.Layer(), [st.Layer() for _ in range(count)]
    for layer in layers:
        above.add_sublayer(layer)
    return lambda: [above.add_sublayer(layer) for layer in layers]


def animations(count: int) -> Callable[[], object]:
    layer, fade = st.Layer(), st.BasicAnimation("opacity", to_value=0)
    return lambda: [layer.add_animation(fade, f"key {k}") for k in range(count)]


def document(inside: str, attributes: str = "") -> Callable[[], object]:
    space = "http://www.apple.com/CoreAnimation/1.0"
    text = (
        f'<caml xmlns="{space}" xmlns:stretto="urn:stretto:document:1">'
        f'<CALayer id="root" bounds="0 0 9 9" {attributes}>{inside}</CALayer></caml>'
    ).encode()
    return lambda: st.Scene.from_bytes(text)


def backslashes(count: int) -> Callable[[], object]:
    """A text of backslashes that escape nothing."""
    return document("", 'stretto:name="' + "\\a" * count + '"')


def changes_of_state(count: int) -> Callable[[], object]:
    """A scene in which a hundred changes between two states add `count` animations."""
    fade = '<animation type="CABasicAnimation" keyPath="opacity" duration="1"/>'
    element = '<LKStateTransitionElement key="k{}" targetId="root">{}</LKStateTransitionElement>'
    elements = "".join(element.format(k, fade) for k in range(count // 50))
    way = f'<LKStateTransition fromState="*" toState="a"><elements>{elements}</elements></LKStateTransition>'
    changes = "".join(f'<stretto:change state="{"ab"[k % 2]}" time="{k}"/>' for k in range(100))
    return document(
        '<states><LKState name="a"/><LKState name="b"/></states>'
        f"<stateTransitions>{way}</stateTransitions><stretto:changes>{changes}</stretto:changes>"
    )


def masked_letters(count: int) -> Callable[[], object]:
    """Diagnostics of a text of letters with a mask each: every mask asked for the layout of all letters."""
    scene, text = st.Scene(9, 9), st.TextLayer("a" * count, instance_delay=0.01)
    text.instance_masks = [st.Layer() for _ in range(count)]
    scene.add_sublayer(text)
    return scene.diagnostics


def steps(count: int) -> Callable[[], object]:
    """Steps of one property of one layer, one after another."""
    scene, dot = st.Scene(9, 9), st.Layer()
    scene.add_sublayer(dot)
    timeline = st.Timeline(scene)
    return lambda: [timeline.to(dot, opacity=k % 2, duration=0.1) for k in range(count)]


def steps_of_letters(count: int) -> Callable[[], object]:
    """A step for each letter of a text: once each new copy was compared with all others."""
    scene, text = st.Scene(9, 9), st.TextLayer("a" * count)
    scene.add_sublayer(text)
    timeline = st.Timeline(scene)
    return lambda: timeline.from_(text.glyph, opacity=0, stagger=0.1)


WORK: dict[str, Callable[[int], Callable[[], object]]] = {
    "masks that move": moved_masks,
    "portals that go": portals,
    "sublayers that are added": added,
    "sublayers that move, first first": moved(1),
    "sublayers that move, last first": moved(-1),
    "sublayers that are brought to the front": raised,
    "animations that are added": animations,
    "backslashes in a document": backslashes,
    "changes of state in a document": changes_of_state,
    "diagnostics of letters with masks": masked_letters,
    "steps of a timeline": steps,
    "steps of letters": steps_of_letters,
}
#: How many are few, where that is not 2,000.
FEW = {"steps of a timeline": 500, "steps of letters": 500}


def seconds(make: Callable[[int], Callable[[], object]], count: int) -> float:
    """The processor's time of this thread, without collecting what other tests have left."""
    work = make(count)
    gc.disable()
    try:
        start = time.thread_time()
        work()
        return time.thread_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("name", WORK)
def test_four_times_as_much_takes_less_than_eight_times_as_long(name: str) -> None:
    """A quadratic step would take sixteen times as long each time, and did; disturbances end."""
    few, many = float("inf"), float("inf")
    for _ in range(20):
        count = FEW.get(name, 2_000)
        few, many = min(few, seconds(WORK[name], count)), min(many, seconds(WORK[name], 4 * count))
        if many < 8 * few:
            return
    pytest.fail(f"{many} s where a fourth took {few} s")
