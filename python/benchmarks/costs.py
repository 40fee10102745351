"""Measures the cost of single operations, without other libraries: `costs.py --help`.

The table shows the cost of a copy outside the frame, with and without a delay, and of ten to a million
copies, whose time must grow linearly. A frame after a change of one property and a hit test are compared with
an unchanged frame. Further rows are calls from Python, the emoji preview, a clip with a graph, and the
import.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import stretto as st

RECT = np.array([1.0, 2.0, 3.0, 4.0])
COUNTS = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
EXAMPLES = Path(__file__).parents[1] / "examples"


def seconds_of(action: Callable[[], object], rounds: int, calls: int = 1) -> float:
    """Seconds of one call: the median of the rounds, after one call to warm up."""
    times = []
    for _ in range(rounds + 1):
        start = time.perf_counter()
        for _ in range(calls):
            action()
        times.append((time.perf_counter() - start) / calls)
    return statistics.median(times[1:])


def frame_of(scene: st.Scene) -> Callable[[], object]:
    """A function that draws one frame with one thread into an allocated array."""
    width, height = scene.pixel_size(1)
    pixels = np.empty((height, width, 4), np.uint8)
    return lambda: scene.render(5, out=pixels, premultiplied=True, threads=1)


def copies(count: int, delay: float, spacing: float) -> st.Scene:
    """A scene with `count` copies of a rotating square, `spacing` points apart. If `spacing` is 0, all copies
    lie outside the frame.
    """
    scene = st.Scene(64, 64)
    square = st.Layer(frame=(0 if spacing else 100, 0, 8, 8), background_color="red")
    turn = st.BasicAnimation("transform.rotation.z", to_value=math.tau, duration=1, repeat_count=math.inf)
    square.add_animation(turn)
    row = st.ReplicatorLayer(
        instance_count=count, instance_delay=delay, instance_transform=st.Transform3D.translation(spacing, 0)
    )
    row.add_sublayer(square)
    scene.add_sublayer(row)
    return scene


def each(count: int, delay: float, rounds: int) -> float:
    """Seconds that one more copy outside the frame takes."""
    few, many = (seconds_of(frame_of(copies(number, delay, 0)), rounds) for number in (count // 10, count))
    return (many - few) / (count - count // 10)


def slope(rounds: int, most: int) -> tuple[float, float]:
    """The exponent with which the time of a frame grows with the number of copies, and the seconds per copy
    for many copies. An exponent of 1 means linear growth.
    """
    counts = [count for count in COUNTS if count <= most]
    times = [seconds_of(frame_of(copies(count, 0.001, 0)), rounds) for count in counts]
    far = slice(-3, None)  # the fixed cost of a frame equals 1,000 copies
    return float(np.polyfit(np.log(counts[far]), np.log(times[far]), 1)[0]), times[-1] / counts[-1]


def change(rounds: int) -> float:
    """The time of a frame after a change of one property, divided by the time of an unchanged frame."""
    scene = copies(10_000, 0, 1e-3)
    draw, row = frame_of(scene), scene.root.sublayers[0]
    x = [0.0]

    def changed() -> None:
        x[0] = 1 - x[0]
        row.position = (x[0], 0)
        draw()

    pairs = [(seconds_of(changed, 1), seconds_of(draw, 1)) for _ in range(rounds)]
    return statistics.median(after / before for after, before in pairs)


def hits(rounds: int) -> tuple[float, float]:
    """The time of a hit test in a scene of 3,000 layers divided by the time of a frame, for one point and for
    1,000 points.
    """
    scene, side = st.Scene(600, 500), 10
    for k in range(3_000):
        x, y = side * (k % 60), side * (k // 60)
        scene.add_sublayer(st.Layer(frame=(x + 1, y + 1, 8, 8), corner_radius=2, background_color="red"))
    points = [((37.7 * k) % 600, (91.3 * k) % 500) for k in range(1_000)]
    frame = seconds_of(frame_of(scene), rounds)
    one = seconds_of(lambda: scene.hit_test(303, 252, 5), rounds)
    return one / frame, seconds_of(lambda: scene.hit_test_many(points, 5), rounds) / frame


def emoji(rounds: int) -> float:
    """Seconds per frame of the emoji preview at 630 x 450 pixels."""
    sys.path.insert(0, str(EXAMPLES))
    import emoji_preview  # one of the examples

    scene = emoji_preview.make_scene(emoji_preview.drawn_face())
    scale = 630 / scene.size[0]
    pixels = np.empty((*scene.pixel_size(scale)[::-1], 4), np.uint8)
    return seconds_of(lambda: scene.render(2.5, scale=scale, out=pixels, threads=1), rounds)


def graph(rounds: int) -> float:
    """The time of a clip of 20 frames with a graph next to it, divided by the time of 20 graphs alone.
    matplotlib lays out each of the 20 graphs from scratch, as in a script without `animate_graph`.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    hand = st.Layer(bounds=(0, 0, 4, 36), position=(40, 40), background_color="red")
    turn = st.BasicAnimation("transform.rotation.z", to_value=math.tau, duration=10, repeat_count=math.inf)
    hand.add_animation(turn)
    row = st.ReplicatorLayer(hand, instance_count=5, instance_delay=1)
    scene = st.Scene(80, 240, sublayers=[row])

    def clip() -> None:
        list(st.plot.animate_graph(None, hand, "transform.rotation.z", scene=scene, duration=1, fps=20))

    def redraw() -> None:
        for k in range(20):
            drawn = st.plot.time_windows(hand, "transform.rotation.z", scene=scene, time=k / 20)
            figure = (drawn if hasattr(drawn, "figure") else drawn[0]).figure
            figure.canvas.draw()
            pyplot.close(figure)

    clip()
    pairs = [(seconds_of(clip, 1), seconds_of(redraw, 1)) for _ in range(rounds)]
    return statistics.median(own / theirs for own, theirs in pairs)


def setters() -> dict[str, Callable[[], object]]:
    """Calls that set a property, one for each kind of value."""
    layer, shape, row, gradient = st.Layer(), st.ShapeLayer(), st.ReplicatorLayer(), st.GradientLayer()
    fade, turn = st.BasicAnimation("opacity"), st.Transform3D.rotation(0.3)
    path, image, mask = st.Path.svg("M0 0L9 9"), st.Image.solid(2, 2, "red"), st.Layer()
    return {
        "number": lambda: setattr(layer, "opacity", 0.5),
        "boolean": lambda: setattr(layer, "hidden", False),
        "integer": lambda: setattr(row, "instance_count", 3),
        "point": lambda: setattr(layer, "position", (3.0, 4.0)),
        "rect": lambda: setattr(layer, "frame", (1, 2, 3, 4)),
        "rect as an array": lambda: setattr(layer, "bounds", RECT),
        "transform": lambda: setattr(layer, "transform", turn),
        "color by name": lambda: setattr(layer, "background_color", "red"),
        "color by numbers": lambda: setattr(layer, "background_color", (1, 0.5, 0, 1)),
        "numbers": lambda: setattr(shape, "line_dash_pattern", [1, 2, 3]),
        "colors": lambda: setattr(gradient, "colors", ["red", "#00ff00"]),
        "string": lambda: setattr(layer, "name", "dot"),
        "name": lambda: setattr(layer, "contents_gravity", "center"),
        "path": lambda: setattr(shape, "path", path),
        "image": lambda: setattr(layer, "contents", image),
        "layer": lambda: setattr(layer, "mask", mask),
        "timing function": lambda: setattr(fade, "timing_function", "easeIn"),
        "end of an animation": lambda: setattr(fade, "to_value", 0.5),
        "component": lambda: layer.set_value("position.x", 3.0),
        "none": lambda: setattr(layer, "background_color", None),
    }


def calls(rounds: int) -> dict[str, float]:
    """Seconds of processor time for each call from Python: the smallest of the rounds, which other work
    disturbs least.
    """

    def least(call: Callable[[], object], count: int = 500) -> float:
        times = []
        for _ in range(4 * rounds):
            start = time.thread_time()
            for _ in range(count):
                call()
            times.append((time.thread_time() - start) / count)
        return min(times)

    found = {f"set: {kind}": least(call) for kind, call in setters().items()}
    return found | {"a frame of 8 x 8 pixels": least(frame_of(st.Scene(8, 8)))}


def calls_of_other_build(folder: str, library: str, rounds: int) -> dict[str, float]:
    """Seconds for each call with another version of the package. A separate process loads the sources and the
    library of the other version.
    """
    environment = {**os.environ, "PYTHONPATH": folder, "STRETTO_LIBRARY": library}
    command = [sys.executable, __file__, "--calls", "--rounds", str(rounds)]
    found: dict[str, float] = json.loads(
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    )
    return found


def import_time(rounds: int) -> float:
    """Seconds from the start of Python to the first frame, minus the seconds of a program that only imports
    NumPy.
    """

    def run(program: str) -> float:
        return seconds_of(lambda: subprocess.run([sys.executable, "-c", program], check=True), rounds)

    return run("import stretto; stretto.Scene(8, 8).render(0)") - run("import numpy")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="to take the median of; default %(default)s")
    parser.add_argument("--most", type=int, default=COUNTS[-1], help="copies at most; default %(default)s")
    parser.add_argument("--calls", action="store_true", help="the calls from Python alone, as JSON")
    parser.add_argument(
        "--compare", nargs=2, metavar=("SOURCES", "LIBRARY"), help="the calls also of another version"
    )
    options = parser.parse_args()
    rounds = options.rounds
    if options.calls:
        print(json.dumps(calls(rounds)))
        return
    found = calls(rounds)
    other = calls_of_other_build(options.compare[0], options.compare[1], rounds) if options.compare else {}
    for name, seconds in found.items():
        ratio = f"{seconds / other[name]:8.2f} of the other" if name in other else ""
        print(f"{name:40}{seconds * 1e6:13.2f} us{ratio}", flush=True)
    rows: dict[str, Callable[[], str]] = {
        "a copy off the frame, with a delay": lambda: f"{each(100_000, 0.001, rounds) * 1e9:.0f} ns",
        "a copy off the frame, without": lambda: f"{each(100_000, 0, rounds) * 1e9:.0f} ns",
        "copies to the power of, and a copy": lambda: "{:.3f}, {:.0f} ns".format(
            *(value * factor for value, factor in zip(slope(rounds, options.most), (1, 1e9), strict=True))
        ),
        "after a change / without": lambda: f"{change(rounds):.3f}",
        "a hit / a frame of 3,000 layers, 1,000": lambda: "{:.2f}, {:.2f}".format(*hits(rounds)),
        "the emoji preview, 630 x 450": lambda: f"{emoji(rounds) * 1e3:.2f} ms",
        "animate_graph / its graphs anew (at most 0.2)": lambda: f"{graph(rounds):.2f}",
        "import and first frame, beyond NumPy's": lambda: f"{import_time(rounds) * 1e3:.0f} ms",
    }
    for name, measured in rows.items():
        print(f"{name:48}{measured():>16}", flush=True)


if __name__ == "__main__":
    main()
