"""Tests that another thread, a timeout or Ctrl-C cancels long calls and leaves the scene unchanged.

The tests allow many seconds between a cancellation and the error, because the machine may be busy. Without a
cancellation each scene would take minutes.
"""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi, interruptible, signatures
from stretto.plot import _animations

#: Longest time between a cancellation and the error, in seconds. On an idle machine, a cancelled call ends
#: within 0.1 s.
SOON = 20.0


def copies(count: int, side: float, sides: float = 512) -> st.Scene:
    """A scene with `count` translucent squares on top of each other, which takes minutes to draw."""
    scene = st.Scene(sides, sides, background="white")
    square = st.Layer(frame=(0, 0, side, side), background_color=(0.2, 0.4, 0.9, 0.01))
    outer, inner = st.ReplicatorLayer(instance_count=count // 1000), st.ReplicatorLayer(instance_count=1000)
    inner.add_sublayer(square)
    outer.add_sublayer(inner)
    scene.add_sublayer(outer)
    return scene


def masks(count: int, side: float) -> st.Scene:
    scene = st.Scene(side, side)
    above = scene.root
    for _ in range(count):
        layer = st.Layer(frame=(0, 0, side, side), background_color="red", corner_radius=20)
        layer.mask = st.Layer(frame=(0, 0, side, side), background_color="black", corner_radius=9)
        above.add_sublayer(layer)
        above = layer
    return scene


LONG: dict[str, Callable[[], st.Scene]] = {
    "60,000 copies of the whole frame": lambda: copies(60_000, 2048, 2048),
    "4 million copies": lambda: copies(4_190_000, 512),
    "60 masks in each other": lambda: masks(60, 8192),
}


@pytest.mark.large
@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_a_frame_ends_soon_after_it_is_cancelled_from_another_thread(name: str) -> None:
    scene = LONG[name]()
    for wait in (0.05, 0.3, 0.8):  # cancels evaluation, expansion, and painting
        cancelled: list[float] = []
        ended = threading.Event()

        def cancel(
            after: float = wait, cancelled: list[float] = cancelled, ended: threading.Event = ended
        ) -> None:
            time.sleep(after)
            cancelled.append(time.monotonic())
            scene.cancel()
            while not ended.wait(0.05):  # the frame may begin later on a busy machine
                scene.cancel()

        thread = threading.Thread(target=cancel)
        thread.start()
        with pytest.raises(st.Cancelled):
            scene.render(0)
        ended.set()
        assert time.monotonic() - cancelled[0] < SOON
        thread.join()


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_a_frame_ends_with_its_time(name: str) -> None:
    scene = LONG[name]()
    start = time.monotonic()
    with pytest.raises(st.Cancelled):
        scene.render(0, timeout=0.2)
    assert 0.2 <= time.monotonic() - start < 0.2 + SOON


@pytest.mark.slow
def test_a_frame_that_was_given_up_changes_no_later_one() -> None:
    scene = copies(200_000, 512)
    small = st.Scene(64, 64)
    small.add_sublayer(st.Layer(frame=(3, 4, 20, 30), background_color="red", corner_radius=5))
    before = small.render(0)
    square = scene.root.sublayers[0].sublayers[0]
    for timeout in (0.001, 0.005, 0.02, 0.05, 0.1):
        with pytest.raises(st.Cancelled):
            scene.render(0, timeout=timeout)
        assert np.array_equal(small.render(0), before)
    square.instance_count = 3  # type: ignore[attr-defined]
    scene.root.sublayers[0].instance_count = 1  # type: ignore[attr-defined]
    again = copies(1000, 512)
    again.root.sublayers[0].sublayers[0].instance_count = 3  # type: ignore[attr-defined]
    assert np.array_equal(scene.render(0), again.render(0))


def test_time_enough_is_no_end() -> None:
    scene = copies(1000, 16)
    assert np.array_equal(scene.render(0, timeout=60), scene.render(0))


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_a_time_that_means_nothing_is_refused(timeout: float) -> None:
    with pytest.raises(st.InvalidArgument, match="timeout"):
        st.Scene(8, 8).render(0, timeout=timeout)


QUESTIONS: dict[str, Callable[[st.Scene, st.Layer], object]] = {
    "hit_test": lambda scene, _: scene.hit_test(500, 500, 0),
    "instances": lambda scene, layer: scene.instances(layer, 0),
    "sync_report": lambda scene, layer: scene.sync_report(layer, 0),
}


def cancelled(scene: st.Scene, question: Callable[[], object]) -> object:
    """The result of a call, or its error, while another thread cancels the call."""
    answers: list[object] = []

    def ask() -> None:
        try:
            answers.append(question())
        except st.Cancelled as error:
            answers.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    while thread.is_alive():  # has no effect before the call begins
        scene.cancel()
        thread.join(0.02)
    return answers[0]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_ends_soon_after_it_is_cancelled(name: str) -> None:
    scene = copies(4_000_000, 8)
    layer = scene.root.sublayers[0].sublayers[0].sublayers[0]
    assert isinstance(cancelled(scene, lambda: QUESTIONS[name](scene, layer)), st.Cancelled)


REPORTS: dict[str, Callable[[st.Scene], object]] = {
    "loop_report": lambda scene: scene.loop_report(),
    "diagnostics": lambda scene: scene.diagnostics(),
    "phases": lambda scene: _animations.bars_of_scene(scene),
}


@pytest.mark.slow
def test_a_report_on_a_large_scene_ends_with_its_time() -> None:
    scene, spin = st.Scene(8, 8), st.BasicAnimation("transform.rotation", to_value=1, duration=3)
    spin.repeat_count = float("inf")
    for _ in range(20_000):
        layer = st.Layer()
        layer.add_animation(spin)
        scene.add_sublayer(layer)
    ended: list[str] = []

    def ask() -> None:  # not on the main thread, which starts a long call again on another thread
        for name, report in REPORTS.items():
            with ffi.limits(timeout=0.001):
                try:
                    report(scene)
                except st.Cancelled:
                    ended.append(name)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert ended == list(REPORTS), "20,000 layers are not looked at in a millisecond"
    assert scene.loop_duration() == 3, "it is whole"


def forking_portals() -> st.Scene:
    """A scene of 40 levels, each of which shows the next level through two portals, so 2^40 paths lead to the
    last level.
    """
    scene, shown = st.Scene(8, 8), st.Layer()
    scene.add_sublayer(shown)
    for _ in range(40):
        both = st.Layer()
        for _ in range(2):
            both.add_sublayer(st.PortalLayer(source_layer=shown))
        scene.add_sublayer(both)
        shown = both
    return scene


def test_a_loop_report_ends_soon_after_it_is_cancelled() -> None:
    scene = forking_portals()
    assert isinstance(cancelled(scene, scene.loop_report), st.Cancelled)


@pytest.mark.slow
def test_a_loop_report_gives_up_after_as_many_layers_as_a_frame_may_have() -> None:
    assert forking_portals().loop_duration() is None


TEXT_QUESTIONS: dict[str, Callable[[st.TextLayer], object]] = {
    "copies": lambda text: text.copies(),
    "lines": lambda text: text.lines(),
    "character_at": lambda text: text.character_at((0, 0)),
    "fitting_size": lambda text: text.fitting_size(100),
    "fitting_font_size": lambda text: text.fitting_font_size(100),
    "path": lambda text: text.path(),
}


@pytest.mark.parametrize("name", TEXT_QUESTIONS)
def test_a_question_about_a_long_text_ends_with_its_time(name: str) -> None:
    text = st.TextLayer("word " * 100_000, frame=(0, 0, 100, 100), wrapped=True)
    ended: list[str] = []

    def ask() -> None:  # not on the main thread, which starts a long call again on another thread
        # No machine lays out half a million letters in 1 ms.
        with ffi.limits(timeout=0.001), pytest.raises(st.Cancelled):
            TEXT_QUESTIONS[name](text)
        ended.append(name)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert ended == [name]
    assert text.string.startswith("word"), "it is whole"


@pytest.mark.slow
def test_a_text_that_was_given_up_is_drawn_whole_later() -> None:
    def scene() -> st.Scene:
        made = st.Scene(100, 40)
        made.add_sublayer(st.TextLayer("word " * 20_000, frame=(0, 0, 100, 40), font_size=9, wrapped=True))
        return made

    given_up = scene()
    for timeout in (0.001, 0.005, 0.01):
        with pytest.raises(st.Cancelled):
            given_up.render(0, timeout=timeout)
    assert np.array_equal(given_up.render(0), scene().render(0))


def test_cancel_does_not_end_calls_that_begin_later() -> None:
    scene = copies(1000, 16)
    frame = scene.render(0)
    scene.cancel()
    assert np.array_equal(scene.render(0), frame)


def test_limits_of_one_thread_are_not_those_of_another() -> None:
    scene, flag = copies(1000, 16), ffi.flag()
    flag.value = 1
    with ffi.limits(flag=flag):
        with pytest.raises(st.Cancelled):
            ffi.hit_test(scene._pointer, (0, 0), 0)
        answers: list[object] = []
        thread = threading.Thread(target=lambda: answers.append(scene.render(0)))
        thread.start()
        thread.join()
    assert len(answers) == 1
    ffi.hit_test(scene._pointer, (0, 0), 0)


def test_limits_of_an_older_and_a_newer_program_are_taken() -> None:
    lib = ffi.lib
    old = signatures.LimitsStruct(
        16, 0, 1e-9, None
    )  # the older header has no flag, so memory after the struct is not read
    old.cancel = ctypes.pointer(ctypes.c_int32(1))
    scene = copies(1000, 16)
    lib.stretto_limits_set(ctypes.byref(old))
    with pytest.raises(st.Cancelled):
        ffi.hit_test(scene._pointer, (0, 0), 0)
    old.timeout = 0
    lib.stretto_limits_set(ctypes.byref(old))
    ffi.hit_test(scene._pointer, (0, 0), 0)
    with pytest.raises(st.InvalidArgument, match="struct_size"):
        lib.stretto_limits_set(ctypes.byref(signatures.LimitsStruct(0, 0, 0, None)))
    lib.stretto_limits_set(None)


def test_options_of_an_older_program_are_taken() -> None:
    scene, size = st.Scene(4, 4, background="red"), 64
    pixels = np.zeros((4, 4, 4), np.uint8)
    # The options have the size of an older struct, which ended with `scale`. The library must not read the
    # memory after the struct.
    options = signatures.RenderOptionsStruct(16, 1, 1.0, 0xFFFFFFFF, 1)
    ffi.lib.stretto_scene_render_with(
        scene._pointer, 0.0, ctypes.byref(options), ffi.pixels(pixels), 16, size
    )
    assert (pixels == (255, 0, 0, 255)).all()


@pytest.mark.process
@pytest.mark.slow
def test_an_interrupt_ends_a_long_frame_and_leaves_the_scene_whole() -> None:
    program = """
import signal, sys, threading, time
sys.path[:0] = sys.argv[1:]
import test_cancel
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
scene = test_cancel.copies(60_000, 2048, 2048)
try:
    print("ready", flush=True)
    scene.render(0)
except KeyboardInterrupt:
    print("interrupted", flush=True)
scene.root.sublayers[0].instance_count = 0
assert (scene.render(0) == 255).all(), "nothing but the white background"
print("whole", flush=True)
"""
    folder = __file__.rpartition("/")[0]
    with subprocess.Popen(
        [sys.executable, "-c", program, folder], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - start < SOON
        assert process.stdout.readline() == "whole\n"
    assert process.returncode == 0


@pytest.mark.slow
def test_a_handler_that_raises_nothing_costs_nothing() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: seen.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        found = copies(6_000, 512).render(0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen
    assert np.array_equal(found, copies(6_000, 512).render(0))


def test_errors_of_the_helper_thread_are_raised_in_the_caller() -> None:
    calls, done = interruptible.Calls(), threading.Event()

    def slow(limit: float) -> None:
        if limit:
            time.sleep(limit)
            raise st.Cancelled("the slice is over")
        done.set()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        calls.draw(slow, 0)
    assert done.is_set()


def test_a_cancel_between_two_attempts_is_not_lost() -> None:
    calls = interruptible.Calls()

    def slow(limit: float) -> None:
        time.sleep(limit)
        calls.cancel()
        raise st.Cancelled("the slice is over")

    with pytest.raises(st.Cancelled, match="cancelled"):
        calls.draw(slow, 0)
