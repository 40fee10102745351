"""Errors of the package. Each message says what was given and what is allowed."""

from __future__ import annotations

import errno
import os
import re
import sys
import warnings
from typing import Any, ClassVar

from ._ffi.lazy import load
from ._ffi.signatures import ErrorKind

__all__ = [
    "Cancelled",
    "ClosedError",
    "DocumentError",
    "Error",
    "InvalidArgument",
    "KeyPathError",
    "LimitError",
    "LoadError",
    "MissingFileError",
    "MissingPackageError",
    "WriteError",
]

#: Characters that control a terminal or change the direction of text. A document can contain characters that
#: control a terminal.
_OBEYED = {*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029}
_SPELLED = {code: repr(chr(code))[1:-1] for code in _OBEYED - {ord("\n"), ord("\t")}}


def printable(text: str) -> str:
    """Returns a text for the terminal, with control characters escaped as in Python's repr."""
    return text.translate(_SPELLED)


class Error(Exception):
    """Base of all errors of the package. A call that raises an error leaves the scene unchanged.

    `code` is the status of the C interface (`STRETTO_ERROR_...`), or 0 for an error that Python raises
    itself.
    """

    code: ClassVar[int] = 0

    def __str__(self) -> str:
        return printable(super().__str__())


class InvalidArgument(Error, ValueError):
    """A value is not allowed."""

    code = ErrorKind.INVALID_ARGUMENT


class ClosedError(Error):
    """An object is used after its `close()`."""

    code = ErrorKind.INVALID_HANDLE


class KeyPathError(Error, ValueError):
    """A key path names no property of the object, or a property with another kind of value."""

    code = ErrorKind.KEY_PATH


class LimitError(Error):
    """Something is too large to draw or to store, or there is not enough memory. The message says which."""

    code = ErrorKind.LIMIT


class LoadError(Error, OSError):
    """A file, bytes or the library itself cannot be read."""

    code = ErrorKind.LOAD


#: Largest number of code points of an emoji: a family of four with skin tones has eleven.
_EMOJI = 11
#: Names of colours that users pass where a file is needed.
_COLORS = ("black", "white", "red", "green", "blue", "yellow", "orange", "purple", "pink", "grey")


class MissingFileError(LoadError, FileNotFoundError):
    """A file does not exist. `filename` and `errno` are as in every `FileNotFoundError`."""

    def __str__(self) -> str:
        return printable(f"{self.filename}: there is no such file{instead_of(self.filename)}")


def instead_of(path: object) -> str:
    """Returns advice for a user who passed an emoji, a colour or the text of a file as a file name; otherwise
    "".
    """
    if isinstance(path, str) and path.lstrip().startswith(("<svg", "<?xml")):
        return "; Image.open(text.encode()) is the picture of an SVG text"
    if isinstance(path, str) and (path.lower() in _COLORS or re.fullmatch("#[0-9a-fA-F]{3,8}", path)):
        return f"; Image.solid(width, height, {path!r}) is a picture of one colour"
    unicodedata = load("unicodedata")
    if not isinstance(path, str) or not 0 < len(path) <= _EMOJI or unicodedata.category(path[0]) != "So":
        return ""
    return f"; Image.text({path!r}) is a picture of an emoji, TextLayer({path!r}) a layer"


class WriteError(Error, OSError):
    """A file cannot be written."""

    code = ErrorKind.WRITE


class DocumentError(LoadError):
    """A scene document cannot be read. The attributes `path` and `line` (from 1) say where the error is."""

    code = ErrorKind.DOCUMENT

    def __init__(self, message: str, path: str = "", line: int = 0) -> None:
        super().__init__(message)  # OSError would take more arguments for errno and strerror
        self.path, self.line = path, line
        self.filename = path or None

    def __str__(self) -> str:
        return printable(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.path, self.line)


class MissingPackageError(Error, ImportError):
    """An optional package is not installed. `name` is the package, as in every `ImportError`."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"{what} needs {package}: pip install 'stretto[{extra}]'", name=package)
        self._given = what, package, extra

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given


class Cancelled(Error):
    """A call was cancelled: its `timeout` ended, `Scene.cancel` was called, or a progress function returned
    False.
    """

    code = ErrorKind.CANCELLED


_KINDS = (
    InvalidArgument,
    ClosedError,
    KeyPathError,
    LimitError,
    LoadError,
    WriteError,
    Cancelled,
    DocumentError,
)
_BY_CODE: dict[int, type[Error]] = {kind.code: kind for kind in _KINDS}


def no_such_file(path: str | os.PathLike[str]) -> MissingFileError:
    """Returns the error about a file that does not exist."""
    return MissingFileError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))


def warn(warning: Warning | str, category: type[Warning] = UserWarning) -> None:
    """Warns at the user's line that led to the call, whatever the depth of calls inside the package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "stretto":
        frame, level = frame.f_back, level + 1
    if isinstance(warning, str):
        warning = printable(warning)
    warnings.warn(warning, category, stacklevel=level)


def from_status(code: int, message: str, line: int = 0) -> Error:
    """Returns the exception for a status of the C interface."""
    kind = _BY_CODE.get(code, Error)
    message = _LONG.sub(lambda found: found[0][:_MOST] + '..."', message)
    if kind is DocumentError:
        return DocumentError(message, message.partition(f":{line}: ")[0] if line else "", line)
    if kind in _NAMES_CLASSES:
        message = _CLASS.sub("", message)
    return kind(message)


#: Longest quotation of a value in a message, in characters.
_MOST = 80
_LONG = re.compile(rf'"[^"]{{{_MOST + 2},}}"')
#: Errors whose messages name classes. The message for Python has no prefix CA in the names of classes.
_NAMES_CLASSES = frozenset({InvalidArgument, KeyPathError, LimitError})
_CLASS = re.compile(r"\bCA(?=\w*(?:Layer|Animation|Cell|Behavior|Filter)\b)")
