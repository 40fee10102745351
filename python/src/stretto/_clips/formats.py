"""Chooses the format of a clip, checks options, saves files, and keeps files within limits of bytes."""

from __future__ import annotations

import dataclasses
import inspect
import math
import os
import pathlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from stretto._ffi import files
from stretto._ffi.numbers import text_like, whole_in
from stretto._model.words import near
from stretto.errors import InvalidArgument, LimitError, warn

from . import pictures, video
from .clip import Clip, Clock, matte_of
from .drawing import Pixels

if TYPE_CHECKING:
    from stretto.movie import Movie


@dataclasses.dataclass(frozen=True, repr=False)
class SaveReport:
    """Report of a file that `Movie.save` has written, and of the reductions that made the file small enough.
    The text of the report is a sentence.
    """

    #: Path of the file; None for an open file.
    path: pathlib.Path | None
    #: Size of the file in bytes, and largest allowed size in bytes; None without a limit.
    bytes: int
    max_bytes: int | None
    #: Width and height in pixels, of the file and of the movie.
    size: tuple[int, int]
    movie_size: tuple[int, int]
    #: Number of colours in the palette of a GIF or an APNG; None without a palette.
    colors: int | None
    #: Whether the palette is known to contain all colours of the frames.
    all_colors: bool
    #: Dithering: None, "ordered" or "diffusion".
    dither: str | None
    #: Quality of a WebP or a video; None for a lossless file.
    quality: float | None
    #: Frames per second and number of frames, of the file and of the movie.
    fps: float
    frames: int
    movie_fps: float
    movie_frames: int

    def __str__(self) -> str:
        limit = "" if self.max_bytes is None else f" of {self.max_bytes}"
        words = [f"{self.bytes}{limit} bytes", f"{self.size[0]} x {self.size[1]} pixels"]
        if self.size != self.movie_size:
            words[-1] += " in place of {} x {}".format(*self.movie_size)
        if self.colors is not None:
            count = "all its" if self.all_colors else f"{self.colors}"
            words.append(
                f"{count} colours" + ("" if self.dither is None else f" with {self.dither} dithering")
            )
        if self.quality is not None:
            words.append(f"quality {self.quality:g}")
        words.append(f"all {self.frames} frames")
        if self.frames < self.movie_frames:
            rates = f"{self.fps:.4g} of {self.movie_fps:g} a second"
            words[-1] = f"{self.frames} of {self.movie_frames} frames ({rates})"
        return f"{self.path.name if self.path else 'the file'}: {', '.join(words)}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclasses.dataclass(frozen=True)
class Format:
    """A format of clips."""

    name: str
    #: Writes a clip, and returns facts for a `SaveReport`. The keywords of the function are the options of
    #: the format.
    write: Callable[..., dict[str, Any]]
    #: Endings of the names of files in this format, the usual ending first. A folder has none.
    endings: tuple[str, ...]
    clock: Clock
    #: Whether the ending of a file name selects this format if no format is named.
    by_ending: bool = True

    @property
    def options(self) -> list[str]:
        parameters = inspect.signature(self.write).parameters.values()
        return [item.name for item in parameters if item.kind is item.KEYWORD_ONLY]


_FOLDER, _SPRITES = "png-sequence", "sprites"
_FORMATS = {
    each.name: each
    for each in (
        Format("gif", pictures.write_gif, (".gif",), pictures.GIF),
        Format("apng", pictures.write_apng, (".apng", ".png"), pictures.APNG),
        Format("webp", pictures.write_webp, (".webp",), pictures.WEBP),
        Format("mp4", video.write_mp4, (".mp4",), Clock(video.MP4.ticks)),
        Format("webm", video.write_webm, (".webm",), Clock(video.WEBM.ticks)),
        Format("mov", video.write_mov, (".mov",), Clock(video.MOV.ticks)),
        Format(_FOLDER, pictures.write_folder, (), pictures.JSON),
        Format(_SPRITES, pictures.write_sheet, (".png", ".webp"), pictures.JSON, by_ending=False),
    )
}


def save(target: files.Target, name: str | None, clip: Clip, options: dict[str, Any]) -> SaveReport:
    """Writes a clip in the named format, or in the format of the path, as `Movie.save` describes."""
    found = checked(target, name, clip, options)
    if found.name in _MANY_FILES:
        if not isinstance(target, (str, os.PathLike)):
            raise InvalidArgument(
                f"the format {found.name!r} is more than one file; it takes a path, not an open file"
            )
        with files.writing(target):
            size = _MANY_FILES[found.name](pathlib.Path(target), clip, options)
        return report(target, found, clip.movie, {}, size, clip.movie)
    with files.replaced(target) as file:
        facts = found.write(clip, file, **options)
        size = file.stat().st_size
    return report(target, found, clip.movie, facts, size, clip.movie)


def checked(target: files.Target, name: str | None, clip: Clip, options: dict[str, Any]) -> Format:
    """Returns the named format, or the format of the path, after checking the path and the options. Warns of
    losses.
    """
    with files.writing(target):  # raises WriteError, for example for a name that is too long
        name = _meant(target) if name is None else text_like(name, "format", "gif")
    if name not in _FORMATS:
        raise InvalidArgument(f"format was given {name!r}; it is {_listed(_FORMATS)}{near(name, _FORMATS)}")
    found = _FORMATS[name]
    _check_options(name, found, options)
    if clip.movie._durations is None:
        _warn_of_rate(name, found.clock, clip.movie.fps)
    if "loop" in found.options:
        clip.movie._warn_of_seam(options.get("loop", 0))
    if isinstance(target, (str, os.PathLike)):
        _check_ending(pathlib.Path(target), name, found)
    elif not files.is_file_object(target):
        raise TypeError(f"save takes a path or an open binary file, not {type(target).__name__}")
    return found


def report(
    target: files.Target,
    found: Format,
    made: Movie,
    facts: dict[str, Any],
    size: int,
    movie: Movie,
    max_bytes: int | None = None,
) -> SaveReport:
    """Returns the report of a written file. Warns of features of the clip that the format lacks."""
    if "warning" in facts:
        warn(facts["warning"])
    return SaveReport(
        pathlib.Path(target) if isinstance(target, (str, os.PathLike)) else None, size, max_bytes,
        made.scene.pixel_size(made.scale), movie.scene.pixel_size(movie.scale),
        facts.get("colors"), facts.get("all_colors", False), facts.get("dither"), facts.get("quality"),
        made.fps, sum(1 for _ in made._shown(found.clock)), movie.fps, len(movie),
    )  # fmt: skip


def check_target(target: files.Target) -> None:
    """Raises `InvalidArgument` for a path whose ending belongs to no format."""
    with files.writing(target):
        _meant(target)


def _save_folder(folder: pathlib.Path, clip: Clip, options: dict[str, Any]) -> int:
    within = folder if folder.is_dir() else folder.parent
    with files.staged(folder, within) as stage:
        pictures.write_folder(clip, stage, **options)
        pictures.remove_pictures(folder)
        return _size(stage)


def _save_sheet(path: pathlib.Path, clip: Clip, options: dict[str, Any]) -> int:
    target = pathlib.Path(os.path.realpath(path))
    with files.staged(target.parent) as stage:
        pictures.write_sheet(clip, stage / target.name, **options)
        return _size(stage)


def _size(folder: pathlib.Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


_MANY_FILES = {_FOLDER: _save_folder, _SPRITES: _save_sheet}


def _meant(path: files.Target) -> str:
    if not isinstance(path, (str, os.PathLike)):
        if not files.is_file_object(path):
            raise TypeError(f"save takes a path or an open binary file, not {type(path).__name__}")
        raise InvalidArgument(f"an open file has no ending: name its format, one of {_listed(_FORMATS)}")
    if not os.fspath(path):
        raise InvalidArgument("the path is empty; a file or a folder is needed")
    text, target = os.fspath(path), pathlib.Path(path)
    is_path = not isinstance(path, str)  # a Path drops the slash at its end
    if text.endswith(("/", os.sep)) or target.is_dir() or (is_path and not target.suffix):
        return _FOLDER
    ending = target.suffix.lower()
    for name, found in _FORMATS.items():
        if found.by_ending and ending in found.endings:
            return name
    allowed = [ending for found in _FORMATS.values() if found.by_ending for ending in found.endings]
    has = f"ends in {target.suffix!r}" if ending else "has no ending"
    advice = "; scene.save writes a document" if ending in (".ca", ".caml") else near(ending, allowed)
    raise InvalidArgument(
        f"{target.name!r} {has}; allowed is {', '.join(allowed)}, or a folder as 'name/'{advice}"
    )


def _warn_of_rate(name: str, clock: Clock, fps: float) -> None:
    """Warns, at the user's line that saved the clip, if the format cannot show all frames."""
    most = clock.ticks / clock.shortest
    if clock.shortest > 1 and fps > most * (1 + 1e-9):
        warn(
            f"{name} has room for {math.floor(most)} frames a second, and the clip has {fps:g}: the others "
            f"are left out. save(..., fps={math.floor(most)}) draws no more; mp4, webm and folders take all"
        )


def _check_ending(path: pathlib.Path, name: str, found: Format) -> None:
    if not path.name and name != _FOLDER:
        raise InvalidArgument("the path is empty; a file or a folder is needed")
    if found.endings and path.suffix.lower() not in found.endings:
        raise InvalidArgument(
            f"{path.name!r} ends in {path.suffix!r}; files of the format {name!r} end in "
            f"{_listed(found.endings)}"
        )


def _check_options(name: str, found: Format, options: dict[str, Any]) -> None:
    known = dict.fromkeys(option for other in _FORMATS.values() for option in other.options)
    for option in options:
        if option not in known:
            raise TypeError(f"save has no option {option!r}; it has {', '.join(known)}{near(option, known)}")
        if option not in found.options:
            raise InvalidArgument(
                f"{option} is no option of the format {name!r}; it has {', '.join(found.options)}"
            )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


# Files within a limit of bytes

#: Chats with limits for animated pictures.
Preset: TypeAlias = Literal["slack", "discord", "signal", "telegram"]
#: Largest number of bytes of frames that are kept between attempts. If the frames of a clip take more bytes,
#: each attempt draws the frames again.
_CACHED_BYTES = 1 << 28
#: Smallest frame rate and smallest shorter side in pixels. The search first lowers the frame rate, then the
#: size.
_FEWEST_A_SECOND, _SMALLEST_SIDE = 10, 16
#: Numbers of colours and qualities, best first. The second list of colours or qualities is used when no other
#: reduction is left.
_COLORS, _FEWEST_COLORS = (255, 192, 128, 96, 64, 48, 32, 24, 16), (12, 8, 6, 4, 3, 2)
_QUALITIES, _LOWEST_QUALITIES = (95, 90, 80, 70, 60, 50, 40), (30, 20, 10, 0)


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits of a file."""

    bytes: int
    #: Largest number of frames; None for no limit.
    frames: int | None = None
    #: Whether the size of the movie in pixels must not change.
    keeps_size: bool = False

    def __post_init__(self) -> None:
        whole_in(self.bytes, "max_bytes", 1, 1 << 62, "at least 1")
        if self.frames is not None:
            whole_in(self.frames, "max_frames", 2, 1 << 62, "at least 2, or None")


@dataclasses.dataclass(frozen=True)
class Chat:
    """Format and limits of a chat: longer side in pixels, largest duration in seconds, and largest frame
    rate.
    """

    format: str
    limits: Limits
    side: int
    seconds: float = math.inf
    rate: float = math.inf


#: Source: each chat's page for makers of stickers and emoji, read in November 2026.
CHATS: dict[str, Chat] = {
    "slack": Chat("gif", Limits(128 << 10, 50, keeps_size=True), 128),
    "discord": Chat("apng", Limits(512 << 10, None, keeps_size=True), 320, seconds=5),
    "signal": Chat("apng", Limits(300 << 10, None, keeps_size=True), 512, seconds=3),
    "telegram": Chat("webm", Limits(256 << 10, None, keeps_size=True), 512, seconds=3, rate=30),
}


def save_within(
    target: files.Target,
    name: str | None,
    movie: Movie,
    draws: Callable[[Movie], Clip],
    limits: Limits,
    options: dict[str, Any],
) -> SaveReport:
    """Writes a movie within limits, as `Movie.save` describes. The function `draws` returns the clip of a
    movie.
    """
    found = checked(target, name, draws(movie), options)
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
    return report(target, found, candidate, facts, len(search.data), movie, limits.bytes)


def _smaller(movie: Movie, limits: Limits, search: _Search) -> Iterator[tuple[Movie, bool]]:
    """Yields the movie, and then movies with fewer frames and with fewer pixels, each with a flag for the
    last movie.
    """
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
            # The size of a file shrinks a little less than its number of frames, so the estimated step is not
            # too large.
            step = max(step + 1, int(step * search.smallest / limits.bytes))
        elif limits.keeps_size or is_least:
            return
        else:
            scale *= min(0.9, max(0.5, math.sqrt(limits.bytes / search.smallest)))


class _Search:
    """Attempts to write a clip within a limit of bytes."""

    def __init__(self, found: Format, path: pathlib.Path, limits: Limits, options: dict[str, Any]) -> None:
        self._format, self._path, self._limits, self._options = found, path, limits, options
        #: Bytes of the last file within the limit, and size of the smallest file of the last clip.
        self.data, self.smallest = b"", 0

    def best(self, clip: Clip, is_last: bool) -> dict[str, Any] | None:
        """Writes the best file within the limit. Returns facts for the report, or None if no file is small
        enough.
        """
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
        """The first attempt in a list of options whose file is small enough. The options of `ladder` are in
        the order of decreasing file sizes, so bisection finds the attempt.
        """
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
        """Lists of options, each in the order of decreasing file sizes. No list changes an option that the
        caller gave.
        """
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
    """The clip with a cache of its frames, or the clip itself if its frames do not fit into the cache."""
    width, height = clip.size
    if 4 * width * height * len(clip.movie) > _CACHED_BYTES:
        return clip
    cache: dict[int, Pixels] = {}

    def draw(indices: Iterable[int], total: int | None) -> Iterator[Pixels]:
        wanted = list(indices)
        missing = [index for index in wanted if index not in cache]
        for index, pixels in zip(missing, clip.draw(missing, total), strict=True):
            cache[index] = pixels
        return (cache[index] for index in wanted)

    return dataclasses.replace(clip, draw=draw)
