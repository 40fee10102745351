"""Scenes in pages: one file that plays a scene from a disk, the engine inside and nothing to be fetched."""

from __future__ import annotations

import base64
import gzip
import html
import os
import pathlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from stretto._ffi import files
from stretto.errors import InvalidArgument, LoadError, warn
from stretto.font import Font

from . import pictures

if TYPE_CHECKING:
    from stretto.movie import Movie
    from stretto.scene import Scene

#: The engine as one classic script, which `make web` makes and wheels carry.
SCRIPT = "stretto.engine.js"
_INSIDE = pathlib.Path(__file__).parents[1] / "_web"
#: Attributes of the element, unless given.
_SHOWN: Mapping[str, object] = {"controls": None, "inspect": None, "autoplay": None}
#: Symbols and emoji; Stretto Sans has some of them.
_SYMBOLS = re.compile("[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?|.\ufe0f")


def engine() -> str:
    """The script that gives pages the element `<stretto-scene>`: that in the folder which the environment's
    STRETTO_WEB names, or else the one inside this package.

    Raises `LoadError` where there is none: an installation from source has one after `make web`.
    """
    folder = os.environ.get("STRETTO_WEB")
    path = pathlib.Path(folder) / SCRIPT if folder else _INSIDE / SCRIPT
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise LoadError(
            f"the engine for pages is not there: {path}: {error.strerror}. Wheels have it; from source, run "
            "`make web` and install again, or set STRETTO_WEB to the folder dist/web"
        ) from None


def packed(scene: Scene) -> bytes:
    """The document as the element takes it, small. The same scene gives the same bytes.

    Warns of emoji that the page cannot draw, because fonts of the machine do not travel.
    """
    document = scene.to_bytes()
    lost = emoji(document.decode()) if scene.emoji_font is None else []
    if lost:
        warn(
            f"{''.join(lost[:8])} will not be drawn in the page, which has no font of emoji: set "
            "scene.emoji_font = st.Font.emoji(), and the whole font travels with the page"
        )
    return gzip.compress(document, 9, mtime=0)


def emoji(text: str) -> list[str]:
    """Symbols of a text that are drawn with a font of emoji, each once."""
    symbols = dict.fromkeys(_SYMBOLS.findall(text))
    return [symbol for symbol in symbols if len(symbol) > 1 or Font().missing(symbol)]


def element(
    scene: Scene,
    attributes: Mapping[str, object],
    still: Scene | Movie | None = None,
    tag: str = "stretto-scene",
) -> str:
    """`<stretto-scene>`, or another element, with the document in it, and a picture for where no script runs.

    Attributes without a value are None.
    """
    words = "".join(
        f" {name}" if value is None else f' {name}="{html.escape(str(value))}"'
        for name, value in attributes.items()
    )
    document = base64.b64encode(packed(scene)).decode("ascii")
    # The still has the scene's size before the engine has read the document, too.
    words += f' style="--scene-width:{scene.size.width:g}px"'
    picture = _picture(still or scene)
    return f'<{tag}{words}>{picture}<script type="application/gzip">{document}</script></{tag}>'


def _picture(shown: Any) -> str:
    still = pictures.of_scene(shown) if hasattr(shown, "root") else pictures.first_frame(shown)
    if still is None:
        return ""
    data, size = still
    return f'<img alt="a frame of the scene" width="{size["width"]:g}" src="{pictures.address(data)}">'


def of_scene(scene: Scene) -> str:
    """The scene with its controls, what is under the pointer, and the engine."""
    return element(scene, _SHOWN) + _script()


def of_movie(movie: Movie) -> str:
    """The seconds of a clip, likewise. Raises `InvalidArgument` for a clip of what is no `Scene`."""
    return element(scene_of(movie), {**_SHOWN, **clip(movie)}, movie) + _script()


def scene_of(movie: Movie) -> Scene:
    """The scene of a clip. Raises `InvalidArgument` for a clip of what is no `Scene`."""
    scene = movie.scene
    if not hasattr(scene, "to_bytes"):
        raise InvalidArgument(f"live takes a movie of a Scene, not of {type(scene).__name__}; live=False")
    return cast("Scene", scene)


def clip(movie: Movie) -> dict[str, object]:
    """Attributes of the element that plays the seconds of a movie."""
    return {"controls": None, "inspect": None, "from": movie.start, "to": movie.start + movie.duration}


def of_explorer(scene: Scene, attributes: Mapping[str, object]) -> str:
    """A live scene beside the graph of its windows of time, and the engine."""
    return element(scene, attributes, tag="stretto-explorer") + _script()


def _script() -> str:
    return f"<script>{engine()}</script>"


def write(body: str, path: str | os.PathLike[str]) -> None:
    """Writes a page of its own around a piece of HTML; the file is whole or as it was."""
    files.write(path, pictures.page(body, pathlib.Path(path).stem).encode())
