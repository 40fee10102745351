"""The data of every scene of the benchmark: sizes, counts, colours and motion, independent of any library.

Coordinates are points with y downwards, one point per pixel. Frame f is at the time f / 60 s. Colours are
(red, green, blue, alpha) in 0...1, not premultiplied. A matrix is (a, b, c, d, tx, ty), as in
CGAffineTransform: x' = a x + c y + tx, y' = b x + d y + ty.
"""

import colorsys
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

TAU = math.tau
FPS = 60
SHOT = 5  # number of the frame that is written and compared

Color = tuple[float, float, float, float]
Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
Command = tuple[str, tuple[float, ...]]  # "M", "L", "C" or "Z", and its coordinates


class Drawing(NamedTuple):
    """Objects that a graphics library prepares for a scene before the measured time."""

    draw: Callable[[int], None]  # draws frame f completely
    pixels: Callable[[], Any]  # the drawn picture: (height, width, 3) uint8, RGB


@dataclass(frozen=True)
class Scene:
    """One scene of the table."""

    title: str
    width: int
    height: int
    frames: int  # distinct frames, drawn in turn
    background: Color


def color(red: int, green: int, blue: int, alpha: float = 1.0) -> Color:
    return (red / 255, green / 255, blue / 255, alpha)


SCENES = {
    "w1": Scene("spinner, 20 dots", 256, 256, 240, color(18, 18, 24)),
    "w2": Scene("10,000 stars", 1024, 1024, 8, color(255, 255, 255)),
    "w3": Scene("emoji in 10 places", 1280, 720, 12, color(255, 255, 255)),
    "w4": Scene("nested lines, 1,728", 1024, 1024, 30, color(12, 12, 18)),
    "w5": Scene("reflection of a picture", 1280, 1440, 30, color(20, 22, 30)),
    "w6": Scene("full-frame blend", 1920, 1080, 60, color(0, 0, 0, 0)),
    "w7": Scene("complex path", 1024, 1024, 10, color(255, 255, 255)),
    "s1": Scene("200 shadows", 1024, 1024, 10, color(255, 255, 255)),
    "s2": Scene("blurred frame", 1920, 1080, 10, color(0, 0, 0)),
    "l2": Scene("a document's 10,000 stars", 1024, 1024, 20, color(255, 255, 255)),
}


@dataclass(frozen=True)
class Crossing:
    """Scenes X: one path that crosses itself, black on white, filled or stroked."""

    kind: str  # "polygon" of random corners, "curves" through random points, or "lissajous"
    count: int  # number of corners or curves
    size: int  # side of the square frame in pixels
    paint: str = "fill"  # "fill", "even-odd" or "stroke"
    width: float = 2.0  # width of the stroke in points


CROSSINGS = {
    f"x{number}": crossing
    for number, crossing in enumerate(
        (
            *(Crossing("polygon", count, 300) for count in (200, 1000, 4090, 20000)),
            *(Crossing("polygon", count, 300, "even-odd") for count in (1000, 20000)),
            *(Crossing("polygon", count, 300, "stroke") for count in (200, 1000, 4090)),
            *(Crossing("polygon", count, 1000) for count in (1000, 4090, 20000)),
            *(Crossing("polygon", count, 1000, "stroke") for count in (1000, 4200, 20000)),
            *(Crossing("curves", count, 300, paint) for count in (45, 300) for paint in ("fill", "stroke")),
            *(Crossing("lissajous", count, 1000, "stroke", 3) for count in (200, 1200)),
        ),
        1,
    )
}
SCENES |= {
    name: Scene(f"{c.paint} {c.kind} {c.count}, {c.size}", c.size, c.size, 3, color(255, 255, 255))
    for name, c in CROSSINGS.items()
}


def crossing_commands(name: str) -> list[Command]:
    """The path of one of the `CROSSINGS`."""
    crossing = CROSSINGS[name]
    number = random_numbers(crossing.count)

    def points(count: int) -> list[Point]:
        return [(crossing.size * next(number), crossing.size * next(number)) for _ in range(count)]

    if crossing.kind == "curves":
        first, *rest = points(1 + 3 * crossing.count)
        curves = [(*rest[k], *rest[k + 1], *rest[k + 2]) for k in range(0, len(rest), 3)]
        return [("M", first), *(("C", curve) for curve in curves), ("Z", ())]
    if crossing.kind == "lissajous":
        middle, angles = crossing.size / 2, [TAU * k / crossing.count for k in range(crossing.count)]
        corners = [
            (middle * (1 + 0.95 * math.sin(7 * a)), middle * (1 + 0.95 * math.sin(9 * a))) for a in angles
        ]
    else:
        corners = points(crossing.count)
    return [("L" if k else "M", corner) for k, corner in enumerate(corners)] + [("Z", ())]


def frames_of(name: str) -> range:
    return range(SCENES[name].frames)


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies the transform `inner` first, then the transform `outer`."""
    a, b, c, d, tx, ty = outer
    p, q, r, s, x, y = inner
    return (
        a * p + c * q,
        b * p + d * q,
        a * r + c * s,
        b * r + d * s,
        a * x + c * y + tx,
        b * x + d * y + ty,
    )


def moved(x: float, y: float) -> Matrix:
    return (1.0, 0.0, 0.0, 1.0, x, y)


def turned(angle: float) -> Matrix:
    sine, cosine = math.sin(angle), math.cos(angle)
    return (cosine, sine, -sine, cosine, 0.0, 0.0)


def random_numbers(seed: int) -> Iterator[float]:
    """Uniform random numbers in 0..<1 by the 32-bit generator of Numerical Recipes, equal for equal seeds."""
    state = seed
    while True:
        state = (1664525 * state + 1013904223) % 2**32
        yield (state >> 8) / 2**24


def hsv(hue: float, saturation: float, value: float, alpha: float = 1.0) -> Color:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, saturation, value)
    return color(round(255 * red), round(255 * green), round(255 * blue), alpha)


# Scene W1: dots on a ring. Dot i is delayed by i/20 of a period, and shrinks and fades within each period.
DOTS, DOT_RADIUS, RING_RADIUS = 20, 7.5, 96.0
DOT_PERIOD, DOT_SCALE = 1.0, (1.0, 0.1)
DOT_COLOR = color(90, 200, 250)


def dots(frame: int) -> list[tuple[float, float, float, float]]:
    """The tuple (x, y, radius, alpha) of every dot on the ring."""
    result = []
    for i in range(DOTS):
        angle, phase = TAU * i / DOTS, (frame / FPS / DOT_PERIOD - i / DOTS) % 1.0
        scale = DOT_SCALE[0] + (DOT_SCALE[1] - DOT_SCALE[0]) * phase
        x, y = 128 + RING_RADIUS * math.cos(angle), 128 + RING_RADIUS * math.sin(angle)
        result.append((x, y, DOT_RADIUS * scale, 1.0 - phase))
    return result


# Scene W2: a grid of stars. Each star is rotated a little further than the previous star in reading order.
GRID, PITCH = 100, 10.24
STAR_ANGLE, STAR_SPEED = (
    math.radians(0.73),
    math.radians(4.0 * FPS),
)  # radians per star, and radians per second
STAR_FIRST, STAR_RED, STAR_GREEN, STAR_BLUE = (1.0, 1.0, 0.1), -0.009, -0.009, 0.009
STAR: list[Point] = [
    (radius * math.sin(k * TAU / 10), -radius * math.cos(k * TAU / 10))
    for k, radius in enumerate((6.0, 2.5) * 5)
]


def star_colors() -> list[Color]:
    """Colours of the stars. Along a row of stars, red decreases and blue increases. Down a column of stars,
    green decreases.
    """
    red, green, blue = STAR_FIRST
    return [
        (red + STAR_RED * column, green + STAR_GREEN * row, blue + STAR_BLUE * column, 1.0)
        for row in range(GRID)
        for column in range(GRID)
    ]


def stars(frame: int) -> list[Matrix]:
    result = []
    for i in range(GRID * GRID):
        row, column = divmod(i, GRID)
        turn = turned(i * STAR_ANGLE + frame / FPS * STAR_SPEED)
        result.append(times(moved((column + 0.5) * PITCH, (row + 0.5) * PITCH), turn))
    return result


# Scene L2: the grid of W2 with equal stars that rotate together, which a Lottie document can express with
# nested repeaters.
L2_COLOR, L2_DEGREES = color(205, 60, 90), 60.0  # degrees per second


# Scene W3: an emoji drawn in a square of 512 points, shown as a whole in ten positions on two backgrounds.
EMOJI = 512
DARK = (640, 0, 640, 720), color(32, 34, 42)
SPOTS = ((64, 16, 512), (96, 560, 128), (272, 592, 64), (384, 608, 32), (464, 612, 24))
SQUARES = [(panel + x, y, side) for panel in (0, 640) for x, y, side in SPOTS]
FACE, FACE_WIDTH, FACE_LINE = (256, 256, 240), 8, color(150, 84, 10)  # x, y, radius
FACE_GLOW = (200, 190, 300), (color(255, 236, 92), color(244, 150, 26))  # x, y, radius; colours
EYES, EYE_COLOR = ((176, 212), (336, 212)), color(255, 255, 255)
EYE_RADII, PUPIL_RADIUS, PUPIL_DROP, PUPIL_COLOR = (40, 50), 16, 8, color(40, 24, 12)
MOUTH_GLOW = (330, 470), (color(90, 8, 20), color(206, 44, 52))  # top, bottom; colours
MOUTH_WIDTH, MOUTH_LINE = 6, color(80, 10, 10)  # round joins
BROW_WIDTH, BROW_LINE = 14, color(150, 84, 10, 0.8)  # round caps
BROWS: tuple[tuple[Command, ...], ...] = (
    (("M", (130, 150)), ("C", (150, 120, 190, 116, 214, 136))),
    (("M", (298, 136)), ("C", (322, 116, 362, 120, 382, 150))),
)
PAPERS, PAPER_SIZE, PAPER_ALPHA = 400, (14, 8), 0.6
PAPER_COLORS = [hsv(0.618034 * i, 0.8, 0.95, PAPER_ALPHA) for i in range(PAPERS)]


def pupil_shift(frame: int) -> float:
    return 14 * math.sin(TAU * frame / 60)


def mouth(frame: int) -> list[Command]:
    bottom = 360 + 2 * (40 + 30 * math.sin(TAU * frame / 30))
    return [
        ("M", (150, 330)),
        ("C", (200, 350, 312, 350, 362, 330)),
        ("C", (340, bottom, 172, bottom, 150, 330)),
        ("Z", ()),
    ]


class Paper(NamedTuple):
    """A piece of confetti. The piece of confetti falls at constant speed, rotates, and starts again at the
    top.
    """

    x: float
    y: float  # at time 0
    fall: float  # points per second
    angle: float  # at time 0
    spin: float  # radians per second


def papers() -> list[Paper]:
    draw = random_numbers(7)
    result = []
    for _ in range(PAPERS):
        x, y, speed, phase = (next(draw) for _ in range(4))
        fall, spin = 0.25 + 0.75 * speed, 0.5 + speed
        result.append(Paper(EMOJI * x, EMOJI * y, EMOJI * fall, TAU * phase, TAU * spin))
    return result


def paper_matrices(frame: int) -> list[Matrix]:
    t = frame / FPS
    return [times(moved(p.x, (p.y + p.fall * t) % EMOJI), turned(p.angle + p.spin * t)) for p in papers()]


# Scene W4: a line that is repeated twelve times around a circle, in three nested levels. Every ring of lines
# rotates as a whole.
ARMS = 12
RINGS = ((512.0, 512.0, 0.6), (0.0, -270.0, -1.2), (0.0, -130.0, 1.8))  # x, y, radians per second
LINE, LINE_WIDTH = ((0.0, -14.0), (0.0, -70.0)), 3.0  # round caps
LINE_FIRST, LINE_RED, LINE_GREEN, LINE_ALPHA = (1.0, 0.3, 1.0), -0.7 / 11, 0.7 / 11, 0.7


def line_colors() -> list[Color]:
    red, green, blue = LINE_FIRST
    ring = [(red + LINE_RED * k, green + LINE_GREEN * k, blue, LINE_ALPHA) for k in range(ARMS)]
    return ring * ARMS**2


def lines(frame: int) -> list[Matrix]:
    copies: list[Matrix] = [moved(0, 0)]
    for x, y, speed in RINGS:
        whole = times(moved(x, y), turned(speed * frame / FPS))
        ring = [times(whole, turned(TAU * k / ARMS)) for k in range(ARMS)]
        copies = [times(copy, arm) for copy in copies for arm in ring]
    return copies


# Scene W5: an opaque picture and its mirrored copy below the picture, which fades out downwards.
PICTURE = (1280, 720)
FADE = (0.6, 0.0)


def picture() -> Any:
    """An opaque picture as a (720, 1280, 4) uint8 RGBA array."""
    width, height = PICTURE
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    waves = (x / 37, y / 29 + 1, (x + y) / 53 + 2)
    channels = [127 + 127 * np.sin(wave) for wave in waves]
    return np.stack([*channels, np.full_like(x, 255)], -1).astype(np.uint8)


# Scene W6: an opaque frame, and a frame with varying alpha over it.
def sheets() -> tuple[Any, Any]:
    """The lower and the upper frame of W6, as (1080, 1920, 4) uint8 RGBA arrays, not premultiplied."""
    width, height = SCENES["w6"].width, SCENES["w6"].height
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    full = np.full_like(x, 255)
    alpha = 0.15 + 0.7 * (0.5 + 0.5 * np.sin(x / 97) * np.cos(y / 71))
    lower = np.stack([255 * x / width, 255 * y / height, 127 + 127 * np.sin(x / 61), full], -1)
    upper = np.stack([full, full * 120 / 255, 127 + 127 * np.sin(y / 41), 255 * alpha], -1)
    return lower.astype(np.uint8), upper.astype(np.uint8)


# Scene S1: cards with rounded corners, each with a shadow. Scene S2: the lower frame of W6, blurred as a
# whole with continued edges. The blur radius grows slightly from frame to frame, because Skia caches the
# results of filters.
SHADOW_RADIUS, SHADOW_OFFSET, SHADOW_ALPHA, CARD_CORNER = (
    20.0,
    6.0,
    0.45,
    10.0,
)  # the radius is the standard deviation
BLUR_RADIUS, BLUR_GROWTH = 30.0, 0.001


def cards(frame: int) -> list[tuple[float, float, float, float, Color]]:
    """The tuple (x, y, width, height, colour) of every card. All cards move down by one point per frame."""
    number = random_numbers(5)
    result = []
    for _ in range(200):
        x, y, width, height, hue = (next(number) for _ in range(5))
        rectangle = (20 + x * 860, 20 + y * 860 + frame, 60 + width * 60, 40 + height * 60)
        result.append((*rectangle, hsv(hue, 0.6, 0.9)))
    return result


def premultiplied(image: Any) -> Any:
    wide = image.astype(np.uint16)
    wide[..., :3] = (wide[..., :3] * wide[..., 3:] + 127) // 255
    return wide.astype(np.uint8)


# Scene W7: one path of a polygon with 2,000 corners and of 500 curves, both crossing themselves, with the
# nonzero rule.
PATH_FILL, PATH_LINE = color(60, 120, 220, 0.8), color(30, 20, 60)
PATH_WIDTH, PATH_MITER = 3.0, 4.0


def path_commands() -> list[Command]:
    return [*_polygon(2000, 61), *_curves(500, 37)]


def _polar(radius: float, angle: float) -> Point:
    return 512 + radius * math.cos(angle), 512 + radius * math.sin(angle)


def _polygon(count: int, stride: int) -> Iterator[Command]:
    for j in range(count):
        radius = 490 * (0.55 + 0.45 * math.sin(TAU * 13 * j / count))
        yield "L" if j else "M", _polar(radius, TAU * stride * j / count)
    yield "Z", ()


def _curves(count: int, stride: int) -> Iterator[Command]:
    draw = random_numbers(3)
    knots = [
        _polar(300 + 180 * math.sin(TAU * 7 * j / count), TAU * stride * j / count) for j in range(count)
    ]
    yield "M", knots[0]
    for (x0, y0), (x3, y3) in zip(knots, [*knots[1:], knots[0]], strict=True):
        x1, y1, x2, y2 = (60 * (next(draw) - 0.5) for _ in range(4))  # offsets from the thirds of the chord
        dx, dy = (x3 - x0) / 3, (y3 - y0) / 3
        yield "C", (x0 + dx + x1, y0 + dy + y1, x0 + 2 * dx + x2, y0 + 2 * dy + y2, x3, y3)
    yield "Z", ()
