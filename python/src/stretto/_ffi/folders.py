"""Folders out of which nothing leads: documents, and the files beside a Lottie file."""

from __future__ import annotations

import os
import pathlib
import stat
from collections.abc import Iterable

from stretto.errors import LoadError

from .files import LARGEST

#: Files and folders of one document.
MOST_FILES = 100_000


class Folder:
    """The files in a folder. Links are not followed."""

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
        """The bytes of a file; None if there is none, or a link on the way to it."""
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
