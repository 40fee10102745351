"""Emoji for chats: the file within the limits that loses least, and how it looks on light and dark."""

from __future__ import annotations

import dataclasses
import io
import math
import os
import pathlib
from typing import IO, TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageSequence

from stretto._ffi import files
from stretto._pictures import pillow
from stretto.color import ColorLike
from stretto.errors import InvalidArgument, LimitError, LoadError

from ._clips import pictures
from ._clips.clip import (
    Dither,
    Layout,
    Matte,
    comment_of,
    durations,
    matte_of,
    over,
    over_where_visible,
    repeats_of,
)
from ._clips.drawing import Pixels, Workers
from ._clips.palette import CLEAR, Histogram, Quantizer

if TYPE_CHECKING:
    from stretto.movie import Movie

__all__ = ["EmojiReport", "Limits", "emoji_preview_sheet"]

#: Palettes to try; smaller ones only when no frame is left to leave out.
_COLORS = (255, 192, 128, 96, 64, 48, 32, 24, 16)
_FEWEST_COLORS = (12, 8, 6, 4, 3, 2)
_DITHERS: tuple[Dither | None, ...] = (None, "ordered")
#: The grounds and sizes of the preview: Slack's window colours; large, alone in a message, in a line of text.
_GROUNDS, _SIZES, _MOMENTS, _GAP = ("#ffffff", "#1a1d21"), (128, 44, 22), 4, 12


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits of a chat for an emoji."""

    bytes: int
    #: Largest number of frames; None for no limit.
    frames: int | None


@dataclasses.dataclass(frozen=True)
class EmojiReport:
    """Result of `Movie.save_emoji`: the file, and the quality given up to fit the limits."""

    #: Path of the file; None for a file that was open.
    path: pathlib.Path | None
    #: The size of the file, and what it might have been.
    bytes: int
    max_bytes: int
    #: Width and height in pixels.
    size: tuple[int, int]
    #: Number of colours in the palette, and whether the frames have no others.
    colors: int
    all_colors: bool
    #: None or "ordered".
    dither: Dither | None
    #: Frames a second, and frames, in the file and in the movie.
    fps: float
    frames: int
    movie_fps: float
    movie_frames: int

    def __str__(self) -> str:
        kept = "all its" if self.all_colors else f"{self.colors}"
        dither = "" if self.dither is None else f" with {self.dither} dithering"
        rate = f"all {self.frames} frames"
        if self.frames < self.movie_frames:
            rate = (
                f"{self.frames} of {self.movie_frames} frames ({self.fps:.4g} of {self.movie_fps:g} a second)"
            )
        return (
            f"{self.path or 'the file'}: {self.bytes} of {self.max_bytes} bytes, "
            f"{self.size[0]} x {self.size[1]} pixels, {kept} colours{dither}, {rate}"
        )


@dataclasses.dataclass(frozen=True)
class _Candidate:
    data: bytes
    colors: int
    exact: bool
    dither: Dither | None
    loss: float


def save(
    movie: Movie,
    path: files.Target,
    limits: Limits,
    loop: int | None,
    matte: ColorLike | None,
    workers: Workers,
) -> EmojiReport:
    """See `Movie.save_emoji`."""
    target = pathlib.Path(path) if isinstance(path, (str, os.PathLike)) else None
    if target is None and not files.is_file_object(path):
        raise TypeError(f"save_emoji takes a path or an open binary file, not {type(path).__name__}")
    if target is not None and target.suffix.lower() != ".gif":
        raise InvalidArgument(f"{target.name!r} ends in {target.suffix!r}; emoji are saved as .gif")
    if limits.bytes < 1:
        raise InvalidArgument(f"max_bytes was given {limits.bytes}; it is at least 1")
    if limits.frames is not None and limits.frames < 2:
        raise InvalidArgument(f"max_frames was given {limits.frames}; it is at least 2, or None")
    backing, repeats = matte_of(matte), repeats_of(loop)
    step = 1 if limits.frames is None else max(1, math.ceil(len(movie) / limits.frames))
    while True:
        slower = _every(movie, step)
        is_last = len(slower) <= 2
        encoder = _Encoder(slower, backing, repeats, workers)
        found = encoder.best(limits.bytes, _COLORS + _FEWEST_COLORS if is_last else _COLORS)
        if found is not None:
            files.write(path, found.data)
            return EmojiReport(
                target, len(found.data), limits.bytes, movie.scene.pixel_size(movie.scale), found.colors,
                found.exact, found.dither, slower.fps, len(encoder.frames), movie.fps, len(movie),
            )  # fmt: skip
        if is_last:
            raise LimitError(
                f"max_bytes was given {limits.bytes}, and the smallest file has {encoder.smallest}: make the "
                "size or the duration smaller"
            )
        # Files shrink a little slower than the number of frames, so this does not go too far.
        step = max(step + 1, int(step * encoder.smallest / limits.bytes))


def _every(movie: Movie, step: int) -> Movie:
    """The movie with only every so many frames, and never less than two if it had them."""
    fps = max(movie.fps / step, min(movie.fps, 2 / movie.duration))
    return type(movie)(movie.scene, duration=movie.duration, fps=fps, start=movie.start, scale=movie.scale)


class _Encoder:
    """The files that a movie can become with one rate of frames."""

    def __init__(self, movie: Movie, matte: Matte | None, repeats: int | None, workers: Workers) -> None:
        shown = list(durations(len(movie), movie.fps, movie.duration, pictures.GIF))
        self.frames = [over_where_visible(movie[index], matte) for index, _ in shown]
        self._ticks = [ticks for _, ticks in shown]
        self._repeats, self._comment, self._workers = repeats, comment_of(movie), workers
        self._histogram = Histogram()
        for frame in self.frames:
            self._histogram.add(frame)
        #: The size of the smallest file that was tried.
        self.smallest = 0

    def best(self, limit: int, sizes: tuple[int, ...]) -> _Candidate | None:
        """The candidate of at most `limit` bytes that is nearest to the frames, if there is one."""
        found: list[_Candidate] = []
        for dither in _DITHERS:
            candidate = self._largest(limit, sizes, dither)
            if candidate is not None:
                found.append(candidate)
                if candidate.exact:
                    break
        return min(found, key=lambda candidate: candidate.loss, default=None)

    def _largest(self, limit: int, sizes: tuple[int, ...], dither: Dither | None) -> _Candidate | None:
        """The one with the largest palette that is small enough, found by halving."""
        largest = self._candidate(sizes[0], dither)
        if len(largest.data) <= limit:
            return largest
        found = self._candidate(sizes[-1], dither)
        self.smallest = min(self.smallest or len(found.data), len(found.data))
        if len(found.data) > limit:
            return None
        too_large, fits = 0, len(sizes) - 1
        while fits - too_large > 1:
            middle = (too_large + fits) // 2
            candidate = self._candidate(sizes[middle], dither)
            if len(candidate.data) <= limit:
                found, fits = candidate, middle
            else:
                too_large = middle
        return found

    def _candidate(self, colors: int, dither: Dither | None) -> _Candidate:
        table = self._histogram.palette(colors)
        quantize = Quantizer(table, dither)
        cells = [quantize(frame) for frame in self.frames]
        file = io.BytesIO()
        height, width = self.frames[0].shape[:2]
        timed = zip(cells, self._ticks, strict=True)
        pictures.encode_gif(file, timed, (width, height), table, self._repeats, self._comment, self._workers)
        loss, exact = _loss(self.frames, cells, table)
        return _Candidate(file.getvalue(), len(table), exact, dither, loss)


def _loss(frames: list[Pixels], cells: list[Pixels], table: Pixels) -> tuple[float, bool]:
    """Mean squared error of blurred pixels, for which dithering counts little, and whether all are exact."""
    total, exact = 0.0, True
    for frame, indices in zip(frames, cells, strict=True):
        shown = table[np.minimum(indices, len(table) - 1)].astype(np.float32)
        wrong = np.where((indices != CLEAR)[..., np.newaxis], shown - frame[..., :3], 0)
        exact = exact and not wrong.any()
        total += float((_blurred(wrong) ** 2).mean())
    return total / len(frames), exact


def _blurred(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The mean of 4 x 4 neighbours, which is the size of the pattern of ordered dithering."""
    sums = np.pad(values, ((1, 0), (1, 0), (0, 0))).cumsum(axis=0).cumsum(axis=1)
    side = min(4, *values.shape[:2])
    found: npt.NDArray[np.float32] = (
        sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    ) / side**2
    return found


def emoji_preview_sheet(path: str | os.PathLike[str] | IO[bytes]) -> Pillow.Image:
    """Draws an emoji's file as a chat shows it: on a light and on a dark ground, large and small.

    Gives a picture with four moments from top to bottom, each 128, 44 and 22 pixels high, on white and
    beside it on near-black. It reads the file, by its name or open for reading bytes, so edges and colours
    are those that others will see; any animation that Pillow reads will do. `.save("preview.png")` keeps it.

    Raises `LoadError` if the file cannot be read.
    """
    if not isinstance(path, (str, os.PathLike)) and not files.is_file_object(path):
        raise TypeError(f"emoji_preview_sheet takes a path or an open binary file, not {type(path).__name__}")
    name = files.name_of(path)
    try:
        data = files.read(path) if isinstance(path, (str, os.PathLike)) else path.read()
        with pillow.opened(data, name) as file:
            count = getattr(file, "n_frames", 1)
            chosen = {count * moment // _MOMENTS for moment in range(_MOMENTS)}
            frames = [
                frame.convert("RGBA")
                for index, frame in enumerate(ImageSequence.Iterator(file))
                if index in chosen
            ]
    except LoadError:
        raise
    except OSError as error:
        raise LoadError(f"{name} cannot be read as a picture: {error}") from error
    grounds = [matte_of(ground) for ground in _GROUNDS]
    cells = [over(np.asarray(_row(frame)), ground) for frame in frames for ground in grounds]
    height, width = cells[0].shape[:2]
    sheet = Layout(len(cells), (width, height), len(grounds)).filled(cells)
    return Pillow.fromarray(sheet).convert("RGB")


def _row(frame: Pillow.Image) -> Pillow.Image:
    """One moment in all sizes, on a transparent ground."""
    row = Pillow.new("RGBA", (sum(_SIZES) + _GAP * (len(_SIZES) + 1), max(_SIZES) + _GAP))
    left = _GAP
    for size in _SIZES:
        factor = size / max(frame.size)
        width, height = (max(1, round(side * factor)) for side in frame.size)
        small = frame.resize((width, height), Pillow.Resampling.LANCZOS)
        row.paste(small, (left + (size - width) // 2, (row.height - height) // 2))
        left += size + _GAP
    return row
