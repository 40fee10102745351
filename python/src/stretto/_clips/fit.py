"""Files within a limit of bytes: the largest size, rate, and colours or quality that fit, found by trying."""

from __future__ import annotations

import dataclasses
import math
import pathlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from stretto._ffi import files
from stretto._ffi.numbers import whole
from stretto.errors import InvalidArgument, LimitError

from . import formats, pictures
from .clip import Clip, matte_of
from .drawing import Pixels

if TYPE_CHECKING:
    from stretto.movie import Movie

#: Chats that have limits for animated pictures.
Preset: TypeAlias = Literal["slack", "discord", "signal", "telegram"]
#: Bytes of frames that are kept between attempts; more are drawn again for each.
_KEPT_BYTES = 1 << 28
#: Frames a second, and the shorter side in pixels, below which a size is reduced and a search ends.
_FEWEST_A_SECOND, _SMALLEST_SIDE = 10, 16
#: Colours of a palette and qualities, best first; the second ones when nothing else is left to give up.
_COLORS, _FEWEST_COLORS = (255, 192, 128, 96, 64, 48, 32, 24, 16), (12, 8, 6, 4, 3, 2)
_QUALITIES, _LOWEST_QUALITIES = (95, 90, 80, 70, 60, 50, 40), (30, 20, 10, 0)


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits of a file."""

    bytes: int
    #: Largest number of frames; None for no limit.
    frames: int | None = None
    #: Whether the size in pixels must stay.
    keeps_size: bool = False

    def __post_init__(self) -> None:
        if whole(self.bytes, "max_bytes") < 1:
            raise InvalidArgument(f"max_bytes was given {self.bytes}; it is at least 1")
        if self.frames is not None and whole(self.frames, "max_frames") < 2:
            raise InvalidArgument(f"max_frames was given {self.frames}; it is at least 2, or None")


@dataclasses.dataclass(frozen=True)
class Chat:
    """What a chat takes: format, limits, longer side in pixels, and the most seconds and frames a second."""

    format: str
    limits: Limits
    side: int
    seconds: float = math.inf
    rate: float = math.inf


#: From the pages for makers of stickers and emoji of each chat, read in November 2026.
CHATS: dict[str, Chat] = {
    "slack": Chat("gif", Limits(128 << 10, 50, keeps_size=True), 128),
    "discord": Chat("apng", Limits(512 << 10, None, keeps_size=True), 320, seconds=5),
    "signal": Chat("apng", Limits(300 << 10, None, keeps_size=True), 512, seconds=3),
    "telegram": Chat("webm", Limits(256 << 10, None, keeps_size=True), 512, seconds=3, rate=30),
}


def save(
    target: files.Target,
    name: str | None,
    movie: Movie,
    draws: Callable[[Movie], Clip],
    limits: Limits,
    options: dict[str, Any],
) -> formats.SaveReport:
    """Writes a movie within limits; `draws` gives the clip of a movie. See `Movie.save`."""
    found = formats.checked(target, name, draws(movie), options)
    if found.name not in ("gif", "apng", "webp", "webm"):
        raise InvalidArgument(
            f"max_bytes is no option of the format {found.name!r}; gif, apng, webp and webm have it"
        )
    with files.replaced(target) as file:
        search = _Search(found, file, limits, options)
        for candidate, is_last in _smaller(movie, limits, search):
            facts = search.best(draws(candidate), is_last)
            if facts is not None:
                file.write_bytes(search.data)
                break
        else:
            raise LimitError(
                f"max_bytes was given {limits.bytes}, and the smallest file has {search.smallest}: make the "
                "size or the duration smaller"
            )
    return formats.report(target, found, candidate, facts, len(search.data), movie, limits.bytes)


def _smaller(movie: Movie, limits: Limits, search: _Search) -> Iterator[tuple[Movie, bool]]:
    """The movie, then with fewer frames, then with fewer pixels, and whether nothing more can be given up."""
    step = 1 if limits.frames is None else max(1, math.ceil(len(movie) / limits.frames))
    scale, floor = movie.scale, 2 if limits.keeps_size else math.ceil(movie.duration * _FEWEST_A_SECOND)
    can_skip = movie._durations is None
    while True:
        fps = max(movie.fps / step, min(movie.fps, max(2, floor) / movie.duration)) if can_skip else None
        candidate = movie._with(fps, None, scale)
        rate_is_least = not can_skip or len(candidate) <= max(2, floor)
        is_least = min(candidate.scene.pixel_size(scale)) <= _SMALLEST_SIDE
        yield candidate, rate_is_least and (limits.keeps_size or is_least)
        if not rate_is_least:
            # Files shrink a little slower than the number of frames, so this does not go too far.
            step = max(step + 1, int(step * search.smallest / limits.bytes))
        elif limits.keeps_size or is_least:
            return
        else:
            scale *= min(0.9, max(0.5, math.sqrt(limits.bytes / search.smallest)))


class _Search:
    """Attempts to write a clip into so many bytes."""

    def __init__(
        self, found: formats.Format, path: pathlib.Path, limits: Limits, options: dict[str, Any]
    ) -> None:
        self._format, self._path, self._limits, self._options = found, path, limits, options
        #: The last file that was small enough, and the size of the smallest of the last clip.
        self.data, self.smallest = b"", 0

    def best(self, clip: Clip, is_last: bool) -> dict[str, Any] | None:
        """Writes the best file that is small enough. Gives what it lost; None if there is none."""
        clip, self.smallest = _keeping(clip), 0
        found: list[tuple[float, bytes, dict[str, Any]]] = []
        for ladder in self._ladders(is_last):
            made = self._first_that_fits(clip, ladder)
            if made is None:
                continue
            data, facts = made
            loss = 0.0
            if self._format.name == "gif":
                matte = matte_of(self._options.get("matte"))
                loss, facts["all_colors"] = pictures.gif_loss(clip, facts["colors"], facts["dither"], matte)
            found.append((loss, data, facts))
            if loss == 0:
                break
        if not found:
            return None
        _, self.data, facts = min(found, key=lambda item: item[0])
        return facts

    def _first_that_fits(
        self, clip: Clip, ladder: list[dict[str, Any]]
    ) -> tuple[bytes, dict[str, Any]] | None:
        """The first attempt of a ladder that is small enough, found by halving; they shrink one by one."""
        first = self._attempt(clip, ladder[0])
        if first is not None:
            return first
        found = self._attempt(clip, ladder[-1])
        too_large, fits = 0, len(ladder) - 1
        while found is not None and fits - too_large > 1:
            middle = (too_large + fits) // 2
            made = self._attempt(clip, ladder[middle])
            if made is None:
                too_large = middle
            else:
                found, fits = made, middle
        return found

    def _attempt(self, clip: Clip, more: dict[str, Any]) -> tuple[bytes, dict[str, Any]] | None:
        facts = self._format.write(clip, self._path, **self._options | more)
        size = self._path.stat().st_size
        self.smallest = min(self.smallest or size, size)
        return (self._path.read_bytes(), facts) if size <= self._limits.bytes else None

    def _ladders(self, is_last: bool) -> list[list[dict[str, Any]]]:
        """Options that make smaller and smaller files. What the caller has chosen stays."""
        given = self._options
        colors: Iterable[int] = _COLORS + _FEWEST_COLORS if is_last else _COLORS
        qualities: Iterable[int] = _QUALITIES + _LOWEST_QUALITIES if is_last else _QUALITIES
        if self._format.name == "gif":
            most = given.get("colors", 255)
            sizes = [size for size in colors if size < most]
            dithers = [given["dither"]] if "dither" in given else [None, "ordered"]
            return [[{"colors": size, "dither": dither} for size in (most, *sizes)] for dither in dithers]
        if self._format.name == "apng":
            level = {} if "compress" in given else {"compress": 9}
            if "colors" in given:
                return [[level]]
            return [[level | {"colors": size} for size in (None, *colors)]]
        if "quality" in given:
            return [[{}]]
        first: tuple[int | None, ...] = (None,) if self._format.name == "webp" else ()
        return [[{"quality": quality} for quality in (*first, *qualities)]]


def _keeping(clip: Clip) -> Clip:
    """The clip, whose frames are drawn once if there is room for them."""
    width, height = clip.size
    if 4 * width * height * len(clip.movie) > _KEPT_BYTES:
        return clip
    kept: dict[int, Pixels] = {}

    def draw(indices: Iterable[int], total: int | None) -> Iterator[Pixels]:
        wanted = list(indices)
        missing = [index for index in wanted if index not in kept]
        for index, pixels in zip(missing, clip.draw(missing, total), strict=True):
            kept[index] = pixels
        return (kept[index] for index in wanted)

    return dataclasses.replace(clip, draw=draw)
