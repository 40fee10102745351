"""A slow renderer of colour glyphs, which computes single points by the formulas of the specifications.

HarfBuzz, through uharfbuzz, reads the paint graph and applies the font's variation axes, as HarfBuzz does for
the library. Gradients follow OpenType's COLR table, and blending follows W3C's "Compositing and Blending". As
in browsers, gradients and blending use encoded, not linear, colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import uharfbuzz

Array = npt.NDArray[np.float64]
Mode = uharfbuzz.PaintCompositeMode


class Painter:
    """Sample points, and the premultiplied colour of each point on a stack of surfaces."""

    def __init__(self, font: Any, points: Array) -> None:
        self.font, self.points = font, points
        self.planes: list[Array] = [np.eye(3)]
        self.clips: list[npt.NDArray[np.bool_]] = [np.ones(len(points), bool)]
        self.surfaces: list[Array] = [np.zeros((len(points), 4))]

    def here(self) -> Array | None:
        """The sample points in the coordinates of the paint, or None if its transform is not invertible."""
        plane = self.planes[-1]
        if abs(np.linalg.det(plane[:2, :2])) < 1e-12:
            return None
        back = np.linalg.inv(plane)
        return np.asarray(self.points @ back[:2, :2].T + back[:2, 2])

    def push_transform(self, xx: float, yx: float, xy: float, yy: float, dx: float, dy: float) -> None:
        self.planes.append(self.planes[-1] @ np.array([[xx, xy, dx], [yx, yy, dy], [0, 0, 1]]))

    def push_clip(self, inside: npt.NDArray[np.bool_] | None) -> None:
        self.clips.append(self.clips[-1] & (False if inside is None else inside))

    def push_clip_glyph(self, glyph: int) -> None:
        points = self.here()
        self.push_clip(None if points is None else inside(self.font, glyph, points))

    def push_clip_rectangle(self, x0: float, y0: float, x1: float, y1: float) -> None:
        p = self.here()
        self.push_clip(
            None if p is None else (p[:, 0] >= x0) & (p[:, 0] < x1) & (p[:, 1] >= y0) & (p[:, 1] < y1)
        )

    def push_group(self) -> None:
        self.surfaces.append(np.zeros_like(self.surfaces[-1]))

    def pop_group(self, mode: Any) -> None:
        source = self.surfaces.pop()
        self.surfaces[-1] = composed(source, self.surfaces[-1], mode)

    def paint(self, colors: Array) -> None:
        """Composites premultiplied colours onto the top surface, inside the clip."""
        colors = colors * self.clips[-1][:, None]
        self.surfaces[-1] = composed(colors, self.surfaces[-1], Mode.SRC_OVER)

    def paint_color(self, color: Any) -> None:
        if self.here() is not None:
            self.paint(np.tile(premultiplied(color), (len(self.points), 1)))

    def paint_along(self, line: Any, parameter: Callable[[Array], Array | None]) -> None:
        """Paints a colour line. `parameter` returns the parameter t of each point, NaN for a point outside
        the gradient, and None if nothing is painted.
        """
        points = self.here()
        t = None if points is None else parameter(points)
        if t is not None:
            self.paint(colors_at(line, t))


def paint_funcs() -> Any:
    """HarfBuzz's paint callbacks. Each callback gets the painter as its last argument."""
    funcs = uharfbuzz.PaintFuncs()
    funcs.set_push_transform_func(lambda *a: a[-1].push_transform(*a[:-1]))
    funcs.set_pop_transform_func(lambda painter: painter.planes.pop())
    funcs.set_push_clip_glyph_func(lambda glyph, painter: painter.push_clip_glyph(glyph))
    funcs.set_push_clip_rectangle_func(lambda *a: a[-1].push_clip_rectangle(*a[:-1]))
    funcs.set_pop_clip_func(lambda painter: painter.clips.pop())
    funcs.set_push_group_func(lambda painter: painter.push_group())
    funcs.set_pop_group_func(lambda mode, painter: painter.pop_group(mode))
    funcs.set_color_func(lambda color, _, painter: painter.paint_color(color))
    funcs.set_linear_gradient_func(lambda line, *a: a[-1].paint_along(line, lambda p: linear(p, *a[:-1])))
    funcs.set_radial_gradient_func(lambda line, *a: a[-1].paint_along(line, lambda p: radial(p, *a[:-1])))
    funcs.set_sweep_gradient_func(lambda line, *a: a[-1].paint_along(line, lambda p: sweep(p, line, *a[:-1])))
    return funcs


def colors_of(
    data: bytes, points: Array, axes: dict[str, float] | None = None, foreground: str = "#000000ff"
) -> Array:
    """Premultiplied colours of the glyph of "A" at points in font units, with y up. The returned channels are
    not clamped to 0...1.
    """
    face = uharfbuzz.Face(data)
    font = uharfbuzz.Font(face)
    font.scale = (face.upem, face.upem)
    if axes:
        font.set_variations(axes)
    painter = Painter(font, points)
    red, green, blue, alpha = bytes.fromhex(foreground[1:])
    own = uharfbuzz.Color(red=red, green=green, blue=blue, alpha=alpha)
    font.paint_glyph(font.get_nominal_glyph(ord("A")), paint_funcs(), painter, foreground=own)
    assert len(painter.surfaces) == len(painter.planes) == len(painter.clips) == 1
    return painter.surfaces[0]


# Outlines


def inside(font: Any, glyph: int, points: Array) -> npt.NDArray[np.bool_]:
    """True for each point inside a glyph of straight lines, by the nonzero rule."""
    contours: list[list[tuple[float, float]]] = []
    draw = uharfbuzz.DrawFuncs()
    draw.set_move_to_func(lambda x, y, _: contours.append([(x, y)]))
    draw.set_line_to_func(lambda x, y, _: contours[-1].append((x, y)))
    font.draw_glyph(glyph, draw)
    turns = np.zeros(len(points), int)
    for contour in contours:
        for (ax, ay), (bx, by) in zip(contour, contour[1:] + contour[:1], strict=True):
            if ay == by:
                continue
            x = ax + (points[:, 1] - ay) * (bx - ax) / (by - ay)
            crossed = (points[:, 1] >= min(ay, by)) & (points[:, 1] < max(ay, by)) & (x > points[:, 0])
            turns += np.where(crossed, 1 if by > ay else -1, 0)
    return np.asarray(turns != 0)


# Position of a point on the colour line of a gradient


def linear(p: Array, x0: float, y0: float, x1: float, y1: float, x2: float, y2: float) -> Array | None:
    """The parameter t of a linear gradient: the solution of p - p0 = t (p1 - p0) + s (p2 - p0)."""
    m = np.array([[x1 - x0, x2 - x0], [y1 - y0, y2 - y0]])
    if np.linalg.det(m) == 0:
        return None
    t: Array = np.linalg.solve(m, (p - (x0, y0)).T)[0]
    return t


def radial(p: Array, x0: float, y0: float, r0: float, x1: float, y1: float, r1: float) -> Array | None:
    """The parameter t of a radial gradient: the largest t whose circle has a positive radius and passes
    through the point.
    """
    if (x0, y0, r0) == (x1, y1, r1):
        return None
    dx, dy, dr = x1 - x0, y1 - y0, r1 - r0
    x, y = (p - (x0, y0)).T
    # The equation |p - t d|^2 = (r0 + t dr)^2 is a t^2 - 2 b t + c = 0.
    a = dx * dx + dy * dy - dr * dr
    b, c = x * dx + y * dy + r0 * dr, x * x + y * y - r0 * r0
    with np.errstate(divide="ignore", invalid="ignore"):
        if a == 0:
            roots = [c / (2 * b)]
        else:
            root = np.sqrt(b * b - a * c)
            roots = [(b + root) / a, (b - root) / a]
        shown = [np.where(np.isfinite(t) & (r0 + t * dr > 0), t, -math.inf) for t in roots]
    most = np.max(shown, axis=0)
    return np.where(most > -math.inf, most, np.nan)


def sweep(p: Array, line: Any, x0: float, y0: float, start: float, end: float) -> Array | None:
    """The parameter t of a sweep gradient: the anticlockwise angle from the +x axis, divided by the range of
    angles.
    """
    angle = np.arctan2(p[:, 1] - y0, p[:, 0] - x0) % (2 * math.pi)
    if start == end:
        if line.extend != uharfbuzz.PaintExtend.PAD:
            return None
        return np.where(angle < start, -math.inf, math.inf)
    t: Array = (angle - start) / (end - start)
    return t


def colors_at(line: Any, t: Array) -> Array:
    """Premultiplied colours at the parameters t of a colour line."""
    stops = sorted(line.color_stops, key=lambda stop: float(stop.offset))
    offsets = np.array([stop.offset for stop in stops])
    colors = np.array([premultiplied(stop.color) for stop in stops])
    low, high = offsets[0], offsets[-1]
    if line.extend != uharfbuzz.PaintExtend.PAD and len(stops) > 1:
        if low == high:
            return np.zeros((len(t), 4))
        turns = (t - low) / (high - low)
        is_repeated = line.extend == uharfbuzz.PaintExtend.REPEAT
        turns = turns % 1 if is_repeated else 1 - abs(turns % 2 - 1)
        t = low + turns * (high - low)
    after = np.searchsorted(offsets, t, side="right")
    low_stop, high_stop = np.clip(after - 1, 0, len(stops) - 1), np.clip(after, 0, len(stops) - 1)
    length = offsets[high_stop] - offsets[low_stop]
    part = np.where(length > 0, (t - offsets[low_stop]) / np.where(length > 0, length, 1), 0)
    found = colors[low_stop] + (colors[high_stop] - colors[low_stop]) * part[:, None]
    return np.where(np.isnan(t)[:, None], 0, found)


def premultiplied(color: Any) -> Array:
    alpha = color.alpha / 255
    return np.array([color.red / 255 * alpha, color.green / 255 * alpha, color.blue / 255 * alpha, alpha])


# Compositing and blending


def composed(source: Array, below: Array, mode: Any) -> Array:
    """The premultiplied result of compositing `source` over `below` with a blend mode."""
    s_alpha, b_alpha = source[:, 3:], below[:, 3:]
    none, all_ = np.zeros_like(s_alpha), np.ones_like(s_alpha)
    #: Porter and Duff's factors of the source and of the backdrop.
    fractions = {
        Mode.CLEAR: (none, none),
        Mode.SRC: (all_, none),
        Mode.DEST: (none, all_),
        Mode.SRC_OVER: (all_, 1 - s_alpha),
        Mode.DEST_OVER: (1 - b_alpha, all_),
        Mode.SRC_IN: (b_alpha, none),
        Mode.DEST_IN: (none, s_alpha),
        Mode.SRC_OUT: (1 - b_alpha, none),
        Mode.DEST_OUT: (none, 1 - s_alpha),
        Mode.SRC_ATOP: (b_alpha, 1 - s_alpha),
        Mode.DEST_ATOP: (1 - b_alpha, s_alpha),
        Mode.XOR: (1 - b_alpha, 1 - s_alpha),
        Mode.PLUS: (all_, all_),
    }
    if mode in fractions:
        of_source, of_below = fractions[mode]
        return np.minimum(source * of_source + below * of_below, 1)
    cs, cb = straight(source), straight(below)
    mixed = SEPARABLE[mode](cb, cs) if mode in SEPARABLE else TOGETHER[mode](cb, cs)
    color = (1 - b_alpha) * source[:, :3] + (1 - s_alpha) * below[:, :3] + s_alpha * b_alpha * mixed
    return np.hstack([color, s_alpha + b_alpha - s_alpha * b_alpha])


def straight(colors: Array) -> Array:
    alpha = colors[:, 3:]
    return np.where(alpha > 0, colors[:, :3] / np.where(alpha > 0, alpha, 1), 0)


def screen(b: Array, s: Array) -> Array:
    return b + s - b * s


def hard_light(b: Array, s: Array) -> Array:
    return np.where(s <= 0.5, b * 2 * s, screen(b, 2 * s - 1))


def color_dodge(b: Array, s: Array) -> Array:
    left = np.where(s < 1, 1 - s, 1)
    return np.where(b == 0, 0, np.where(s == 1, 1, np.minimum(1, b / left)))


def color_burn(b: Array, s: Array) -> Array:
    safe = np.where(s > 0, s, 1)
    return np.where(b == 1, 1, np.where(s == 0, 0, 1 - np.minimum(1, (1 - b) / safe)))


def soft_light(b: Array, s: Array) -> Array:
    d = np.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, np.sqrt(b))
    return np.where(s <= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (d - b))


SEPARABLE: dict[Any, Callable[[Array, Array], Array]] = {
    Mode.SCREEN: screen,
    Mode.OVERLAY: lambda b, s: hard_light(s, b),
    Mode.DARKEN: np.minimum,
    Mode.LIGHTEN: np.maximum,
    Mode.COLOR_DODGE: color_dodge,
    Mode.COLOR_BURN: color_burn,
    Mode.HARD_LIGHT: hard_light,
    Mode.SOFT_LIGHT: soft_light,
    Mode.DIFFERENCE: lambda b, s: abs(b - s),
    Mode.EXCLUSION: lambda b, s: b + s - 2 * b * s,
    Mode.MULTIPLY: lambda b, s: b * s,
}


def luminosity(c: Array) -> Array:
    lum: Array = (c @ (0.3, 0.59, 0.11))[:, None]
    return lum


def with_luminosity(c: Array, wanted: Array) -> Array:
    moved = c + (wanted - luminosity(c))
    lum, least, most = luminosity(moved), moved.min(axis=1, keepdims=True), moved.max(axis=1, keepdims=True)
    below, above = least < 0, most > 1
    moved = np.where(below, lum + (moved - lum) * lum / np.where(below, lum - least, 1), moved)
    return np.where(above & ~below, lum + (moved - lum) * (1 - lum) / np.where(above, most - lum, 1), moved)


def saturation(c: Array) -> Array:
    spread: Array = c.max(axis=1, keepdims=True) - c.min(axis=1, keepdims=True)
    return spread


def with_saturation(c: Array, wanted: Array) -> Array:
    own = saturation(c)
    return np.where(own > 0, (c - c.min(axis=1, keepdims=True)) * wanted / np.where(own > 0, own, 1), 0)


TOGETHER: dict[Any, Callable[[Array, Array], Array]] = {
    Mode.HSL_HUE: lambda b, s: with_luminosity(with_saturation(s, saturation(b)), luminosity(b)),
    Mode.HSL_SATURATION: lambda b, s: with_luminosity(with_saturation(b, saturation(s)), luminosity(b)),
    Mode.HSL_COLOR: lambda b, s: with_luminosity(s, luminosity(b)),
    Mode.HSL_LUMINOSITY: lambda b, s: with_luminosity(b, luminosity(s)),
}
