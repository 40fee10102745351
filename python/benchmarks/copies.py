"""Measures the cost of a copy for different sublayers of a replicator: `copies.py --help`.

The sublayers are one, two or five layers, a layer with a spring animation, a layer that follows a path, a
layer with a shadow and so on. The copies of a row either have delays or share one local time. Either all
copies lie outside the frame, or 2,000 copies are visible. The table shows nanoseconds per sublayer of a copy,
and the ratio to the cheapest row of the column. The nanoseconds are computed from the difference between a
scene with many copies and a scene with a tenth of the copies. For copies that share one local time, the table
shows nanoseconds per copy, because such copies share one picture.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import stretto as st

SIDE = 512
COUNT = 2_000
#: Rows whose copies cannot share a picture, so that each copy is drawn separately.
MORE = ("a shadow", "a mask of each copy")

Sublayers = list[st.Layer]


def endless(key_path: str, start: Any, end: Any) -> st.BasicAnimation:
    return st.BasicAnimation(key_path, from_value=start, to_value=end, duration=1, repeat_count=math.inf)


def square(turns: bool = True) -> st.Layer:
    layer = st.Layer(frame=(0, 0, 8, 8), background_color="red")
    if turns:
        layer.add_animation(endless("transform.rotation.z", 0, math.tau))
    return layer


def several(count: int) -> Sublayers:
    squares = [square() for _ in range(count)]
    for index, layer in enumerate(squares):
        layer.position = (4 + 5 * index, 4)
    return squares


def moved_by(animation: st.Animation) -> Sublayers:
    layer = square(turns=False)
    layer.add_animation(animation)
    return [layer]


def sprung() -> Sublayers:
    spring = st.SpringAnimation("transform.scale", from_value=0.4, to_value=1, repeat_count=math.inf)
    spring.duration = 1
    return moved_by(spring)


def along_a_path() -> Sublayers:
    circle = st.Path.ellipse(0, 0, 20, 20)
    motion = st.KeyframeAnimation("position", path=circle, duration=1, repeat_count=math.inf)
    return moved_by(motion)


def shadowed() -> Sublayers:
    layer = square()
    layer.shadow_opacity, layer.shadow_radius = 1, 1
    return [layer]


def letters() -> Sublayers:
    text = st.TextLayer(string="replicator", font_size=8, frame=(0, 0, 60, 12), foreground_color="red")
    text.glyph.add_animation(endless("transform.rotation.z", 0, math.tau))
    return [text]


def rows_within() -> Sublayers:
    row = st.ReplicatorLayer(instance_count=10, instance_transform=st.Transform3D.translation(3, 0))
    row.add_sublayer(square())
    return [row]


def with_overrides() -> Sublayers:
    layer = square()
    for k in range(0, COUNT, 10):
        layer.instance(k).set_value("cornerRadius", 2)
    return [layer]


#: Rows of the table: a function that makes the sublayers, and the number by which the time of a copy is
#: divided.
ROWS: dict[str, tuple[Callable[[], Sublayers], int]] = {
    "one child": (lambda: several(1), 1),
    "two children": (lambda: several(2), 2),
    "five children": (lambda: several(5), 5),
    "a spring": (sprung, 1),
    "a colour": (lambda: moved_by(endless("backgroundColor", "red", "blue")), 1),
    "a corner radius": (lambda: moved_by(endless("cornerRadius", 0, 4)), 1),
    "a size": (lambda: moved_by(endless("bounds.size.width", 2, 8)), 1),
    "along a path": (along_a_path, 1),
    "a text of ten letters": (letters, 10),
    "ten copies within": (rows_within, 10),
    "a shadow": (shadowed, 1),
    "a mask of each copy": (lambda: several(1), 1),
    "values for single copies": (with_overrides, 1),
}
#: Columns of the table: the delay of a copy in seconds, and whether the copies are inside the frame.
COLUMNS = {
    "off, delayed": (1e-3, False),
    "off, in step": (0.0, False),
    "on, delayed": (1e-3, True),
    "on, in step": (0.0, True),
}


def scene_of(name: str, count: int, column: str) -> st.Scene:
    """A scene with `count` copies along a spiral around the middle of the frame, or around a point outside
    the frame.
    """
    delay, is_seen = COLUMNS[column]
    scene = st.Scene(SIDE, SIDE)
    spiral = st.Transform3D.rotation(0.1).scaled(0.9995)
    copies = st.ReplicatorLayer(instance_count=count, instance_delay=delay, instance_transform=spiral)
    middle = SIDE / 2 if is_seen else 4 * SIDE
    copies.position = (middle, middle)
    sublayers = ROWS[name][0]()
    for layer in sublayers:
        layer.position = (layer.position[0] + 200, layer.position[1])
        copies.add_sublayer(layer)
    if name == "a mask of each copy":
        copies.instance_masks = [
            st.Layer(frame=(200, 0, 4, 8), background_color="black") for _ in range(count)
        ]
    scene.add_sublayer(copies)
    return scene


def seconds_of(scene: st.Scene, rounds: int) -> Iterator[float]:
    """Processor time of each frame in seconds, after two frames to warm up."""
    pixels = np.empty((SIDE, SIDE, 4), np.uint8)
    for index in range(rounds + 2):
        start = time.process_time()
        scene.render(5 + index / 30, out=pixels, premultiplied=True, threads=1)
        if index > 1:
            yield time.process_time() - start


def cost(name: str, column: str, rounds: int, times: int) -> float:
    """Nanoseconds per sublayer of one more copy, or per copy for copies that share one local time."""
    most = COUNT * times
    few, many = (
        statistics.median(seconds_of(scene_of(name, count, column), rounds)) for count in (most // 10, most)
    )
    children = ROWS[name][1] if COLUMNS[column][0] else 1
    return (many - few) / (most - most // 10) / children * 1e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--rounds", type=int, default=9, help="frames to take the median of; default %(default)s"
    )
    parser.add_argument(
        "--times", type=int, default=1, help="so many times 2,000 copies; default %(default)s"
    )
    parser.add_argument("--only", default="", help="rows whose names hold this word")
    options = parser.parse_args()
    rows = [name for name in ROWS if options.only in name]
    found = {
        name: {column: cost(name, column, options.rounds, options.times) for column in COLUMNS}
        for name in rows
    }
    least = {
        column: min(found[name][column] for name in rows if name not in MORE or rows == [name])
        for column in COLUMNS
    }
    print(f"{'ns a child of a copy (ratio)':30}" + "".join(f"{column:>18}" for column in COLUMNS))
    for name, costs in found.items():
        cells = "".join(f"{costs[c]:8.0f} ({costs[c] / max(least[c], 1e-9):7.1f})" for c in COLUMNS)
        print(f"{name:30}{cells}", flush=True)


if __name__ == "__main__":
    main()
