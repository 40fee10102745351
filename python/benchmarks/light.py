"""Measures the cost of effects: shadows, glows and blurs of many copies, against frames without effects.

Every row is a ratio of two scenes that are drawn alternately, so other work on the machine slows both scenes
equally. See `light.py --help`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

import stretto as st

Draw = Callable[[], object]


def cards(shadow: bool) -> st.Scene:
    """A scene with 100 equal cards, each with a shadow."""
    scene = st.Scene(640, 640, background="white")
    card = st.Layer(frame=(12, 12, 40, 40), background_color="#3478f6", corner_radius=6)
    if shadow:
        card.shadow_opacity, card.shadow_radius, card.shadow_offset = 0.5, 4, (0, 3)
    row = st.ReplicatorLayer(instance_count=10, instance_transform=st.Transform3D.translation(62, 0))
    column = st.ReplicatorLayer(instance_count=10, instance_transform=st.Transform3D.translation(0, 62))
    row.add_sublayer(card)
    column.add_sublayer(row)
    scene.add_sublayer(column)
    return scene


def letters(glow: bool) -> st.Scene:
    """A scene with 400 letters, each with a glow of its own."""
    scene = st.Scene(640, 360, background="#101020")
    words = " ".join(["glowing letters in the dark"] * 17)[:400]
    text = st.TextLayer(
        words, frame=(10, 10, 620, 340), font_size=18, foreground_color="#a0ffe0", wrapped=True
    )
    if glow:
        glyph = text.glyph
        glyph.shadow_color, glyph.shadow_opacity, glyph.shadow_radius = "#30ffb0", 1, 4
        glyph.shadow_offset = (0, 0)
    scene.add_sublayer(text)
    return scene


def panels(blur: bool) -> st.Scene:
    """A scene with 200 panels that blur the picture behind them."""
    scene = st.Scene(640, 360)
    rows, columns = np.mgrid[0:360, 0:640]
    picture = np.stack([rows * 255 // 360, columns * 255 // 640, (rows ^ columns) & 255], -1).astype(np.uint8)
    scene.add_sublayer(st.Layer(frame=(0, 0, 640, 360), contents=st.Image(picture)))
    panel = st.Layer(frame=(4, 4, 24, 24), background_color="#ffffff30", corner_radius=5)
    if blur:
        panel.background_filters = [st.Filter("gaussianBlur", input_radius=4)]
    row = st.ReplicatorLayer(instance_count=20, instance_transform=st.Transform3D.translation(32, 0))
    column = st.ReplicatorLayer(instance_count=10, instance_transform=st.Transform3D.translation(0, 36))
    row.add_sublayer(panel)
    column.add_sublayer(row)
    scene.add_sublayer(column)
    return scene


def drawing(scene: st.Scene, threads: int) -> Draw:
    """A function that draws one frame into an allocated array."""
    width, height = scene.pixel_size(1)
    pixels = np.empty((height, width, 4), np.uint8)
    return lambda: scene.render(0, out=pixels, premultiplied=True, threads=threads)


def milliseconds(draws: list[Draw], rounds: int) -> list[float]:
    """The median milliseconds per frame of each scene. The scenes are drawn alternately."""
    times: list[list[float]] = [[] for _ in draws]
    for number in range(rounds + 1):
        for draw, own in zip(draws, times, strict=True):
            start = time.perf_counter()
            draw()
            if number:
                own.append((time.perf_counter() - start) * 1e3)
    return [statistics.median(own) for own in times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=30, help="to take the median of; default %(default)s")
    options = parser.parse_args()
    print(f"{'':32}{'without':>10}{'with':>10}{'ratio':>8}{'two threads':>14}")
    for name, make in (
        ("100 cards with a shadow", cards),
        ("400 glowing letters", letters),
        ("200 blurred panels", panels),
    ):
        draws = [drawing(make(False), 1), drawing(make(True), 1), drawing(make(True), 2)]
        plain, lit, shared = milliseconds(draws, options.rounds)
        print(
            f"{name:32}{plain:7.2f} ms{lit:7.2f} ms{lit / plain:8.1f}{shared / lit:9.2f} of one", flush=True
        )


if __name__ == "__main__":
    main()
