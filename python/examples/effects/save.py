"""Saves a scene's loop as a small GIF, in the folder OUT or else the current one."""

import os
import pathlib

import stretto as st


def save(scene: st.Scene, name: str, duration: float | None = None, *, loop: int | None = 0) -> None:
    """The scene's own loop, or `duration` seconds of what never repeats; `loop=None` plays once."""
    movie = scene.movie(duration=duration, fps=25)
    movie.save(pathlib.Path(os.environ.get("OUT", ".")) / f"{name}.gif", loop=loop)
