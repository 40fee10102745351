"""Drawing many frames, here or on any Executor, in order and only a few ahead."""

from __future__ import annotations

import collections
import concurrent.futures
import os
import pickle
from collections.abc import Iterable, Iterator

from stretto.errors import InvalidArgument

from .drawable import Drawable
from .pixels import Pixels


def drawn(
    scene: Drawable, times: Iterable[float], scale: float, executor: concurrent.futures.Executor | None
) -> Iterator[Pixels]:
    """The frames at these times, in order, drawn as they are taken.

    An executor draws a few frames ahead, as many whatever the length; what it has not begun is cancelled
    when the iterator is closed.
    """
    if executor is None:
        for time in times:
            yield scene.render(time, scale=scale)
        return
    _check(scene, executor)
    ahead: collections.deque[concurrent.futures.Future[Pixels]] = collections.deque()
    limit = 2 * (os.cpu_count() or 1)
    try:
        for time in times:
            ahead.append(executor.submit(_draw, scene, time, scale))
            if len(ahead) > limit:
                yield _result(ahead.popleft())
        while ahead:
            yield _result(ahead.popleft())
    finally:
        for future in ahead:
            future.cancel()


def _draw(scene: Drawable, time: float, scale: float) -> Pixels:
    """One frame on a worker. By one thread: the workers are the threads."""
    return scene.render(time, scale=scale, threads=1)


def _check(scene: Drawable, executor: concurrent.futures.Executor) -> None:
    if not isinstance(executor, concurrent.futures.Executor):
        raise TypeError(
            f"executor takes a concurrent.futures.Executor, not {type(executor).__name__}; "
            "Dask's is client.get_executor()"
        )
    if isinstance(executor, concurrent.futures.ProcessPoolExecutor):
        try:
            pickle.dumps(scene)
        except Exception as error:
            raise _cannot_travel() from error


def _result(future: concurrent.futures.Future[Pixels]) -> Pixels:
    try:
        return future.result()
    except (pickle.PicklingError, TypeError) as error:
        if "pickle" not in str(error):
            raise
        raise _cannot_travel() from error


def _cannot_travel() -> InvalidArgument:
    return InvalidArgument(
        "executor was given one that sends the scene to other processes, and scenes cannot be pickled in "
        "this version; use a ThreadPoolExecutor, whose threads draw at the same time"
    )
