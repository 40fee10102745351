"""The formats of clips: which one is meant, what it takes, and how its files get to their place."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import math
import os
import pathlib
from collections.abc import Callable, Iterable
from typing import Any

from stretto._ffi import files
from stretto._ffi.numbers import text_like
from stretto.errors import InvalidArgument, warn

from . import pictures, video
from .clip import Clip


@dataclasses.dataclass(frozen=True)
class _Format:
    #: Writes a clip; its keywords are the options of the format.
    write: Callable[..., None]
    #: The first is the usual one. A folder has none.
    endings: tuple[str, ...]
    #: Frames a second, of which more are left out.
    most_frames: float = math.inf
    #: Whether the ending means this format when none is named.
    by_ending: bool = True

    @property
    def options(self) -> list[str]:
        parameters = inspect.signature(self.write).parameters.values()
        return [item.name for item in parameters if item.kind is item.KEYWORD_ONLY]


_FOLDER, _SPRITES = "png-sequence", "sprites"
_FORMATS = {
    "gif": _Format(pictures.write_gif, (".gif",), pictures.GIF.most),
    "apng": _Format(pictures.write_apng, (".apng", ".png"), pictures.APNG.most),
    "webp": _Format(pictures.write_webp, (".webp",), pictures.WEBP.most),
    "mp4": _Format(video.write_mp4, (".mp4",)),
    "webm": _Format(video.write_webm, (".webm",)),
    _FOLDER: _Format(pictures.write_folder, ()),
    _SPRITES: _Format(pictures.write_sheet, (".png", ".webp"), by_ending=False),
}


def save(target: files.Target, name: str | None, clip: Clip, options: dict[str, Any]) -> None:
    """Writes a clip in the format that is named, or else meant by the path. See `Movie.save`."""
    with files.writing(target):  # too long a name, for one
        name = _meant(target) if name is None else text_like(name, "format", "gif")
    if name not in _FORMATS:
        raise InvalidArgument(f"format was given {name!r}; it is {_listed(_FORMATS)}{_hint(name, _FORMATS)}")
    found = _FORMATS[name]
    _check_options(name, found, options)
    _warn_of_rate(name, found.most_frames, clip.movie.fps)
    if "loop" in found.options:
        clip.movie._warn_of_seam(options.get("loop", 0))
    if isinstance(target, (str, os.PathLike)):
        path = pathlib.Path(target)
        _check_ending(path, name, found)
        if name in _MANY_FILES:
            with files.writing(target):
                _MANY_FILES[name](path, clip, options)
            return
    elif name in _MANY_FILES:
        raise InvalidArgument(f"the format {name!r} is more than one file; it takes a path, not an open file")
    with files.replaced(target) as file:
        found.write(clip, file, **options)


def check_place(target: files.Target) -> None:
    """Raises `InvalidArgument` for a path whose ending names no format."""
    with files.writing(target):
        _meant(target)


def _save_folder(folder: pathlib.Path, clip: Clip, options: dict[str, Any]) -> None:
    within = folder if folder.is_dir() else folder.parent
    with files.staged(folder, within) as stage:
        pictures.write_folder(clip, stage, **options)
        pictures.remove_pictures(folder)


def _save_sheet(path: pathlib.Path, clip: Clip, options: dict[str, Any]) -> None:
    place = pathlib.Path(os.path.realpath(path))
    with files.staged(place.parent) as stage:
        pictures.write_sheet(clip, stage / place.name, **options)


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


def _warn_of_rate(name: str, most: float, fps: float) -> None:
    """Warns, at the line that saved the clip, if its format has no room for some frames."""
    if fps > most * (1 + 1e-9):
        warn(
            f"{name} has room for {math.floor(most)} frames a second, and the clip has {fps:g}: the others "
            f"are left out. save(..., fps={math.floor(most)}) draws no more; mp4, webm and folders take all"
        )


def _check_ending(path: pathlib.Path, name: str, found: _Format) -> None:
    if not path.name and name != _FOLDER:
        raise InvalidArgument("the path is empty; a file or a folder is needed")
    if found.endings and path.suffix.lower() not in found.endings:
        raise InvalidArgument(
            f"{path.name!r} ends in {path.suffix!r}; files of the format {name!r} end in "
            f"{_listed(found.endings)}"
        )


def _check_options(name: str, found: _Format, options: dict[str, Any]) -> None:
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
