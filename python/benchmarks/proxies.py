"""Measures the cost of one more proxy, and of one more copy with its own values: `proxies.py --help`.

An animated source of 20 layers is shown N times in a scene of 1024 x 1024 points, with one thread. The time
of a frame must grow linearly with N. If all proxies show one local time, the source must be evaluated once:
compare the row "in step" with the row "apart", in which each proxy shows another local time.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable

import numpy as np

import stretto as st

COUNTS = (10, 100, 1_000, 10_000)
SIDE = 1024
SOURCE_LAYERS = 20


def animated_source() -> st.Layer:
    """A source layer with twenty squares that rotate and fade."""
    page = st.Layer(bounds=(0, 0, 100, 100))
    for index in range(SOURCE_LAYERS):
        x, y = 20 * (index % 5), 25 * (index // 5)
        square = st.Layer(frame=(x + 4, y + 6, 12, 12), background_color=(index / SOURCE_LAYERS, 0.5, 0.7, 1))
        for key_path, end in (("transform.rotation.z", math.tau), ("opacity", 0.2)):
            animation = st.BasicAnimation(
                key_path, from_value=1, to_value=end, duration=2, repeat_count=math.inf
            )
            square.add_animation(animation)
        page.add_sublayer(square)
    return page


def cells(count: int) -> list[tuple[float, float, float, float]]:
    """The frame rectangles of `count` equal squares, as large as possible, in rows that fill the scene."""
    columns = math.ceil(math.sqrt(count))
    side = SIDE / columns
    return [(side * (k % columns), side * (k // columns), side, side) for k in range(count)]


def with_proxies(count: int, delay: float, *, constructed: bool = False) -> st.Scene:
    scene, views = st.Scene(SIDE, SIDE), st.ViewReplicator(animated_source())
    for k, frame in enumerate(cells(count)):
        views.add_proxy(frame=frame, time_offset=-delay * k)
    scene.add_sublayer(views.construction() if constructed else views)
    return scene


def with_copies(count: int) -> st.Scene:
    """A scene with a replicator whose copies have positions and colours set by `set_value`."""
    dots = st.ReplicatorLayer(bounds=(0, 0, SIDE, SIDE), instance_count=count)
    dot = st.Layer()
    dots.add_sublayer(dot)
    scene = st.Scene(SIDE, SIDE)
    scene.add_sublayer(dots)
    for k, (x, y, width, height) in enumerate(cells(count)):
        dot.instance(k).set_value("position", (x + width / 2, y + height / 2))
        dot.instance(k).set_value("bounds", (0, 0, width * 0.8, height * 0.8))
        dot.instance(k).set_value("backgroundColor", (k / count, 0.5, 0.7, 1))
    return scene


#: Rows of the table: a function that makes a scene with the given number of proxies or copies.
ROWS: dict[str, Callable[[int], st.Scene]] = {
    "proxies, in step": lambda count: with_proxies(count, 0),
    "proxies, apart": lambda count: with_proxies(count, 1e-3),
    "the same by replicators": lambda count: with_proxies(count, 0, constructed=True),
    "addressed copies": with_copies,
}


def frame_time(scene: st.Scene, scale: float, rounds: int) -> float:
    """The median time of a frame, in seconds."""
    pixels = np.empty((*scene.pixel_size(scale)[::-1], 4), np.uint8)
    times = []
    for index in range(rounds + 1):
        start = time.perf_counter()
        scene.render(1 + index / 25, scale=scale, out=pixels, premultiplied=True, threads=1)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="frames to take the median of (default 5)")
    parser.add_argument("--most", type=int, default=COUNTS[-1], help="leave larger N out")
    parser.add_argument(
        "--scale", type=float, default=1, help="pixels a point; a small one leaves the evaluation alone"
    )
    options = parser.parse_args()
    counts = [count for count in COUNTS if count <= options.most]
    print(f"{'ms a frame (ns for each)':26}" + "".join(f"{f'N = {count:,}':>24}" for count in counts))
    for name, scene_with in ROWS.items():
        row = f"{name:26}"
        for count in counts:
            seconds = frame_time(scene_with(count), options.scale, options.rounds)
            row += f"{f'{seconds * 1e3:.2f} ({seconds / count * 1e9:,.0f})':>24}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
