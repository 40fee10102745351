"""Drawing of the frames of a clip, in order and a few frames ahead: in this process, on threads or by an
executor.

The module also reports the progress of drawing, and ends drawing early.
"""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import dataclasses
import functools
import itertools
import os
import pickle
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from stretto._ffi import ffi
from stretto._ffi.lazy import load
from stretto._ffi.numbers import shown
from stretto.errors import Cancelled, Error, InvalidArgument, warn

Pixels: TypeAlias = npt.NDArray[np.uint8]
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Drawable(Protocol):
    """Interface of a `Scene`, and of drawings that combine scenes."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""

    @property
    def background(self) -> tuple[float, float, float, float]:
        """Background colour (r, g, b, a). An alpha of 1 makes every frame opaque."""

    @property
    def closed(self) -> bool:
        """Whether the scene is closed, so that no frame can be drawn."""

    def pixel_size(self, scale: float = 1) -> tuple[int, int]:
        """Width and height of a frame with `scale` pixels for each point."""

    def render(self, time: float, *, scale: float = 1, threads: int | None = None) -> npt.NDArray[np.uint8]:
        """Draws the frame at `time` seconds. `threads` is as in `Scene.render`."""


#: Seconds between two checks while a thread waits for other threads.
_SLICE = 0.02


class Stop:
    """Ends the work on a clip, also between two frames, when the time limit is over or the scene is
    cancelled.
    """

    def __init__(self, scene: Drawable, timeout: float = 0) -> None:
        """Starts a time limit of `timeout` seconds; 0 is no limit."""
        #: None for a drawing of several scenes, which cannot be cancelled as a whole.
        self._calls = getattr(scene, "_calls", None)
        self._cancels = self._calls.cancels if self._calls else 0
        self._timeout, self._end = timeout, time.monotonic() + timeout

    def check(self) -> None:
        """Raises `Cancelled` if the work should end."""
        if self._calls and self._calls.cancels != self._cancels:
            raise Cancelled("the clip was cancelled")
        if self._timeout and time.monotonic() >= self._end:
            raise Cancelled(f"the clip took more than the {self._timeout:g} s of its timeout")

    @property
    def seconds(self) -> float | None:
        """Seconds that are left, above 0; None without a limit."""
        return max(0.001, self._end - time.monotonic()) if self._timeout else None

    def until(self, items: Iterable[_Result]) -> Iterator[_Result]:
        """Yields the items, with a check before each item."""
        for item in items:
            self.check()
            yield item

    def result(self, future: concurrent.futures.Future[_Result]) -> _Result:
        """Waits for the result of another thread. Raises `Cancelled` if the work should end before the result
        is available.
        """
        while not future.done():
            concurrent.futures.wait((future,), _SLICE)
            self.check()
        return future.result()


#: True shows a bar. A progress function is called with (done, total), and stops the work by returning False.
Progress: TypeAlias = bool | Callable[[int, int], object] | None
Report: TypeAlias = Callable[[int, int], None]


@contextlib.contextmanager
def reporting(progress: Progress) -> Iterator[Report]:
    """Yields a function to call with (done, total) after each frame. The yielded function raises `Cancelled`
    to stop the work.
    """
    if callable(progress):
        yield lambda done, total: _ask(progress, done, total)
    elif progress is not None and not (isinstance(progress, (int, np.bool_)) and progress in (0, 1)):
        raise TypeError(f"progress takes True, or a function of (done, total), not {shown(progress)}")
    elif progress:
        with _bar() as report:
            yield report
    else:
        yield lambda done, total: None


def _ask(callback: Callable[[int, int], object], done: int, total: int) -> None:
    answer = callback(done, total)
    if answer is not None and not answer:
        raise Cancelled(f"stopped after {done} of {total} frames")


@contextlib.contextmanager
def _bar() -> Iterator[Report]:
    """A progress bar by tqdm; without tqdm, two numbers on the standard error stream."""
    try:
        tqdm = load("tqdm.auto").tqdm
    except ImportError:
        yield _print
        return
    with tqdm(unit="frame") as bar:

        def report(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield report


def _print(done: int, total: int) -> None:
    print(f"\r{done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


class Workers:
    """One thread for each processor. Drawing and compression release the GIL, so threads run in parallel."""

    def __init__(self, pool: concurrent.futures.ThreadPoolExecutor, count: int, stop: Stop) -> None:
        self.pool, self._most, self._stop = pool, 2 * count, stop

    def each(self, work: Callable[[_Item], _Result], items: Iterable[_Item]) -> Iterator[_Result]:
        """Yields the results of `work` for the items in order, with a few items in progress at any time.
        Raises `Cancelled` if the work should end.
        """
        ahead: collections.deque[concurrent.futures.Future[_Result]] = collections.deque()
        try:
            for item in items:
                ahead.append(self.pool.submit(work, item))
                if len(ahead) > self._most:
                    yield self._stop.result(ahead.popleft())
            while ahead:
                yield self._stop.result(ahead.popleft())
        finally:
            for future in ahead:
                future.cancel()


@contextlib.contextmanager
def workers(stop: Stop) -> Iterator[Workers]:
    """Yields the threads. After an error or an interrupt the threads end by themselves, and no function waits
    for the threads.
    """
    count, flag = processors(), ffi.flag()
    pool = concurrent.futures.ThreadPoolExecutor(count, "stretto-clip", ffi.limit_thread, (flag,))
    try:
        yield Workers(pool, count, stop)
    except BaseException:
        flag.value = 1
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def processors() -> int:
    """Number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # operating systems other than Linux
        return os.cpu_count() or 1


class Payload:
    """A scene that can be sent to another process, with the version and the ABI of the library. In the
    original process, the object refers to the scene itself. A pickle contains the bytes of the scene, which
    are encoded once.
    """

    def __init__(self, scene: Drawable) -> None:
        self._scene = scene
        self._lock = threading.Lock()
        self._data: bytes | None = None

    def data(self) -> bytes:
        """The bytes of the scene at the time of the first call."""
        with self._lock:
            if self._data is None:
                self._data = zlib.compress(pickle.dumps(self._scene), 1)
            return self._data

    def __reduce__(self) -> Any:
        return ReceivedPayload, (*library(), self.data())

    def scene(self) -> Drawable:
        """The scene to draw."""
        return self._scene


class ReceivedPayload:
    """A scene from another process, which is decoded at the first frame."""

    def __init__(self, version: str, abi: int, data: bytes) -> None:
        self.version, self.abi, self.data = version, abi, data

    def scene(self) -> Drawable:
        """The scene to draw. A worker decodes equal bytes only once."""
        here = library()
        if here != (self.version, self.abi):
            raise Error(
                f"this worker has stretto {here[0]} (ABI {here[1]}), and the scene is from stretto "
                f"{self.version} (ABI {self.abi}): install the same version on all machines"
            )
        return _opened(self.data)


def library() -> tuple[str, int]:
    """Version and ABI of the library in this process."""
    return ffi.lib.stretto_version().decode("ascii"), ffi.lib.stretto_abi_version()


@functools.lru_cache(maxsize=4)
def _opened(data: bytes) -> Drawable:
    scene: Drawable = pickle.loads(zlib.decompress(data))
    return scene


def draw(
    payload: Payload | ReceivedPayload, times: Sequence[float], scale: float, attempt: int
) -> tuple[list[Pixels], float]:
    """Draws the frames at the given times with one thread, as on a worker. Returns the frames and the seconds
    of drawing.

    The argument `attempt` differs for a second attempt, because some executors cache results by arguments.
    """
    del attempt
    scene = payload.scene()
    began = time.perf_counter()
    frames = [scene.render(time, scale=scale, threads=1) for time in times]
    return frames, time.perf_counter() - began


#: Duration of a chunk in seconds to aim at: a hundred times the cost of sending the chunk.
_CHUNK_SECONDS = 0.25
#: Largest number of bytes of the frames in one chunk, and of the frames in all chunks in progress.
_CHUNK_BYTES, _FLIGHT_BYTES = 1 << 25, 1 << 30
_MOST_CHUNKS = 1024


def drawn(
    scene: Drawable,
    times: Iterable[float],
    scale: float,
    executor: concurrent.futures.Executor | None,
    stop: Stop | None = None,
) -> Iterator[Pixels]:
    """Yields the frames at the given times in order. Frames are drawn a few ahead of the caller's iteration.

    The number of frames ahead does not depend on the length of the clip. Closing the iterator cancels work
    that the executor has not begun. Raises `Cancelled` if the work should end.
    """
    check_executor(executor)
    stop = stop or Stop(scene)
    if executor is not None:
        return _Flight(scene, scale, executor, stop).frames(iter(times))
    many = getattr(scene, "render_frames", None)
    if many is None:
        return (scene.render(time, scale=scale) for time in stop.until(times))
    frames: Iterator[Pixels] = many(stop.until(times), scale=scale, timeout=stop.seconds)
    return frames


def check_executor(executor: object) -> None:
    """Raises TypeError unless the argument is an executor or None."""
    if executor is not None and not isinstance(executor, concurrent.futures.Executor):
        raise TypeError(
            f"executor takes a concurrent.futures.Executor, not {type(executor).__name__} {shown(executor)}; "
            "Dask's is client.get_executor()"
        )


@dataclasses.dataclass
class _Chunk:
    """Several frames that one worker draws."""

    times: list[float]
    future: concurrent.futures.Future[tuple[list[Pixels], float]] | None
    attempt: int = 1


class _Flight:
    """The chunks that an executor works on, in order.

    The class uses only the method `submit` of an executor, and standard futures. The number of workers is
    unknown, so the number of chunks in progress grows while workers are idle. The length of a chunk depends
    on the duration of earlier frames.
    """

    def __init__(
        self, scene: Drawable, scale: float, executor: concurrent.futures.Executor, stop: Stop
    ) -> None:
        self.scene, self.scale, self.executor, self.stop = scene, scale, executor, stop
        self.payload = Payload(scene)
        self.ahead: collections.deque[_Chunk] = collections.deque()
        width, height = scene.pixel_size(scale)
        self.frame_bytes = 4 * width * height
        self.window, self.length = 2 * (os.cpu_count() or 1) + 1, 1
        #: Threads share the scene, so sending longer chunks to a thread would save nothing.
        self.uses_threads = isinstance(executor, concurrent.futures.ThreadPoolExecutor)
        self.is_broken = False

    def frames(self, times: Iterator[float]) -> Iterator[Pixels]:
        try:
            while True:
                self._fill(times)
                if not self.ahead:
                    return
                yield from self._take(self.ahead.popleft())
        finally:
            for chunk in self.ahead:
                if chunk.future is not None:
                    chunk.future.cancel()

    def _fill(self, times: Iterator[float]) -> None:
        waiting = sum(1 for chunk in self.ahead if chunk.future is not None and not chunk.future.done())
        most = max(2, min(_MOST_CHUNKS, _FLIGHT_BYTES // (self.length * self.frame_bytes)))
        if self.ahead and not waiting and not self.uses_threads:
            self.window = 2 * self.window
        self.window = min(self.window, most)
        while len(self.ahead) < self.window:
            chunk = list(itertools.islice(times, self.length))
            if not chunk:
                return
            self.ahead.append(self._sent(chunk, 1))

    def _sent(self, times: list[float], attempt: int) -> _Chunk:
        future = None
        if not self.is_broken:
            try:
                future = self.executor.submit(draw, self.payload, times, self.scale, attempt)
            except concurrent.futures.BrokenExecutor as error:
                self._has_broken(error)
            except RuntimeError as error:
                raise InvalidArgument(f"executor takes no work; it was shut down ({error})") from error
        return _Chunk(times, future, attempt)

    def _take(self, chunk: _Chunk) -> Iterable[Pixels]:
        if chunk.future is None:
            return (self.scene.render(time, scale=self.scale) for time in self.stop.until(chunk.times))
        try:
            frames, seconds = self.stop.result(chunk.future)
        except Error:
            raise
        except concurrent.futures.BrokenExecutor as error:
            self._has_broken(error)
            return self._take(_Chunk(chunk.times, None))
        except Exception as error:
            if isinstance(error, (pickle.PicklingError, TypeError, AttributeError)) and "pickle" in str(
                error
            ):
                raise _cannot_travel(error) from error
            if chunk.attempt > 1:
                raise
            return self._take(self._sent(chunk.times, chunk.attempt + 1))
        self._learn(seconds / len(frames))
        return frames

    def _learn(self, seconds: float) -> None:
        if self.uses_threads:
            return
        wanted = int(_CHUNK_SECONDS / max(seconds, 1e-6))
        # The number of frames in a chunk at most doubles from chunk to chunk, because the first frames may be
        # the fastest.
        self.length = max(1, min(wanted, 2 * self.length, _CHUNK_BYTES // self.frame_bytes))

    def _has_broken(self, error: Exception) -> None:
        if self.is_broken:
            return
        self.is_broken = True
        warn(f"the executor takes no more work ({error}); the rest is drawn here", RuntimeWarning)


def _cannot_travel(error: Exception) -> InvalidArgument:
    return InvalidArgument(
        f"executor was given one that sends its work to other processes, and this cannot be sent: {error}"
    )
