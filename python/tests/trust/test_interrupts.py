"""Tests that Ctrl-C interrupts every call. The time limits of the tests are large, because the machine may be
busy.
"""

from __future__ import annotations

import functools
import pathlib
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

import attack_kit
import confined
import stretto as st

SCENE = """
scene = st.Scene(1024, 1024)
scene.add_sublayer(st.ReplicatorLayer(
    st.ReplicatorLayer(
        st.Layer(frame=(0, 0, 1024, 1024), background_color=(1, 0, 0, .01)), instance_count=300),
    instance_count=1000))
"""


@pytest.mark.process
@pytest.mark.parametrize("ending", ["gif", "png", "webp"])
def test_an_interrupt_ends_a_clip_that_is_being_saved(ending: str, tmp_path: pathlib.Path) -> None:
    """Ctrl-C ends the save of a clip while frames that take minutes are drawn on every thread."""
    path = tmp_path / f"a.{ending}"
    code = (
        SCENE
        + f"""
st.Scene(8, 8).movie(duration=1, fps=2).save({str(path)!r})  # which loads all that is needed
print('ready', flush=True)
scene.movie(duration=1, fps=10).save({str(path)!r})"""
    )
    assert confined.until_interrupted(code, after=0.4) < 2
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert len(path.read_bytes()) < 1000, "what was there stays"


class Interrupted(Exception):
    """Exception that a signal handler raises, as the handler of Ctrl-C raises KeyboardInterrupt."""


def raise_interrupted(*_: object) -> None:
    raise Interrupted


def assert_interrupted(call: Callable[[], object]) -> None:
    """Fails unless a signal ends the call soon. Without the signal the call takes many seconds."""
    before = signal.signal(signal.SIGALRM, raise_interrupted)
    start = time.process_time()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Interrupted):
            call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.process_time() - start < 1.5


#: Queries about a layer that take half a minute if 7,000 animations change its delay.
QUESTIONS: dict[str, Callable[[st.Scene, st.Layer], object]] = {
    "scene_times": lambda _, layer: layer.scene_times(0.5, 0, 9),
    "sample": lambda scene, layer: scene.sample(layer, "opacity", 0, 1, 10_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_an_interrupt_ends_a_question_about_a_layer(name: str) -> None:
    play = '<p key="{}" type="CABasicAnimation" keyPath="instanceDelay" duration="9" toValue="1"/>'
    inside = attack_kit.element("sublayers", "", attack_kit.red('name="copied"'))
    inside += attack_kit.element("animations", "", attack_kit.numbered(play, 7000))
    copies = attack_kit.element("CAReplicatorLayer", 'instanceCount="3"', inside)
    scene = st.Scene.from_bytes(attack_kit.below(copies).encode())
    layer = scene.find("copied")
    assert_interrupted(lambda: QUESTIONS[name](scene, layer))


@pytest.mark.slow
def test_an_interrupt_ends_the_layout_of_a_text() -> None:
    text = st.TextLayer("a " * 500_000, wrapped=True)
    assert_interrupted(lambda: text.fitting_font_size(50, 50))


@pytest.mark.slow
def test_an_interrupt_ends_the_reading_of_a_path() -> None:
    data = "M0 0" + "a1 2 3 0 1 9 9" * 1_000_000
    path = st.Path("M1 2L3 4")
    assert_interrupted(lambda: path.svg(data))
    assert path.elements() == st.Path("M1 2L3 4").elements()


def many_layers() -> st.Scene:
    return st.Scene(9, 9, sublayers=[st.Layer(name=f"{k}", frame=(k, 0, 1, 1)) for k in range(20_000)])


#: Pairs of a function that prepares an object, and a call on the object that takes far longer than an
#: interrupt may take.
LONG: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "to_swift": (many_layers, st.Scene.to_swift),
    "Path.text": (lambda: "l" * 400_000, st.Path().text),
    "Image.text": (lambda: "ab cd\n" * 60_000, functools.partial(st.Image.text, font_size=0.001)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_is_not_late(name: str) -> None:
    make, call = LONG[name]
    made = make()
    late = []
    for _ in range(3):
        before = signal.signal(signal.SIGALRM, raise_interrupted)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.06)
            start = time.process_time()
            with pytest.raises(Interrupted):
                call(made)
            late.append(time.process_time() - start)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    start = time.process_time()
    call(made)
    assert min(late) < max(0.25, (time.process_time() - start) / 2)
