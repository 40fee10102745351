#!/usr/bin/env python3
"""Subsets Debian's font Inter to "Stretto Sans": the weight axis, and the characters and features below.

    tools/cut_sans.py Inter-roman.var.ttf OUT.ttf

The script needs the version of fontTools in tools/requirements.txt, because tools/text-parts pins the digest of the result.
Inter's licence (OFL 1.1 without a reserved font name) allows the subset. The new name distinguishes the subset from an
installed Inter.
"""

from __future__ import annotations

import sys

from fontTools import subset
from fontTools.ttLib import TTFont

FAMILY = "Stretto Sans"
#: First and last character of each range. Characters that Inter lacks are ignored.
CHARACTERS = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x18F, 0x18F), (0x192, 0x192), (0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1CD, 0x1DC), (0x1E6, 0x1E7),
    (0x1F4, 0x1F5), (0x1FA, 0x1FF), (0x218, 0x21B), (0x237, 0x237), (0x259, 0x259), (0x2BB, 0x2BC), (0x2C6, 0x2C7), (0x2D8, 0x2DD),
    (0x300, 0x30C), (0x323, 0x328),                       # marks that letters are composed with
    (0x37E, 0x37E), (0x384, 0x3CE),                       # Greek
    (0x400, 0x45F), (0x472, 0x475), (0x490, 0x493), (0x496, 0x49D), (0x4A0, 0x4A5), (0x4AE, 0x4B3), (0x4BA, 0x4BB), (0x4D8, 0x4D9),
    (0x4E2, 0x4E3), (0x4E8, 0x4E9), (0x4EE, 0x4EF),       # Cyrillic
    (0x1E80, 0x1E85), (0x1E9E, 0x1E9E), (0x1EA0, 0x1EF9), # Welsh, German, Vietnamese
    (0x2002, 0x200B), (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x202F, 0x2030), (0x2032, 0x2033),
    (0x2039, 0x203A), (0x203D, 0x203D), (0x2044, 0x2044), (0x2070, 0x2070), (0x2074, 0x2079), (0x2080, 0x2089),
    (0x20A1, 0x20BF), (0x2116, 0x2117), (0x2120, 0x2122), (0x2153, 0x2154), (0x215B, 0x215E), (0x2190, 0x2199), (0x21E7, 0x21E7),
    (0x2202, 0x2202), (0x2205, 0x2206), (0x220F, 0x220F), (0x2211, 0x2212), (0x2215, 0x2215), (0x2219, 0x221A), (0x221E, 0x221E),
    (0x222B, 0x222B), (0x2248, 0x2248), (0x2260, 0x2260), (0x2264, 0x2265), (0x2318, 0x2318), (0x2325, 0x2325), (0x25A0, 0x25A1),
    (0x25B2, 0x25B3), (0x25B6, 0x25B7), (0x25BC, 0x25BD), (0x25C0, 0x25C1), (0x25CA, 0x25CB), (0x25CF, 0x25CF), (0x2605, 0x2606),
    (0x2713, 0x2713), (0x2717, 0x2717), (0xFEFF, 0xFEFF),
]  # fmt: skip
FEATURES = [
    "ccmp",
    "locl",
    "mark",
    "mkmk",
    "kern",
    "liga",
    "calt",
    "case",
    "tnum",
    "zero",
    "frac",
    "numr",
    "dnom",
]


def cut(source: str, target: str) -> None:
    """Writes the subset font."""
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(source, recalcTimestamp=False)
    # The bytes must not depend on other installed packages.
    font.cfg["fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"] = False
    if "slnt" in {axis.axisTag for axis in font["fvar"].axes}:
        font = instantiateVariableFont(font, {"slnt": 0})
    options = subset.Options(
        layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17], notdef_outline=True,
        glyph_names=False, drop_tables=["DSIG", "STAT", "MVAR"], recalc_timestamp=False,
    )  # fmt: skip
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[c for first, last in CHARACTERS for c in range(first, last + 1)])
    subsetter.subset(font)
    rename(font)
    font.save(target, reorderTables=False)


def rename(font: TTFont) -> None:
    """Replaces the family name in all names of the font."""
    names = font["name"]
    new = {1: FAMILY, 2: "Regular", 3: f"{FAMILY}; cut from Inter", 4: FAMILY, 6: FAMILY.replace(" ", "")}
    names.names = [n for n in names.names if n.nameID not in (16, 17)]
    for number, text in new.items():
        names.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    cut(*sys.argv[1:])
