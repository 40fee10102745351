"""Draws the only scene that Lottie can express with rlottie through rlottie-python."""

import json
from importlib.metadata import version as package_version

import lottie_scenes
import numpy as np
from rlottie_python.rlottie_wrapper import LottieAnimation
from scenes import SCENES, Drawing


def version() -> str:
    return f"rlottie-python {package_version('rlottie-python')}"


def grid() -> Drawing:
    animation = LottieAnimation.from_data(json.dumps(lottie_scenes.grid_document()))
    width, height = SCENES["l2"].width, SCENES["l2"].height
    latest = b""

    def draw(frame: int) -> None:
        nonlocal latest
        latest = animation.lottie_animation_render(frame, width=width, height=height)

    def pixels() -> np.ndarray:
        bgra = np.frombuffer(latest, np.uint8).reshape(height, width, 4)
        return np.ascontiguousarray(bgra[..., 2::-1])

    return Drawing(draw, pixels)


DRAWINGS = {"l2": grid}
