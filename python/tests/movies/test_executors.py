"""Tests of clips drawn by other processes: every Executor gives the same frames, even if its workers fail."""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import pathlib
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto._clips.drawing import Payload, draw, library
from untyped import untyped
from workers import spawned


def lively(duration: float = 2) -> st.Movie:
    scene = st.Scene(96, 64, background="white")
    dot = st.Layer(frame=(0, 0, 16, 16), corner_radius=8, background_color="crimson")
    dot.add_animation(st.BasicAnimation("position.x", from_value=8, to_value=88, duration=1, repeat_count=99))
    trail = st.ReplicatorLayer(instance_count=8, instance_delay=0.05, instance_alpha_offset=-0.12)
    trail.add_sublayer(dot)
    scene.add_sublayer(trail)
    scene.add_sublayer(st.Layer(frame=(40, 40, 9, 9), contents=st.Image(np.full((3, 3), 99, np.uint8))))
    scene.add_state("low", {dot: {"position.y": 40}})
    scene.add_transition("*", "low", {dot: st.BasicAnimation("position.y", duration=0.5)})
    scene.set_state("low", 0.75)
    return scene.movie(duration, 24, diagnose=False)


@contextlib.contextmanager
def loky() -> Iterator[concurrent.futures.Executor]:
    import loky

    executor = loky.ProcessPoolExecutor(2)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, kill_workers=True)


@contextlib.contextmanager
def dask(**options: Any) -> Iterator[Any]:
    import distributed

    with (
        untyped(distributed).LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
            **options,
        ) as cluster,
        untyped(distributed).Client(cluster) as client,
    ):
        yield client


def frames(movie: st.Movie, **arguments: Any) -> np.ndarray:
    return np.stack(list(movie.frames(**arguments)))


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("made", [spawned, loky])
def test_processes_give_the_same_frames(made: Callable[[], Any], tmp_path: pathlib.Path) -> None:
    movie = lively()
    seen: list[tuple[int, int]] = []
    with made() as executor:
        there = frames(movie, executor=executor, progress=lambda done, total: seen.append((done, total)))
        movie.save(tmp_path / "there.webp", executor=executor)
    assert (there == frames(movie)).all()
    assert seen == [(done, 48) for done in range(1, 49)]
    movie.save(tmp_path / "here.webp")
    assert (tmp_path / "there.webp").read_bytes() == (tmp_path / "here.webp").read_bytes()


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_dask_gives_the_same_frames_though_a_worker_is_killed() -> None:
    movie = lively(40)
    with dask() as client:
        executor = client.get_executor()
        there = movie.frames(executor=executor)
        got = [next(there)]
        os.kill(
            client.run(os.getpid, workers=list(client.scheduler_info()["workers"])[:1]).popitem()[1],
            signal.SIGKILL,
        )
        got += there
    assert (np.stack(got) == frames(movie)).all()


@pytest.mark.process
def test_a_worker_that_is_killed_loses_no_frame() -> None:
    movie = lively(30)
    with spawned() as executor:
        there = movie.frames(executor=executor)
        got = [next(there)]
        # The test kills the worker process between two tasks. A worker that is killed while it sends a result
        # would keep the lock of the pipe, and Python's own pool would wait for ever.
        executor.submit(signal.raise_signal, signal.SIGKILL)
        with pytest.warns(RuntimeWarning, match="drawn"):
            got += there
    assert (np.stack(got) == frames(movie)).all()


class Unreliable(concurrent.futures.Executor):
    """An executor that runs each task at once on a thread, on pickled copies of the arguments. Some attempts
    fail.
    """

    def __init__(self, fails: Callable[[int, int], bool]) -> None:
        self.fails, self.count = fails, 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **more: Any) -> Any:
        self.count += 1
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        function, sent = pickle.loads(pickle.dumps((function, arguments)))
        if self.fails(self.count, sent[-1]):
            future.set_exception(ConnectionError("the machine is gone"))
        else:
            future.set_result(function(*sent))
        return future


def test_a_chunk_that_fails_is_tried_once_more() -> None:
    movie = lively(0.5)
    there = frames(movie, executor=Unreliable(lambda count, attempt: attempt == 1))
    assert (there == frames(movie)).all()
    with pytest.raises(ConnectionError):
        frames(movie, executor=Unreliable(lambda count, attempt: True))


def test_the_window_is_bounded_whatever_the_length() -> None:
    executor = Unreliable(lambda count, attempt: False)
    there = lively(3600).frames(executor=executor)
    for _ in range(5):
        next(there)
    assert executor.count < 400
    there.close()  # type: ignore[attr-defined]


def test_pending_work_is_cancelled_when_the_clip_stops() -> None:
    begin = threading.Event()
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        pending: list[concurrent.futures.Future[Any]] = []
        submit = executor.submit

        def noted(*arguments: Any, **more: Any) -> Any:
            pending.append(submit(*arguments, **more))
            if len(pending) == 1:
                submit(begin.wait)  # blocks all tasks except the first
            return pending[-1]

        executor.submit = noted  # type: ignore[method-assign]
        there = lively().frames(executor=executor)
        next(there)
        there.close()  # type: ignore[attr-defined]
        assert len(pending) > 1
        assert [future.cancelled() for future in pending] == [False] + [True] * (len(pending) - 1)
        begin.set()


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    movie = lively(0.5)
    here = library()
    sent = pickle.loads(pickle.dumps(Payload(movie.scene)))
    assert (sent.version, sent.abi) == here
    for other in (("9.9.9", here[1]), (here[0], here[1] + 1)):
        sent.version, sent.abi = other
        with pytest.raises(st.Error, match="version"):
            draw(sent, [0.0], 1, 1)


def test_a_scene_is_opened_once_however_often_it_comes() -> None:
    movie = lively(0.5)
    made = Payload(movie.scene)
    scenes = {id(pickle.loads(pickle.dumps(made)).scene()) for _ in range(3)}
    assert len(scenes) == 1
    assert made.scene() is movie.scene, "at home nothing is copied"


def test_errors_of_the_scene_are_handed_on_at_once() -> None:
    scene = st.Scene(8, 8)
    deep = st.ReplicatorLayer(instance_count=4000)
    inner = st.ReplicatorLayer(instance_count=4000)
    inner.add_sublayer(st.Layer(frame=(0, 0, 1, 1), background_color="red"))
    deep.add_sublayer(inner)
    scene.add_sublayer(deep)
    executor = Unreliable(lambda count, attempt: False)
    with pytest.raises(st.LimitError):
        next(scene.movie(1, 10, diagnose=False).frames(executor=executor))


def test_an_executor_that_was_shut_down_is_refused() -> None:
    executor = concurrent.futures.ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(st.InvalidArgument, match=r"executor.*shut down"):
        frames(lively(0.5), executor=executor)
