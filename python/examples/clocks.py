"""One clock in three windows of time: copies of a replicator with a negative delay show the future.

The scene has one clock with one hand. Each copy shows the clock three seconds later than the previous copy. A
graph under each copy shows which three seconds of the hand's angle the copy shows.

    python clocks.py [--out folder]
"""

import argparse
import math
import pathlib

from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

import stretto as st

TURN, WINDOW = 10.0, 3.0  # seconds per turn, and from copy to copy
COPIES, SPACING = 3, 150.0  # points from copy to copy
INK, RED, FAINT = "#2b2a33", "#d0021b", "#c9c6d3"


def clock() -> st.Layer:
    """A clock with twelve marks, and a hand that turns once in `TURN` seconds."""
    face = st.ShapeLayer(
        bounds=(0, 0, 100, 100), position=(75, 64), path=st.Path.ellipse(0, 0, 100, 100),
        fill_color="white", stroke_color=INK, line_width=3,
    )  # fmt: skip
    marks = st.ReplicatorLayer(
        frame=(0, 0, 100, 100), instance_count=12, instance_transform=st.Transform3D.rotation(math.tau / 12)
    )
    marks.add_sublayer(st.Layer(frame=(49, 6, 2, 7), background_color=FAINT))
    hand = st.Layer(
        bounds=(0, 0, 4, 40), anchor_point=(0.5, 1), position=(50, 50), corner_radius=2, background_color=RED
    )
    hand.add_animation(
        st.BasicAnimation(
            "transform.rotation.z", from_value=0, to_value=math.tau, duration=TURN, repeat_count=math.inf
        )
    )
    face.add_sublayer(marks)
    face.add_sublayer(hand)
    face.add_sublayer(st.Layer(frame=(46, 46, 8, 8), corner_radius=4, background_color=RED))
    return face


def text(words: str, middle: tuple[float, float], color: str = INK, size: float = 13) -> st.Layer:
    """A text that Pillow draws at four pixels per point."""
    font = ImageFont.load_default(4 * size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    picture = Pillow.new("L", (round(font.getlength(words)), sum(font.getmetrics())))
    ImageDraw.Draw(picture).text((0, 0), words, fill=255, font=font)
    colored = Pillow.new("RGBA", picture.size, color)
    colored.putalpha(picture)
    contents = st.Image(colored.reduce(2))
    bounds = (0, 0, contents.width / 2, contents.height / 2)
    return st.Layer(bounds=bounds, position=middle, contents=contents)


def graph(index: int, seconds: float = 2 * TURN) -> st.Layer:
    """A graph of the hand's angle over `seconds`, with the window of time that copy `index` shows in the
    clip.
    """
    width, height = 120.0, 26.0
    turns = seconds / TURN
    saw = st.Path()
    for turn in range(round(turns)):
        saw.move_to(turn * width / turns, height)
        saw.line_to((turn + 1) * width / turns, 0)
    panel = st.Layer(
        frame=(15 + SPACING * index, 156, width, height), background_color="#eceaf2", corner_radius=3
    )
    scale = width / seconds
    window = st.Layer(frame=(index * WINDOW * scale, 0, WINDOW * scale, height), background_color="#d0021b33")
    now = st.Layer(bounds=(0, 0, 1.5, height), anchor_point=(0.5, 0), background_color=RED)
    now.position = (index * WINDOW * scale, 0)
    now.add_animation(st.BasicAnimation("position.x", by_value=WINDOW * scale, duration=WINDOW))
    panel.add_sublayer(window)
    panel.add_sublayer(st.ShapeLayer(path=saw, fill_color=None, stroke_color=INK, line_width=1.5))
    panel.add_sublayer(now)
    return panel


def make_scene() -> st.Scene:
    """The scene with three clocks, their names and their graphs."""
    scene = st.Scene(SPACING * COPIES, 200, background="#f7f6fb")
    clocks = st.ReplicatorLayer(
        instance_count=COPIES,
        instance_delay=-WINDOW,
        instance_transform=st.Transform3D.translation(SPACING, 0),
    )
    clocks.add_sublayer(clock())
    scene.add_sublayer(clocks)
    for index in range(COPIES):
        name = "now" if index == 0 else f"{index * WINDOW:g} s ahead"
        scene.add_sublayer(text(name, (75 + SPACING * index, 136)))
        scene.add_sublayer(graph(index))
    return scene


def main() -> None:
    """Saves the frame at 1 s as a picture at scale 2, and a clip of three seconds."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"))
    out = arguments.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    scene = make_scene()
    # The clip shows three seconds of a loop of ten seconds. The clip jumps from its last frame to its first
    # frame by design.
    scene.movie(duration=WINDOW, fps=20, diagnose=False).save(out / "clocks.gif", colors=64)
    scene.save_png(out / "clocks.png", time=1, scale=2)
    for path in (out / "clocks.gif", out / "clocks.png"):
        print(f"wrote {path} ({path.stat().st_size / 1000:.0f} kB)")


if __name__ == "__main__":
    main()
