"""Vector stills: what their files are called, and how SVG becomes PDF."""

from __future__ import annotations

import os
import pathlib

from stretto._ffi import files
from stretto._ffi.lazy import load
from stretto.errors import InvalidArgument, MissingPackageError


def check_ending(target: files.Target, ending: str) -> None:
    """Refuses a name that promises another format."""
    if not isinstance(target, (str, os.PathLike)):
        return
    found = pathlib.PurePath(os.fsdecode(target)).suffix
    if found.lower() not in ("", ending):
        word = ending[1:].upper()
        raise InvalidArgument(
            f"{os.fsdecode(target)} ends in {found!r}, and this writes {word}: name it {ending}"
        )


#: A page of the picture's size and nothing but the picture, in points.
_PAGE = """\
#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)
#image(bytes(sys.inputs.at("svg")), format: "svg", width: {width}pt, height: {height}pt, fit: "stretch")
"""


def pdf(svg: bytes, width: float, height: float) -> bytes:
    """A PDF of one page with an SVG picture of our own. Raises `ImportError` without Typst."""
    try:
        typst = load("typst")
    except ImportError as error:
        raise MissingPackageError("a PDF file", "typst", "pdf") from error
    page = _PAGE.format(width=width, height=height).encode()
    made: bytes = typst.compile(
        page, format="pdf", sys_inputs={"svg": svg.decode()}, ignore_system_fonts=True, timestamp=0
    )
    return made
