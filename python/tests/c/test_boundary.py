"""Tests of values that cross the C interface in both directions: lists of any length, times of any size, and
ownership of memory.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import ctypes
import gc
import math
import subprocess
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from test_promises import is_alive

import stretto as st
from stretto._ffi import ffi, interruptible, signatures
from stretto.plot import _animations
from stretto.text import text_segments
from untyped import untyped


def test_a_list_that_others_shorten_again_and_again_is_read_a_bounded_number_of_times() -> None:
    layer, reads = st.Layer(sublayers=[st.Layer()]), 0

    def shorter(_index: int) -> int:
        nonlocal reads
        reads += 1
        if reads % 1000 == 0:
            pytest.fail("the list is read without end")
        raise st.InvalidArgument("there are 0 sublayers; 0 was asked for")

    with pytest.raises(st.InvalidArgument, match="0 sublayers"):
        ffi.listed(ffi.lib.stretto_layer_get_sublayer_count, layer._pointer, shorter)
    assert reads > 10


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 257])
def test_lists_are_whole_whatever_capacity_is_given_first(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ffi, "_ROWS", 64)
    delays = [k / 8 for k in range(count)]
    row = st.ReplicatorLayer(instance_count=count or 1, instance_delays=delays)
    assert (row.instance_delays or ()) == tuple(delays)
    text = "".join(chr(97 + k % 26) for k in range(count))
    layer = st.TextLayer(text, name=text)
    assert layer.name == text
    assert [copy.character for copy in layer.copies()] == list(range(count))
    path = st.Path().move_to(0, 0)
    for k in range(count):
        path.line_to(k, 1)
    assert len(path.elements()) == count + 1
    scene, top = st.Scene(8, 8), st.ReplicatorLayer(instance_count=count)
    dot = st.Layer(frame=(0, 0, 1, 1))
    top.add_sublayer(dot)
    scene.add_sublayer(top)
    assert [item.instance for item in scene.instances(dot, 0)] == [(k,) for k in range(count)]
    for k in range(count):
        scene.add_sublayer(st.Layer(name=f"{k}"))
    assert [item.name for item in scene.sublayers[1:]] == [f"{k}" for k in range(count)]


@pytest.mark.parametrize("size", [100, (1 << 14) - 1, 1 << 14, (1 << 14) + 1, 1 << 17])
def test_bytes_are_whole_whatever_capacity_is_given_first(size: int) -> None:
    """`to_bytes` returns whole documents of sizes just below, at and above the first call's buffer."""
    scene = st.Scene(8, 8)
    empty = len(scene.to_bytes())
    layer = st.Layer()
    scene.add_sublayer(layer)
    layer.name = "x"
    short = len(scene.to_bytes())
    assert short > empty
    layer.name = "x" * max(1, size - short + 1)
    data = scene.to_bytes()
    assert len(data) == max(size, short)
    assert st.Scene.from_bytes(data).sublayers[0].name == layer.name


def test_a_document_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document that is larger than a first buffer would be is written by one call of C."""
    encode, calls = ffi.lib.stretto_scene_encode, []

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return encode(*arguments)

    scene = st.Scene(8, 8, sublayers=[st.Layer(name="x" * (1 << 17))])
    monkeypatch.setattr(ffi.lib, "stretto_scene_encode", counted)
    assert len(scene.to_bytes()) > 1 << 17
    assert len(calls) == 1


#: C functions that fill an array, and calls of the package that read more elements than a small array has.
LISTS: dict[str, Callable[[st.Scene, st.Layer], Sequence[Any]]] = {
    "stretto_scene_diagnose": lambda scene, _: scene.diagnostics(),
    "stretto_scene_get_loop_report": lambda scene, _: scene.loop_report().entries,
    "stretto_scene_get_instances": lambda scene, layer: scene.instances(layer, 0),
    "stretto_scene_get_phases": lambda scene, _: _animations._rows(scene._pointer)[0],
    "stretto_layer_get_text_copies": lambda *_: st.TextLayer("a" * 300).copies(),
    "stretto_layer_get_text_lines": lambda *_: st.TextLayer("a\n" * 300).lines(),
    "stretto_text_get_segments": lambda *_: text_segments("a" * 300),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_long_list_is_computed_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spun = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    scene = st.Scene(9, 9, sublayers=[st.ReplicatorLayer(spun, instance_count=300)])
    scene.root.add_sublayer(*[st.Layer(name=f"{k}", background_color="red") for k in range(300)])
    for layer in (spun, *scene.root.sublayers[1:]):
        layer.add_animation(st.BasicAnimation("opacity", 0, 1, duration=1, repeat_count=math.inf))
    function, calls = getattr(ffi.lib, name), []

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return function(*arguments)

    monkeypatch.setattr(ffi.lib, name, counted)
    # The main thread would start a long call twice, because of Ctrl-C.
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        assert len(pool.submit(LISTS[name], scene, spun).result()) >= 300
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("seconds", "wanted"),
    [
        (0, 0),
        (1e-9, 1),
        (0.0004, 1),
        (0.25, 250),
        (4294967.295, 2**32 - 1),
        (1e9, 2**32 - 1),
        (1e300, 2**32 - 1),
    ],
)
def test_the_time_that_a_frame_may_take_is_milliseconds(seconds: float, wanted: int) -> None:
    options = ffi.render_options(2, True, 3, seconds)._obj
    assert (options.timeout_ms, options.scale, options.threads, options.alpha) == (wanted, 2, 3, 1)


class Limits:
    """Stand-in for `stretto_limits_set` that records the limits of each call in order."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, int | None] | None] = []

    def __call__(self, pointer: Any) -> None:
        given = None if pointer is None else pointer._obj
        assert given is None or (given.struct_size, given.reserved) == (given.__class__._size, 0)
        self.seen.append(given and (given.timeout, given.cancel[0] if given.cancel else None))


@contextlib.contextmanager
def spied(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[float, int | None] | None]]:
    monkeypatch.setattr(signatures.LimitsStruct, "_size", 32, raising=False)
    limits = Limits()
    with monkeypatch.context() as patched:
        patched.setattr(ffi.lib, "stretto_limits_set", limits)
        yield limits.seen


def test_limits_are_set_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    flag = ffi.flag()
    flag.value = 7
    with spied(monkeypatch) as seen:
        with ffi.limits(timeout=0.5):
            assert seen == [(0.5, None)]
        with contextlib.suppress(KeyError), ffi.limits(flag=flag):
            assert seen[2:] == [(0, 7)]
            raise KeyError
        assert seen == [(0.5, None), None, (0, 7), None]


@pytest.mark.slow
def test_a_state_that_was_removed_keeps_no_layer_alive() -> None:
    scene, layer = st.Scene(8, 8), st.Layer(name="dot")
    scene.add_sublayer(layer)
    scene.add_state("on", {layer: {"opacity": 0.5}})
    pointer = layer._pointer.value
    layer.remove_from_superlayer()
    scene.remove_state("on")
    assert is_alive(pointer)
    del layer
    gc.collect()
    assert not is_alive(pointer)


@pytest.mark.slow
def test_masks_that_were_replaced_are_released() -> None:
    class Mask(st.Layer):
        pass

    row, mask = st.ReplicatorLayer(instance_count=2), Mask()
    known = weakref.ref(mask)
    row.instance_masks = [mask, None]
    del mask
    gc.collect()
    assert row.instance_masks[0] is known()
    row.instance_masks = [None, st.Layer()]
    gc.collect()
    assert known() is None


@pytest.mark.slow
def test_a_portal_keeps_the_object_of_a_source_of_the_user_s_and_no_other() -> None:
    class Dot(st.Layer):
        pass

    for kind, holds_object in ((Dot, True), (st.Layer, False)):
        source = kind()
        known, portal = weakref.ref(source), st.PortalLayer(source_layer=source)
        del source
        gc.collect()
        assert (known() is not None) == holds_object
        portal.source_layer = None
        gc.collect()
        assert known() is None


@pytest.mark.process
def test_nothing_is_released_at_exit() -> None:
    """At exit the process releases no objects, because the operating system frees the memory, and a release
    at exit could only fail.
    """
    code = """
import atexit

def end():
    global layer
    del layer
    ffi.lib.stretto_layer_retain(handle)
    print("kept")

atexit.register(end)  # the package is loaded later, and so ends earlier
import stretto as st
from stretto._ffi import ffi, signatures
layer = st.Layer()
handle = signatures.LayerPointer(layer._pointer.value)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "kept\n"


def test_a_subclass_of_a_layer_takes_no_class_keywords() -> None:
    with pytest.raises(TypeError, match=r"colour|keyword"):
        type("Card", (st.Layer,), {}, colour=1)


def test_indices_are_within_what_c_counts_with() -> None:
    layer = st.Layer()
    most = 2**31 - 1
    for index in (most, -most):
        with contextlib.suppress(st.InvalidArgument):  # the copy does not exist
            layer.local_time(0, (index,))
    for index in (most + 1, -most - 1):
        with pytest.raises(st.InvalidArgument, match=f"{index}.*{most}"):
            layer.local_time(0, (index,))
    with pytest.raises(TypeError, match=r"instance.*\(0, 2\)"):
        layer.set_value("opacity", 1, instance=untyped(3))


def test_the_message_of_an_error_has_one_address_in_its_thread() -> None:
    """Every error message of a thread has the same address, because in printf("%d %s", stretto_f(),
    stretto_error_message()) the compiler may evaluate the second call first.
    """
    message = ctypes.CFUNCTYPE(ctypes.c_void_p)(("stretto_error_message", ffi.lib))
    address = message()
    sentences = []
    for name in ("firstNonsense", "secondNonsense"):
        with pytest.raises(st.KeyPathError, match="Nonsense"):
            st.Layer().value(name)
        assert message() == address
        sentences.append(ctypes.string_at(address).decode())
    assert "firstNonsense" in sentences[0]
    assert "secondNonsense" in sentences[1]
    others: list[int] = []
    thread = threading.Thread(target=lambda: others.append(message()))
    thread.start()
    thread.join()
    assert address not in others


@pytest.mark.parametrize("letter", ["x", "é", "𝄞"])
def test_a_long_sentence_is_cut_between_two_characters(letter: str) -> None:
    for start in range(4):
        with pytest.raises(st.KeyPathError) as caught:
            st.Layer().value("a" * start + letter * 5000)
        words = str(caught.value)
        assert "\ufffd" not in words
        assert len(words.encode()) <= 4095 + 200  # and the words that Python adds


def test_limits_inside_limits_leave_the_outer_ones() -> None:
    scene = st.Scene(9, 9, "red")
    flag = ffi.flag()
    read = (ffi.lib.stretto_scene_encode, scene._pointer)
    with ffi.limits(flag=flag):
        with ffi.limits(timeout=60):
            assert ffi.data(*read)
            flag.value = 1
            for end in (lambda: ffi.data(*read), ffi.check_cancelled):
                with pytest.raises(st.Cancelled):
                    end()
        for end in (lambda: ffi.data(*read), ffi.check_cancelled):
            with pytest.raises(st.Cancelled):
                end()
    assert ffi.data(*read)
    ffi.check_cancelled()


@pytest.mark.parametrize(
    "make", [st.Layer, st.Path, st.EmitterCell, lambda: st.Image.solid(1, 1, "red"), st.Font]
)
@pytest.mark.parametrize("in_reference_cycle", [False, True])
def test_no_code_of_python_runs_where_an_object_is_released(make: Any, in_reference_cycle: bool) -> None:
    """No Python code runs when an object is released, because a signal handler could run in it, and an
    exception that the handler raises in a finalizer is lost.
    """
    created: Any = make()
    handle = type(created._pointer)(created._pointer.value)
    if in_reference_cycle:
        holder = [created]
        holder.append(holder)
        del holder
    ran: list[str] = []
    gc.collect()
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()  # Hypothesis registers Python code for garbage collections
    sys.setprofile(lambda frame, event, _: ran.append(frame.f_code.co_name) if event == "call" else None)
    del created
    gc.collect()
    sys.setprofile(None)
    gc.callbacks.extend(callbacks)
    assert ran == []
    if make is not st.Font:  # the embedded font has several handles
        with pytest.raises(st.ClosedError):
            getattr(ffi.lib, make().__class__._RELEASE)(handle)


def test_an_interrupt_where_the_answer_is_there_already_does_not_wait_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An interrupt ends the wait if the waiting thread has acquired the lock and the worker's thread has not
    ended.
    """
    ended = threading.Event()

    class Lock:
        def __init__(self) -> None:
            self.lock, self.acquired = threading.Lock(), 0

        def acquire(self) -> None:
            self.acquired += 1
            assert self.lock.acquire(timeout=20), "it waits for ever"
            if self.acquired == 2:
                raise KeyboardInterrupt

        def release(self) -> None:
            self.lock.release()
            ended.wait(20)

    monkeypatch.setattr(interruptible, "threading", types.SimpleNamespace(Lock=Lock, Thread=threading.Thread))
    try:
        with pytest.raises(KeyboardInterrupt):
            interruptible._on_a_thread(lambda: 3, ffi.flag(), 0, 0)
    finally:
        ended.set()


def test_structs_that_may_grow_say_their_size() -> None:
    """A program that is compiled with a later header may have larger structs, so the size of a struct is the
    distance between elements of an array.
    """
    scene = st.Scene(9, 9, sublayers=[st.Layer(frame=(0, 0, 9, 9), background_color="red")])

    class Later(ctypes.Structure):
        _fields_ = (("known", signatures.HitStruct), ("later", ctypes.c_double * 2))

    hits = (Later * 2)()
    out = ctypes.cast(hits, ctypes.POINTER(signatures.HitStruct))
    hits[0].later[:] = hits[1].later[:] = (7, 8)
    points = (ctypes.c_double * 4)(1, 2, 30, 30)
    for size in (0, ctypes.sizeof(signatures.HitStruct) - 8):
        hits[0].known.struct_size = size
        with pytest.raises(st.InvalidArgument, match=f"struct_size is {size}"):
            ffi.lib.stretto_scene_hit_test(scene._pointer, points, 2, 0, out)
    hits[0].known.struct_size = ctypes.sizeof(Later)
    ffi.lib.stretto_scene_hit_test(scene._pointer, points, 2, 0, out)
    first, second = (hit.known for hit in hits)
    assert (first.x, first.y, first.character) == (1, 2, -1)
    assert first.layer.value
    assert not second.layer.value
    assert [list(hit.later) for hit in hits] == [[7, 8], [7, 8]]
    assert [hit.known.struct_size for hit in hits] == [ctypes.sizeof(Later)] * 2
    ffi.lib.stretto_layer_release(first.layer)


def test_key_paths_and_keys_are_whole() -> None:
    long = "n" * 300
    layer = st.Layer(sublayers=[st.Layer(name=long)])
    layer.add_animation(st.BasicAnimation(f"sublayers.{long}.opacity", to_value=0, duration=1), "k" * 200)
    scene = st.Scene(9, 9, sublayers=[layer])
    row = ffi.structs(signatures.PhasesStruct, ffi.lib.stretto_scene_get_phases, scene._pointer)[0]
    assert (row.key, row.key_path) == ("k" * 200, f"sublayers.{long}.opacity")
    ffi.release(row)


def test_a_part_of_a_layer_is_no_layer() -> None:
    layer = st.Layer()
    copies = ffi.new(signatures.CopiesPointer, ffi.lib.stretto_layer_get_copies, layer._pointer, None, 0)
    as_layer = signatures.LayerPointer(copies.value)
    with pytest.raises(st.Error, match="a stretto_layer is needed; a stretto_copies was given"):
        ffi.lib.stretto_layer_set_number(as_layer, b"opacity", 0.5)
    ffi.lib.stretto_copies_set_number(copies, b"opacity", 0.5)
    assert ffi.number(ffi.lib.stretto_copies_get_number, copies, b"opacity") == 0.5
    assert layer.opacity == 1
    ffi.lib.stretto_copies_release(copies)
    with pytest.raises(st.Error, match="this stretto_copies has been released"):
        ffi.lib.stretto_copies_set_number(copies, b"opacity", 0.5)
