"""Checks Lottie files, and draws the files with ThorVG in a separate process."""

from __future__ import annotations

import base64
import importlib.util
import json
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from types import TracebackType
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from stretto._ffi.files import Folder
from stretto.errors import LimitError, LoadError, MissingPackageError

#: Largest number of layers of all compositions, counting each use of a composition.
_MOST_LAYERS = 1 << 16
_KINDS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".svg": "svg+xml"}
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
#: Largest number of unpacked bytes of an archive's files together: the first number, or the second number for
#: each byte of the archive.
_UNPACKED, _UNPACKED_A_BYTE = 1 << 22, 64
#: Folders of pictures and of animations in a dotLottie archive of version 1 and 2.
_PICTURES, _ANIMATIONS = ("images/", "i/"), ("animations/", "a/")
#: Types (`ty`) of Lottie shapes that ThorVG does not draw, or draws differently from After Effects.
_SHAPES = {"zz": "zig-zag", "op": "offset of paths", "tw": "twist"}
_PAINTS = ("fl", "gf", "st", "gs")


def is_lottie(head: bytes) -> bool:
    """Whether a file that begins with these bytes may be a Lottie file: JSON, dotLottie or .tgs."""
    return head.startswith((_GZIP, _ZIP)) or head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


class Lottie:
    """A checked Lottie file, which contains all its pictures so that ThorVG opens no other file.

    Args:
        data: A document in JSON, a dotLottie archive, or a .tgs sticker.
        name: Name of the file in errors.
        folder: Folder of the pictures of a document; None for a document without a path.

    Raises:
        LoadError: If the file is no Lottie file, contains itself, or names a picture outside its folder.
        LimitError: For more than 2^16 layers, or an archive of more than 2^22 bytes unpacked and 64 for each
            of its own bytes.
    """

    def __init__(self, data: bytes, name: str, folder: pathlib.Path | None) -> None:
        picture: Callable[[str], bytes | None] = Folder(folder).read if folder else lambda path: None
        try:
            if data.startswith(_GZIP):
                data = _inflated(data, name)
            elif data.startswith(_ZIP):
                data, picture = _opened(data, name)
            self._root = json.loads(data)
        except (ValueError, RecursionError, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
            why = "it nests too deep" if isinstance(error, RecursionError) else error
            raise LoadError(f"{name} cannot be read as a Lottie file: {why}") from None
        #: Descriptions of the features that ThorVG does not draw.
        self.left_out: set[str] = set()
        #: Whether the file computes values by expressions.
        self.has_expressions = False
        if not isinstance(self._root, dict):
            raise LoadError(f"{name} cannot be read as a Lottie file: it is no object of JSON")
        listed = self._root.get("assets")
        assets = [asset for asset in listed if isinstance(asset, dict)] if isinstance(listed, list) else []
        _Shown(name, {str(asset.get("id")): asset for asset in assets}).count(self._root, ())
        for asset in assets:
            _embed(asset, name, picture)
        for item in self._objects():
            self._look_at(item)

    def data(self, *, expressions: bool = True) -> bytes:
        """Returns the document for ThorVG, with or without its expressions."""
        if not expressions:
            for item in filter(_has_expression, self._objects()):
                del item["x"]
        return json.dumps(self._root).encode()

    def _objects(self) -> Iterator[dict[str, Any]]:
        """All JSON objects in the document."""
        stack: list[Any] = [self._root]
        while stack:
            item = stack.pop()
            if isinstance(item, dict):
                yield item
                item = item.values()
            if not isinstance(item, (str, bytes)) and hasattr(item, "__iter__"):
                stack.extend(item)

    def _look_at(self, item: dict[str, Any]) -> None:
        kind = item.get("ty")
        self.has_expressions |= _has_expression(item)
        if kind == 1:
            _as_shape(item)
        if isinstance(kind, str) and kind in _SHAPES:
            self.left_out.add(_SHAPES[kind])
        if kind == "tm" and item.get("m") == 2:
            self.left_out.add("trim of paths one after another")
        if kind in _PAINTS and item.get("bm"):
            self.left_out.add("blend modes of fills and strokes")
        if "mode" in item and "pt" in item and _moves_or_is(item.get("x"), nought=0):
            self.left_out.add("expansion of masks")


def _has_expression(item: dict[str, Any]) -> bool:
    return isinstance(item.get("x"), str) and "k" in item


def _moves_or_is(value: Any, nought: float) -> bool:
    """Whether a property is animated or differs from a value."""
    if not isinstance(value, dict):
        return False
    return bool(value.get("a")) or value.get("k", nought) not in (nought, [nought])


def _as_shape(layer: dict[str, Any]) -> None:
    """Replaces a partly transparent solid by a rectangle, because ThorVG applies the opacity of a solid
    twice.
    """
    sides, color, transform = (layer.get("sw"), layer.get("sh")), layer.get("sc"), layer.get("ks")
    opacity = transform.get("o") if isinstance(transform, dict) else None
    if not (_moves_or_is(opacity, nought=100) and isinstance(color, str)):
        return
    try:
        red, green, blue = (value / 255 for value in bytes.fromhex(color.removeprefix("#")))
        middle = [float(side) / 2 for side in sides if side is not None]
    except (ValueError, TypeError):
        return
    static = {"r": {"a": 0, "k": 0}, "p": {"a": 0, "k": middle}}
    rectangle = {"ty": "rc", "d": 1, "s": {"a": 0, "k": list(sides)}, **static}
    fill = {"ty": "fl", "c": {"a": 0, "k": [red, green, blue, 1]}, "o": {"a": 0, "k": 100}, "r": 1}
    layer["ty"], layer["shapes"] = 4, [rectangle, fill]


def _inflated(data: bytes, name: str) -> bytes:
    """The document in a .tgs file, which is gzip."""
    most, reader = _most(data), zlib.decompressobj(wbits=31)
    found = reader.decompress(data, most + 1)
    if len(found) > most:
        raise _too_large(name, most)
    if not reader.eof:
        raise LoadError(f"{name} cannot be read as a Lottie file: it is cut off")
    return found


def _opened(data: bytes, name: str) -> tuple[bytes, Callable[[str], bytes | None]]:
    """The initial animation of a dotLottie archive, and a function that reads its pictures."""
    archive, remaining = zipfile.ZipFile(BytesIO(data)), _most(data)
    members = set(archive.namelist())

    def read(member: str) -> bytes:
        nonlocal remaining
        with archive.open(member) as file:
            found = file.read(remaining + 1)
        remaining -= len(found)
        if remaining < 0:
            raise _too_large(name, _most(data))
        return found

    manifest = json.loads(read("manifest.json")) if "manifest.json" in members else {}
    identifier = None
    if isinstance(manifest, dict):
        initial, listed = manifest.get("initial"), manifest.get("animations")
        first = listed[0] if isinstance(listed, list) and listed else None
        identifier = manifest.get("activeAnimationId") or (
            initial.get("animation") if isinstance(initial, dict) else None
        )
        identifier = identifier or (first.get("id") if isinstance(first, dict) else None)
    named = [f"{folder}{identifier}.json" for folder in _ANIMATIONS]
    chosen = [member for member in named if member in members] or sorted(
        member for member in members if member.startswith(_ANIMATIONS) and member.endswith(".json")
    )
    if not chosen:
        raise LoadError(f"{name} cannot be read as a Lottie file: the archive has no animation in it")

    def picture(path: str) -> bytes | None:
        candidates = [path, *(folder + pathlib.PurePosixPath(path).name for folder in _PICTURES)]
        return next((read(candidate) for candidate in candidates if candidate in members), None)

    return read(chosen[0]), picture


def _most(data: bytes) -> int:
    return max(_UNPACKED, _UNPACKED_A_BYTE * len(data))


def _too_large(name: str, most: int) -> LimitError:
    return LimitError(f"{name} holds more than {most} bytes unpacked: 2^22, or 64 for each byte of the file")


class _Shown:
    """Counts the layers of compositions, with a cache for each composition."""

    def __init__(self, name: str, assets: dict[str, Any]) -> None:
        self._name, self._assets = name, assets
        self._counts: dict[str, int] = {}

    def count(self, composition: dict[str, Any], above: tuple[str, ...]) -> int:
        """Returns the number of layers of a composition inside the compositions `above`. Raises the errors
        that `Lottie` describes.
        """
        layers = composition.get("layers")
        total = 0
        for layer in layers if isinstance(layers, list) else []:
            reference = layer.get("refId") if isinstance(layer, dict) else None
            total += 1 if reference is None else 1 + self._below(str(reference), above)
            if total > _MOST_LAYERS:
                raise LimitError(f"{self._name} shows more than {_MOST_LAYERS} layers")
        return total

    def _below(self, reference: str, above: tuple[str, ...]) -> int:
        if reference in above:
            raise LoadError(f"{self._name}: its composition {reference[:40]!r} contains itself")
        if len(above) >= 64:
            raise LimitError(f"{self._name} has compositions nested more than 64 deep")
        if reference not in self._counts:
            self._counts[reference] = self.count(self._assets.get(reference, {}), (*above, reference))
        return self._counts[reference]


def _embed(asset: dict[str, Any], name: str, read: Callable[[str], bytes | None]) -> None:
    """Embeds the picture file that an asset names, if there is one."""
    file, folder = asset.get("p"), asset.get("u")
    if not isinstance(file, str) or file.startswith("data:") or not file:
        return
    path = (folder if isinstance(folder, str) else "") + file
    if ".." in path.split("/") or path.startswith("/"):
        raise LoadError(f"{name} names the picture {path[:80]!r}, which is outside of its folder")
    data = read(path)
    kind = _KINDS.get(pathlib.PurePath(path).suffix.lower(), "png")
    asset["u"], asset["e"] = "", 1
    asset["p"] = f"data:image/{kind};base64," + base64.b64encode(data or b"").decode("ascii")


# Process that draws

#: Seconds of processor time for each file or picture, and the bytes and pixels that add one second.
_SECONDS, _BYTES_A_SECOND, _PIXELS_A_SECOND = 0.8, 1 << 20, 1 << 25
#: Exit status of the process if ThorVG rejects the file.
_REFUSED = 3


class Drawing:
    """A Lottie file in the process that draws it. The process that draws a Lottie file ends with the `with`
    block.
    """

    def __init__(self, data: bytes, name: str) -> None:
        """Starts the process and loads the file.

        Raises:
            LoadError: If the file is no Lottie file.
            LimitError: If loading takes too long.
            MissingPackageError: Without thorvg-python.
        """
        self.name = name
        self._seconds = _SECONDS + len(data) / _BYTES_A_SECOND
        found = importlib.util.find_spec("thorvg_python")
        if found is None or not found.origin:
            raise MissingPackageError(name, "thorvg_python", "lottie")
        script = pathlib.Path(__file__).with_name("drawing_child.py")
        folder = pathlib.Path(found.origin).parents[1]
        interpreter = sys.executable or shutil.which("python3") or "python3"
        self._process = subprocess.Popen(
            [interpreter, "-I", "-S", script, folder, json.dumps({"task": "play", "seconds": self._seconds})],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        try:
            self._send(struct.pack("<q", len(data)) + data)
            head = struct.unpack("<4d", bytes(self._received(32)))
        except BaseException:
            self.close()
            raise
        #: Size in points, number of frames, and duration in seconds; each may be 0 or not finite.
        self.width, self.height, self.frames, self.seconds = head

    def frame(
        self, index: float, size: tuple[int, int], scaled: tuple[float, float]
    ) -> npt.NDArray[np.uint8]:
        """Returns the pixels of a frame, (height, width, 4), premultiplied.

        Args:
            index: Index of the frame.
            size: Width and height in pixels, equal for all frames.
            scaled: Width and height at which the picture is drawn, in pixels.
        """
        pixels = size[0] * size[1]
        self._send(struct.pack("<6d", *size, *scaled, index, self._seconds + pixels / _PIXELS_A_SECOND))
        return self._received(4 * pixels).reshape(size[1], size[0], 4)

    def _send(self, data: bytes) -> None:
        rest = memoryview(data)
        assert self._process.stdin is not None
        try:
            while rest:
                rest = rest[self._process.stdin.write(rest) :]
        except BrokenPipeError:
            raise self._ended() from None

    def _received(self, size: int) -> npt.NDArray[np.uint8]:
        buffer = np.empty(size, np.uint8)
        rest = memoryview(cast(Any, buffer))
        assert self._process.stdout is not None
        while rest:
            count = self._process.stdout.readinto(rest)  # type: ignore[attr-defined]
            if not count:
                raise self._ended()
            rest = rest[count:]
        return buffer

    def _ended(self) -> LoadError | LimitError:
        """Returns the error for the status of a process that has ended."""
        status = self._process.wait()
        if status == -signal.SIGPROF:
            return LimitError(f"{self.name} takes too long to draw")
        if status == _REFUSED:
            return LoadError(f"{self.name} cannot be read as a Lottie file")
        return LoadError(
            f"{self.name} cannot be drawn as a Lottie file: the drawing process ended with status {status}; "
            "the file may contain itself, or need more than the memory that it gets"
        )

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
