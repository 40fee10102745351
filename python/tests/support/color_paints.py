"""Paints of COLR version 1, each in a small font. `python color_paints.py FOLDER` writes fuzzing seeds."""

from __future__ import annotations

import pathlib
import sys
from typing import Any

import fonts

#: fontTools' names of the composite modes, in the order of the COLR specification.
MODES = [
    *("clear", "src", "dest", "src_over", "dest_over", "src_in", "dest_in", "src_out", "dest_out"),
    *("src_atop", "dest_atop", "xor", "plus", "screen", "overlay", "darken", "lighten", "color_dodge"),
    *("color_burn", "hard_light", "soft_light", "difference", "exclusion", "multiply"),
    *("hsl_hue", "hsl_saturation", "hsl_color", "hsl_luminosity"),
]
EXTENDS = ("pad", "repeat", "reflect")
#: Index of a variation that changes nothing.
NO_VARIATION = 0xFFFFFFFF

Paint = dict[str, Any]


def solid(color: int, alpha: float = 1) -> Paint:
    return {"Format": 2, "PaletteIndex": color, "Alpha": alpha}


def glyph(name: str, paint: Paint) -> Paint:
    return {"Format": 10, "Glyph": name, "Paint": paint}


def layers(*paints: Paint) -> Paint:
    return {"Format": 1, "Layers": list(paints)}


def composite(source: Paint, mode: str, backdrop: Paint) -> Paint:
    return {"Format": 32, "SourcePaint": source, "CompositeMode": mode, "BackdropPaint": backdrop}


def turned(angle: float, paint: Paint) -> Paint:
    return {"Format": 26, "angle": angle, "centerX": 300, "centerY": 500, "Paint": paint}


def line(extend: str, *stops: tuple[float, int, float]) -> Paint:
    """A colour line. Each stop has an offset, a palette index and an alpha. The default stops are red,
    half-transparent green, and blue.
    """
    all_ = stops or ((0.1, 0, 1), (0.4, 1, 1), (0.9, 2, 0.8))
    made = [{"StopOffset": at, "PaletteIndex": color, "Alpha": alpha} for at, color, alpha in all_]
    return {"ColorStop": made, "Extend": extend}


def linear(extend: str, *ends: int, colors: Paint | None = None) -> Paint:
    names = ("x0", "y0", "x1", "y1", "x2", "y2")
    return {"Format": 4, "ColorLine": colors or line(extend), **dict(zip(names, ends, strict=True))}


def radial(extend: str, *circles: int, colors: Paint | None = None) -> Paint:
    names = ("x0", "y0", "r0", "x1", "y1", "r1")
    return {"Format": 6, "ColorLine": colors or line(extend), **dict(zip(names, circles, strict=True))}


def sweep(extend: str, start: float, end: float, colors: Paint | None = None) -> Paint:
    angles = {"startAngle": start, "endAngle": end}
    return {"Format": 8, "ColorLine": colors or line(extend), "centerX": 480, "centerY": 520, **angles}


#: The two circles of radial gradients: x, y and radius of the first and of the second circle.
CIRCLES = {
    "about one centre": (500, 500, 0, 500, 500, 300),
    "about one centre from a radius": (500, 500, 200, 500, 500, 400),
    "about one centre inwards": (500, 500, 400, 500, 500, 100),
    "a focus inside": (400, 500, 0, 500, 500, 400),
    "one inside the other": (400, 500, 100, 600, 500, 400),
    "one inside the other, inwards": (600, 500, 400, 400, 500, 100),
    "touching from inside": (300, 500, 100, 500, 500, 300),
    "nearly touching from inside": (299, 500, 100, 500, 500, 300),
    "a strip": (300, 500, 100, 600, 500, 100),
    "a cone": (200, 300, 50, 700, 600, 200),
    "a cone that closes": (200, 300, 200, 700, 600, 50),
    "a cone from a point": (100, 500, 0, 600, 500, 250),
    "crossing": (350, 500, 250, 650, 500, 150),
    "the same twice": (500, 500, 300, 500, 500, 300),
    "no radius": (300, 300, 0, 700, 700, 0),
    "neither way nor radius": (500, 500, 0, 500, 500, 0),
}


def gradients() -> dict[str, Paint]:
    """Gradients of all kinds, including ill-formed gradients, each filling the whole square."""
    found: dict[str, Paint] = {}
    for extend in EXTENDS:
        for name, circles in CIRCLES.items():
            found[f"radial, {extend}: {name}"] = radial(extend, *circles)
        for start, end in ((0, 360), (30, 150), (210, 110), (330, 400), (-100, 40), (90, 90), (0, 0)):
            found[f"sweep, {extend}: {start} to {end}"] = sweep(extend, start, end)
        found[f"linear, {extend}"] = linear(extend, 300, 300, 600, 500, 350, 600)
        found[f"linear, {extend}: along its colours"] = linear(extend, 300, 300, 600, 600, 400, 400)
        found[f"linear, {extend}: no way"] = linear(extend, 300, 300, 300, 300, 400, 500)
        found[f"linear, {extend}: no direction"] = linear(extend, 300, 300, 600, 300, 300, 300)
        one, same = line(extend, (0.5, 2, 0.5)), line(extend, (0.5, 0, 1), (0.5, 1, 1), (0.5, 2, 1))
        for name, colors in (("one colour", one), ("colours at one place", same)):
            found[f"linear, {extend}: {name}"] = linear(extend, 300, 300, 600, 500, 350, 600, colors=colors)
            found[f"radial, {extend}: {name}"] = radial(extend, *CIRCLES["a cone"], colors=colors)
            found[f"rings, {extend}: {name}"] = radial(extend, *CIRCLES["about one centre"], colors=colors)
            found[f"sweep, {extend}: {name}"] = sweep(extend, 30, 150, colors=colors)
        wide = line(extend, (-1.5, 0, 1), (0.25, 1, 1), (0.25, 2, 1), (1.75, 0, 0.3))
        found[f"linear, {extend}: wide"] = linear(extend, 300, 300, 600, 500, 350, 600, colors=wide)
        found[f"rings, {extend}: wide"] = radial(extend, 500, 500, 200, 500, 500, 400, colors=wide)
        found[f"sweep, {extend}: wide"] = sweep(extend, 100, 200, colors=wide)
    return {name: glyph("square", paint) for name, paint in found.items()}


def composites() -> dict[str, Paint]:
    """Every composite mode with opaque and half-transparent pictures that overlap in part."""
    found: dict[str, Paint] = {}
    for mode in MODES:
        below, above = linear("pad", 0, 0, 1000, 0, 0, 1000), linear("pad", 0, 250, 0, 750, 1000, 250)
        found[mode] = composite(glyph("middle", above), mode, glyph("square", below))
        stripes = glyph("right", linear("reflect", 0, 0, 0, 300, 1000, 0))
        blended = composite(stripes, mode, glyph("middle", sweep("pad", 0, 360)))
        found[f"{mode} over others"] = layers(glyph("left", solid(2, 0.5)), blended)
    return found


def groups() -> dict[str, tuple[Paint, tuple[int, ...] | None]]:
    """Paints outside glyphs and paints inside several glyphs, each with a clip box."""
    cross = linear("pad", 0, 0, 1000, 0, 0, 1000)
    round_ = sweep("pad", 0, 360)
    pair = layers(glyph("left", solid(0)), glyph("middle", solid(2)))
    striped = linear("repeat", 0, 250, 0, 400, 500, 250)
    focal = radial("reflect", 300, 400, 30, 600, 500, 200)
    center = {"centerX": 500, "centerY": 300}
    skew = {"xSkewAngle": 20, "ySkewAngle": -10}
    open_ = composite(glyph("middle", solid(0, 0.5)), "xor", solid(2))
    free: dict[str, Paint] = {
        "a glyph in a glyph": glyph("left", glyph("middle", linear("pad", 0, 0, 500, 0, 0, 500))),
        "turned inside": glyph("left", turned(30, glyph("middle", striped))),
        "blended in a glyph": glyph("middle", composite(cross, "multiply", round_)),
        "blended twice": composite(composite(cross, "multiply", round_), "src_in", glyph("middle", solid(0))),
        "layers in a glyph": glyph("middle", pair),
        "everywhere, in a glyph": composite(cross, "src_in", glyph("middle", solid(0, 0.5))),
        "everywhere, taken away": composite(glyph("square", solid(2)), "src_out", glyph("middle", cross)),
        "everywhere, taken away itself": composite(glyph("square", solid(2)), "src_out", striped),
        "everywhere, turned": composite(
            glyph("middle", solid(0, 0.5)), "dest_in", turned(30, linear("reflect", 0, 0, 200, 0, 0, 1000))
        ),
        "faded as a whole": composite(pair, "src_in", solid(2, 0.8)),
        "faded by a colour": composite(solid(1, 0.5), "dest_in", pair),
        "faded one by one": composite(glyph("left", solid(0, 0.5)), "src_in", solid(1, 0.5)),
        "skewed": glyph("square", {"Format": 30, **skew, **center, "Paint": striped}),
        "skewed circles": {"Format": 28, **skew, "Paint": glyph("middle", focal)},
        "flat": glyph("square", {"Format": 16, "scaleX": 1, "scaleY": 0, "Paint": focal}),
    }
    boxed = {
        "everywhere, in a box": open_,
        "cut by a box": glyph("square", round_),
        "cut and blended": composite(glyph("middle", cross), "difference", glyph("square", round_)),
    }
    whole = {"a box of the same size": glyph("square", round_)}
    return {
        **{name: (paint, None) for name, paint in free.items()},
        **{name: (paint, (100, 200, 900, 850)) for name, paint in boxed.items()},
        **{name: (paint, (0, 0, 1000, 1000)) for name, paint in whole.items()},
    }


#: Variation deltas: for each variable number of a paint, the changes at the maximum and at the minimum of the
#: axis, in the units in which the font file stores the number.
DELTAS = [
    *[(300, -50), (100, 200), (8192, -4096)],  # the offset and alpha of the first layer
    *[(2048, -1024), (0, 0), (100, -100)],  # a rotation and its centre
    *[(-8192, -4096), (0, 8192)],  # a colour stop and its alpha
    *[
        (100, -50),
        (-100, 50),
        (0, 100),
        (50, 50),
        (100, 0),
        (-50, 150),
    ],  # the two circles of a radial gradient
    *[(-16384, 8192), (4096, -4096)],  # the angles of a sweep gradient
    *[(-32768, 16384), (0, 0), (16384, 0), (0, -16384), (6_553_600, 0), (0, -3_276_800)],  # a matrix
    *[(100, -100), (50, 100), (-100, 0), (-200, 0)],  # a clip box
]


def varied() -> Paint:
    """Paints whose numbers of every kind change with the axis of `DELTAS`."""
    static = {"PaletteIndex": 2, "Alpha": 1, "VarIndexBase": NO_VARIATION}
    moved = {"StopOffset": 1, "PaletteIndex": 1, "Alpha": 1, "VarIndexBase": 6}
    colors = {"Extend": "reflect", "ColorStop": [{"StopOffset": 0, **static}, moved]}
    ends = {"x0": 200, "y0": 0, "x1": 900, "y1": 0, "x2": 200, "y2": 100, "VarIndexBase": NO_VARIATION}
    circles = {"x0": 600, "y0": 700, "r0": 20, "x1": 700, "y1": 700, "r1": 260, "VarIndexBase": 8}
    angles = {"centerX": 500, "centerY": 500, "startAngle": 0, "endAngle": 180, "VarIndexBase": 12}
    matrix = {"xx": 1, "yx": 0, "xy": 0, "yy": 1, "dx": 0, "dy": 0, "VarIndexBase": 16}
    return layers(
        {
            "Format": 15,
            "dx": 0,
            "dy": 0,
            "VarIndexBase": 0,
            "Paint": glyph("left", {"Format": 3, "PaletteIndex": 0, "Alpha": 0.5, "VarIndexBase": 2}),
        },
        {
            "Format": 27,
            "angle": 0,
            "centerX": 500,
            "centerY": 500,
            "VarIndexBase": 3,
            "Paint": glyph("middle", {"Format": 5, "ColorLine": colors, **ends}),
        },
        glyph("right", {"Format": 7, "ColorLine": colors, **circles}),
        {
            "Format": 13,
            "Transform": matrix,
            "Paint": glyph("middle", {"Format": 9, "ColorLine": colors, **angles}),
        },
    )


def all_fonts() -> dict[str, bytes]:
    """A font for each paint of the module."""
    plain = {**gradients(), **composites()}
    box = (0, 0, 1000, 1000, 22)
    return {
        **{name: fonts.colored(paint, 1) for name, paint in plain.items()},
        **{name: fonts.colored(paint, 1, box=box) for name, (paint, box) in groups().items()},
        "moved": fonts.colored(varied(), 1, box=box, deltas=DELTAS),
        "moved by a map": fonts.colored(varied(), 1, box=box, deltas=DELTAS, is_mapped=True),
    }


if __name__ == "__main__":
    for number, data in enumerate(all_fonts().values()):
        pathlib.Path(sys.argv[1], f"paint-{number}.ttf").write_bytes(data)
