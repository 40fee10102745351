"""Pictures of Pillow as straight RGBA, by the range that the numbers of each mode have."""

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
        """Compares with Pillow's class without loading Pillow, which whoever has a picture of it did."""

        def __instancecheck__(cls, value: object) -> bool:
            pillow = sys.modules.get("PIL.Image")
            return pillow is not None and isinstance(value, pillow.Image)

    class Picture(metaclass=_Kind):
        """A picture of Pillow's, `PIL.Image.Image`."""


#: The formats that are read, by what a file begins with and what follows at byte 8: none of those for which
#: Pillow runs a program or reads other files.
_FORMATS = (
    ("PNG", b"\x89PNG\r\n\x1a\n", b""),
    ("JPEG", b"\xff\xd8\xff", b""),
    ("GIF", b"GIF8", b""),
    ("WEBP", b"RIFF", b"WEBP"),
    ("BMP", b"BM", b""),
    ("TIFF", b"II*\0", b""),
    ("TIFF", b"MM\0*", b""),
)
#: Pixels that are decoded: so many, or so many for each byte of the files, and the most of any.
_PIXELS, _PIXELS_A_BYTE, _MOST_PIXELS = 1 << 25, 32, 1 << 28
#: Passes over the pixels of a JPEG, which a file chooses: pixels times scans.
_SCANNED, _SCANNED_A_BYTE = 1 << 29, 256
#: Rows that are converted at a time.
_BAND = 256


def format_of(head: bytes) -> str | None:
    """Pillow's name of the format of a file that begins with these bytes (12 are enough); None for all that
    are not read.
    """
    for name, start, after in _FORMATS:
        if head.startswith(start) and head[8:].startswith(after):
            return name
    return "AVIF" if head[4:8] == b"ftyp" and head[8:12] in (b"avif", b"avis", b"mif1", b"msf1") else None


class Decoded:
    """Counts the pixels of all pictures of a document before they are decoded."""

    def __init__(self, most: int) -> None:
        self._most = most
        #: Bytes of the pixels so far, 4 for each.
        self.memory = 0

    def add(self, pixels: int, name: str) -> None:
        """Counts the pixels of one more picture.

        Raises:
            LimitError: For more memory than the document may take, and more pixels than a picture may have.
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
    """Checks the pixels of a picture in a file of so many bytes.

    Raises:
        LimitError: For more pixels than such a file is good for.
    """
    most = min(_MOST_PIXELS, max(_PIXELS, _PIXELS_A_BYTE * size))
    if pixels > most:
        raise LimitError(
            f"{name} has {pixels} pixels in {size} bytes; {most} are allowed: 2^25, or "
            f"{_PIXELS_A_BYTE} for each byte of the file, and at most 2^28"
        )


def begun(data: bytes, name: str, decoded: Decoded | None = None) -> Picture:
    """Pillow's picture of a file, by its content, of which no pixel is decoded yet.

    Raises `LoadError` for what is none of the formats, `LimitError` for too many pixels, alone or with those
    that were `decoded` before, and what Pillow raises.
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
    """`begun`, and closed at the end of the block. What Pillow raises until then is a `LoadError`."""
    try:
        with begun(data, name, decoded) as picture:
            yield picture
    except (InvalidArgument, LimitError, LoadError):
        raise
    except unreadable() as error:
        if type(error).__name__ == "DecompressionBombError":
            raise LimitError(f"{name}: too many pixels: {error}") from error
        torn = type(error).__name__ == "UnidentifiedImageError"  # whose words name an object
        why = "it is torn" if torn else error
        raise LoadError(f"{name} cannot be read as a picture: {why}") from error


def _known(kind: str, name: str) -> list[str]:
    """The format for Pillow, which may have been built without it."""
    pillow = load("PIL.Image")
    pillow.preinit()
    if kind not in pillow.OPEN:
        pillow.init()
    if kind not in pillow.OPEN:
        raise LoadError(f"{name} cannot be read as a picture: this Pillow reads no {kind}")
    return [kind]


def unreadable() -> tuple[type[Exception], ...]:
    """Exceptions that Pillow raises for a file that it cannot read."""
    bomb: type[Exception] = load("PIL.Image").DecompressionBombError
    python = (SyntaxError, EOFError, ValueError, IndexError, ArithmeticError, RuntimeError, struct.error)
    return (OSError, bomb, *python)


def _converted(*modes: str) -> Callable[[Picture], _Array]:
    """Conversions by Pillow, one after another, with RGBA at the end."""

    def convert(picture: Picture) -> _Array:
        for mode in (*modes, "RGBA"):
            picture = picture.convert(mode)
        return np.asarray(picture)

    return convert


def _grey_16(picture: Picture) -> _Array:
    """0...65535 as 0...255, rounded; Pillow would cut everything above 255."""
    wide = np.asarray(picture).astype(np.uint32)
    grey = ((wide + 128) // 257).astype(np.uint8)
    return np.stack([grey, grey, grey, np.full_like(grey, 255)], axis=-1)


#: Conversions of Pillow's modes; other modes are refused by name.
_MODES: dict[str, Callable[[Picture], _Array]] = {
    **dict.fromkeys(("1", "L", "P", "PA", "LA", "RGB", "RGBA", "RGBa"), _converted()),
    "La": _converted("LA"),
    **dict.fromkeys(("RGBX", "CMYK", "YCbCr", "HSV"), _converted("RGB")),
    **dict.fromkeys(("I;16", "I;16L", "I;16B", "I;16N"), _grey_16),
}
#: Formats whose pictures of mode "I" are known to hold 0...65535.
_SIXTEEN_BITS = ("PNG", "PPM")
_REFUSED = {
    "I": "its 32-bit integers have no agreed range",
    "F": "its floating-point numbers have no agreed range",
    "LAB": "Lab colours need a colour profile",
}


#: Modes in which a profile of this colour space has a meaning, and Pillow's mode of its input.
_PROFILED = {
    "RGB ": (("P", "PA", "RGB", "RGBA", "RGBX"), "RGB"),
    "GRAY": (("1", "L", "LA", "I", "I;16", "I;16L", "I;16B", "I;16N"), "L"),
    "CMYK": (("CMYK",), "CMYK"),
}


def _to_srgb(picture: Picture) -> Callable[[Picture, _Array], _Array] | None:
    """Conversion of a picture's colours from its ICC profile to sRGB, of which the plain RGBA is known too.

    None without a profile, for one that is damaged or of another kind of colours, and for sRGB itself.
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
    """The pixels in sRGB, of shape (height, width, 4); an ICC profile that the picture has is applied.

    Raises:
        InvalidArgument: For a mode without a meaning here.
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
