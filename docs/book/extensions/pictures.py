"""Stills and clips of scenes, in the folder `scenes` of the built book, named by what is drawn.

Equal scenes are stored once, and a scene that did not change is not drawn again.
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

#: The library that draws, and its digest: pictures of another one are drawn anew.
FILE = pathlib.Path(ffi.lib._name).resolve()
LIBRARY = hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]
#: The widest picture, in pixels of the file and in points of the page.
WIDEST, WIDEST_SHOWN = 1040, 520
#: Seconds of a clip of what never repeats, and of rest after what ends.
UNENDING, REST = 3.0, 0.8
LONGEST = 5.0
FPS = 20
#: Pixels of a clip for a point of the page, of which a still has two.
FINE = 1.25
QUALITY = 50


@dataclasses.dataclass(frozen=True)
class Picture:
    """Files of a scene: a still, and a clip of what moves where no engine plays it; and the size that they are shown at."""

    still: str
    clip: str | None
    width: int
    height: int
    moves: bool = False
    #: The times that are played, where the page says how many seconds of the scene its text is about.
    span: tuple[float, float] | None = None


def drawn(
    scene: st.Scene, folder: pathlib.Path, at: float, seconds: float | None, zoom: float | None, is_live: bool = False
) -> Picture:
    """The files of a scene, which are written unless they are there; one that is live in the page needs no clip."""
    folder.mkdir(parents=True, exist_ok=True)
    width, height = scene.size
    zoom = zoom or next((factor for factor in (2.0, 1.5) if factor * width <= WIDEST_SHOWN), WIDEST_SHOWN / width)
    zoom = min(zoom, WIDEST_SHOWN / width)
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


#: Weights of red, green and blue in lightness; light papers are above, dark ink below, of 255.
LIGHTNESS, PAPER, INK = (0.2126, 0.7152, 0.0722), 225, 70
#: Part of what is drawn that may be dark ink, which a dark page swallows.
MOST_INK = 0.04


@contextlib.contextmanager
def without_paper(scene: st.Scene, at: float) -> Iterator[str]:
    """Takes the light background from a scene that can be seen on a dark page too; gives its colour, "" if it stays.

    The page is the ground then: of that colour, or dark in the dark theme.
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
        # Blends with the background need it.
        is_same = np.abs(frame[..., :3] * alpha + behind - on_paper[..., :3]).max() < 3
        lightness = (frame[..., :3] @ np.array(LIGHTNESS))[frame[..., 3] > 127]
        is_fit = is_same and lightness.size > 0 and (lightness < INK).mean() <= MOST_INK
        if not is_fit:
            scene.background = color
        yield "rgb({} {} {})".format(*(round(255 * value) for value in color[:3])) if is_fit else ""
    finally:
        scene.background = color


def key(scene: st.Scene, *how: float) -> str:
    """A name for what is drawn of a scene: equal for equal pictures."""
    return hashlib.sha256(repr((scene.digest(), LIBRARY, *how)).encode()).hexdigest()[:16]


def _span(scene: st.Scene, at: float, seconds: float | None) -> tuple[float, float]:
    """Start and length of a clip in seconds: one loop, until all has ended, or as many as given; length 0 if nothing moves.

    The still is of a time in the clip. A clip of as many seconds as given starts at 0, or where the scene begins to repeat if that is
    before the still.
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
