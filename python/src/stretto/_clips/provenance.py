"""Notes in files about their origin: the version of the library, and the times of the frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image as Pillow

from stretto._ffi import ffi

if TYPE_CHECKING:
    from stretto.movie import Movie

_EXIF_IMAGE_DESCRIPTION, _EXIF_SOFTWARE = 0x010E, 0x0131


def software() -> str:
    """Name and version of the library, such as "stretto 0.1.0"."""
    return f"stretto {ffi.lib.stretto_version().decode('ascii')}"


def digest(movie: Movie) -> str | None:
    """The digest of the scene, or None as long as this version's scenes have none."""
    find = getattr(movie.scene, "digest", None)
    return None if find is None else str(find())


def description(movie: Movie) -> str:
    """Words `name=value` that identify the scene and the frames; numbers are exact."""
    words = {"scene": digest(movie), "start": movie.start, "duration": movie.duration}
    words |= {"fps": movie.fps, "scale": movie.scale}
    return " ".join(f"{name}={value}" for name, value in words.items() if value is not None)


def texts(movie: Movie) -> dict[str, str]:
    """The texts of a PNG, by the keywords that its specification has for them."""
    return {"Software": software(), "Description": description(movie)}


def comment(movie: Movie) -> str:
    """Software and description in one line, for formats that have one place for both."""
    return f"{software()} {description(movie)}"


def exif(movie: Movie) -> bytes:
    """An EXIF block with Software and ImageDescription."""
    block = Pillow.Exif()
    block[_EXIF_SOFTWARE] = software()
    block[_EXIF_IMAGE_DESCRIPTION] = description(movie)
    return block.tobytes().removeprefix(b"Exif\0\0")
