"""Lottie files drawn by ThorVG, each in a process of its own (docs/decisions/safety.md)."""

from __future__ import annotations

import importlib.util
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
from types import TracebackType
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from stretto.errors import LimitError, LoadError, MissingPackageError

#: Seconds of processor time for a file or a picture, and how much of each adds a second.
_SECONDS, _BYTES_A_SECOND, _PIXELS_A_SECOND = 0.8, 1 << 20, 1 << 25
#: The status of a process that was told by ThorVG that the file is none of its kind.
_REFUSED = 3


class Drawing:
    """A file that is being drawn: its size and its frames. The process ends with the `with` block."""

    def __init__(self, data: bytes, name: str) -> None:
        """Begins to draw a Lottie file. Raises `LoadError` if it is none, `LimitError`
        if it takes too long, and `InvalidArgument` without the package.
        """
        self.name = name
        self._seconds = _SECONDS + len(data) / _BYTES_A_SECOND
        found = importlib.util.find_spec("thorvg_python")
        if found is None or not found.origin:
            raise MissingPackageError(name, "thorvg_python", "lottie")
        script = pathlib.Path(__file__).with_name("thorvg_child.py")
        folder = pathlib.Path(found.origin).parents[1]
        interpreter = sys.executable or shutil.which("python3") or "python3"
        self._process = subprocess.Popen(
            [interpreter, "-I", "-S", script, folder, str(self._seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        try:
            self._send(struct.pack("<q", len(data)) + data)
            head = struct.unpack("<4d", bytes(self._received(32)))
        except BaseException:
            self.close()
            raise
        #: Points, and for files that move how many frames and how long; some may be 0 or not finite.
        self.width, self.height, self.frames, self.seconds = head

    def frame(
        self, index: float, size: tuple[int, int], scaled: tuple[float, float]
    ) -> npt.NDArray[np.uint8]:
        """The pixels of a frame, (height, width, 4), premultiplied, with the picture drawn `scaled` large.

        Every frame has the size of the first.
        """
        pixels = size[0] * size[1]
        self._send(struct.pack("<6d", *size, *scaled, index, self._seconds + pixels / _PIXELS_A_SECOND))
        return self._received(4 * pixels).reshape(size[1], size[0], 4)

    def _send(self, data: bytes) -> None:
        rest = memoryview(data)
        assert self._process.stdin is not None
        try:
            while rest:
                rest = rest[self._process.stdin.write(rest) :]
        except BrokenPipeError:
            raise self._ended() from None

    def _received(self, size: int) -> npt.NDArray[np.uint8]:
        room = np.empty(size, np.uint8)
        rest = memoryview(cast(Any, room))
        assert self._process.stdout is not None
        while rest:
            count = self._process.stdout.readinto(rest)  # type: ignore[attr-defined]
            if not count:
                raise self._ended()
            rest = rest[count:]
        return room

    def _ended(self) -> LoadError | LimitError:
        """The error for a process that has ended."""
        status = self._process.wait()
        if status == -signal.SIGPROF:
            return LimitError(f"{self.name} takes too long to draw")
        if status == _REFUSED:
            return LoadError(f"{self.name} cannot be read as a Lottie file")
        return LoadError(
            f"{self.name} cannot be drawn as a Lottie file: the drawing process ended with status {status}; "
            "the file may contain itself, or need more than the memory that it gets"
        )

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
