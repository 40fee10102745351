"""Makes pages that play a scene. A page is one file that contains the engine and loads no other file."""

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

#: The engine as a classic script, which `make web` builds and wheels contain.
SCRIPT = "stretto.engine.js"
_INSIDE = pathlib.Path(__file__).parents[1] / "_web"
#: Default attributes of the element `<stretto-scene>`.
_SHOWN: Mapping[str, object] = {"controls": None, "inspect": None, "autoplay": None}
#: Symbols and emoji, some of which Stretto Sans has.
_SYMBOLS = re.compile("[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?|.\ufe0f")


def engine() -> str:
    """Returns the script that defines the element `<stretto-scene>`.

    The script is in the folder that the environment variable STRETTO_WEB names, or else inside this package.

    Raises:
        LoadError: If there is no script. An installation from source has one after `make web`.
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
    """Returns the compressed document for the element. Equal scenes always give the same bytes.

    Warns of emoji that the page cannot draw, because a page does not contain fonts of the machine.
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
    """Returns the symbols of a text that need a font of emoji, each once."""
    symbols = dict.fromkeys(_SYMBOLS.findall(text))
    return [symbol for symbol in symbols if len(symbol) > 1 or Font().missing(symbol)]


def element(
    scene: Scene,
    attributes: Mapping[str, object],
    still: Scene | Movie | None = None,
    tag: str = "stretto-scene",
) -> str:
    """Returns an element with the document, and a still for pages without scripts.

    Args:
        scene: The scene of the document.
        attributes: Attributes of the element; None for an attribute without a value.
        still: The scene or movie whose picture is the still. The default is the scene.
        tag: Name of the element.
    """
    words = "".join(
        f" {name}" if value is None else f' {name}="{html.escape(str(value))}"'
        for name, value in attributes.items()
    )
    document = base64.b64encode(packed(scene)).decode("ascii")
    # The still picture needs the size of the scene before the engine has read the document.
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
    """Returns HTML of a scene with controls, the layer under the pointer, and the engine."""
    return element(scene, _SHOWN) + _script()


def of_movie(movie: Movie) -> str:
    """Returns HTML of a clip with controls and the engine. Raises `InvalidArgument` if the movie is not of a
    `Scene`.
    """
    return element(scene_of(movie), {**_SHOWN, **clip(movie)}, movie) + _script()


def scene_of(movie: Movie) -> Scene:
    """Returns the scene of a movie. Raises `InvalidArgument` if the movie is not of a `Scene`."""
    scene = movie.scene
    if not hasattr(scene, "to_bytes"):
        raise InvalidArgument(f"live takes a movie of a Scene, not of {type(scene).__name__}; live=False")
    return cast("Scene", scene)


def clip(movie: Movie) -> dict[str, object]:
    """Returns the attributes of `<stretto-scene>` for the time span of a movie."""
    return {"controls": None, "inspect": None, "from": movie.start, "to": movie.start + movie.duration}


def of_explorer(scene: Scene, attributes: Mapping[str, object]) -> str:
    """Returns HTML of a live scene with the graph of its time windows, and the engine."""
    return element(scene, attributes, tag="stretto-explorer") + _script()


def _script() -> str:
    return f"<script>{engine()}</script>"


def write(body: str, path: str | os.PathLike[str]) -> None:
    """Writes a page around a piece of HTML. The file is replaced atomically."""
    files.write(path, pictures.page(body, pathlib.Path(path).stem).encode())
