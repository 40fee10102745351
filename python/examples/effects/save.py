"""Saves a scene's loop as a small GIF in the folder named by the variable OUT, or in the current folder."""

import os
import pathlib

import stretto as st


def save(scene: st.Scene, name: str, duration: float | None = None, *, loop: int | None = 0) -> None:
    """Saves the scene's loop, or `duration` seconds of a scene without a loop. If `loop` is None, the clip
    plays once.
    """
    movie = scene.movie(duration=duration, fps=25)
    movie.save(pathlib.Path(os.environ.get("OUT", ".")) / f"{name}.gif", loop=loop)
