"""Test font with one coloured letter, stored as SVG and as COLR, for the page of mistakes."""

from __future__ import annotations

import io
import math

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.S_V_G_ import SVGDocument

GROUND, STAR = (0.07, 0.54, 0.7, 1.0), (1.0, 0.82, 0.4, 1.0)


def star() -> tuple[bytes, bytes]:
    """Returns two fonts with a yellow star on a blue square as the letter ★.

    The first font has an SVG table, and the second a COLR table.
    """
    return _font("SVG "), _font("COLR")


def _font(table: str) -> bytes:
    square = [(50, 0), (50, 900), (950, 900), (950, 0)]
    turns = [math.tau * k / 10 for k in range(10)]
    points = [((400, 160)[k % 2] * math.sin(turn), (400, 160)[k % 2] * math.cos(turn)) for k, turn in enumerate(turns)]
    shape = [(round(500 + x), round(430 + y)) for x, y in points]
    outlines = {".notdef": [], "letter": square, "ground": square, "star": shape}
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(list(outlines))
    builder.setupCharacterMap({ord("★"): "letter"})
    builder.setupGlyf({name: _outline(points) for name, points in outlines.items()})
    builder.setupHorizontalMetrics({name: (1000, min((x for x, _ in points), default=0)) for name, points in outlines.items()})
    builder.setupHorizontalHeader(ascent=950, descent=-50)
    builder.setupNameTable({"familyName": "Star", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=950, sTypoDescender=-50)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    if table == "COLR":
        builder.font["COLR"] = buildCOLR({"letter": [("ground", 0), ("star", 1)]})
        builder.font["CPAL"] = buildCPAL([[GROUND, STAR]])
    else:
        made = builder.font["SVG "] = newTable("SVG ")
        words = '<svg xmlns="http://www.w3.org/2000/svg"><path id="glyph1" d="M50 0V-900H950V0Z" fill="#118ab2"/></svg>'
        made.docList = [SVGDocument(words, 1, 1, False)]
    file = io.BytesIO()
    builder.font.recalcTimestamp = False
    builder.save(file)
    return file.getvalue()


def _outline(points: list[tuple[int, int]]) -> object:
    pen = TTGlyphPen(None)
    for k, point in enumerate(points):
        (pen.lineTo if k else pen.moveTo)(point)
    if points:
        pen.closePath()
    return pen.glyph()
