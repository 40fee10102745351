"""Fonts whose glyph substitutions multiply glyphs."""

from __future__ import annotations

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString

import fonts


def font(times: int, lookups: int) -> bytes:
    """A font of 800 bytes with `lookups` substitutions, each of which replaces the letter a by `times`
    letters a.
    """
    made = fonts.builder("Many", "Regular", 400, "ab")
    rules = "".join(f"lookup l{k} {{ sub u61 by {'u61 ' * times}; }} l{k};\n" for k in range(lookups))
    addOpenTypeFeaturesFromString(
        made.font, f"languagesystem DFLT dflt; languagesystem latn dflt; feature ccmp {{ {rules} }} ccmp;"
    )
    return fonts.saved(made)
