"""Lottie documents of the benchmark's scenes that Lottie can express."""

from __future__ import annotations

from typing import Any

import scenes
from scenes import FPS, SCENES


def static(value: Any) -> dict[str, Any]:
    return {"a": 0, "k": value}


def transform(x: float = 0, y: float = 0, rotation: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "ty": "tr",
        "p": static([x, y]),
        "a": static([0, 0]),
        "s": static([100, 100]),
        "r": rotation or static(0),
        "o": static(100),
    }


def repeater(count: int, x: float, y: float) -> dict[str, Any]:
    instance_transform = transform(x, y) | {"so": static(100), "eo": static(100)}
    return {"ty": "rp", "c": static(count), "o": static(0), "m": 1, "tr": instance_transform}


def group(*items: dict[str, Any]) -> dict[str, Any]:
    return {"ty": "gr", "it": [*items]}


def shape_layer(shapes: list[dict[str, Any]], frames: int) -> dict[str, Any]:
    ease = {"ty": 4, "ind": 1, "sr": 1, "ao": 0, "st": 0, "bm": 0, "ddd": 0, "ip": 0, "op": frames}
    return ease | {"ks": transform(scenes.PITCH / 2, scenes.PITCH / 2), "shapes": shapes}


def ground(name: str, frames: int) -> dict[str, Any]:
    """A Lottie layer with the scene's background colour, below all other layers."""
    facts = SCENES[name]
    color = "#" + "".join(f"{round(255 * part):02x}" for part in facts.background[:3])
    size = {"sw": facts.width, "sh": facts.height, "sc": color}
    return {"ty": 1, "ind": 1000, "ks": transform(), "ip": 0, "op": frames, "st": 0} | size


def document(name: str, layers: list[dict[str, Any]], frames: int) -> dict[str, Any]:
    facts = SCENES[name]
    size = {"w": facts.width, "h": facts.height, "fr": FPS, "ip": 0, "op": frames}
    return {"v": "5.7.0", "nm": name, "ddd": 0, "assets": [], "layers": layers} | size


def grid_document() -> dict[str, Any]:
    """A Lottie document with two nested repeaters of a rotating star, on the scene's background."""
    frames = 360
    lin = {"i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}
    degrees = scenes.L2_DEGREES * frames / FPS
    spin = {"a": 1, "k": [{"t": 0, "s": [0], **lin}, {"t": frames, "s": [degrees]}]}
    none = [[0, 0]] * len(scenes.STAR)
    outline = {"c": True, "v": [list(point) for point in scenes.STAR], "i": none, "o": none}
    fill = {"ty": "fl", "c": static([*scenes.L2_COLOR[:3], 1]), "o": static(100), "r": 1}
    star = group({"ty": "sh", "ks": static(outline)}, fill, transform(rotation=spin))
    row = group(star, repeater(scenes.GRID, scenes.PITCH, 0), transform())
    grid = group(row, repeater(scenes.GRID, 0, scenes.PITCH), transform())
    layers = [shape_layer([grid], frames), ground("l2", frames)]
    return document("l2", layers, frames)


def pulse(first: float, last: float, begin: float, frames: int) -> dict[str, Any]:
    """A Lottie animation that moves linearly from one number to another in every period of the spinner."""
    lin = {"i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}
    period = round(scenes.DOT_PERIOD * FPS)
    keys: list[dict[str, Any]] = []
    for start in range(round(begin) - period, frames, period):
        keys += [{"t": start, "s": [first] * 3, **lin}, {"t": start + period - 1e-3, "s": [last] * 3, "h": 1}]
    return {"a": 1, "k": keys}


def spinner_document() -> dict[str, Any]:
    """A Lottie document with a layer for each dot, because Lottie has no copies with different times."""
    facts = SCENES["w1"]
    side = 2 * scenes.DOT_RADIUS
    circle = {"ty": "el", "p": static([0, 0]), "s": static([side, side])}
    fill = {"ty": "fl", "c": static([*scenes.DOT_COLOR[:3], 1]), "o": static(100), "r": 1}
    layers = []
    for i, (x, y, _, _) in enumerate(scenes.dots(0)):
        dot = group(circle, fill, transform())
        begin = i / scenes.DOTS * scenes.DOT_PERIOD * FPS
        ends = [100 * end for end in scenes.DOT_SCALE]
        layer = shape_layer([dot], facts.frames) | {"ind": i + 1}
        layer["ks"] = transform(x, y) | {
            "s": pulse(ends[0], ends[1], begin, facts.frames),
            "o": pulse(100, 0, begin, facts.frames),
        }
        layers.append(layer)
    return document("w1", [*layers, ground("w1", facts.frames)], facts.frames)
