"""Tests of threads and processes: scenes do not wait for each other, releases may race, and a forked child
can draw at once.
"""

from __future__ import annotations

import contextlib
import pathlib
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi, signatures

lib = ffi.lib


def busy(count: int = 2_000_000) -> st.Scene:
    """A scene whose reports take seconds."""
    scene = st.Scene(64, 64)
    outer = st.ReplicatorLayer(instance_count=count // 1000)
    inner = st.ReplicatorLayer(instance_count=1000, instance_delay=0.001)
    dot = st.Layer(frame=(0, 0, 4, 4), background_color="red")
    dot.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, duration=3))
    inner.add_sublayer(dot)
    outer.add_sublayer(inner)
    scene.add_sublayer(outer)
    return scene


def small() -> st.Scene:
    scene = st.Scene(32, 32, background="white")
    scene.add_sublayer(st.Layer(frame=(4, 4, 20, 20), background_color="blue", corner_radius=6))
    return scene


def test_a_long_question_about_one_scene_stalls_no_other() -> None:
    asked, other = busy(), small()
    dot = asked.root.sublayers[0].sublayers[0].sublayers[0]
    ends: list[float] = []

    def ask() -> None:
        try:
            asked.instances(dot, 0)
        except st.Cancelled:
            ends.append(time.monotonic())

    def change() -> None:  # waits for the report on the same scene only
        dot.opacity = 0.5

    asking, changing = threading.Thread(target=ask, daemon=True), threading.Thread(target=change, daemon=True)
    asking.start()
    time.sleep(0.1)
    changing.start()
    time.sleep(0.05)
    square = other.root.sublayers[0]
    for step in range(20):
        square.opacity = 1 - step / 40
        other.render(0)
    done = time.monotonic()
    assert asking.is_alive(), "the question was still being answered"
    while asking.is_alive():  # has no effect before the call begins
        asked.cancel()
        asking.join(0.02)
    changing.join()
    assert ends[0] > done


def test_scenes_that_share_a_portal_s_source_see_each_other_s_changes() -> None:
    one, two = small(), st.Scene(32, 32, background="white")
    two.add_sublayer(st.PortalLayer(source_layer=one.root.sublayers[0]))
    before = two.render(0)
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            one.root.sublayers[0].background_color = "red"
            one.root.sublayers[0].background_color = "blue"

    thread = threading.Thread(target=change, daemon=True)
    thread.start()
    seen = {two.render(0).tobytes() for _ in range(200)}
    stop.set()
    thread.join()
    one.root.sublayers[0].background_color = "red"
    assert seen <= {before.tobytes(), two.render(0).tobytes()}


def test_concurrent_joins_of_trees_end() -> None:
    """Threads that add trees to each other and take trees apart at the same time do not deadlock."""
    scenes = [small() for _ in range(4)]
    layers = [st.Layer(frame=(0, 0, 8, 8), background_color="red") for _ in range(16)]

    def shuffle(seed: int) -> None:
        random = np.random.default_rng(seed)
        for _ in range(400):
            layer, other = (layers[k] for k in random.integers(len(layers), size=2))
            match random.integers(4):
                case 0:
                    scenes[random.integers(4)].add_sublayer(layer)
                case 1:
                    layer.remove_from_superlayer()
                case 2:
                    with contextlib.suppress(st.InvalidArgument):  # a layer cannot be added to itself
                        layer.add_sublayer(other)
                case 3:
                    scenes[random.integers(4)].render(0)

    threads = [threading.Thread(target=shuffle, args=(seed,), daemon=True) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
        assert not thread.is_alive()


@pytest.mark.slow
def test_releases_that_race_end_nothing_under_a_frame() -> None:
    """Two threads release one reference to a layer while other threads draw the layer's tree. One of the two
    calls raises an error, and no frame fails.
    """
    scene = small()
    stop = threading.Event()

    def draw() -> None:
        while not stop.is_set():
            scene.render(0)

    drawing = threading.Thread(target=draw, daemon=True)
    drawing.start()
    source = scene.root.sublayers[0]
    for _ in range(300):
        pointer = ffi.new(
            signatures.LayerPointer, lib.stretto_layer_create, 5
        )  # a portal, to which its source refers
        lib.stretto_layer_set_layer(pointer, b"sourceLayer", source._pointer)
        refused: list[st.ClosedError] = []
        start = threading.Barrier(2)

        def release(
            pointer: signatures.LayerPointer = pointer,
            refused: list[st.ClosedError] = refused,
            start: threading.Barrier = start,
        ) -> None:
            start.wait()
            try:
                lib.stretto_layer_release(pointer)
            except st.ClosedError as error:
                refused.append(error)

        threads = [threading.Thread(target=release) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(refused) == 1
    stop.set()
    drawing.join()


@pytest.mark.process
@pytest.mark.slow
def test_a_transition_takes_an_animation_that_another_thread_changes() -> None:
    """A transition and another thread may use one animation at the same time. Before a fix, the transition
    read a list of animations that the other thread freed, and one run in three crashed.
    """
    program = """
import threading
import stretto as st
scene, layer = st.Scene(9, 9), st.Layer()
scene.add_sublayer(layer)
scene.add_state("on", {})
frames = st.KeyframeAnimation("opacity", values=[0, 1])
stop = threading.Event()
def change():
    while not stop.is_set():
        for count in (2, 3, 2):
            frames.values = [0.5] * count
threads = [threading.Thread(target=change) for _ in range(2)]
for thread in threads: thread.start()
for _ in range(60_000): scene.add_transition("*", "on", {layer: frames})
for _ in range(1_000): layer.add_animation(frames, "frames")
stop.set()
for thread in threads: thread.join()
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr.decode()


def in_a_child(body: str, folder: pathlib.Path) -> str:
    """The exit status of a child that is forked while `thread()` runs and then calls `ask()`: "0" if the call
    succeeds.
    """
    program = f"""
import os, signal, sys, threading, time
import stretto as st
from stretto._ffi import handle, lazy
sys.path.insert(0, sys.argv[1])
begun, slow = threading.Event(), lazy.lazily("slow")
{body}
threading.Thread(target=thread).start()
begun.wait(60)
child = os.fork()
if child == 0:
    signal.alarm(60)  # of a child that waits for ever
    ask()
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, folder], capture_output=True, text=True, timeout=540, check=False
    )
    return ran.stdout + ran.stderr


@pytest.mark.process
def test_a_child_of_fork_loads_what_another_thread_was_loading(tmp_path: pathlib.Path) -> None:
    """A forked child can import a module that another thread was importing. If the fork did not wait for the
    import, no thread of the child process would release Python's import lock of the module.
    """
    (tmp_path / "slow.py").write_text(
        "import sys, time; sys.modules['__main__'].begun.set(); time.sleep(.2); word = 'whole'\n"
        "import concurrent.futures.thread  # which has a lock for fork of its own\n"
    )
    body = """
def thread(): slow.word
def ask(): assert slow.word == "whole"
"""
    assert in_a_child(body, tmp_path) == "0\n"


@pytest.mark.process
def test_a_child_of_fork_finds_a_temporary_folder_as_another_thread_does(tmp_path: pathlib.Path) -> None:
    """A fork waits while another thread holds Python's lock for the folder of temporary files."""
    body = """
import tempfile
from stretto._ffi import files
found = tempfile._get_default_tempdir
def slowly():
    begun.set()
    time.sleep(.2)
    return found()
tempfile._get_default_tempdir = slowly
def thread():
    with files._elsewhere(): pass
ask = thread
"""
    assert in_a_child(body, tmp_path) == "0\n"


@pytest.mark.process
@pytest.mark.parametrize(
    ("first", "then"), [("handle._lock", "lazy._loading"), ("lazy._loading", "handle._lock")]
)
def test_fork_waits_for_its_locks_in_whatever_order_they_are_taken(
    first: str, then: str, tmp_path: pathlib.Path
) -> None:
    body = f"""
def thread():
    with {first}:
        begun.set()
        time.sleep(.2)
        with {then}: pass
def ask():
    with {first}, {then}: st.Scene(8, 8)
"""
    assert in_a_child(body, tmp_path) == "0\n"


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("count", [20, pytest.param(1000, marks=pytest.mark.longer)])
def test_a_child_of_fork_draws_whatever_other_threads_do(count: int) -> None:
    """Many children can draw, although threads of the parent draw, query, change, create and release objects
    during the fork.
    """
    program = """
import os, signal, sys, threading, time
import numpy as np, stretto as st
sys.path[:0] = sys.argv[2:]
import test_threads
scene, shared = test_threads.small(), test_threads.busy(20_000)
expected = scene.render(0).tobytes()
stop = False
def draw():
    while not stop: shared.render(0, threads=2)
def ask():
    while not stop: shared.hit_test(2, 2, 0)
def change():
    while not stop: shared.root.sublayers[0].opacity = .5
def make():
    while not stop:
        made = test_threads.small()
        made.render(0)
        made.root.sublayers[0].superlayer
for work in (draw, ask, change, make):
    threading.Thread(target=work, daemon=True).start()
failed = []
for k in range(int(sys.argv[1])):
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # of a child that waits for ever
        shared.root.sublayers[0].opacity = .25
        same = scene.render(0, threads=2).tobytes() == expected
        test_threads.small().render(0)
        shared.root.sublayers[0].sublayers[0].instance_count = 3
        shared.hit_test(2, 2, 0)
        os._exit(0 if same else 1)
    ended = os.waitpid(child, 0)[1]
    if ended: failed.append((k, ended))
stop = True
print(failed)
sys.stdout.flush()
os._exit(0)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, str(count), pathlib.Path(__file__).parent],
        capture_output=True,
        text=True,
        timeout=540,
        check=False,
    )
    assert ran.stdout == "[]\n", ran.stdout + ran.stderr


def test_cancelling_another_scene_does_not_end_this_one_s_call() -> None:
    scene, other = small(), small()
    stop = threading.Event()

    def cancel() -> None:
        while not stop.wait(0.001):
            other.cancel()

    thread = threading.Thread(target=cancel, daemon=True)
    frame = scene.render(0)
    thread.start()
    for _ in range(200):
        assert np.array_equal(scene.render(0), frame)
    stop.set()
    thread.join()


PLACEMENT = """
import os, sys
sys.path.insert(0, sys.argv[1])
import test_threads

def threads(): return set(map(int, os.listdir("/proc/self/task")))

allowed = sorted(os.sched_getaffinity(0))[: int(sys.argv[2])]
os.sched_setaffinity(0, allowed)
scene = test_threads.busy(4_000)
first, before = scene.render(0, threads=1).tobytes(), threads()
scene.render(0, threads=2)
(second,) = threads() - before
for k in range(300):
    os.sched_setaffinity(0, {allowed[k // 10 % len(allowed)]})  # the calling thread's alone
    assert scene.render(0, threads=2).tobytes() == first
print(sorted(os.sched_getaffinity(second)) == allowed)
"""


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody says where a thread may run")
@pytest.mark.parametrize("processors", [1, 2])
def test_a_thread_that_draws_may_run_where_the_program_says(processors: int) -> None:
    """A thread of the pool avoids the processor of its caller only at the moment when the thread is woken."""
    ran = subprocess.run(
        [sys.executable, "-c", PLACEMENT, pathlib.Path(__file__).parent, str(processors)],
        capture_output=True,
        text=True,
        timeout=540,
        check=False,
    )
    assert ran.stdout == "True\n", ran.stdout + ran.stderr
