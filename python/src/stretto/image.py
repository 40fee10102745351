"""Pictures: contents of layers and of particles."""

from __future__ import annotations

import io
import os
import pathlib
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _ffi, _files, _handle, _pillow, _png
from ._lazy import lazily
from ._numbers import number, shown, text_like, uint32
from ._pillow import Picture
from ._shown import Pictured
from ._words import Helpful
from .color import ColorLike, rgba
from .errors import InvalidArgument, LimitError, LoadError, no_such_file, warn
from .font import Font, font_pointer

if TYPE_CHECKING:
    from PIL import Image as Pillow
    from PIL import ImageOps
else:
    Pillow = lazily("PIL.Image")
    ImageOps = lazily("PIL.ImageOps")

_lib = _ffi.lib
#: The longest side of an image, in pixels; the header's limit, checked before memory is asked for.
_MAX_SIDE = 32768
#: Bytes of a PNG in which an APNG says that it is one.
_HEAD = 4096
#: The colours of an array by the length of its last axis.
_CHANNELS = {1: "grey", 3: "red, green, blue", 4: "red, green, blue, alpha"}


class Image(_handle.Closable, Pictured, Helpful):
    """A picture that never changes. Layers share it.

    `Image(pixels)` copies a Pillow image, or a `uint8` array of shape (height, width) in grey, (height,
    width, 3) in RGB or (height, width, 4) in RGBA, rows from the top. Alpha is straight unless
    `premultiplied` says otherwise. Pillow's 16-bit grey is rounded to 8 bits; modes whose numbers have no
    agreed range ("F", "I", "LAB") are refused.

    `numpy.asarray(image)` gives the pixels, straight, as a copy. What is opaque comes back as it was. An
    image keeps its colours multiplied by alpha, in 8 bits: where alpha is partial, colours come back
    rounded, by up to 127 / alpha; where it is 0, black.
    """

    __slots__ = ("_file",)
    _RELEASE = "stretto_image_release"
    #: The name or the bytes of the file that it is the first picture of, if that moves.
    _file: str | bytes
    _INSTEAD = "pickle its pixels, numpy.asarray(image), or the scene that shows it"

    def __init__(self, pixels: npt.ArrayLike | Picture, *, premultiplied: bool = False) -> None:
        array = _rgba_array(pixels)
        height, width = array.shape[:2]
        if not (1 <= width <= _MAX_SIDE and 1 <= height <= _MAX_SIDE):
            raise LimitError(f"an image of {width} x {height} pixels; sides are 1 to {_MAX_SIDE}")
        self._own(
            _ffi.new(
                _ffi.ImagePointer,
                _lib.stretto_image_create,
                _ffi.pixels(array),
                width,
                height,
                4 * width,
                bool(premultiplied),
            )
        )

    @classmethod
    def open(cls, path: str | os.PathLike[str] | IO[bytes]) -> Image:
        """The picture in a file, by its name or open for reading bytes: PNG by the library, others by Pillow.

        Of a file that moves (GIF, APNG, WebP) the image `is_animated`: as contents it stands still and shows
        the first picture, with a warning, and `st.animated_contents(image)` takes them all.

        Raises `LoadError`, which names the file, if there is none or it cannot be read, and
        `InvalidArgument` for a kind of pixel that has no range (see `Image`).
        """
        if not isinstance(path, (str, os.PathLike)):
            return cls._read(path)
        name = _ffi.encode_path(path)
        if not _files.is_there(path):
            raise no_such_file(path)
        if not _is_other_format(path):
            image: Image = _handle.adopt(_ffi.new(_ffi.ImagePointer, _lib.stretto_image_open, name))
            image._note_movement(_moves(_beginning(path)), os.fspath(path), path)
            return image
        return cls._by_pillow(path, os.fspath(path))

    @classmethod
    def _read(cls, file: IO[bytes]) -> Image:
        """From where the file stands."""
        if not _files.is_file_object(file):
            raise TypeError(f"open takes a path or an open binary file, not {type(file).__name__}")
        data = file.read()
        if not isinstance(data, bytes):
            raise InvalidArgument("the file was opened for text; open it in binary mode ('rb')")
        if not data.startswith(_png.SIGNATURE):
            return cls._by_pillow(data, _files.name_of(file))
        buffer = _ffi.pixels(np.frombuffer(data, np.uint8))
        image: Image = _handle.adopt(
            _ffi.new(_ffi.ImagePointer, _lib.stretto_image_decode, buffer, len(data))
        )
        image._note_movement(_moves(data[:_HEAD]), _files.name_of(file), data)
        return image

    @classmethod
    def _by_pillow(cls, source: str | os.PathLike[str] | bytes, name: str) -> Image:
        try:
            with Pillow.open(io.BytesIO(source) if isinstance(source, bytes) else source) as picture:
                format_name = picture.format
                upright = ImageOps.exif_transpose(picture)
                upright.format = format_name  # which turning forgets
                image = cls(upright)
                image._note_movement(getattr(picture, "is_animated", False), name, source)
                return image
        except InvalidArgument as error:
            raise InvalidArgument(f"{name}: {error}") from error
        except (OSError, Pillow.DecompressionBombError, SyntaxError) as error:
            raise LoadError(f"{name} cannot be read as a picture: {error}") from error

    @classmethod
    def solid(cls, width: int, height: int, color: ColorLike) -> Image:
        """A picture of one colour, `width` x `height` pixels of 1 to 32768 each."""
        width, height = uint32(width, "width"), uint32(height, "height")
        if not (1 <= width <= _MAX_SIDE and 1 <= height <= _MAX_SIDE):
            raise LimitError(f"an image of {width} x {height} pixels; sides are 1 to {_MAX_SIDE}")
        pixel = [int(component * 255 + 0.5) for component in rgba(color)]
        return cls(np.broadcast_to(np.array(pixel, np.uint8), (height, width, 4)))

    @classmethod
    def text(
        cls,
        string: str,
        *,
        font: Font | None = None,
        font_size: float = 36,
        color: ColorLike = "white",
        scale: float = 1,
    ) -> Image:
        """A picture of a text or an emoji, as large as its lines, with nothing behind it: for cells of
        emitters and contents of layers. `scale` is pixels a point.

        Emoji and other characters that the font (None: Stretto Sans) lacks come from where those of a
        `TextLayer` do. An empty text has no picture and is refused.
        """
        given = _ffi.encode(text_like(string, "Image.text", "Hello"), "Image.text")
        made: Image = _handle.adopt(
            _ffi.new(
                _ffi.ImagePointer,
                _lib.stretto_image_create_text,
                given,
                font_pointer(font, "Image.text"),
                number(font_size, "font_size"),
                *rgba(color),
                number(scale, "scale"),
            )
        )
        return made

    @property
    def is_animated(self) -> bool:
        """Whether it was opened from a file that holds more pictures than this one, its first:
        `st.animated_contents` takes them all, of the image as of the file.
        """
        return hasattr(self, "_file")

    def _note_movement(self, moves: bool, name: str, file: str | os.PathLike[str] | bytes) -> None:
        if moves:
            self._file = file if isinstance(file, bytes) else str(pathlib.Path(file).absolute())
            warn(f"{name} moves, and this is its first picture; st.animated_contents takes them all")

    def _moving(self) -> str | IO[bytes]:
        """The file that it is the first picture of."""
        if not self.is_animated:
            raise InvalidArgument(
                "the image stands still; one that Image.open gives of a file that moves is needed"
            )
        return io.BytesIO(self._file) if isinstance(self._file, bytes) else self._file

    def __copy__(self) -> Image:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Image:
        return self

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = _ffi.pair("u", _lib.stretto_image_get_size, self._pointer)
        return width, height

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return self.size[0]

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return self.size[1]

    def to_array(self, *, premultiplied: bool = False) -> npt.NDArray[np.uint8]:
        """A new (height, width, 4) `uint8` array: red, green, blue, alpha; rows from the top."""
        width, height = self.size
        array = np.empty((height, width, 4), np.uint8)
        _lib.stretto_image_get_pixels(
            self._pointer, bool(premultiplied), _ffi.pixels(array), 4 * width, array.nbytes
        )
        return array

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("the pixels of an image cannot be had without a copy; leave out copy=False")
        return self.to_array().astype(dtype or np.uint8, copy=False)

    def __repr__(self) -> str:
        return "<Image, closed>" if self.closed else "<Image, {} x {} pixels>".format(*self.size)


def _moves(head: bytes) -> bool:
    """Whether a PNG that begins so is an APNG, which says so before its first picture."""
    return b"acTL" in head.partition(b"IDAT")[0]


def _beginning(path: str | os.PathLike[str]) -> bytes:
    try:
        with pathlib.Path(path).open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def _is_other_format(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file that is no PNG. A missing one is the library's to complain about."""
    try:
        with pathlib.Path(path).open("rb") as file:
            return file.read(len(_png.SIGNATURE)) != _png.SIGNATURE
    except (OSError, ValueError):
        return False


def _rgba_array(pixels: npt.ArrayLike | Picture) -> npt.NDArray[np.uint8]:
    if isinstance(pixels, (str, bytes, os.PathLike)):
        found = f"{type(pixels).__name__} {shown(pixels)}"
        raise TypeError(f"Image takes pixels, not {found}; Image.open takes a path or an open file")
    if isinstance(pixels, Picture):
        pixels = _pillow.rgba(pixels)
    array = np.asarray(pixels)
    shape = array.shape
    if array.ndim == 2:
        array = array[..., np.newaxis]
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] not in _CHANNELS:
        raise InvalidArgument(
            f"an image was given an array of {array.dtype} with the shape {shape}; it takes uint8 and "
            "(height, width), (height, width, 3) or (height, width, 4)"
        )
    if array.shape[2] != 4:
        opaque = np.full((*array.shape[:2], 1), 255, np.uint8)
        array = np.concatenate([np.broadcast_to(array, (*array.shape[:2], 3)), opaque], axis=2)
    return np.ascontiguousarray(array, dtype=np.uint8)


_handle.register(_ffi.ImagePointer, lambda _pointer: Image)
