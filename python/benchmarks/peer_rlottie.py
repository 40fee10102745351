"""rlottie through rlottie-python: the one scene that its documents can say."""

import json
from importlib.metadata import version as package_version
from typing import Any

import numpy as np
import scenes
from rlottie_python import LottieAnimation
from scenes import FPS, SCENES, Drawing


def version() -> str:
    return f"rlottie-python {package_version('rlottie-python')}"


def steady(value: Any) -> dict[str, Any]:
    return {"a": 0, "k": value}


def transform(x: float = 0, y: float = 0, rotation: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "ty": "tr",
        "p": steady([x, y]),
        "a": steady([0, 0]),
        "s": steady([100, 100]),
        "r": rotation or steady(0),
        "o": steady(100),
    }


def repeater(count: int, x: float, y: float) -> dict[str, Any]:
    step = transform(x, y) | {"so": steady(100), "eo": steady(100)}
    return {"ty": "rp", "c": steady(count), "o": steady(0), "m": 1, "tr": step}


def group(*items: dict[str, Any]) -> dict[str, Any]:
    return {"ty": "gr", "it": [*items]}


def shape_layer(shapes: list[dict[str, Any]], frames: int) -> dict[str, Any]:
    ease = {"ty": 4, "ind": 1, "sr": 1, "ao": 0, "st": 0, "bm": 0, "ddd": 0, "ip": 0, "op": frames}
    return ease | {"ks": transform(scenes.PITCH / 2, scenes.PITCH / 2), "shapes": shapes}


def grid_document() -> dict[str, Any]:
    """Two nested repeaters about a star that turns, on the scene's background."""
    facts = SCENES["l2"]
    frames = 360
    lin = {"i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}
    degrees = scenes.L2_DEGREES * frames / FPS
    spin = {"a": 1, "k": [{"t": 0, "s": [0], **lin}, {"t": frames, "s": [degrees]}]}
    none = [[0, 0]] * len(scenes.STAR)
    outline = {"c": True, "v": [list(point) for point in scenes.STAR], "i": none, "o": none}
    fill = {"ty": "fl", "c": steady([*scenes.L2_COLOR[:3], 1]), "o": steady(100), "r": 1}
    star = group({"ty": "sh", "ks": steady(outline)}, fill, transform(rotation=spin))
    row = group(star, repeater(scenes.GRID, scenes.PITCH, 0), transform())
    grid = group(row, repeater(scenes.GRID, 0, scenes.PITCH), transform())
    ground = {
        "ty": 1,
        "ind": 2,
        "ks": transform(),
        "sw": facts.width,
        "sh": facts.height,
        "sc": "#" + "".join(f"{round(255 * part):02x}" for part in facts.background[:3]),
        "ip": 0,
        "op": frames,
        "st": 0,
    }
    layers = [shape_layer([grid], frames), ground]
    size = {"w": facts.width, "h": facts.height, "fr": FPS, "ip": 0, "op": frames}
    return {"v": "5.7.0", "nm": "l2", "ddd": 0, "assets": [], "layers": layers} | size


def grid() -> Drawing:
    animation = LottieAnimation.from_data(json.dumps(grid_document()))
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
