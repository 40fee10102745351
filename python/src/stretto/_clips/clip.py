"""A movie as the writers of formats see it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from . import timeline
from .pipeline import Workers
from .pixels import Pixels

if TYPE_CHECKING:
    from stretto.movie import Movie


@dataclasses.dataclass(frozen=True)
class Clip:
    """A movie, and the way to draw its frames that the caller of `save` asked for."""

    movie: Movie
    #: Frames by their indices, in that order, drawn as they are taken; the total is for the progress, which
    #: is not told if it is None.
    draw: Callable[[Iterable[int], int | None], Iterator[Pixels]]
    #: Threads that compress the frames.
    workers: Workers

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.movie.scene.pixel_size(self.movie.scale)

    @property
    def opaque(self) -> bool:
        """True if every frame is opaque."""
        return self.movie.scene.background[3] == 1

    def shown(self, per_second: int, shortest: int = 1) -> Iterator[tuple[int, int]]:
        """Pairs (frame, ticks), as `timeline.durations` says."""
        movie = self.movie
        return timeline.durations(len(movie), movie.fps, movie.duration, per_second, shortest)

    def timed(self, per_second: int, shortest: int = 1) -> Iterator[tuple[Pixels, int]]:
        """Pairs (pixels, ticks) of the frames to show; the pixels are drawn as they are taken."""
        total = sum(1 for _ in self.shown(per_second, shortest))
        indices = (index for index, _ in self.shown(per_second, shortest))
        for pixels, (_, ticks) in zip(
            self.draw(indices, total), self.shown(per_second, shortest), strict=True
        ):
            yield pixels, ticks

    def looked_at(self, per_second: int, shortest: int = 1) -> Iterator[Pixels]:
        """The pixels of the frames to show, before they are shown: the progress is not told."""
        return self.draw((index for index, _ in self.shown(per_second, shortest)), None)
