"""The formats of clips: which one is meant, what it takes, and how its files get to their place."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import os
import pathlib
from collections.abc import Callable, Iterable
from typing import Any

from stretto.errors import InvalidArgument, WriteError

from . import apng, gif, pictures, video, webp
from .clip import Clip
from .staging import staged


@dataclasses.dataclass(frozen=True)
class _Format:
    #: Writes a clip; its keywords are the options of the format.
    write: Callable[..., None]
    #: The first is the usual one. A folder has none.
    endings: tuple[str, ...]
    #: Whether the ending means this format when none is named.
    by_ending: bool = True

    @property
    def options(self) -> list[str]:
        parameters = inspect.signature(self.write).parameters.values()
        return [item.name for item in parameters if item.kind is item.KEYWORD_ONLY]


_FOLDER, _SPRITES = "png-sequence", "sprites"
_FORMATS = {
    "gif": _Format(gif.write, (".gif",)),
    "apng": _Format(apng.write, (".apng", ".png")),
    "webp": _Format(webp.write, (".webp",)),
    "mp4": _Format(video.write_mp4, (".mp4",)),
    "webm": _Format(video.write_webm, (".webm",)),
    _FOLDER: _Format(pictures.write_folder, ()),
    _SPRITES: _Format(pictures.write_sheet, (".png", ".webp"), by_ending=False),
}


def save(path: str | os.PathLike[str], name: str | None, clip: Clip, options: dict[str, Any]) -> None:
    """Writes a clip in the format that is named, or else meant by the path. See `Movie.save`."""
    if not os.fspath(path):
        raise InvalidArgument("the path is empty; a file or a folder is needed")
    target = pathlib.Path(path)
    try:
        name = _meant(path) if name is None else name
    except OSError as error:  # too long a name, for one
        raise WriteError(f"{target} cannot be written: {error.strerror or error}") from error
    if name not in _FORMATS:
        raise InvalidArgument(f"format was given {name!r}; it is {_listed(_FORMATS)}{_hint(name, _FORMATS)}")
    found = _FORMATS[name]
    if found.endings and target.suffix.lower() not in found.endings:
        raise InvalidArgument(
            f"{target.name!r} ends in {target.suffix!r}; files of the format {name!r} end in "
            f"{_listed(found.endings)}"
        )
    _check_options(name, found, options)
    folder = target if name == _FOLDER else target.parent
    within = folder if target.is_dir() else target.parent
    try:
        with staged(folder, within) as stage:
            found.write(clip, stage if name == _FOLDER else stage / target.name, **options)
            if name == _FOLDER:
                pictures.remove_pictures(folder)
    except OSError as error:
        if isinstance(error, WriteError):
            raise
        raise WriteError(f"{target} cannot be written: {error.strerror or error}") from error


def _meant(path: str | os.PathLike[str]) -> str:
    text, target = os.fspath(path), pathlib.Path(path)
    if text.endswith(("/", os.sep)) or target.is_dir():
        return _FOLDER
    ending = target.suffix.lower()
    for name, found in _FORMATS.items():
        if found.by_ending and ending in found.endings:
            return name
    allowed = [ending for found in _FORMATS.values() if found.by_ending for ending in found.endings]
    raise InvalidArgument(
        f"{target.name!r} ends in {target.suffix!r}; allowed is {', '.join(allowed)}, or a folder as 'name/'"
        f"{_hint(ending, allowed)}"
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
