"""A clip as a piece of a page: one sprite sheet and a little script that plays, steps and scrubs."""

from __future__ import annotations

import base64
import html
import importlib.resources
import json
import math
from typing import TYPE_CHECKING

import numpy as np

from stretto._clips.clip import Layout, about_square
from stretto._ffi import files
from stretto._pictures import png
from stretto.errors import LimitError

if TYPE_CHECKING:
    from stretto.movie import Movie

#: Largest player in a notebook by default, in bytes of the page.
LIMIT = 16_000_000
#: Largest picture that every browser takes: its side, and its pixels.
_MOST_SIDE, _MOST_PIXELS = 16_384, 2**27
#: Frames that predict the size of all, and how far above the limit a clip is not drawn in full.
_PROBES, _HOPELESS = 3, 2.0


def asset(name: str) -> str:
    """The text of a script or style sheet of this package."""
    return importlib.resources.files("stretto").joinpath("assets").joinpath(name).read_text(encoding="utf-8")


class Player:
    """A player of a clip, for a notebook and for pages: it plays, steps and scrubs without anything else.

    It shows itself in a notebook, stays when the notebook is exported to HTML, and needs no network: the
    frames are one PNG inside the page, and so is the script. `limit` is how many bytes of the page it may
    take; a larger clip shows its first frame and says so.
    """

    def __init__(self, movie: Movie, *, limit: int = LIMIT, autoplay: bool = True) -> None:
        self.movie, self.limit, self.autoplay = movie, limit, autoplay

    def html(self) -> str:
        """The player as a piece of HTML, with its style and script; several fit on one page.

        Raises `LimitError` if it would be larger than the limit.
        """
        movie = self.movie
        width, height = movie.scene.pixel_size(movie.scale)
        layout = about_square(len(movie), (width, height), _MOST_SIDE)
        picture = self._picture(layout)
        clip = {
            "frames": len(movie), "fps": movie.fps, "duration": movie.duration, "start": movie.start,
            "width": width, "height": height, "columns": layout.columns, "autoplay": self.autoplay,
        }  # fmt: skip
        across, down = width / movie.scale, height / movie.scale
        return (
            f'<div class="stretto-player" data-clip="{html.escape(json.dumps(clip))}" data-sheet="{picture}">'
            f"<style>{asset('player.css')}</style>"
            f'<div class="stretto-view" style="width:{across:g}px;aspect-ratio:{across:g}/{down:g}">'
            f'<img alt="the first frame" width="{across:g}" height="{down:g}" src="{self._first()}">'
            "</div>"
            '<p class="stretto-note">The first frame. Playing needs JavaScript: trust this notebook.</p>'
            f"</div><script>{asset('player.js')}{asset('page.js')}</script>"
        )

    def save(self, path: files.Target) -> None:
        """Writes a page of its own, for a browser or a static host, to a path or an open binary file.

        Errors as in `html`, and `WriteError`; the file is whole or as it was.
        """
        page = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stretto</title>'
            '<meta name="viewport" content="width=device-width">'
            '<meta name="color-scheme" content="light dark">'
            f'<body style="margin:2em">{self.html()}</body></html>'
        )
        files.write(path, page.encode())

    def _first(self) -> str:
        """The first frame as a data address: what is left where a notebook takes scripts and styles away."""
        return "data:image/png;base64," + base64.b64encode(png.encoded(self.movie[0])).decode("ascii")

    def _picture(self, layout: Layout) -> str:
        """All frames in one PNG, as a data address."""
        movie = self.movie
        width, height = layout.frame
        if max(layout.size) > _MOST_SIDE or math.prod(layout.size) > _MOST_PIXELS:
            raise LimitError(
                f"{_size(movie, width, height)} are more pixels than browsers hold in one picture"
            )
        probes = sorted({round(float(at)) for at in np.linspace(0, len(movie) - 1, _PROBES)})
        guess = sum(len(png.encoded(movie[index])) for index in probes) / len(probes) * len(movie) * 4 / 3
        if guess > _HOPELESS * self.limit:
            raise LimitError(self._too_large(guess, width, height))
        encoded = base64.b64encode(png.encoded(layout.filled(movie))).decode("ascii")
        if len(encoded) > self.limit:
            raise LimitError(self._too_large(len(encoded), width, height))
        return "data:image/png;base64," + encoded

    def _too_large(self, size: float, width: int, height: int) -> str:
        wanted = math.ceil(size * 1.1 / 1e6)
        return (
            f"{_size(self.movie, width, height)} would take about {size / 1e6:.2g} MB of the page, above the "
            f"limit of {self.limit / 1e6:g} MB. Raise it with movie.player(limit={wanted}_000_000)"
        )

    def _still(self, reason: str) -> str:
        """The first frame and a sentence, in place of a clip that is too large."""
        width, height = self.movie.scene.size
        return (
            f'<div><img alt="the first frame" width="{width:g}" height="{height:g}" src="{self._first()}">'
            '<p style="border-left:4px solid #d55e00;padding:.3em .8em">'
            f"<b>Only the first frame is shown.</b> {html.escape(reason)}, choose a smaller "
            "<code>scale</code> or <code>fps</code>, save it with <code>movie.save</code>, or scrub the "
            "scene with <code>scene.live()</code>.</p></div>"
        )

    def _repr_html_(self) -> str:
        try:
            return self.html()
        except LimitError as error:
            return self._still(str(error))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __repr__(self) -> str:
        return f"<Player of {self.movie!r}>"


def _size(movie: Movie, width: int, height: int) -> str:
    return f"{len(movie)} frames of {width} x {height} pixels"
