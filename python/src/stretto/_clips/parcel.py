"""Messages to a worker: a scene, and the frames of it to draw."""

from __future__ import annotations

import functools
import pickle
import threading
import time
import zlib
from collections.abc import Sequence
from typing import Any

from stretto._ffi import ffi
from stretto.errors import Error

from .drawable import Drawable
from .pixels import Pixels


class Parcel:
    """A scene that can travel. In this process it is the scene itself; pickled it is the scene's bytes, made
    once, with the version and the ABI of the library that they are from.
    """

    def __init__(self, scene: Drawable) -> None:
        self._scene = scene
        self._lock = threading.Lock()
        self._data: bytes | None = None

    def data(self) -> bytes:
        """The scene as it is when this is first asked."""
        with self._lock:
            if self._data is None:
                self._data = zlib.compress(pickle.dumps(self._scene), 1)
            return self._data

    def __reduce__(self) -> Any:
        return Arrived, (*library(), self.data())

    def scene(self) -> Drawable:
        """The scene to draw."""
        return self._scene


class Arrived:
    """A scene that was sent from another process, and becomes one here when it is drawn."""

    def __init__(self, version: str, abi: int, data: bytes) -> None:
        self.version, self.abi, self.data = version, abi, data

    def scene(self) -> Drawable:
        """The scene to draw; opened once, however many parcels of it come."""
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
    parcel: Parcel | Arrived, times: Sequence[float], scale: float, attempt: int
) -> tuple[list[Pixels], float]:
    """The frames at these times, and how many seconds they took. On a worker, hence by one thread.

    `attempt` tells a second try from the first, for executors that remember what they were asked.
    """
    del attempt
    scene = parcel.scene()
    began = time.perf_counter()
    frames = [scene.render(moment, scale=scale, threads=1) for moment in times]
    return frames, time.perf_counter() - began
