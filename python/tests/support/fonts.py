"""Small fonts for the tests, made with fontTools. `python fonts.py FOLDER` writes seeds for fuzzing."""

from __future__ import annotations

import io
import pathlib
import sys
from typing import Any

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.S_V_G_ import SVGDocument
from fontTools.ttLib.tables.sbixGlyph import Glyph as SbixGlyph
from fontTools.ttLib.tables.sbixStrike import Strike
from fontTools.varLib.builder import buildDeltaSetIndexMap, buildVarData, buildVarRegionList, buildVarStore
from PIL import Image

#: Font units per em.
EM = 1000
#: The palette: red, half-transparent green, and blue.
PALETTE = [(1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 0.5), (0.0, 0.0, 1.0, 1.0)]


def rectangle(pen: Any, x: int, y: int, width: int, height: int) -> Any:
    """Draws an upright rectangle with a pen of fontTools."""
    pen.moveTo((x, y))
    pen.lineTo((x, y + height))
    pen.lineTo((x + width, y + height))
    pen.lineTo((x + width, y))
    pen.closePath()
    return pen


def builder(
    family: str, style: str, weight: int, text: str, *, italic: bool = False, more: tuple[str, ...] = ()
) -> FontBuilder:
    """A font builder with all tables except outlines. Each character has a glyph that is named after its code
    point, and `more` names glyphs without a character.
    """
    names = [".notdef", *(f"u{ord(c):x}" for c in text), *more]
    made = FontBuilder(EM, isTTF=True)
    made.setupGlyphOrder(names)
    made.setupCharacterMap({ord(c): f"u{ord(c):x}" for c in text})
    made.setupGlyf({name: rectangle(TTGlyphPen(None), 0, 0, 500, 700).glyph() for name in names})
    made.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": family, "styleName": style})
    made.setupOS2(usWeightClass=weight, fsSelection=1 if italic else 0)
    made.setupPost()
    return made


def saved(made: FontBuilder) -> bytes:
    file = io.BytesIO()
    made.font.save(file)
    return file.getvalue()


def plain(
    family: str, style: str = "Regular", weight: int = 400, text: str = "A", *, italic: bool = False
) -> bytes:
    """A TrueType font with a rectangle for each character."""
    return saved(builder(family, style, weight, text, italic=italic))


def cff(family: str) -> bytes:
    """An OpenType font with outlines in CFF, which are cubic curves."""
    names = [".notdef", "u41"]
    made = FontBuilder(EM, isTTF=False)
    made.setupGlyphOrder(names)
    made.setupCharacterMap({0x41: "u41"})
    pen = T2CharStringPen(600, None)
    pen.moveTo((0, 0))
    pen.curveTo((0, 300), (200, 700), (500, 700))
    pen.lineTo((500, 0))
    pen.closePath()
    strings = {
        "u41": pen.getCharString(),
        ".notdef": rectangle(T2CharStringPen(600, None), 0, 0, 9, 9).getCharString(),
    }
    made.setupCFF(family, {"FullName": family}, strings, {})
    made.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": family, "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    return saved(made)


#: Glyphs of colour fonts: x, y, width and height of each glyph.
PARTS = {
    "left": (0, 0, 500, 1000),
    "right": (500, 0, 500, 1000),
    "square": (0, 0, 1000, 1000),
    "middle": (250, 250, 500, 500),
}


def colored(
    layers: Any,
    version: int,
    family: str = "Colours",
    *,
    box: tuple[int, ...] | None = None,
    deltas: list[tuple[int, int]] | None = None,
    is_mapped: bool = False,
) -> bytes:
    """A COLR font in which "A" has the given layers or paints of `PARTS`, and the given clip box.

    With `deltas` the font has a weight axis from 100 to 900. At the weights 900 and 100, the variable number
    k of the paints changes by `deltas[k]`. If `is_mapped`, an index map reverses the order of the deltas.
    """
    made = builder(family, "Regular", 400, "AB", more=tuple(PARTS))
    metrics = dict.fromkeys(made.font.getGlyphOrder(), (1000, 0))
    for name, part in PARTS.items():
        made.font["glyf"][name] = rectangle(TTGlyphPen(None), *part).glyph()
        metrics[name] = (1000, part[0])
    made.setupHorizontalMetrics(metrics)
    variations: dict[str, Any] = {}
    if deltas is not None:
        regions = buildVarRegionList([{"wght": (0, 1, 1)}, {"wght": (-1, -1, 0)}], ["wght"])
        rows = [list(pair) for pair in (deltas[::-1] if is_mapped else deltas)]
        variations["varStore"] = buildVarStore(regions, [buildVarData([0, 1], rows)])
        if is_mapped:
            variations["varIndexMap"] = buildDeltaSetIndexMap(range(len(deltas) - 1, -1, -1))
    made.font["COLR"] = buildCOLR(
        {"u41": layers},
        version=version,
        glyphMap=made.font.getReverseGlyphMap(),
        clipBoxes=None if box is None else {"u41": box},
        **variations,
    )
    made.font["CPAL"] = buildCPAL([PALETTE])
    return saved(made) if deltas is None else with_axis(saved(made))


def pictures(size: int = 16, family: str = "Pictures", text: str = "A") -> bytes:
    """An sbix font with a picture for each character: red above and blue below, one em high, standing on the
    baseline.
    """
    made = builder(family, "Regular", 400, text)
    made.setupHorizontalMetrics(dict.fromkeys(made.font.getGlyphOrder(), (EM, 0)))
    picture = Image.new("RGBA", (size, size), (255, 0, 0, 255))
    picture.paste((0, 0, 255, 255), (0, size // 2, size, size))
    file = io.BytesIO()
    picture.save(file, "PNG")
    strike = Strike(ppem=size, resolution=72)
    strike.glyphs = {".notdef": SbixGlyph(glyphName=".notdef")}
    for name in made.font.getGlyphOrder()[1:]:
        strike.glyphs[name] = SbixGlyph(
            glyphName=name, graphicType="png ", imageData=file.getvalue(), originOffsetX=0, originOffsetY=0
        )
    table = newTable("sbix")
    table.version, table.flags, table.strikes = 1, 1, {size: strike}
    made.font["sbix"] = table
    return saved(made)


def with_axis(data: bytes) -> bytes:
    """The font with a weight axis from 100 to 900 that changes no outline."""
    font = TTFont(io.BytesIO(data))
    made = FontBuilder(font=font)
    made.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    made.setupGvar({})
    return saved(made)


def with_svg(data: bytes, character: str) -> bytes:
    """The font with an SVG picture for one character."""
    font = TTFont(io.BytesIO(data))
    glyph = font.getGlyphID(font.getBestCmap()[ord(character)])
    picture = f'<svg xmlns="http://www.w3.org/2000/svg"><path id="glyph{glyph}" d="M0 0H500V-700Z"/></svg>'
    table = newTable("SVG ")
    table.docList = [SVGDocument(picture, glyph, glyph)]
    font["SVG "] = table
    return saved(FontBuilder(font=font))


def solid(glyph: str, color: int, alpha: float = 1) -> dict[str, Any]:
    """A paint of COLR version 1: a glyph in one colour."""
    return {"Format": 10, "Glyph": glyph, "Paint": {"Format": 2, "PaletteIndex": color, "Alpha": alpha}}


def gradient(glyph: str) -> dict[str, Any]:
    """A paint of COLR version 1: a glyph with a gradient from red on the left to blue on the right."""
    stops = [
        {"StopOffset": 0, "PaletteIndex": 0, "Alpha": 1},
        {"StopOffset": 1, "PaletteIndex": 2, "Alpha": 1},
    ]
    line = {"ColorStop": stops, "Extend": "pad"}
    ends = {"x0": 0, "y0": 0, "x1": 1000, "y1": 0, "x2": 0, "y2": 100}
    return {"Format": 10, "Glyph": glyph, "Paint": {"Format": 4, "ColorLine": line, **ends}}


def every_kind() -> dict[str, bytes]:
    """One small font of each kind."""
    move = {"Format": 14, "Paint": gradient("left"), "dx": 100, "dy": 0}
    return {
        "plain.ttf": plain("Plain", text="Aö漢"),
        "cff.otf": cff("Cubic"),
        "colr0.ttf": colored([("left", 0), ("right", 0xFFFF)], 0),
        "colr1.ttf": colored({"Format": 1, "Layers": [solid("left", 0), move]}, 1),
        "sbix.ttf": pictures(),
    }


if __name__ == "__main__":
    for name, data in every_kind().items():
        pathlib.Path(sys.argv[1], name).write_bytes(data)
