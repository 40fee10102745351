"""Random SVG drawings with every feature that becomes layers, several drawings on one sheet."""

from __future__ import annotations

import base64
import io
import random

import numpy as np
from PIL import Image as Pillow

#: Width and height of a drawing, in points.
SIDE = 60
#: The SVG attribute for no fill.
NONE = 'fill="none"'
COLORS = ("tomato", "#2a9d8f", "rgb(38, 70, 83)", "hsl(40 80% 60%)", "#6d597a80", "navy")


def sheet(seed: int, columns: int, rows: int) -> str:
    """The text of an SVG file with a nested `svg` element for each drawing."""
    cells = []
    for index in range(columns * rows):
        x, y = SIDE * (index % columns), SIDE * (index // columns)
        inside = _Drawing(random.Random(seed * 1000 + index), f"d{index}-").text()
        cells.append(f'<svg x="{x}" y="{y}" width="{SIDE}" height="{SIDE}">{inside}</svg>')
    size = f'width="{SIDE * columns}" height="{SIDE * rows}"'
    space = 'xmlns="http://www.w3.org/2000/svg"'
    rules = ".thick { stroke-width: 5 } g > .round { stroke-linecap: round; stroke-linejoin: round }"
    return f"<svg {space} {size}><style>{rules}</style>{''.join(cells)}</svg>"


class _Drawing:
    """One random drawing. The ids of all elements of the drawing begin with a prefix."""

    def __init__(self, chance: random.Random, prefix: str) -> None:
        self._chance, self._prefix = chance, prefix
        self._count = 0
        self._definitions: list[str] = []

    def text(self) -> str:
        inside = "".join(self._element(2) for _ in range(self._chance.randint(1, 3)))
        return f"<defs>{''.join(self._definitions)}</defs>{inside}"

    def _number(self, low: float = 4, high: float = SIDE - 4) -> str:
        return f"{self._chance.uniform(low, high):.1f}"

    def _define(self, element: str, attributes: str, inside: str) -> str:
        self._count += 1
        name = f"{self._prefix}{self._count}"
        self._definitions.append(f'<{element} id="{name}" {attributes}>{inside}</{element}>')
        return name

    def _element(self, depth: int) -> str:
        if depth and self._chance.random() < 0.4:
            return self._group(depth)
        return self._chance.choice((*[self._shape] * 5, self._text, self._use, self._image))()

    def _group(self, depth: int) -> str:
        chance = self._chance
        inside = "".join(self._element(depth - 1) for _ in range(chance.randint(1, 3)))
        wanted = chance.sample(("transform", "opacity", "clip", "mask", "blend"), k=chance.randint(1, 2))
        attributes = []
        if "transform" in wanted:
            turn = f"rotate({chance.uniform(-60, 60):.1f} 30 30) scale({chance.uniform(0.6, 1.2):.2f})"
            transform = chance.choice((turn, "skewX(12)", "translate(6 -4)"))
            attributes.append(f'transform="{transform}"')
        if "opacity" in wanted:
            attributes.append(f'opacity="{chance.uniform(0.3, 0.9):.2f}"')
        if "clip" in wanted:
            shape = f'<circle cx="{self._number()}" cy="{self._number()}" r="{self._number(8, 30)}"/>'
            star = '<path clip-rule="evenodd" d="M30 4L48 56L2 24L58 24L12 56Z"/>'
            name = self._define("clipPath", "", chance.choice((shape, star)))
            attributes.append(f'clip-path="url(#{name})"')
        if "mask" in wanted:
            kind = chance.choice(("luminance", "alpha"))
            fade = self._gradient("white", "#333")
            content = f'<rect width="60" height="60" fill="{fade}" opacity="0.8"/>'
            units = f'maskUnits="userSpaceOnUse" x="0" y="0" width="60" height="60" mask-type="{kind}"'
            name = self._define("mask", units, content)
            attributes.append(f'mask="url(#{name})"')
        if "blend" in wanted:
            mode = chance.choice(("multiply", "screen", "normal"))
            attributes.append(f'style="mix-blend-mode: {mode}"')
        return f"<g {' '.join(attributes)}>{inside}</g>"

    def _gradient(self, *colors: str) -> str:
        chance = self._chance
        chosen = colors or tuple(chance.choice(COLORS) for _ in range(chance.randint(2, 4)))
        stops = "".join(
            f'<stop offset="{index / (len(chosen) - 1):.3f}" stop-color="{color}"/>'
            for index, color in enumerate(chosen)
        )
        method = chance.choice(("pad", "reflect", "repeat"))
        spread = f'spreadMethod="{method}"'
        if chance.random() < 0.5:
            ends = f'x1="{chance.uniform(0, 0.4):.2f}" y1="0.1" x2="0.9" y2="{chance.uniform(0, 1):.2f}"'
            return f"url(#{self._define('linearGradient', f'{ends} {spread}', stops)})"
        middle = f'cx="{self._number(20, 40)}" cy="{self._number(20, 40)}" r="{self._number(12, 30)}"'
        units = 'gradientUnits="userSpaceOnUse" gradientTransform="rotate(20) scale(1 0.8)"'
        return f"url(#{self._define('radialGradient', f'{middle} {units} {spread}', stops)})"

    def _paint(self) -> str:
        chance = self._chance.random()
        return self._gradient() if chance < 0.3 else self._chance.choice(COLORS)

    def _style(self, *, dashed: bool = False) -> str:
        """Random fill and stroke attributes. Curves get no dashes, because resvg measures the length of
        curves inexactly.
        """
        chance = self._chance
        fill = f'fill="{self._paint()}" fill-opacity="{chance.choice((1, 0.7))}"'
        if chance.random() < 0.4:
            return fill
        line = f'stroke="{self._paint()}" stroke-width="{self._number(1, 6)}"'
        join = chance.choice(("miter", "round", "bevel"))
        line_joins = f'stroke-linejoin="{join}"'
        dashes = chance.choice(
            ("", 'class="thick round"', 'stroke-dasharray="7 3" stroke-dashoffset="2"')[: 2 + dashed]
        )
        order = chance.choice(("", "", 'paint-order="stroke"'))
        filling = chance.choice((fill, NONE))
        return f"{filling} {line} {line_joins} {dashes} {order}"

    def _shape(self) -> str:
        chance, number = self._chance, self._number
        points = " ".join(f"{number()},{number()}" for _ in range(5))
        marker = ""
        if chance.random() < 0.15:
            arrow = '<path d="M0 0L6 3L0 6Z" fill="context-stroke"/>'
            size = 'markerWidth="4" markerHeight="4" refX="3" refY="3" orient="auto" viewBox="0 0 6 6"'
            name = self._define("marker", size, arrow)
            marker = f'marker-end="url(#{name})"'
        choices = (
            f'<rect x="{number(4, 20)}" y="9" width="{number(10, 36)}" height="{number(10, 36)}" rx="4"',
            f'<circle cx="{number(20, 40)}" cy="{number(20, 40)}" r="{number(5, 20)}"',
            f'<ellipse cx="30" cy="30" rx="{number(6, 28)}" ry="{number(6, 28)}"',
            f'<polygon points="{points}" fill-rule="evenodd"',
            f'<polyline points="{points}" {marker}',
            f'<path d="M{number()} 8q20 -20 {number(5, 20)} 6t4 9A9 14 30 1 0 {number()} 40" {marker}',
            f'<line x1="{number()}" y1="{number()}" x2="{number()}" y2="{number()}" {marker}',
        )
        chosen = chance.choice(choices)
        return f"{chosen} {self._style(dashed=chosen.startswith(('<poly', '<line')))}/>"

    def _text(self) -> str:
        word = self._chance.choice(("Hi", "Ag", "to", "8"))
        position = f'x="{self._number(2, 20)}" y="{self._number(25, 55)}"'
        return f'<text {position} font-size="24" {self._style()}>{word}</text>'

    def _use(self) -> str:
        name = self._define("g", "", self._shape())
        return f'<use href="#{name}" x="6" y="-3"/><use href="#{name}" transform="scale(0.6)"/>'

    def _image(self) -> str:
        pixels = np.zeros((4, 4, 3), np.uint8)
        pixels[::2, ::2, 0], pixels[1::2, :, 2] = 220, 160
        file = io.BytesIO()
        Pillow.fromarray(pixels).save(file, "PNG")
        address = "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
        position = f'x="{self._number(4, 20)}" y="9" width="24" height="24"'
        return f'<image {position} style="image-rendering: optimizeSpeed" href="{address}"/>'
