"""Makes a small colour font for the text benchmark, whose glyphs are faces of about ten flat layers (COLR
version 0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000
#: The palette: yellow, a shade of yellow, brown, white, red, blue.
PALETTE = [
    (1.0, 0.8, 0.3, 1.0),
    (0.95, 0.65, 0.2, 1.0),
    (0.4, 0.25, 0.05, 1.0),
    (1.0, 1.0, 1.0, 1.0),
    (0.9, 0.25, 0.3, 1.0),
    (0.3, 0.6, 0.9, 1.0),
]
Layer = tuple[int, list[list[tuple[float, float]]]]


def ellipse(x: float, y: float, width: float, height: float, corners: int = 8) -> list[tuple[float, float]]:
    """Off-curve points of quadratic curves around an ellipse. The font format implies the on-curve points
    halfway between the off-curve points.
    """
    reach = 1 / math.cos(math.pi / corners)
    angles = [2 * math.pi * k / corners for k in range(corners)]
    return [(x + width * reach * math.cos(a), y + height * reach * math.sin(a)) for a in angles]


def face(k: int) -> list[Layer]:
    """The layers of face number `k`: for each layer an index in the palette, and contours."""
    eye, mouth = 50 + 6 * (k % 5), 90 + 20 * (k % 4)
    layers: list[Layer] = [
        (1, [ellipse(500, 340, 480, 480)]),
        (0, [ellipse(500, 350, 460, 460)]),
        (4 if k % 2 else 1, [ellipse(220, 260, 90, 60), ellipse(780, 260, 90, 60)]),
    ]
    for side in (340, 660):
        layers += [
            (3, [ellipse(side, 450, eye * 1.6, eye * 1.8)]),
            (5 if k % 3 else 2, [ellipse(side + 4 * (k % 7), 445, eye, eye * 1.2)]),
            (3, [ellipse(side - 15, 480, eye / 3, eye / 3)]),
        ]
    layers += [(2, [ellipse(500, 200, mouth * 1.5, mouth)]), (4, [ellipse(500, 160, mouth, mouth / 2)])]
    return layers


def write(file: Path, characters: Sequence[str]) -> None:
    """Writes a font with a face for each character."""
    names = {character: f"u{ord(character):x}" for character in characters}
    outlines: dict[str, list[list[tuple[float, float]]]] = {".notdef": []}
    colors: dict[str, list[tuple[str, int]]] = {}
    for k, name in enumerate(names.values()):
        layers = face(k)
        outlines[name] = layers[0][1]
        colors[name] = [(f"{name}.{i}", color) for i, (color, _) in enumerate(layers)]
        outlines |= {f"{name}.{i}": contours for i, (_, contours) in enumerate(layers)}
    made = FontBuilder(EM, isTTF=True)
    made.setupGlyphOrder(list(outlines))
    made.setupCharacterMap({ord(character): name for character, name in names.items()})
    glyphs = {}
    for name, contours in outlines.items():
        pen = TTGlyphPen(None)
        for contour in contours:
            # For fontTools, a contour without on-curve points ends with None.
            pen.qCurveTo(*[(round(x), round(y)) for x, y in contour], None)
            pen.closePath()
        glyphs[name] = pen.glyph()
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics(dict.fromkeys(outlines, (EM, 0)))
    made.setupHorizontalHeader(ascent=850, descent=-150)
    made.setupNameTable({"familyName": "Faces", "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    made.font["COLR"] = buildCOLR(colors, version=0, glyphMap=made.font.getReverseGlyphMap())
    made.font["CPAL"] = buildCPAL([PALETTE])
    file.parent.mkdir(parents=True, exist_ok=True)
    made.font.save(file)
