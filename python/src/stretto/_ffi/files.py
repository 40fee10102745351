"""Reads files, and writes files atomically."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pathlib
import re
import stat
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any, TypeAlias, cast

from stretto._ffi.lazy import lazily, lock_of_fork
from stretto._ffi.numbers import shown, wrong_type
from stretto.errors import InvalidArgument, LimitError, LoadError, WriteError, instead_of, no_such_file

if TYPE_CHECKING:
    import shutil
    import tempfile
else:
    shutil = lazily("shutil")
    tempfile = lazily("tempfile")

#: Target of saving: a path, or a file that is open for writing bytes.
Target: TypeAlias = str | os.PathLike[str] | IO[bytes]

# tempfile takes a lock while it first looks for its folder. A child of `fork` would wait for the lock of
# tempfile for ever.
_making = lock_of_fork()

_PREFIX, _SUFFIX = ".stretto-", ".part"
_STAGE = re.compile(r"\.stretto-[a-z0-9_]{8}\.part")


def is_file_object(target: object) -> bool:
    """Whether an object is an open file."""
    return hasattr(target, "write") or hasattr(target, "read")


def path_like(path: Any) -> Any:
    """Returns the value. Raises TypeError unless the argument is a path."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(
            f"a path is needed, a text or an os.PathLike, not {type(path).__name__} {shown(path)}"
        )
    return path


def is_there(path: str | os.PathLike[str]) -> bool:
    """Whether a file exists. Raises `LoadError` if the file system cannot have a file of this name."""
    if not os.fspath(path):
        raise LoadError("the path is empty; a file is needed")
    try:
        return pathlib.Path(path).exists()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise LoadError(f"{shown(os.fspath(path))} cannot be read: {why}{instead_of(path)}") from error


#: Largest size in bytes of a file that is read as a whole.
LARGEST = 1 << 28


def check_is_file(path: str | os.PathLike[str]) -> None:
    """Raises `MissingFileError` if the file does not exist, and `LoadError` for a pipe, socket or device,
    because opening one may block. Folders pass.
    """
    if not is_there(path):
        raise no_such_file(path)
    kind = pathlib.Path(path).stat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
        word = "pipe" if stat.S_ISFIFO(kind) else "socket" if stat.S_ISSOCK(kind) else "device"
        raise LoadError(f"{os.fspath(path)} is a {word}, not a file; read it and pass the bytes")


def read(path: str | os.PathLike[str]) -> bytes:
    """Returns all bytes of a file. Raises `LoadError`, and `LimitError` for more than 2^28 bytes."""
    check_is_file(path)
    try:
        with pathlib.Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise LoadError(f"{os.fspath(path)} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise LimitError(f"{os.fspath(path)} has more than {LARGEST} bytes")
    return data


def contents(source: str | os.PathLike[str] | IO[bytes] | bytes, function: str) -> tuple[str, bytes]:
    """Returns the name in messages and the bytes of a file, from its path, its bytes or the open file.

    Raises:
        TypeError: For another object. The message names the public function `function`.
    """
    if isinstance(source, bytes):
        return f"what was given, {len(source)} bytes,", source
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source), read(source)
    if not is_file_object(source):
        raise wrong_type(function, "a path, an open binary file or bytes", source)
    data = source.read()
    if not isinstance(data, bytes):
        raise InvalidArgument("the file was opened for text; open it in binary mode ('rb')")
    return name_of(source), data


def write(target: Target, data: bytes) -> None:
    """Replaces a file atomically, or writes into an open file. Raises `WriteError`, which names the file."""
    with replaced(target) as file:
        file.write_bytes(data)


@contextlib.contextmanager
def replaced(target: Target) -> Iterator[pathlib.Path]:
    """Yields the path of a new file, which replaces the target when the block ends without an exception.

    A symbolic link stays, and the file that it points to is replaced. Devices, pipes and open files cannot be
    replaced, so they receive the bytes when the block ends.
    """
    with writing(target):
        if isinstance(target, (str, os.PathLike)):
            if not os.fspath(target):
                raise InvalidArgument("the path is empty; a file is needed")
            resolved = pathlib.Path(os.path.realpath(target))
            if resolved.exists() and not resolved.is_file():
                with _elsewhere() as stage:
                    yield stage / resolved.name
                    with resolved.open("wb") as device:
                        device.write((stage / resolved.name).read_bytes())
                return
            with staged(resolved.parent) as stage:
                yield stage / resolved.name
            return
        if not is_file_object(target):
            found = f"{type(target).__name__} {shown(target)}"
            raise TypeError(f"a path or a file that is open for writing bytes is needed, not {found}")
        if isinstance(cast(object, target), io.TextIOBase):
            raise InvalidArgument("the file was opened for text; open it in binary mode ('wb')")
        with _elsewhere() as stage:
            yield stage / "file"
            with (stage / "file").open("rb") as file:
                shutil.copyfileobj(file, target)


@contextlib.contextmanager
def staged(folder: pathlib.Path, within: pathlib.Path | None = None) -> Iterator[pathlib.Path]:
    """Yields a new folder in `within`, whose files are moved into `folder` when the block ends without an
    exception.

    The process locks the new folder. Folders of processes that were killed are removed.
    """
    within = folder if within is None else within
    _sweep(within)
    stage, lock = _locked_stage(within)
    try:
        yield stage
        folder.mkdir(exist_ok=True)
        for file in sorted(stage.iterdir()):
            file.replace(folder / file.name)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        os.close(lock)


def unspeakable(name: str, error: UnicodeEncodeError) -> str:
    """Message about a file name that the encoding of the file system cannot represent."""
    if error.encoding.lower().replace("-", "") == "utf8":
        return f"the file name is not valid Unicode: {shown(name)}"
    return (
        f"the file name has characters that the file system's encoding here, {error.encoding}, has not: "
        f"{shown(name)}; PYTHONUTF8=1 in the environment lets Python use UTF-8"
    )


def name_of(target: Target) -> str:
    """Name of a target in messages."""
    if isinstance(target, (str, os.PathLike)):
        return os.fspath(target)
    return str(getattr(target, "name", None) or "the file")


@contextlib.contextmanager
def writing(target: Target) -> Iterator[None]:
    """Converts errors of the operating system into a `WriteError` that names the file."""
    try:
        yield
    except OSError as error:
        if isinstance(error, WriteError):
            raise
        raise WriteError(f"{name_of(target)} cannot be written: {error.strerror or error}") from error
    except UnicodeEncodeError as error:
        raise InvalidArgument(unspeakable(name_of(target), error)) from error
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise InvalidArgument(f"the file name holds a NUL character: {name_of(target)!r}") from error


@contextlib.contextmanager
def _elsewhere() -> Iterator[pathlib.Path]:
    with _making:
        made = tempfile.TemporaryDirectory(prefix=_PREFIX)
    with made as folder:
        yield pathlib.Path(folder)


def _locked_stage(within: pathlib.Path) -> tuple[pathlib.Path, int]:
    while True:
        with _making:
            stage = pathlib.Path(tempfile.mkdtemp(prefix=_PREFIX, suffix=_SUFFIX, dir=within))
        lock = _locked(stage)
        if lock is not None:
            return stage, lock


def _sweep(within: pathlib.Path) -> None:
    """Removes folders without a lock, which killed processes have left."""
    with contextlib.suppress(OSError):
        for stage in within.iterdir():
            lock = _locked(stage) if _STAGE.fullmatch(stage.name) else None
            if lock is not None:
                shutil.rmtree(stage, ignore_errors=True)
                os.close(lock)


def _locked(stage: pathlib.Path) -> int | None:
    """Opens and locks a folder, and returns its descriptor; None if another process has locked or removed the
    folder.
    """
    try:
        opened = os.open(stage, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if stage.stat().st_ino == os.fstat(opened).st_ino:
            return opened
    except OSError:
        pass
    os.close(opened)
    return None


#: Largest number of files and folders in one document.
MOST_FILES = 100_000


class Folder:
    """The files in a folder. The function does not follow symbolic links."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path

    def names(self) -> Iterable[str]:
        count = 0
        for root, folders, files in os.walk(self.path):
            count += 1 + len(files)
            if count > MOST_FILES:
                raise LoadError(f"{self.path} has more than {MOST_FILES} files and folders")
            folders.sort()
            for file in sorted(files):
                yield pathlib.Path(root, file).relative_to(self.path).as_posix()

    def read(self, name: str) -> bytes | None:
        """Returns the bytes of a file; None if there is no such file, or its path contains a link."""
        if not is_inside(name):
            return None
        path = self.path
        for part in name.split("/"):
            path = path / part
            if path.is_symlink():
                return None
        try:
            with open(path, "rb", opener=_without_links) as file:
                found = os.fstat(file.fileno())
                if not stat.S_ISREG(found.st_mode):
                    return None
                check_size(str(path), found.st_size)
                return file.read(LARGEST + 1)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError):
            return None
        except OSError as error:
            raise LoadError(f"{path} cannot be read: {error.strerror}") from error


def is_inside(name: str) -> bool:
    return bool(name) and not name.startswith("/") and "\0" not in name and ".." not in name.split("/")


def check_size(name: str, size: int) -> None:
    if size > LARGEST:
        raise LoadError(f"{name} has {size} bytes; {LARGEST} are allowed")


def _without_links(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
