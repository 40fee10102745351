"""Images: contents of layers, and pictures of particles."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from ._ffi import ffi, files, handle, interruptible
from ._ffi import signatures as c
from ._ffi.lazy import lazily
from ._ffi.numbers import flag, number, shown, text_like, uint32, whole
from ._model.words import NameSuggestions
from ._pictures import pillow, png
from ._pictures.pillow import Picture
from .color import ColorLike, rgba
from .errors import InvalidArgument, LimitError, LoadError, warn
from .font import Font, font_pointer

if TYPE_CHECKING:
    from ._pictures import frames as _frames
    from ._pictures import svg
    from ._pictures.frames import MovingFile
else:
    _frames, svg = lazily("stretto._pictures.frames"), lazily("stretto._pictures.svg")

__all__ = ["Image"]

_lib = ffi.lib
#: The longest side of an image in pixels: the header's limit, checked before memory is allocated.
_MAX_SIDE = 32768
#: Number of bytes at the begin of a file that decide its format. An SVG file may begin with long comments.
_HEAD = 4096
#: Channels of an array of pixels, by the length of the array's last axis.
_CHANNELS = {1: "grey", 3: "red, green, blue", 4: "red, green, blue, alpha"}


class Image(handle.Closable, NameSuggestions):
    """A picture that never changes, which any number of layers can share.

    `Image(pixels)` copies a Pillow image or a `uint8` array, whose first row is the top row. Pillow's 16-bit
    grey is rounded to 8 bits. Pillow's modes without an agreed range ("F", "I", "LAB") raise InvalidArgument.
    `Image.open` reads a file. The image of an animated file shows the first frame, and its `frames` are all
    frames of the file.

    `numpy.asarray(image)` returns the pixels as a copy with straight alpha. An image stores its colours
    multiplied by alpha in 8 bits. Opaque pixels come back unchanged, colours of partial alpha come back with
    an error of up to 127 / alpha, and colours of alpha 0 come back black.

    Args:
        pixels: A Pillow image, or an array of shape (height, width) in grey, (height, width, 3) in RGB or
            (height, width, 4) in RGBA.
        premultiplied: Whether the colours of the array are multiplied by alpha.
    """

    __slots__ = ("_moving",)
    _RELEASE = "stretto_image_release"
    #: The animated file of which this image is the first frame, or None: a `MovingFile`, whose module is
    #: imported later.
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
        """Returns the picture in a file, whose content and not its name decides the format.

        The library reads PNG. Pillow reads JPEG, GIF, WebP, AVIF, BMP and TIFF. resvg reads SVG (the extra
        `svg`). No other format is read. Colours are converted to sRGB by the ICC profile of a PNG, JPEG, WebP
        or TIFF, or by a PNG's gamma.

        Text in an SVG file uses the fonts of this machine, or Stretto Sans for a family that the machine
        lacks. An SVG file is drawn without animations, scripts and references to other files, which a warning
        names; pictures in `data:` addresses are drawn. `Layer.from_svg` reads the shapes of an SVG file as
        layers.

        The image of an animated file (GIF, APNG, WebP, AVIF) is its first frame. For an image of an animated
        file, `is_animated` is true. The image has the file's `frames`, `frame_times`, `duration` and
        `repeat_count`, and keeps the bytes of the file. To play an animated image, use
        `layer.add_animation(st.animated_contents(image))`.

        Args:
            path: The path of a file, a file that is open for reading bytes, or the bytes of a file.
            scale: Pixels for each point of an SVG file. The default is 1. A larger scale is sharper where the
                picture is enlarged.

        Raises:
            LoadError: If there is no such file, or the file cannot be read. The message names the file.
            LimitError: For more than 2^25 pixels, or 32 for each byte of the file if that is more, and always
                for more than 2^28. `Image(PIL.Image.open(path))` has no such limit.
            InvalidArgument: For pixels without an agreed range, and for `scale` with a file other than SVG.
            MissingPackageError: For an SVG file without resvg.
        """
        if isinstance(path, (str, os.PathLike)):
            ffi.encode_path(path)  # raises InvalidArgument for an impossible name
        return cls._decoded(*files.contents(path, "Image.open"), scale)

    @classmethod
    def _decoded(cls, name: str, data: bytes, scale: float | None = None) -> Image:
        if svg.announces_svg(data[:_HEAD]):
            points = None if scale is None else number(scale, "scale")
            data = svg.drawn(data, name, points)
        elif scale is not None:
            raise InvalidArgument(f"scale is for SVG files, and {name} is made of pixels")
        is_png = data.startswith(png.SIGNATURE)
        chunks = _frames.announced(data) if is_png else set()
        if b"iCCP" in chunks or not is_png:
            return cls._by_pillow(data, name)
        buffer = ffi.pixels(np.frombuffer(data, np.uint8))
        try:
            image: Image = handle.new(c.ImagePointer, _lib.stretto_image_decode, buffer, len(data))
        except (LimitError, LoadError) as error:
            raise type(error)(str(error).replace("the bytes", name, 1)) from None
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
        """Returns a picture of a text or an emoji, as large as its lines, on a transparent background.

        The picture can be the contents of a layer or of an emitter cell. Characters that the font lacks, such
        as emoji, come from the same fonts as in a `TextLayer`.

        Args:
            string: The text.
            font: The font. None is Stretto Sans.
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
        """Whether the image was opened from a file with several frames.

        A property such as `contents` shows the first frame only, and a warning says so. The animation
        `st.animated_contents(image)` plays all frames.
        """
        return self._file is not None

    @property
    def frames(self) -> Sequence[Image]:
        """The frames of an animated file; for any other image, the image alone.

        A frame is decoded when you access it, and not cached. If you access the frames in order, each frame
        is decoded once. Raises `LoadError` for a damaged frame.
        """
        return _Frames(self, self._file)

    @property
    def frame_count(self) -> int:
        """Number of pictures in `frames`."""
        return len(self.frames)

    @property
    def frame_times(self) -> list[float]:
        """When each of the `frames` begins, in seconds: the exact times of the file, each rounded once.

        A frame whose duration in the file is 0 lasts a tenth of a second, as in browsers.
        """
        return [0.0] if self._file is None else [0.0, *self._file.ends[:-1]]

    @property
    def duration(self) -> float:
        """Duration of all `frames` played once, in seconds; 0 for an image of one frame."""
        return 0.0 if self._file is None else self._file.ends[-1]

    @property
    def repeat_count(self) -> float:
        """Number of plays that the file asks for, `math.inf` for ever; 1 for an image of one frame."""
        return 1.0 if self._file is None else self._file.repeat_count

    @property
    def _file(self) -> MovingFile | None:
        """The animated file of which this image is the first frame, or None. Raises `ClosedError`."""
        return self._moving if self._pointer else None

    def _as_still(self, name: str) -> Image:
        """Returns the image as the value of a property that shows one frame, with a warning if the image has
        several.
        """
        if self._moving is not None:
            warn(
                f"{self._moving.name} moves, and {name} shows its first picture; what plays it is "
                "layer.add_animation(st.animated_contents(image)), and image.frames[0] is a still"
            )
        return self

    def _adopted(self) -> None:
        self._moving = None

    def close(self) -> None:
        """Releases the image, and the bytes of its file. Layers that use the image keep their own reference
        to the image. A second call of `close` does nothing.
        """
        super().close()
        self._moving = None

    def __copy__(self) -> Image:
        return self  # an image never changes

    def __deepcopy__(self, memo: object) -> Image:
        return self

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = ffi.pair("u", _lib.stretto_image_get_size, self._pointer)
        return width, height

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self.size[0]

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self.size[1]

    def to_array(self, *, premultiplied: bool = False) -> npt.NDArray[np.uint8]:
        """Returns the pixels as a new `uint8` array of shape (height, width, 4).

        The channels are red, green, blue and alpha. The first row is the top row.

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
    """The frames of an animated file, or the only frame."""

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
        position = whole(index, "the number of a frame")
        if not -len(self) <= position < len(self):
            raise IndexError(f"frame {position} was asked for; there are {len(self)}")
        return self._frame(position % len(self))

    def _frame(self, index: int) -> Image:
        return self._first if self._file is None else Image(self._file.pixels(index))

    def __repr__(self) -> str:
        return (
            f"<the frame of {self._first!r}>"
            if self._file is None
            else f"<{len(self)} frames of {self._file.name}>"
        )


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
