"""The formats of clips: which one is meant, what it takes, and how its files get to their place."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import math
import os
import pathlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from stretto._ffi import files
from stretto._ffi.numbers import text_like
from stretto.errors import InvalidArgument, warn

from . import pictures, video
from .clip import Clip, Clock

if TYPE_CHECKING:
    from stretto.movie import Movie


@dataclasses.dataclass(frozen=True, repr=False)
class SaveReport:
    """What `Movie.save` has written, and what it gave up. As text it is a sentence."""

    #: Path of the file; None for a file that was open.
    path: pathlib.Path | None
    #: The size of the file, and the limit; None without one.
    bytes: int
    max_bytes: int | None
    #: Width and height in pixels, in the file and as the movie is drawn.
    size: tuple[int, int]
    movie_size: tuple[int, int]
    #: Number of colours in the palette of a GIF or an APNG; None without a palette.
    colors: int | None
    #: Whether the frames are known to have no others.
    all_colors: bool
    #: None, "ordered" or "diffusion".
    dither: str | None
    #: The quality of a WebP or a video; None without loss.
    quality: float | None
    #: Frames a second, and frames, in the file and in the movie.
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
            kept = "all its" if self.all_colors else f"{self.colors}"
            words.append(
                f"{kept} colours" + ("" if self.dither is None else f" with {self.dither} dithering")
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
    #: Writes a clip, and gives what a `SaveReport` says of it; its keywords are the options of the format.
    write: Callable[..., dict[str, Any]]
    #: The first is the usual one. A folder has none.
    endings: tuple[str, ...]
    clock: Clock
    #: Whether the ending means this format when none is named.
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
    """Writes a clip in the format that is named, or else meant by the path. See `Movie.save`."""
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
    """The format that is named, or else meant by the path, if the path and the options suit it; warns of what
    the clip loses in it.
    """
    with files.writing(target):  # too long a name, for one
        name = _meant(target) if name is None else text_like(name, "format", "gif")
    if name not in _FORMATS:
        raise InvalidArgument(f"format was given {name!r}; it is {_listed(_FORMATS)}{_hint(name, _FORMATS)}")
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
    """The report of a file of so many bytes, with what became of a movie. Warns of what the format has no
    place for.
    """
    if "warning" in facts:
        warn(facts["warning"])
    return SaveReport(
        pathlib.Path(target) if isinstance(target, (str, os.PathLike)) else None, size, max_bytes,
        made.scene.pixel_size(made.scale), movie.scene.pixel_size(movie.scale),
        facts.get("colors"), facts.get("all_colors", False), facts.get("dither"), facts.get("quality"),
        made.fps, sum(1 for _ in made._shown(found.clock)), movie.fps, len(movie),
    )  # fmt: skip


def check_place(target: files.Target) -> None:
    """Raises `InvalidArgument` for a path whose ending names no format."""
    with files.writing(target):
        _meant(target)


def _save_folder(folder: pathlib.Path, clip: Clip, options: dict[str, Any]) -> int:
    within = folder if folder.is_dir() else folder.parent
    with files.staged(folder, within) as stage:
        pictures.write_folder(clip, stage, **options)
        pictures.remove_pictures(folder)
        return _size(stage)


def _save_sheet(path: pathlib.Path, clip: Clip, options: dict[str, Any]) -> int:
    place = pathlib.Path(os.path.realpath(path))
    with files.staged(place.parent) as stage:
        pictures.write_sheet(clip, stage / place.name, **options)
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
    is_path = not isinstance(path, str)  # which drops a slash at its end
    if text.endswith(("/", os.sep)) or target.is_dir() or (is_path and not target.suffix):
        return _FOLDER
    ending = target.suffix.lower()
    for name, found in _FORMATS.items():
        if found.by_ending and ending in found.endings:
            return name
    allowed = [ending for found in _FORMATS.values() if found.by_ending for ending in found.endings]
    has = f"ends in {target.suffix!r}" if ending else "has no ending"
    step = "; scene.save writes a document" if ending in (".ca", ".caml") else _hint(ending, allowed)
    raise InvalidArgument(
        f"{target.name!r} {has}; allowed is {', '.join(allowed)}, or a folder as 'name/'{step}"
    )


def _warn_of_rate(name: str, clock: Clock, fps: float) -> None:
    """Warns, at the line that saved the clip, if its format has no room for some frames."""
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
            raise TypeError(f"save has no option {option!r}; it has {', '.join(known)}{_hint(option, known)}")
        if option not in found.options:
            raise InvalidArgument(
                f"{option} is no option of the format {name!r}; it has {', '.join(found.options)}"
            )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def _hint(name: str, allowed: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(allowed), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
