"""Tests of drawing many frames in one call of the library."""

import gc
import itertools
import math
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

import stretto as st


def spinner(side: int = 64) -> st.Scene:
    scene = st.Scene(side, side, background="white")
    dot = st.Layer(frame=(side / 2 - 3, 4, 6, 14), background_color="#345", corner_radius=3)
    fade = st.BasicAnimation("opacity", from_value=1, to_value=0.1, duration=1, repeat_count=math.inf)
    dot.add_animation(fade)
    ring = st.ReplicatorLayer(frame=(0, 0, side, side), instance_count=12, instance_delay=-1 / 12)
    ring.instance_transform = st.Transform3D.rotation(math.tau / 12)
    ring.add_sublayer(dot)
    scene.add_sublayer(ring)
    return scene


@pytest.mark.parametrize("threads", [1, 2, 5, None])
@pytest.mark.parametrize("premultiplied", [False, True])
def test_frames_are_those_that_are_drawn_one_by_one(threads: int | None, premultiplied: bool) -> None:
    scene, times = spinner(), [k * 0.037 for k in range(90)] + [5.0, 0.0, -1.0, 0.0]
    frames = list(scene.render_frames(times, scale=1.5, premultiplied=premultiplied, threads=threads))
    assert len(frames) == len(times)
    for at, frame in zip(times, frames, strict=True):
        assert np.array_equal(frame, scene.render(at, scale=1.5, premultiplied=premultiplied))
    assert not np.shares_memory(frames[0], frames[1])
    frames[0][:] = 7
    assert (frames[1] != 7).any()


def test_times_may_be_endless_and_few_are_read_ahead() -> None:
    taken = 0

    def times() -> Iterator[float]:
        nonlocal taken
        for k in itertools.count():
            taken += 1
            yield k / 30

    scene = spinner(512)
    frames = scene.render_frames(times(), threads=2)
    assert taken == 0
    for k in range(10):
        assert np.array_equal(next(frames), scene.render(k / 30))
    assert taken <= 32 * (1 << 20) // (4 * 512 * 512) + 10


def test_a_movie_has_the_same_frames() -> None:
    scene = spinner()
    movie = scene.movie(duration=2, fps=30)
    for index, frame in enumerate(movie):
        assert np.array_equal(frame, scene.render(index / 30))


def test_errors_are_raised_before_anything_is_drawn() -> None:
    scene = spinner()
    with pytest.raises(TypeError, match="times"):
        scene.render_frames(3.0)  # type: ignore[arg-type]
    with pytest.raises(st.InvalidArgument, match="scale"):
        scene.render_frames([0], scale=0)
    with pytest.raises(st.InvalidArgument, match=r"threads.*0"):
        scene.render_frames([0], threads=0)
    with pytest.raises(TypeError, match="time"):
        list(scene.render_frames(["soon"]))  # type: ignore[list-item]
    with pytest.raises(st.InvalidArgument, match=r"times.*nan"):
        list(scene.render_frames([0, math.nan]))
    assert list(scene.render_frames([])) == []


def test_another_thread_can_cancel() -> None:
    scene = st.Scene(1200, 1200)
    for k in range(60):
        card = st.Layer(frame=(9 * k, 9 * k, 600, 600), background_color="#ff000020", corner_radius=9 + k)
        card.filters = [st.Filter("gaussianBlur", input_radius=40 + k)]
        scene.add_sublayer(card)
    ended = threading.Event()

    def cancel() -> None:
        while not ended.wait(0.1):  # `cancel` has no effect between two calls
            scene.cancel()

    thread = threading.Thread(target=cancel, daemon=True)
    thread.start()
    began = time.monotonic()
    with pytest.raises(st.Cancelled):
        for _ in scene.render_frames(itertools.repeat(0.0), threads=2):
            pass
    ended.set()
    thread.join()
    assert time.monotonic() - began < 30
    assert scene.render(0, scale=0.01).any()


@pytest.mark.slow
def test_a_scene_that_is_released_while_it_is_drawn() -> None:
    frames = spinner().render_frames([k / 30 for k in range(40)])
    first = next(frames)
    gc.collect()
    assert len(list(frames)) == 39
    assert (first != 255).any()
