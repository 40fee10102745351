"""Random scenes with every kind of layer: nested, animated, copied, clipped and filtered."""

from __future__ import annotations

import math
import random

import stretto as st

COLORS = "#e63946", "#f1faee80", "#a8dadc", "#457b9d", "#1d3557", "#ffb70366", "clear"
FILTERS = "gaussianBlur", "colorInvert", "colorSaturate", "colorHueRotate"
BLENDS = "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "plusL", None
EASINGS = "linear", "ease-in", "ease-out", "ease-in-out"


def scene(seed: int) -> st.Scene:
    """The random scene of a seed, with at most some dozens of layers on 90 x 70 points."""
    return _Maker(random.Random(seed)).scene()


class _Maker:
    def __init__(self, chance: random.Random) -> None:
        self.chance, self.left = chance, 24

    def scene(self) -> st.Scene:
        made = st.Scene(90, 70, background=self.chance.choice([None, "white", "#20304080"]))
        for _ in range(self.chance.randint(1, 4)):
            made.add_sublayer(self.layer(3))
        return made

    def number(self, low: float, high: float) -> float:
        return round(self.chance.uniform(low, high), self.chance.choice([0, 1, 3, 9]))

    def often(self, probability: float) -> bool:
        return self.chance.random() < probability

    def layer(self, depth: int) -> st.Layer:
        self.left -= 1
        kinds = [self.plain, self.shape, self.gradient, self.text, self.row, self.row, self.emitter]
        made = self.chance.choice(kinds)()
        self.animate_position(made)
        self.add_effects(made)
        if self.often(0.2):
            made.speed, made.time_offset = self.number(-1, 2), self.number(0, 2)
        for _ in range(self.chance.randint(0, 2)):
            made.add_animation(self.animation())
        while depth and self.left > 0 and self.often(0.5):
            made.add_sublayer(self.layer(depth - 1))
        return made

    def animate_position(self, made: st.Layer) -> None:
        made.position = (self.number(0, 90), self.number(0, 70))
        if self.often(0.3):
            axis = self.chance.choice([(0, 0, 1), (0, 1, 0)])
            made.transform = st.Transform3D.rotation(self.number(-1, 1), *axis)
        if self.often(0.2):
            made.masks_to_bounds = True
        if self.often(0.1):
            made.mask = self.plain()

    def add_effects(self, made: st.Layer) -> None:
        if self.often(0.3):
            made.opacity = self.number(0, 1)
        if self.often(0.15):
            made.shadow_opacity, made.shadow_radius = self.number(0, 1), self.number(0, 4)
        if self.often(0.1):
            made.compositing_filter = self.chance.choice(BLENDS)  # type: ignore[arg-type]
        if self.often(0.1):
            made.filters = [st.Filter(self.chance.choice(FILTERS))]

    def plain(self) -> st.Layer:
        made = st.Layer(bounds=(0, 0, self.number(1, 40), self.number(1, 40)))
        made.background_color = self.chance.choice(COLORS)
        made.corner_radius = self.number(0, 12)
        made.border_width, made.border_color = self.number(0, 3), self.chance.choice(COLORS)
        return made

    def shape(self) -> st.Layer:
        path = st.Path.ellipse(0, 0, self.number(5, 40), self.number(5, 40))
        made = st.ShapeLayer(path=path, fill_color=self.chance.choice(COLORS), line_width=self.number(0, 4))
        made.stroke_color = self.chance.choice(COLORS)
        made.stroke_end = self.number(0, 1)
        if self.often(0.5):
            made.line_dash_pattern = [self.number(1, 6), self.number(1, 6)]
        return made

    def gradient(self) -> st.Layer:
        made = st.GradientLayer(bounds=(0, 0, self.number(5, 50), self.number(5, 50)))
        made.colors = [self.chance.choice(COLORS) for _ in range(self.chance.randint(2, 4))]
        made.type = self.chance.choice(["axial", "radial", "conic"])
        made.start_point, made.end_point = (self.number(0, 1), 0.2), (0.7, self.number(0.3, 1))
        return made

    def text(self) -> st.Layer:
        words = self.chance.choice(["Stretto", "Ärger, 12 %", "two\nlines", "a b c"])
        return st.TextLayer(string=words, font_size=self.number(6, 24), foreground_color="#224466")

    def row(self) -> st.Layer:
        made = st.ReplicatorLayer(instance_count=self.chance.randint(1, 6))
        made.instance_delay = self.number(-0.5, 0.5)
        made.instance_transform = st.Transform3D.translation(self.number(-9, 12), self.number(-6, 6))
        made.instance_alpha_offset = self.number(-0.3, 0)
        made.add_sublayer(self.plain())
        return made

    def emitter(self) -> st.Layer:
        cell = st.EmitterCell(
            birth_rate=self.number(1, 15), lifetime=self.number(0.2, 2), velocity=self.number(0, 40),
            emission_range=self.number(0, math.tau), scale=self.number(0.2, 1), contents=_dot(),
            color=self.chance.choice(COLORS),
        )  # fmt: skip
        return st.EmitterLayer(emitter_cells=[cell], emitter_position=(0, 0))

    def animation(self) -> st.Animation:
        path, low, high = self.chance.choice(
            [("opacity", 0, 1), ("transform.rotation.z", -3, 3), ("transform.translation.x", -20, 20),
             ("transform.scale", 0.3, 1.5), ("position.y", 0, 70)]
        )  # fmt: skip
        made: st.BasicAnimation | st.KeyframeAnimation
        if self.often(0.5):
            made = st.BasicAnimation(path, from_value=self.number(low, high), to_value=self.number(low, high))
        else:
            values = [self.number(low, high) for _ in range(self.chance.randint(2, 5))]
            made = st.KeyframeAnimation(path, values=values)
        made.duration = self.number(0.1, 2) or 1
        made.repeat_count = self.chance.choice([1, 2.5, math.inf])
        made.autoreverses = self.often(0.4)
        made.timing_function = self.chance.choice(EASINGS)  # type: ignore[arg-type]
        return made


def _dot() -> st.Image:
    scene = st.Scene(6, 6)
    scene.add_sublayer(st.Layer(frame=(0, 0, 6, 6), corner_radius=3, background_color="white"))
    return st.Image(scene.render(0))
