"""Writes animated SVG, Lottie and PDF files."""

from __future__ import annotations

import io
import math
import os
import pathlib
import zipfile
from typing import TYPE_CHECKING, Any, Literal

from stretto._ffi import ffi, files
from stretto._ffi.lazy import load
from stretto._ffi.numbers import number, text_like
from stretto._ffi.signatures import VectorOptionsStruct
from stretto.errors import InvalidArgument, MissingPackageError

if TYPE_CHECKING:
    from stretto.scene import Scene

Fallback = Literal["error", "image"]
Format = Literal["svg", "lottie"]


_lib = ffi.lib
#: Endings of animated vector formats.
ENDINGS = (".svg", ".json", ".lottie")
_FALLBACKS = ("error", "image")
_FORMATS = ("svg", "lottie")
#: Date of every member of an archive. The date is fixed, so that equal scenes give the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)
_MANIFEST = b'{"version":"1.0","generator":"Stretto","animations":[{"id":"animation"}]}'


#: Options of animated vector files, with their defaults.
_DEFAULTS = {"duration": None, "start": None, "fps": 60, "tolerance": 0.1, "scale": 2, "fallback": "error"}


def first_given(**given: Any) -> str | None:
    """Returns the name of the first option that differs from its default, or None."""
    return next((name for name, value in given.items() if value != _DEFAULTS[name]), None)


def is_vector(path: str | os.PathLike[str]) -> bool:
    """Whether the ending of a path names an animated vector format."""
    return pathlib.PurePath(os.fsdecode(path)).suffix.lower() in ENDINGS


def options(
    *,
    duration: float | None = None,
    start: float | None = None,
    fps: float = 60,
    tolerance: float = 0.1,
    scale: float = 2,
    fallback: Fallback = "error",
) -> Any:
    """Returns a filled `stretto_vector_options`. The arguments are as in `Scene.save`.

    Raises:
        InvalidArgument: For an unknown fallback.
    """
    name = text_like(fallback, "fallback", "image")
    if name not in _FALLBACKS:
        raise InvalidArgument(f"fallback was given {fallback!r}; it is 'error' or 'image'")
    made = VectorOptionsStruct()
    _lib.stretto_vector_options_init(made)
    made.fallback = _FALLBACKS.index(name)
    made.start = math.nan if start is None else number(start, "start")
    made.duration = math.nan if duration is None else number(duration, "duration")
    made.tolerance, made.frame_rate = number(tolerance, "tolerance"), number(fps, "fps")
    made.scale = number(scale, "scale")
    return made


def question(vector: Format, duration: float | None) -> tuple[int, Any]:
    """Returns the number of a format and the options of a file, for `stretto_scene_diagnose_vectors`.

    Raises:
        InvalidArgument: For a format of another name.
    """
    name = text_like(vector, "vector", "svg")
    if name not in _FORMATS:
        raise InvalidArgument(f"vector was given {vector!r}; it is 'svg' or 'lottie'")
    return _FORMATS.index(name), options(duration=duration)


def svg(scene: Scene, chosen: Any, timeout: float) -> bytes:
    """Returns the scene as an animated SVG file. `timeout` is in seconds, 0 for none."""
    encode = _lib.stretto_scene_encode_animated_svg
    return scene._calls.ask(ffi.data, encode, scene._pointer, chosen, timeout=timeout)


def lottie(scene: Scene, chosen: Any, timeout: float) -> bytes:
    """Returns the scene as a Lottie animation in JSON. `timeout` is in seconds, 0 for none."""
    encode = _lib.stretto_scene_encode_lottie
    return scene._calls.ask(ffi.data, encode, scene._pointer, chosen, timeout=timeout)


def save(scene: Scene, path: str | os.PathLike[str], chosen: Any, timeout: float) -> None:
    """Writes the scene in the vector format of the path's ending. `timeout` is in seconds, 0 for none."""
    ending = pathlib.PurePath(os.fsdecode(path)).suffix.lower()
    made = svg(scene, chosen, timeout) if ending == ".svg" else lottie(scene, chosen, timeout)
    files.write(path, _archive(made) if ending == ".lottie" else made)


def _archive(animation: bytes) -> bytes:
    """A dotLottie archive: a ZIP file with a manifest and the animation."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("manifest.json", _MANIFEST), ("animations/animation.json", animation)):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


#: Typst source of a page that contains only the picture and has its size in points.
_PAGE = """\
#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)
#image(bytes(sys.inputs.at("svg")), format: "svg", width: {width}pt, height: {height}pt, fit: "stretch")
"""


def pdf(svg: bytes, width: float, height: float) -> bytes:
    """Returns a PDF of one page with an SVG picture of this package. Raises `MissingPackageError` if Typst is
    not installed.
    """
    try:
        typst = load("typst")
    except ImportError as error:
        raise MissingPackageError("a PDF file", "typst", "pdf") from error
    page = _PAGE.format(width=width, height=height).encode()
    made: bytes = typst.compile(
        page, format="pdf", sys_inputs={"svg": svg.decode()}, ignore_system_fonts=True, timestamp=0
    )
    return made
