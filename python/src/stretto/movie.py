"""The frames of a clip, and the files they are saved in."""

from __future__ import annotations

import contextlib
import math
import operator
import os
import pathlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _gif
from ._numbers import number
from .color import ColorLike, rgba
from .errors import Cancelled, InvalidArgument, LimitError, WriteError

if TYPE_CHECKING:
    from .scene import Scene

Frame: TypeAlias = npt.NDArray[np.uint8]
#: True shows it on the terminal; a function is told (done, total), and stops the work by returning False.
Progress: TypeAlias = "bool | Callable[[int, int], object] | None"

_ENDINGS = (".gif",)
#: A day at 100 frames a second; beyond this a slip of the unit is likelier than a wish.
_MAX_FRAMES = 8_640_000
#: How many frames a palette is made from.
_PALETTE_FRAMES = 16


class Movie(Sequence[Frame]):
    """The frames of a scene from `start`, `fps` a second for `duration` seconds: a sequence of arrays.

    Frame k is drawn at `start + k / fps` when it is asked for, as `Scene.render` does. If the duration is
    no whole number of frames, the last is shown for the rest. `scene.movie(...)` makes one; `scene`,
    `duration`, `fps`, `start` and `scale` are what it was given.
    """

    def __init__(
        self, scene: Scene, *, duration: float, fps: float, start: float = 0, scale: float = 1
    ) -> None:
        self.scene = scene
        self.duration = _positive(duration, "duration")
        self.fps = _positive(fps, "fps")
        self.scale = _positive(scale, "scale")
        self.start = number(start, "start")
        if not math.isfinite(self.start):
            raise InvalidArgument(f"start was given {self.start}; it must be finite")
        if self.duration * self.fps > _MAX_FRAMES:
            raise LimitError(
                f"{self.duration:g} s at {self.fps:g} a second are more than {_MAX_FRAMES} frames"
            )
        # A whole number of frames stays one whatever the rounding of duration * fps.
        self._count = max(1, math.ceil(self.duration * self.fps - 1e-6))

    def __len__(self) -> int:
        return self._count

    def time(self, index: int) -> float:
        """The scene's time of a frame, in seconds."""
        return self.start + index / self.fps

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> list[Frame]: ...
    def __getitem__(self, index: int | slice) -> Frame | list[Frame]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        position = operator.index(index)
        if not -len(self) <= position < len(self):
            raise IndexError(f"frame {position} of {len(self)}")
        return self.scene.render(self.time(position % len(self)), scale=self.scale)

    def __iter__(self) -> Iterator[Frame]:
        return self.frames()

    def frames(self, progress: Progress = None) -> Iterator[Frame]:
        """The frames in order, each a new (height, width, 4) `uint8` array in straight RGBA.

        Raises `Cancelled` when the progress function returns False.
        """
        report = _reporter(progress)
        for index in range(len(self)):
            yield self[index]
            report(index + 1, len(self))

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        loop: int | None = 0,
        matte: ColorLike | None = None,
        colors: int = _gif.COLORS,
        progress: Progress = None,
    ) -> None:
        """Writes the clip to a file, in the format that its ending names: .gif.

        GIF: all frames share one palette of at most `colors` (2 to 255). The file lasts for the duration to
        a hundredth of a second; frames that would be shown for less than two hundredths, which viewers slow
        down, are left out. A pixel is there or not: those under half alpha are see-through; with a `matte`
        colour all that are not wholly transparent are there, blended over it. `loop` is how often to
        repeat, 0 for ever, None for once.

        Nothing is left behind if it fails. Raises `InvalidArgument` for another ending, `WriteError` if the
        file cannot be written, `Cancelled` when the progress function returns False.
        """
        target = pathlib.Path(path)
        if target.suffix.lower() not in _ENDINGS:
            raise InvalidArgument(
                f"{target.name!r} ends in {target.suffix!r}; allowed is {', '.join(_ENDINGS)}"
            )
        colors = operator.index(colors)
        if not 2 <= colors <= _gif.COLORS:
            raise InvalidArgument(f"colors was given {colors}; it is from 2 to {_gif.COLORS}")
        if loop is not None and not 0 <= operator.index(loop) <= 65_535:
            raise InvalidArgument(f"loop was given {loop}; it is from 0 to 65535, or None")
        backing = None if matte is None else np.array(rgba(matte, "matte")[:3]) * 255
        try:
            with _replacing(target) as partial:
                self._save_gif(partial, loop, backing, colors, _reporter(progress))
        except OSError as error:
            raise WriteError(f"{target} cannot be written: {error.strerror or error}") from error

    def _save_gif(
        self,
        path: pathlib.Path,
        loop: int | None,
        matte: npt.NDArray[np.float64] | None,
        colors: int,
        report: Callable[[int, int], None],
    ) -> None:
        shown = [
            (index, delay)
            for index, delay in enumerate(_gif.delays(len(self), self.fps, self.duration))
            if delay or index == 0
        ]
        step = max(1, math.ceil(len(shown) / _PALETTE_FRAMES))
        chosen = [index for index, _ in shown[::step]]
        found = _gif.palette((_over(self[index], matte) for index in chosen), len(chosen), colors)
        with path.open("wb") as file:
            writer = _gif.Writer(file, self.scene.pixel_size(self.scale), found, loop)
            for done, (index, delay) in enumerate(shown):
                writer.add(_over(self[index], matte), delay)
                report(done + 1, len(shown))
            writer.finish()

    def __repr__(self) -> str:
        return f"<Movie of {len(self)} frames, {self.duration:g} s>"


def _positive(value: float, what: str) -> float:
    result = number(value, what)
    if not (result > 0 and math.isfinite(result)):
        raise InvalidArgument(f"{what} was given {result}; it must be above 0 and finite")
    return result


def _over(frame: Frame, matte: npt.NDArray[np.float64] | None) -> Frame:
    """The frame with its half transparent pixels blended over the matte."""
    if matte is None:
        return frame
    alpha = frame[..., 3:] / 255
    blended = np.rint(frame[..., :3] * alpha + matte * (1 - alpha)).astype(np.uint8)
    return np.concatenate([blended, np.where(frame[..., 3:] > 0, 255, 0).astype(np.uint8)], axis=2)


def _reporter(progress: Progress) -> Callable[[int, int], None]:
    if not progress:
        return lambda done, total: None
    callback = _print_progress if progress is True else progress

    def report(done: int, total: int) -> None:
        if callback(done, total) is False:
            raise Cancelled(f"stopped after {done} of {total} frames")

    return report


def _print_progress(done: int, total: int) -> None:
    print(f"\r{done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _replacing(target: pathlib.Path) -> Iterator[pathlib.Path]:
    """A file beside the target that takes its place when all went well."""
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield partial
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
