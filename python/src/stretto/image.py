"""Pictures: contents of layers and of particles."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from ._ffi import ffi, files, handle, interruptible
from ._ffi import signatures as c
from ._ffi.lazy import lazily
from ._ffi.numbers import flag, number, shown, text_like, uint32, whole
from ._model.words import Helpful
from ._pictures import pillow, png
from ._pictures.pillow import Picture
from .color import ColorLike, rgba
from .errors import InvalidArgument, LimitError, warn
from .font import Font, font_pointer

if TYPE_CHECKING:
    from ._pictures import frames as _frames
    from ._pictures import svg
    from ._pictures.frames import MovingFile
else:
    _frames, svg = lazily("stretto._pictures.frames"), lazily("stretto._pictures.svg")

__all__ = ["Image"]

_lib = ffi.lib
#: The longest side of an image, in pixels; the header's limit, checked before memory is asked for.
_MAX_SIDE = 32768
#: Number of bytes of a file that tell its format; an SVG file may begin with comments.
_HEAD = 4096
#: The colours of an array by the length of its last axis.
_CHANNELS = {1: "grey", 3: "red, green, blue", 4: "red, green, blue, alpha"}


class Image(handle.Closable, Helpful):
    """A picture that never changes. Layers share it.

    That of a file which moves is its first picture wherever a still is needed, and has the others as its
    `frames`.

    `Image(pixels)` copies a Pillow image, or a `uint8` array of shape (height, width) in grey, (height,
    width, 3) in RGB or (height, width, 4) in RGBA, rows from the top. Alpha is straight unless
    `premultiplied` says otherwise. Pillow's 16-bit grey is rounded to 8 bits; modes whose numbers have no
    agreed range ("F", "I", "LAB") are refused.

    `numpy.asarray(image)` gives the pixels, straight, as a copy. What is opaque comes back as it was. An
    image keeps its colours multiplied by alpha, in 8 bits: where alpha is partial, colours come back
    rounded, by up to 127 / alpha; where it is 0, black.
    """

    __slots__ = ("_moving",)
    _RELEASE = "stretto_image_release"
    #: The file that it is the first picture of, if that moves: a `MovingFile`, whose module is loaded later.
    _moving: Any
    _INSTEAD = "pickle its pixels, numpy.asarray(image), or the scene that shows it"

    def __init__(self, pixels: npt.ArrayLike | Picture, *, premultiplied: bool = False) -> None:
        self._moving = None
        array = _rgba_array(pixels)
        height, width = array.shape[:2]
        if not (1 <= width <= _MAX_SIDE and 1 <= height <= _MAX_SIDE):
            raise LimitError(
                f"an image of {width} x {height} pixels was given; sides of 1 to {_MAX_SIDE} are allowed"
            )
        self._own(
            ffi.new(
                c.ImagePointer,
                _lib.stretto_image_create,
                ffi.pixels(array),
                width,
                height,
                4 * width,
                flag(premultiplied, "premultiplied"),
            )
        )

    @classmethod
    def open(cls, path: str | os.PathLike[str] | IO[bytes] | bytes, *, scale: float | None = None) -> Image:
        """The picture in a file, by its name, open for reading bytes, or as its bytes: PNG by the library,
        SVG by resvg (the extra `svg`), JPEG, GIF, WebP, AVIF, BMP and TIFF by Pillow. The content decides,
        not the name; no other format is read. Colours become sRGB: by the ICC profile of a PNG, JPEG, WebP or
        TIFF, or by a PNG's gamma.

        An SVG file is drawn at `scale` pixels a point of its own size, 1 unless it is given; one that is
        shown larger than that is sharper with more. Its text uses the fonts of this machine, and Stretto Sans
        where a family is not found. Motion, scripts and other files that it names are passed over, and a
        warning names them; pictures in `data:` addresses are drawn. `Layer.from_svg` reads the parts of an
        SVG file as layers.

        Of a file that moves (GIF, APNG, WebP, AVIF) it is the first picture, and `is_animated`: `frames`,
        `frame_times`, `duration` and `repeat_count` are those of the file, and
        `layer.add_animation(st.animated_contents(image))` plays it. The file's bytes are kept for that, so
        the file may go.

        Pixels are counted before they are decoded: 2^25 are, or 32 for each byte of the file, at most 2^28.
        What Pillow opened itself may be larger: `Image(PIL.Image.open(path))`.

        Raises `LoadError`, which names the file, if there is none or it cannot be read, `LimitError` for too
        many pixels, and `InvalidArgument` for a kind of pixel that has no range (see `Image`), for a scale of
        what is no SVG file, or without the package that draws it.
        """
        if isinstance(path, bytes):
            return cls._decoded(path, f"what was given, {len(path)} bytes,", scale)
        if not isinstance(path, (str, os.PathLike)):
            return cls._decoded(everything_in(path), files.name_of(path), scale)
        name = ffi.encode_path(path)
        files.check_is_file(path)
        head = head_of(path)
        if svg.announces_svg(head):
            return cls._decoded(files.read(path), os.fspath(path), scale)
        _check_is_vector(os.fspath(path), scale)
        chunks: set[bytes] = set()
        if head.startswith(png.SIGNATURE):
            with contextlib.suppress(OSError), pathlib.Path(path).open("rb") as file:
                chunks = _frames.announced(file)
        # What cannot be opened is the library's to complain about.
        if b"iCCP" in chunks or (head and not head.startswith(png.SIGNATURE)):
            return cls._by_pillow(files.read(path), os.fspath(path))
        image: Image = handle.new(c.ImagePointer, _lib.stretto_image_open, name)
        if b"acTL" in chunks:
            image._moving = _frames.moving(files.read(path), os.fspath(path))
        return image

    @classmethod
    def _decoded(cls, data: bytes, name: str, scale: float | None) -> Image:
        if svg.announces_svg(data[:_HEAD]):
            points = None if scale is None else number(scale, "scale")
            data = svg.drawn(data, name, points)
        else:
            _check_is_vector(name, scale)
        is_png = data.startswith(png.SIGNATURE)
        chunks = _frames.announced(io.BytesIO(data)) if is_png else set()
        if b"iCCP" in chunks or not is_png:
            return cls._by_pillow(data, name)
        buffer = ffi.pixels(np.frombuffer(data, np.uint8))
        image: Image = handle.new(c.ImagePointer, _lib.stretto_image_decode, buffer, len(data))
        if b"acTL" in chunks:
            image._moving = _frames.moving(data, name)
        return image

    @classmethod
    def _by_pillow(cls, data: bytes, name: str) -> Image:
        with pillow.opened(data, name) as picture:
            is_moving = picture.format in _frames.FORMATS and getattr(picture, "is_animated", False)
            try:
                pixels = pillow.rgba(_frames.upright(picture))
            except InvalidArgument as error:
                raise InvalidArgument(f"{name}: {error}") from error
            file = _frames.moving(data, name) if is_moving else None
        image = cls(pixels)
        image._moving = file
        return image

    @classmethod
    def solid(cls, width: int, height: int, color: ColorLike) -> Image:
        """Returns a picture of one colour.

        Args:
            width: Pixels, 1 to 32,768.
            height: Pixels, 1 to 32,768.
            color: The colour.

        Raises:
            InvalidArgument: For a size out of range.
        """
        width, height = uint32(width, "width"), uint32(height, "height")
        if not (1 <= width <= _MAX_SIDE and 1 <= height <= _MAX_SIDE):
            raise LimitError(
                f"an image of {width} x {height} pixels was given; sides of 1 to {_MAX_SIDE} are allowed"
            )
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
        """Returns a picture of a text or an emoji, as large as its lines, on a clear background.

        It serves as an emitter cell's picture or a layer's contents. Emoji and other characters that the font
        lacks come from the fonts that a `TextLayer` uses.

        Args:
            string: The text.
            font: None is Stretto Sans.
            font_size: Points.
            color: The colour of the letters.
            scale: Pixels for each point.

        Raises:
            InvalidArgument: For an empty text.
        """
        given = ffi.encode(text_like(string, "Image.text", "Hello"), "Image.text")
        drawn = (
            given, font_pointer(font, "Image.text"), number(font_size, "font_size"), *rgba(color),
            number(scale, "scale"),
        )  # fmt: skip
        made = interruptible.ask(ffi.new, c.ImagePointer, _lib.stretto_image_create_text, *drawn)
        image: Image = handle.adopt(made)
        return image

    @property
    def is_animated(self) -> bool:
        """Whether the image was opened from a file that holds more pictures than this one.

        As a value (`contents`, the picture of a cell) it stands still all the same, and a warning says so:
        a property holds one picture, and what moves it is an animation, `st.animated_contents(image)`.
        """
        return self._file is not None

    @property
    def frames(self) -> Sequence[Image]:
        """The pictures of a file that moves, which are decoded when they are asked for and not kept; those
        who go through them in order decode each once. Of other images the image alone.

        Raises `LoadError` where a picture of the file is torn.
        """
        return _Frames(self, self._file)

    @property
    def frame_count(self) -> int:
        """Number of pictures in `frames`."""
        return len(self.frames)

    @property
    def frame_times(self) -> list[float]:
        """When each of the `frames` begins, in seconds: the file's own times, of which none is rounded twice.
        What says that it is shown for no time is shown for a tenth of a second, as browsers do.
        """
        return [0.0] if self._file is None else [0.0, *self._file.ends[:-1]]

    @property
    def duration(self) -> float:
        """Duration of all `frames` played once, in seconds; 0 for an image that stands still."""
        return 0.0 if self._file is None else self._file.ends[-1]

    @property
    def repeat_count(self) -> float:
        """Number of plays that the file asks for, `math.inf` for ever; 1 for an image that stands still."""
        return 1.0 if self._file is None else self._file.plays

    @property
    def _file(self) -> MovingFile | None:
        """The file that it is the first picture of, if that moves. Raises `ClosedError`."""
        return self._moving if self._pointer else None

    def _as_still(self, name: str) -> Image:
        """The image as the value of something that shows one picture, which whoever set it may not know."""
        if self._moving is not None:
            warn(
                f"{self._moving.name} moves, and {name} shows its first picture; what plays it is "
                "layer.add_animation(st.animated_contents(image)), and image.frames[0] is a still"
            )
        return self

    def _adopted(self) -> None:
        self._moving = None

    def close(self) -> None:
        """Lets go of what the library holds, and of the file's bytes. What uses it keeps its own reference;
        closing twice is nothing.
        """
        super().close()
        self._moving = None

    def __copy__(self) -> Image:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Image:
        return self

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = ffi.pair("u", _lib.stretto_image_get_size, self._pointer)
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
        """Returns the pixels as a new `uint8` array of shape (height, width, 4): red, green, blue, alpha,
        from the top.

        Args:
            premultiplied: Whether colours are multiplied by alpha.
        """
        width, height = self.size
        array = np.empty((height, width, 4), np.uint8)
        _lib.stretto_image_get_pixels(
            self._pointer, flag(premultiplied, "premultiplied"), ffi.pixels(array), 4 * width, array.nbytes
        )
        return array

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("an image gives a copy of its pixels; leave out copy=False")
        return self.to_array().astype(dtype or np.uint8, copy=False)

    def _repr_png_(self) -> Any:
        from ._pages import pictures

        return pictures.of_image(self)

    def __repr__(self) -> str:
        if self.closed:
            return "<Image, closed>"
        more = f", the first of {self.frame_count} frames" if self.is_animated else ""
        return "<Image, {} x {} pixels{}>".format(*self.size, more)


class _Frames(Sequence[Image]):
    """The pictures of a file that moves, or the only one."""

    def __init__(self, first: Image, file: MovingFile | None) -> None:
        self._first, self._file = first, file

    def __len__(self) -> int:
        return 1 if self._file is None else self._file.count

    @overload
    def __getitem__(self, index: int) -> Image: ...
    @overload
    def __getitem__(self, index: slice) -> list[Image]: ...
    def __getitem__(self, index: int | slice) -> Image | list[Image]:
        if isinstance(index, slice):
            return [self._frame(each) for each in range(*index.indices(len(self)))]
        place = whole(index, "the number of a frame")
        if not -len(self) <= place < len(self):
            raise IndexError(f"frame {place} was asked for; there are {len(self)}")
        return self._frame(place % len(self))

    def _frame(self, index: int) -> Image:
        return self._first if self._file is None else Image(self._file.pixels(index))

    def __repr__(self) -> str:
        return (
            f"<the frame of {self._first!r}>"
            if self._file is None
            else f"<{len(self)} frames of {self._file.name}>"
        )


def everything_in(file: IO[bytes]) -> bytes:
    """Reads an open file from its current position."""
    if not files.is_file_object(file):
        raise TypeError(f"open takes a path, an open binary file or bytes, not {type(file).__name__}")
    data = file.read()
    if not isinstance(data, bytes):
        raise InvalidArgument("the file was opened for text; open it in binary mode ('rb')")
    return data


def head_of(path: str | os.PathLike[str]) -> bytes:
    """The first bytes of a file; none if it cannot be read, which is the library's to complain about."""
    try:
        with pathlib.Path(path).open("rb") as file:
            return file.read(_HEAD)
    except (OSError, ValueError):
        return b""


def _check_is_vector(name: str, scale: float | None) -> None:
    if scale is not None:
        raise InvalidArgument(f"scale is for SVG files, and {name} is made of pixels")


def _rgba_array(pixels: npt.ArrayLike | Picture) -> npt.NDArray[np.uint8]:
    if isinstance(pixels, (str, bytes, os.PathLike)):
        found = f"{type(pixels).__name__} {shown(pixels)}"
        raise TypeError(f"Image takes pixels, not {found}; Image.open takes a path or an open file")
    if isinstance(pixels, Picture):
        pixels = pillow.rgba(pixels)
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


handle.register(c.ImagePointer, lambda _pointer: Image)
