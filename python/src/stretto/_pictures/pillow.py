"""Converts Pillow's pictures to straight RGBA, and checks files before Pillow decodes the files."""

from __future__ import annotations

import contextlib
import io
import struct
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from stretto._ffi.lazy import load
from stretto.errors import InvalidArgument, LimitError, LoadError

_Array = npt.NDArray[np.uint8]

if TYPE_CHECKING:
    from PIL import Image as Pillow

    Picture: TypeAlias = Pillow.Image
else:

    class _Kind(type):
        """Checks the class of a picture without importing Pillow. If a caller has a picture of Pillow, the
        caller has already imported Pillow.
        """

        def __instancecheck__(cls, value: object) -> bool:
            pillow = sys.modules.get("PIL.Image")
            return pillow is not None and isinstance(value, pillow.Image)

    class Picture(metaclass=_Kind):
        """A picture of Pillow, `PIL.Image.Image`."""


#: Supported formats, by the first bytes of a file and its bytes from index 8. Pillow reads the supported
#: formats without running a program and without opening another file.
_FORMATS = (
    ("PNG", b"\x89PNG\r\n\x1a\n", b""),
    ("JPEG", b"\xff\xd8\xff", b""),
    ("GIF", b"GIF8", b""),
    ("WEBP", b"RIFF", b"WEBP"),
    ("BMP", b"BM", b""),
    ("TIFF", b"II*\0", b""),
    ("TIFF", b"MM\0*", b""),
)
#: Largest number of pixels: the first number, or the second number for each byte of the file, and never above
#: the third.
_PIXELS, _PIXELS_A_BYTE, _MOST_PIXELS = 1 << 25, 32, 1 << 28
#: Largest product of pixels and scans of a JPEG, which chooses its number of scans: the first number plus the
#: second for each byte.
_SCANNED, _SCANNED_A_BYTE = 1 << 29, 256
#: Number of rows of a picture that are converted at a time.
_BAND = 256


def format_of(head: bytes) -> str | None:
    """Returns Pillow's name of the format of a file that begins with these bytes (12 are enough); None for an
    unsupported format.
    """
    for name, start, after in _FORMATS:
        if head.startswith(start) and head[8:].startswith(after):
            return name
    return "AVIF" if head[4:8] == b"ftyp" and head[8:12] in (b"avif", b"avis", b"mif1", b"msf1") else None


class Decoded:
    """Counts the pixels of all pictures of a document before the pictures are decoded."""

    def __init__(self, most: int) -> None:
        self._most = most
        #: Bytes of all pixels so far, 4 for each pixel.
        self.memory = 0

    def add(self, pixels: int, name: str) -> None:
        """Adds the pixels of a picture.

        Raises:
            LimitError: If the document needs too much memory, or the picture has too many pixels.
        """
        if pixels > _MOST_PIXELS:
            raise LimitError(f"{name} has {pixels} pixels; a picture has at most 2^28")
        self.memory += 4 * pixels
        if self.memory > self._most:
            raise LimitError(
                f"{name}: the document's pictures up to this one take {self.memory} bytes of memory, 4 a "
                f"pixel; {self._most} are allowed (memory=)"
            )


def check_pixels(pixels: int, size: int, name: str) -> None:
    """Checks the number of pixels of a picture in a file of `size` bytes.

    Raises:
        LimitError: For too many pixels.
    """
    most = min(_MOST_PIXELS, max(_PIXELS, _PIXELS_A_BYTE * size))
    if pixels > most:
        raise LimitError(
            f"{name} has {pixels} pixels in {size} bytes; {most} are allowed: 2^25, or "
            f"{_PIXELS_A_BYTE} for each byte of the file, and at most 2^28"
        )


def begun(data: bytes, name: str, decoded: Decoded | None = None) -> Picture:
    """Returns Pillow's picture of a file, by its content, before any pixel is decoded.

    Args:
        data: The file.
        name: Name of the file in errors.
        decoded: Count of a document's pixels, to which the picture is added.

    Raises:
        LoadError: For an unsupported format.
        LimitError: For too many pixels.
    """
    kind = format_of(data[:12])
    if kind is None:
        raise LoadError(
            f"{name} cannot be read as a picture: it is in no format that is read here (PNG, JPEG, GIF, "
            "WebP, APNG, AVIF, BMP, TIFF)"
            + ("; st.animated_contents plays Lottie files" * data.startswith(b"{"))
        )
    picture: Picture = load("PIL.Image").open(io.BytesIO(data), formats=_known(kind, name))
    pixels = picture.size[0] * picture.size[1]
    if decoded is None:
        check_pixels(pixels, len(data), name)
    else:
        decoded.add(pixels, name)
    if kind == "JPEG" and data.count(b"\xff\xda") * pixels > _SCANNED + _SCANNED_A_BYTE * len(data):
        raise LimitError(f"{name} has {pixels} pixels in too many scans of a progressive JPEG")
    return picture


@contextlib.contextmanager
def opened(data: bytes, name: str, decoded: Decoded | None = None) -> Iterator[Picture]:
    """Yields the picture that `begun` returns, and closes the picture. Exceptions of Pillow become a
    `LoadError`.
    """
    try:
        with begun(data, name, decoded) as picture:
            yield picture
    except (InvalidArgument, LimitError, LoadError):
        raise
    except unreadable() as error:
        if type(error).__name__ == "DecompressionBombError":
            raise LimitError(f"{name}: too many pixels: {error}") from error
        torn = type(error).__name__ == "UnidentifiedImageError"  # the message would name a Python object
        why = "it is torn" if torn else error
        raise LoadError(f"{name} cannot be read as a picture: {why}") from error


def _known(kind: str, name: str) -> list[str]:
    """The format as a list for Pillow. Raises LoadError if the installed Pillow lacks the format."""
    pillow = load("PIL.Image")
    pillow.preinit()
    if kind not in pillow.OPEN:
        pillow.init()
    if kind not in pillow.OPEN:
        raise LoadError(f"{name} cannot be read as a picture: this Pillow reads no {kind}")
    return [kind]


def unreadable() -> tuple[type[Exception], ...]:
    """Exceptions of Pillow for a file that cannot be read."""
    bomb: type[Exception] = load("PIL.Image").DecompressionBombError
    python = (SyntaxError, EOFError, ValueError, IndexError, ArithmeticError, RuntimeError, struct.error)
    return (OSError, bomb, *python)


def _converted(*modes: str) -> Callable[[Picture], _Array]:
    """A conversion of a picture to RGBA by Pillow, through the given modes."""

    def convert(picture: Picture) -> _Array:
        for mode in (*modes, "RGBA"):
            picture = picture.convert(mode)
        return np.asarray(picture)

    return convert


def _grey_16(picture: Picture) -> _Array:
    """Converts 0...65535 to 0...255 with rounding. Pillow itself would clip the values at 255."""
    wide = np.asarray(picture).astype(np.uint32)
    grey = ((wide + 128) // 257).astype(np.uint8)
    return np.stack([grey, grey, grey, np.full_like(grey, 255)], axis=-1)


#: Functions that convert pictures of Pillow's modes to RGBA. A picture of another mode raises
#: InvalidArgument.
_MODES: dict[str, Callable[[Picture], _Array]] = {
    **dict.fromkeys(("1", "L", "P", "PA", "LA", "RGB", "RGBA", "RGBa"), _converted()),
    "La": _converted("LA"),
    **dict.fromkeys(("RGBX", "CMYK", "YCbCr", "HSV"), _converted("RGB")),
    **dict.fromkeys(("I;16", "I;16L", "I;16B", "I;16N"), _grey_16),
}
#: Formats whose pictures of mode "I" contain 0...65535.
_SIXTEEN_BITS = ("PNG", "PPM")
_REFUSED = {
    "I": "its 32-bit integers have no agreed range",
    "F": "its floating-point numbers have no agreed range",
    "LAB": "Lab colours need a colour profile",
}


#: For each colour space of a profile, the modes that it applies to, and Pillow's input mode.
_PROFILED = {
    "RGB ": (("P", "PA", "RGB", "RGBA", "RGBX"), "RGB"),
    "GRAY": (("1", "L", "LA", "I", "I;16", "I;16L", "I;16B", "I;16N"), "L"),
    "CMYK": (("CMYK",), "CMYK"),
}


def _to_srgb(picture: Picture) -> Callable[[Picture, _Array], _Array] | None:
    """Returns the conversion of a picture's colours from its ICC profile to sRGB.

    The result is None for a picture without an ICC profile, or with a profile that is damaged, of another
    colour space, or sRGB.
    """
    data = picture.info.get("icc_profile")
    if not data:
        return None
    cms, image = load("PIL.ImageCms"), load("PIL.Image")
    try:
        profile = cms.ImageCmsProfile(io.BytesIO(data))
        modes, given = _PROFILED.get(profile.profile.xcolor_space, ((), ""))
        if picture.mode not in modes or cms.getProfileDescription(profile).startswith("sRGB"):
            return None
        intent = cms.Intent.RELATIVE_COLORIMETRIC
        transform = cms.buildTransform(profile, cms.createProfile("sRGB"), given, "RGB", intent)
    except (cms.PyCMSError, OSError):
        return None

    def converted(part: Picture, pixels: _Array) -> _Array:
        if given != "CMYK":
            part = image.fromarray(
                np.ascontiguousarray(pixels[..., :3] if given == "RGB" else pixels[..., 0])
            )
        colors = np.asarray(cms.applyTransform(part, transform))
        return np.concatenate([colors, pixels[..., 3:]], axis=2)

    return converted


def rgba(picture: Picture) -> _Array:
    """Returns the pixels in sRGB, of shape (height, width, 4), after applying the ICC profile of the picture.

    Raises:
        InvalidArgument: For a mode without an agreed range.
    """
    mode = picture.mode
    convert = _grey_16 if mode == "I" and picture.format in _SIXTEEN_BITS else _MODES.get(mode)
    if convert is None:
        raise InvalidArgument(
            f"a picture of Pillow's mode {mode!r} cannot be shown: "
            f"{_REFUSED.get(mode, 'the mode is unknown')}; convert it to 'L', 'I;16', 'RGB' or 'RGBA' first"
        )
    height, to_srgb = picture.height, _to_srgb(picture)
    pixels = np.empty((height, picture.width, 4), np.uint8)
    for top in range(0, height, _BAND):
        bottom = min(top + _BAND, height)
        part = picture.crop((0, top, picture.width, bottom)) if height > _BAND else picture
        found = convert(part)
        pixels[top:bottom] = found if to_srgb is None else to_srgb(part, found)
    return pixels
