"""Drawing many frames, here or on any Executor, in order and only a few ahead."""

from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import itertools
import os
import pickle
from collections.abc import Iterable, Iterator

from stretto._ffi.numbers import shown
from stretto.errors import Error, InvalidArgument, warn

from .drawable import Drawable
from .parcel import Parcel, draw
from .pixels import Pixels
from .stop import Stop

#: Seconds that a chunk should take: a hundred times the cost of sending it.
_CHUNK_SECONDS = 0.25
#: Bytes of the frames of one chunk, and of all that are in flight.
_CHUNK_BYTES, _FLIGHT_BYTES = 1 << 25, 1 << 30
_MOST_CHUNKS = 1024


def drawn(
    scene: Drawable,
    times: Iterable[float],
    scale: float,
    executor: concurrent.futures.Executor | None,
    stop: Stop | None = None,
) -> Iterator[Pixels]:
    """The frames at these times, in order, drawn as they are taken and a few ahead.

    An executor draws a few frames ahead, as many whatever the length; what it has not begun is cancelled
    when the iterator is closed. Raises `Cancelled` when the work is to end.
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
    """Raises TypeError for what is neither an executor nor None."""
    if executor is not None and not isinstance(executor, concurrent.futures.Executor):
        raise TypeError(
            f"executor takes a concurrent.futures.Executor, not {type(executor).__name__} {shown(executor)}; "
            "Dask's is client.get_executor()"
        )


@dataclasses.dataclass
class _Chunk:
    """A chunk of frames for a worker."""

    times: list[float]
    future: concurrent.futures.Future[tuple[list[Pixels], float]] | None
    attempt: int = 1


class _Flight:
    """The work that is with an executor: a window of chunks, of which the first is waited for.

    Only `submit` and standard futures are used. How many workers there are is not known, so the window grows
    while they are found idle; how long a frame takes is learnt from the first.
    """

    def __init__(
        self, scene: Drawable, scale: float, executor: concurrent.futures.Executor, stop: Stop
    ) -> None:
        self.scene, self.scale, self.executor, self.stop = scene, scale, executor, stop
        self.parcel = Parcel(scene)
        self.ahead: collections.deque[_Chunk] = collections.deque()
        width, height = scene.pixel_size(scale)
        self.frame_bytes = 4 * width * height
        self.window, self.length = 2 * (os.cpu_count() or 1) + 1, 1
        #: Threads share the scene: there is nothing to be saved by longer chunks.
        self.shares = isinstance(executor, concurrent.futures.ThreadPoolExecutor)
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
        if self.ahead and not waiting and not self.shares:
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
                future = self.executor.submit(draw, self.parcel, times, self.scale, attempt)
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
        if self.shares:
            return
        wanted = int(_CHUNK_SECONDS / max(seconds, 1e-6))
        # At most twice as long as before: the first frames may be the easy ones.
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
