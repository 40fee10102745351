"""A line of text in which every letter is a copy, above a graph of the curve that all letters follow.

The glyph layer has one animation, and the text has a delay from letter to letter. In the graph, each letter
stands at its position in the animation. The graph uses the same animation and the same delays, and adds a
movement along the time axis.

    python kinetic_type.py [--out folder]
"""

import argparse
import math
import pathlib
from typing import Any

import numpy as np

import stretto as st

LINE, SECONDS, EACH = "every letter is a copy", 2.4, 0.06
LEFT, WIDTH, FLOOR, HEIGHT = 40.0, 400.0, 196.0, 46.0  # position and size of the graph in points
INK, FAINT, RED = "#2b2a33", "#c9c6d3", "#d0021b"
REPEATED: dict[str, Any] = {"duration": SECONDS, "repeat_count": math.inf}


def leap(height: float) -> st.KeyframeAnimation:
    """An animation that moves a letter up and down in the first half of its duration, and rests in the second
    half.
    """
    leap = st.KeyframeAnimation("transform.translation.y", values=[0, -height, 0, 0], **REPEATED)
    leap.key_times, leap.timing_functions = [0, 0.22, 0.44, 1], ["ease-out", "ease-in", "linear"]
    return leap


def line_of_type() -> st.TextLayer:
    """The line of text."""
    line = st.TextLayer(LINE, font_size=38, foreground_color=INK, position=(240, 84))
    line.alignment_mode = line.vertical_alignment_mode = "center"
    line.font_variations = {"wght": 600}
    line.glyph.add_animation(leap(HEIGHT / 2))
    line.glyph.add_animation(
        st.KeyframeAnimation(
            "foregroundColor", values=[INK, RED, INK, INK], key_times=[0, 0.22, 0.44, 1], **REPEATED
        )
    )
    line.instance_delays = line.stagger(each=EACH)
    return line


def graph() -> st.Layer:
    """A graph of a letter's height over the letter's own time, with every letter at its current position."""
    whole = st.Layer()
    probe = st.Layer()
    probe.add_animation(leap(HEIGHT))
    times = np.linspace(0, SECONDS, 121)[:-1]
    heights = [probe.presentation_value("transform.translation.y", time) for time in times]
    points = [(LEFT + WIDTH * time / SECONDS, FLOOR + y) for time, y in zip(times, heights, strict=True)]
    curve = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in [*points, (LEFT + WIDTH, FLOOR)])
    whole.add_sublayer(st.ShapeLayer(path=curve, fill_color=None, stroke_color=FAINT, line_width=1.5))
    label = st.TextLayer("the letter’s own time →", font_size=10, foreground_color="#8d8a99")
    label.position, label.alignment_mode = (LEFT + WIDTH, FLOOR + 9), "right"
    whole.add_sublayer(label)

    riders = st.TextLayer(LINE, font_size=13, foreground_color=RED)
    boxes = riders.copies()
    riders.position = (LEFT, FLOOR - boxes[0].baseline)
    riders.instance_transforms = [st.Transform3D.translation(-box.x - box.width / 2, 0) for box in boxes]
    riders.glyph.add_animation(
        st.BasicAnimation("transform.translation.x", from_value=0, to_value=WIDTH, **REPEATED)
    )
    riders.glyph.add_animation(leap(HEIGHT))
    riders.instance_delays = riders.stagger(each=EACH)
    whole.add_sublayer(riders)
    return whole


def make_scene() -> st.Scene:
    """The scene of 480 x 220 points."""
    scene = st.Scene(480, 220, background="#fffaf2")
    scene.add_sublayer(line_of_type())
    scene.add_sublayer(graph())
    return scene


def main() -> None:
    """Saves a clip of one loop, which starts when every letter is moving."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"))
    folder = arguments.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    clip = folder / "kinetic_type.gif"
    make_scene().movie(duration=SECONDS, fps=25, start=2 * SECONDS).save(clip, colors=64)
    print(f"wrote {clip} ({clip.stat().st_size / 1000:.0f} kB)")


if __name__ == "__main__":
    main()
