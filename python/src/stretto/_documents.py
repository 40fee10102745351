"""Scene documents: folders, single files, zip archives, and packages of several documents.

The module does not trust the content of any file. The module reads nothing outside the folder or the archive,
unpacks nothing to the disk, and checks every size before it allocates memory.
"""

from __future__ import annotations

import base64
import functools
import io
import os
import pathlib
import plistlib
import posixpath
import stat
import time
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from stretto._pictures import pillow
from stretto.errors import Cancelled, DocumentError, Error, InvalidArgument, LimitError, LoadError, warn
from stretto.font import Font
from stretto.image import Image

from ._ffi import ffi, handle, interruptible
from ._ffi import files as _files
from ._ffi import signatures as c
from ._ffi.files import MOST_FILES, Folder, check_size, is_inside
from ._ffi.lazy import lazily
from ._ffi.numbers import seconds_of, whole

if TYPE_CHECKING:
    import json
    from xml.etree import ElementTree
else:
    json, ElementTree = map(lazily, ("json", "xml.etree.ElementTree"))

_lib = ffi.lib
#: A limit of memory in bytes that no document reaches.
UNLIMITED = 1 << 62

#: Largest number of bytes of all files in an archive together.
_LARGEST_ARCHIVE = 1 << 30
#: Largest number of characters of a `data:` address, which decoding copies several times.
_LARGEST_ADDRESS = 1 << 26
#: Largest ratio of the unpacked size to the packed size of a file, and the size in bytes above which the
#: ratio is checked. Deflate reaches 1032.
_RATIO, _RATIO_FROM = 100, 1 << 24
#: Default limit of memory in bytes for a document, or for all documents of an archive: at least the first
#: number, at most the second, and the third for each byte of the file.
_LEAST_MEMORY, _MOST_MEMORY, _MEMORY_A_BYTE = 192 << 20, 1 << 30, 256
#: Largest number of documents in one package.
_MOST_PLANES = 64
_INDICES = "index.xml", "Index.xml", "index.plist"
#: Names of a package's documents, from back to front.
_PLANES = "background", "floating", "foreground"
#: Largest depth of lists and dictionaries in an index.
_INDEX_DEPTH = 64


#: Other files that users try to open, by their first bytes, with the call that reads them.
_OTHERS = {
    b"GIF8": "a GIF (st.animated_contents takes it)",
    b"\x89PNG": "a PNG (st.Image.open takes it)",
    b"\xff\xd8": "a JPEG (st.Image.open takes it)",
    b"RIFF": "a WebP or another RIFF file (st.animated_contents takes WebP)",
    b"II*\0": "a TIFF (st.Image.open takes it)",
    b"MM\0*": "a TIFF (st.Image.open takes it)",
    b"\0\0\0": "a video",
    b"<svg": "an SVG (st.Layer(contents=...) shows it, st.Path takes the notation of its paths)",
    b"{": "a JSON file (st.animated_contents takes Lottie)",
    b"%PDF": "a PDF",
}


class Files(Protocol):
    """Interface of the files in a folder or an archive, by names with `/`."""

    def names(self) -> Iterable[str]: ...
    def read(self, name: str) -> bytes | None: ...


class Archive:
    """The files in a zip archive."""

    def __init__(self, file: io.BufferedIOBase | Any, name: str) -> None:
        self.name = name
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
            raise LoadError(f"{name} is no zip archive that can be read: {error}") from error
        entries = self._zip.infolist()
        if len(entries) > MOST_FILES:
            raise LoadError(f"{name} has {len(entries)} files; {MOST_FILES} are allowed")
        self._entries = {entry.filename: entry for entry in entries if _is_plain(entry)}
        size = sum(entry.compress_size for entry in entries)
        self._left = min(_LARGEST_ARCHIVE, max(4 * _RATIO_FROM, _RATIO * size))
        #: Bytes of memory that the documents of the archive may take.
        self.memory = _usual_memory(size)

    def names(self) -> Iterable[str]:
        return sorted(self._entries)

    def read(self, name: str) -> bytes | None:
        """Returns the bytes of a file; None if there is no such file."""
        entry = self._entries.get(name)
        if entry is None or not is_inside(name):
            return None
        check_size(f"{self.name}: {name}", entry.file_size)
        if entry.file_size > max(_RATIO_FROM, _RATIO * entry.compress_size) or entry.file_size > self._left:
            raise LimitError(f"{self.name}: {name} unpacks to {entry.file_size} bytes, which is too much")
        try:
            with self._zip.open(entry) as file:
                data = file.read(entry.file_size + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            OSError,
        ) as error:
            raise LoadError(f"{self.name}: {name} cannot be unpacked: {error}") from error
        self._left -= len(data)
        return data


def _usual_memory(size: int) -> int:
    """Default limit of memory in bytes for documents of `size` bytes, as in the library."""
    return min(_MOST_MEMORY, max(_LEAST_MEMORY, _MEMORY_A_BYTE * size))


class _Inside:
    """The files below one folder, with paths relative to that folder."""

    def __init__(self, files: Files, folder: str) -> None:
        self._files, self._folder = files, folder

    def names(self) -> Iterable[str]:
        start = f"{self._folder}/" if self._folder else ""
        return (name[len(start) :] for name in self._files.names() if name.startswith(start))

    def read(self, name: str) -> bytes | None:
        return self._files.read(posixpath.join(self._folder, name)) if is_inside(name) else None


class Document(Protocol):
    """Interface of a document: its bytes, the index of its bundle, and the files beside the document."""

    name: str
    data: bytes
    index: bytes
    #: Memory in bytes that the opened document may take.
    memory: int

    def neighbour(self, path: str) -> bytes | None:
        """Returns the bytes of a file at a path relative to the document; None if there is no such file."""


class Lone:
    """A document in memory without other files."""

    name = "document"
    index = b""

    def __init__(self, data: bytes) -> None:
        self.data, self.memory = data, _usual_memory(len(data))

    def neighbour(self, path: str) -> bytes | None:
        return None


class Plane:
    """One document in a folder or an archive."""

    def __init__(self, files: Files, name: str, document: str | None = None, memory: int = 0) -> None:
        self.files = files
        index, self.index = ({}, b"") if document else _index(files, name)
        self.document = document or _document(files, index)
        if self.document is None:
            raise LoadError(f"{name} holds no document: no .caml file, and no index.xml that names one")
        self.name = posixpath.join(name, self.document) if document is None else name
        data = files.read(self.document)
        if data is None:
            raise LoadError(f"{name} holds no document {self.document}")
        self.data = data
        self.memory = memory or _usual_memory(len(data))

    def neighbour(self, path: str) -> bytes | None:
        return self.files.read(posixpath.join(posixpath.dirname(self.document or ""), path))


def planes(path: str | os.PathLike[str]) -> list[Plane]:
    """The documents at a path, from back to front: one document, or the documents of a package."""
    found = pathlib.Path(path)
    _files.check_is_file(path)
    try:
        if found.is_dir():
            return _planes(Folder(found), str(found))
        with found.open("rb") as file:
            start = file.read(4)
            check_size(str(found), found.stat().st_size)
            file.seek(0)
            if start[:2] == b"PK":
                return _planes(Archive(io.BytesIO(file.read()), str(found)), str(found))
            other = next((words for magic, words in _OTHERS.items() if start.startswith(magic)), None)
            if other is not None:
                raise DocumentError(f"{found} is {other}, not a document", str(found))
    except (OSError, ValueError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"{found} cannot be opened: {getattr(error, 'strerror', None) or error}") from error
    return [Plane(Folder(found.absolute().parent), str(found), found.name)]


def archived(data: bytes) -> list[Plane] | None:
    """The documents in the bytes of a zip archive; None for other bytes."""
    return _planes(Archive(io.BytesIO(data), "the archive"), "the archive") if data[:2] == b"PK" else None


def _planes(files: Files, name: str) -> list[Plane]:
    names = list(files.names())
    bundles = sorted({posixpath.dirname(item) for item in names if posixpath.basename(item) in _INDICES})
    bundles = [folder for folder in bundles if folder == "" or folder.lower().endswith(".ca")]
    bundles = bundles or sorted({posixpath.dirname(item) for item in names if item.endswith(".caml")})
    bundles = [folder for folder in bundles if not folder.startswith(("__MACOSX", "."))]
    if not bundles:
        raise LoadError(f"{name} holds no document: no .ca folder and no .caml file")
    memory = files.memory if isinstance(files, Archive) else 0
    if "" in bundles:
        return [Plane(files, name, None, memory)]
    if len(bundles) > 1:
        bundles = _layered(files, names, bundles)
    if len(bundles) > _MOST_PLANES:
        raise LimitError(
            f"{name} has {len(bundles)} documents drawn over each other; at most {_MOST_PLANES} are allowed"
        )
    plane_memory = memory // len(bundles)
    return [
        Plane(_Inside(files, folder), posixpath.join(name, folder), None, plane_memory) for folder in bundles
    ]


def _layered(files: Files, names: list[str], bundles: list[str]) -> list[str]:
    """The documents of the first package in drawing order; the first bundle if there is no package."""
    for item in sorted(name for name in names if posixpath.basename(name) == "Wallpaper.plist"):
        parent = posixpath.dirname(item)
        inside = [folder for folder in bundles if posixpath.dirname(folder) == parent]
        if inside:
            return sorted(inside, key=_plane_order)
    together: dict[str, list[str]] = {}
    for folder in bundles:
        together.setdefault(posixpath.dirname(folder), []).append(folder)
    return sorted(next(iter(together.values())), key=_plane_order)


def _plane_order(folder: str) -> tuple[int, str]:
    name = posixpath.basename(folder).lower()
    return next((index for index, word in enumerate(_PLANES) if word in name), len(_PLANES)), name


def _index(files: Files, name: str) -> tuple[dict[str, Any], bytes]:
    """The index of a bundle as a dict and as XML; both empty if the bundle has no index."""
    for candidate in _INDICES:
        data = files.read(candidate)
        if data is None:
            continue
        if b"<!ENTITY" in data or b"[" in data.partition(b"<plist")[0].partition(b"<!DOCTYPE")[2]:
            raise DocumentError(
                f"{name}/{candidate}: a document type with definitions of its own is not allowed"
            )
        try:
            found = plistlib.loads(data)
        except Exception as error:  # plistlib lets exceptions of expat and other modules through
            line = getattr(error, "lineno", 0)
            raise DocumentError(
                f"{name}/{candidate}: this property list cannot be read: {error}", candidate, line
            ) from error
        if not isinstance(found, dict):
            break
        return found, _as_xml(found, f"{name}/{candidate}") if data.startswith(b"bplist") else data
    return {}, b""


def _as_xml(index: dict[str, Any], name: str) -> bytes:
    """A property list as XML. A binary property list may contain one list in many places, or in itself; in
    XML each place has a copy.
    """
    most, count = 1 << 16, 0
    steps: list[tuple[Any, int]] = [(index, 0)]
    while steps:
        value, depth = steps.pop()
        below = (
            [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
        )
        count += 1 + len(below)
        if depth > _INDEX_DEPTH or count > most:
            raise DocumentError(
                f"{name}: a property list of more than {most} values, or more than {_INDEX_DEPTH} lists deep",
                name,
            )
        steps += [(item, depth + 1) for item in below]
    return plistlib.dumps(index)


def _document(files: Files, index: dict[str, Any]) -> str | None:
    named = index.get("rootDocument")
    if isinstance(named, str) and is_inside(named):
        return named
    if files.read("main.caml") is not None:
        return "main.caml"
    return next((name for name in sorted(files.names()) if name.endswith(".caml") and "/" not in name), None)


def _is_plain(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry is a file, not a link, whose name stays inside the folder."""
    mode = entry.external_attr >> 16
    name = entry.filename
    return not name.endswith("/") and is_inside(name) and not stat.S_ISLNK(mode)


def image(document: Document, path: str, decoded: pillow.Decoded) -> Image | None:
    """Returns the image at a path beside a document, or in a `data:` address; None if there is no readable
    picture.

    Raises:
        LimitError: If the pictures of the document have too many pixels together.
        Cancelled: If the call is cancelled.
    """
    try:
        data = _from_data_url(path) if path.startswith("data:") else document.neighbour(path)
        name = "a data: address" if path.startswith("data:") else path
        if data is None:
            return None
        with pillow.opened(data, f"{document.name}: {name}", decoded) as picture:
            return Image(picture)
    except (Cancelled, LimitError):
        raise
    except (Error, ValueError):
        return None


def _from_data_url(path: str) -> bytes:
    """The bytes in a `data:` address (RFC 2397)."""
    if len(path) > _LARGEST_ADDRESS:
        raise LimitError(f"a data: address of {len(path)} characters; {_LARGEST_ADDRESS} are allowed")
    head, _, data = path.partition(",")
    plain = urllib.parse.unquote_to_bytes(data)
    return base64.b64decode(b"".join(plain.split())) if head.endswith(";base64") else plain


def font(document: Document, path: str) -> Font | None:
    """Returns the font at a path beside a document; None if there is no readable font.

    Raises:
        Cancelled: If the call is cancelled.
    """
    try:
        data = document.neighbour(path)
        return None if data is None else Font(data)
    except Cancelled:
        raise
    except Error:
        return None


# Opening


def opened(
    planes: Sequence[Document], folders: Sequence[bytes], memory: int | None, timeout: float | None
) -> Any:
    """Returns the scene of documents that are drawn over each other. Arguments and errors are as in
    `Scene.open`.
    """
    most, seconds = _limits(memory, timeout)
    for plane in planes:
        if not plane.data:
            words = "it is empty; a document is CAML, or a zip archive of it"
            raise DocumentError(f"{plane.name}: {words}", plane.name)
    calls = interruptible.Calls()
    most = most or sum(plane.memory for plane in planes)
    end, pictures = time.monotonic() + seconds, 0

    def read(plane: Document, into: Callable[..., Any]) -> Any:
        def call() -> Any:
            sources = _Sources(plane, folders, most - pictures)
            try:
                made = into(*ffi.bytes_in(plane.data), sources.struct())
            finally:
                sources.check()
            return made, sources.memory

        # The library subtracts the memory of the documents that are already in the scene.
        left = seconds and max(0.001, end - time.monotonic())
        return calls.run(call, memory=most, timeout=left)

    make = functools.partial(ffi.new, c.ScenePointer, _lib.stretto_scene_decode)
    scene = handle.adopt(read(planes[0], make)[0])
    if len(planes) > 1:
        size = scene.size
        scene.close()
        scene = handle.new(c.ScenePointer, _lib.stretto_scene_create, *size)
        for plane in planes:
            pictures += read(plane, functools.partial(_lib.stretto_scene_add_document, scene._pointer))[1]
    found = scene.warnings
    if found:
        warn(found[0] + (f", and {len(found) - 1} more (scene.warnings)" if len(found) > 1 else ""))
    return scene


def _limits(memory: int | None, timeout: float | None) -> tuple[int, float]:
    """Limits in bytes and seconds for the library; 0 for no limit."""
    most = 0 if memory is None else whole(memory, "memory")
    if memory is not None and not 0 < most <= UNLIMITED:
        raise InvalidArgument(f"memory was given {most}; it is bytes, at least 1")
    return most, seconds_of(timeout)


class _Sources:
    """Images and fonts beside a document, which the library requests while it reads the document."""

    def __init__(self, plane: Document, folders: Sequence[bytes], memory: int) -> None:
        self._plane, self._decoded, self._folders = plane, pillow.Decoded(memory), folders
        # The last image or font, kept alive until the library has a reference of its own.
        self._resource: Image | Font | None = None
        #: The exception of a callback, which opening the document raises at the end.
        self.problem: BaseException | None = None

    @property
    def memory(self) -> int:
        """Bytes of the pixels of all decoded pictures."""
        return self._decoded.memory

    def struct(self) -> Any:
        """The struct for one call. The callbacks in the struct refer to this object, so storing the struct in
        the object would make a reference cycle.
        """
        plane = self._plane
        finders = self._loader(self._image), self._loader(lambda path: font(plane, path))
        return ffi.document_source(os.fsencode(plane.name), plane.index, *finders, self._folders)

    def _image(self, path: str) -> Image | None:
        return image(self._plane, path, self._decoded)

    def _loader(self, find: Callable[[str], Image | Font | None]) -> Callable[[str], Any]:
        def load(path: str) -> Any:
            if self.problem is not None:
                return None
            try:
                self._resource = find(path)
            except BaseException as error:  # a signal handler may raise, and C does not pass that on
                self.problem = error
                return None
            return self._resource._pointer if self._resource else None

        return load

    def check(self) -> None:
        """Raises the exception of a callback, if there was one."""
        if self.problem is not None:
            raise self.problem


# Saving


def as_json(document: bytes, indent: int | None) -> str:
    """A document as JSON in the layout of `json.dumps`. The function uses a loop instead of recursion,
    because trees may be deeper than Python's recursion limit.
    """

    def line(depth: int) -> str:
        return "" if indent is None else "\n" + " " * indent * depth

    text = json.JSONEncoder(ensure_ascii=False).encode
    comma = ", " if indent is None else ","
    texts: list[str] = []
    steps: list[Any] = [(ElementTree.fromstring(document.decode()), 0)]
    while steps:
        step = steps.pop()
        if isinstance(step, str):
            texts.append(step)
            continue
        element, depth = step
        found = {"element": _word(element.tag)}
        found |= {_word(name): value for name, value in element.attrib.items() if name != "data"}
        items = [f"{text(name)}: {text(value)}" for name, value in found.items()]
        texts += ["{", line(depth + 1), (comma + line(depth + 1)).join(items)]
        steps.append(line(depth) + "}")
        for index, child in reversed(list(enumerate(element))):
            if index == len(element) - 1:
                steps.append(line(depth + 1) + "]")
            steps += [(child, depth + 2), line(depth + 2), comma if index else ""]
        if len(element):
            texts += [comma, line(depth + 1), '"children": [']
    return "".join(texts)


def _word(name: str) -> str:
    namespace, _, word = name.rpartition("}")
    return f"stretto:{word}" if "stretto" in namespace else word


#: Endings of files that are no documents.
_OTHER_ENDINGS = (
    ".gif", ".png", ".apng", ".webp", ".mp4", ".webm", ".mov", ".jpg", ".jpeg", ".pdf", ".zip", ".tendies",
    ".txt", ".py",
)  # fmt: skip


def check_path(path: pathlib.Path) -> None:
    """Raises InvalidArgument for a path at which no document should be written."""
    if path.suffix.lower() in _OTHER_ENDINGS:
        raise InvalidArgument(
            f'save was given {str(path)!r}; a document is a folder "name.ca" or a file "name.caml". '
            f'For a clip use movie().save("name.gif"), for a picture save_png("name.png")'
        )
    if path.is_dir() and any(path.iterdir()) and not (path / "main.caml").exists():
        raise InvalidArgument(
            f"{path} is a folder with other files in it; save the document under another name"
        )
