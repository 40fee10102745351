"""Stills and clips of scenes in the folder `scenes` of the built book. A picture's file name is a digest of the picture.

Equal scenes are stored once, and an unchanged scene is not drawn again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import pathlib
from collections.abc import Iterator

import numpy as np
import stretto as st
from stretto._ffi import ffi

#: Path and digest of the native library. After a change of the library, the book draws all pictures again.
FILE = pathlib.Path(ffi.lib._name).resolve()
LIBRARY = hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]
#: Maximal width of a picture in pixels of the file, of an enlarged picture in points of the page, and of a page's text in points.
WIDEST, WIDEST_SHOWN, TEXT_WIDTH = 1040, 520, 872
#: Seconds: the length of the clip of a scene that never repeats, and the length of the pause at the end of
#: the clip of a scene that ends.
UNENDING, REST = 3.0, 0.8
LONGEST = 5.0
FPS = 20
#: Scale of a clip, in pixels of the file per point of the page. A still picture has a scale of 2.
FINE = 1.25
QUALITY = 50


@dataclasses.dataclass(frozen=True)
class Picture:
    """Picture files of a scene, with the size on the page. A moving scene has a clip unless an engine plays the scene."""

    still: str
    clip: str | None
    width: int
    height: int
    moves: bool = False
    #: First and last scene time that a player plays, or None if the page does not limit the time.
    span: tuple[float, float] | None = None


def drawn(
    scene: st.Scene, folder: pathlib.Path, at: float, seconds: float | None, zoom: float | None, is_live: bool = False
) -> Picture:
    """Writes the picture files of a scene unless the files exist. A scene that an engine plays on the page gets no clip."""
    folder.mkdir(parents=True, exist_ok=True)
    width, height = scene.size
    zoom = zoom or next((factor for factor in (2.0, 1.5) if factor * width <= WIDEST_SHOWN), 1.0)
    zoom = min(zoom, TEXT_WIDTH / width)
    scale = min(2 * zoom, WIDEST / width)
    start, length = _span(scene, at, seconds)
    moving = min(zoom * FINE, scale)
    name = key(scene, scale, moving, QUALITY, start, length)
    still, clip = f"{name}-{at:g}.png", f"{name}.webp" if length and not is_live else None
    if not (folder / still).exists():
        scene.save_png(folder / still, at, scale=scale, compress=9)
    if clip and not (folder / clip).exists():
        movie = scene.movie(length, FPS, start=start, scale=moving, diagnose=False)
        movie.save(folder / clip, quality=QUALITY, effort=4)
    span = None if seconds is None else (start, start + length)
    return Picture(still, clip, round(width * zoom), round(height * zoom), length > 0, span)


#: Weights of red, green and blue in the lightness of a colour, the least lightness of a light background, and
#: the largest lightness of a dark pixel. The range of a lightness is 0 to 255.
LIGHTNESS, PAPER, INK = (0.2126, 0.7152, 0.0722), 225, 95
#: Largest share of dark pixels next to the background in the pixels of the layers. On a dark page these pixels, for example
#: of a dark text or of a shadow, would be invisible without the background of the scene.
MOST_INK = 0.002
#: Largest distance in pixels between a dark pixel and the background, half the width of a text's strokes.
STROKE = 3


@contextlib.contextmanager
def without_paper(scene: st.Scene, at: float) -> Iterator[str]:
    """Removes the light background of a scene inside a `with` block, and returns the colour of the background.

    The page draws the background of the scene in the returned colour, or in the colour of the dark theme. If the scene would be
    invisible on a dark page, the scene keeps its background and the function returns "".
    """
    color = scene.background
    if color is None or color[3] < 1 or 255 * np.dot(color[:3], LIGHTNESS) < PAPER:
        yield ""
        return
    on_paper = scene.render(at).astype(float)
    scene.background = None
    try:
        frame = scene.render(at)
        alpha = frame[..., 3:] / 255
        behind = 255 * (1 - alpha) * np.array(color[:3])
        # The scene keeps its background if removing the background would change the colours of other layers.
        is_same = np.abs(frame[..., :3] * alpha + behind - on_paper[..., :3]).max() < 3
        painted = frame[..., 3] > 32
        is_next_to_background = sum(np.roll(~painted, distance, axis) for axis in (0, 1) for distance in (-STROKE, STROKE)) > 0
        ink = painted & is_next_to_background & (frame[..., :3] @ np.array(LIGHTNESS) < INK)
        is_fit = is_same and bool(painted.any()) and ink.sum() <= MOST_INK * painted.sum()
        if not is_fit:
            scene.background = color
        yield "rgb({} {} {})".format(*(round(255 * value) for value in color[:3])) if is_fit else ""
    finally:
        scene.background = color


def key(scene: st.Scene, *how: float) -> str:
    """Returns a file name for a picture of a scene, which is equal for equal pictures."""
    return hashlib.sha256(repr((scene.digest(), LIBRARY, *how)).encode()).hexdigest()[:16]


def _span(scene: st.Scene, at: float, seconds: float | None) -> tuple[float, float]:
    """Returns start and length of a clip in seconds: one loop, the time until all animations have ended, or the given length.

    The length is 0 if the scene does not change. The clip includes the scene time `at`, which the still picture shows. A
    clip of a given length starts at time 0. If the scene begins to repeat before `at`, the clip starts when the scene
    begins to repeat.
    """
    report = scene.loop_report()
    if seconds is not None:
        start = report.steady_from if report.duration and report.steady_from <= at else 0.0
        return max(start, at - seconds), seconds
    if report.duration is None:
        return 0.0, max(UNENDING, at)
    if report.duration == 0:
        return 0.0, min(max(report.steady_from + REST, at), LONGEST) if report.steady_from > 0 else 0.0
    return report.steady_from, min(report.duration, LONGEST)
