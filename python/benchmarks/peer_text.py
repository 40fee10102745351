"""The text scenes in other libraries: `peer_text.py PEER SCENE` prints milliseconds per frame, or null.

Matrices, text runs and paints are prepared before the measured time. Pillow cannot rotate a glyph, so Pillow
draws only scene T1. cairo uses its own sans-serif font. Of the other libraries, only Skia draws coloured
glyphs.
"""

import json
import math
import sys
from collections.abc import Callable

from text_scenes import HEIGHT, SCENES, WIDTH, color, font_file, glyph_runs, milliseconds


def skia(name: str) -> float:
    import numpy as np
    import skia as sk

    size = SCENES[name][1]
    pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    info = sk.ImageInfo.Make(WIDTH, HEIGHT, sk.kRGBA_8888_ColorType, sk.kPremul_AlphaType)
    surface = sk.Surface.MakeRasterDirect(info, pixels)
    canvas, black = surface.getCanvas(), sk.Paint(AntiAlias=True)
    font = sk.Font(sk.Typeface.MakeFromFile(str(font_file(name))), size)
    font.setSubpixel(True)
    font.setHinting(sk.FontHinting.kNone)
    given = glyph_runs(name)
    forms = [
        sk.RSXform.Make(scale * math.cos(turn), scale * math.sin(turn), x, y)
        for _, x, y, turn, scale in given
    ]
    if name == "T3":
        blobs = [
            (
                sk.TextBlob.MakeFromRSXform(glyph[0], [form], font),
                sk.Paint(AntiAlias=True, Color4f=sk.Color4f(*color(k), 1)),
            )
            for k, (glyph, form) in enumerate(zip(given, forms, strict=True))
        ]
    else:
        blobs = [(sk.TextBlob.MakeFromRSXform("".join(item[0] for item in given), forms, font), black)]

    def draw(_: int) -> None:
        canvas.clear(sk.ColorWHITE)
        for blob, paint in blobs:
            canvas.drawTextBlob(blob, 0, 0, paint)

    return milliseconds(draw)


def blend2d(name: str) -> float | None:
    import blend2d as bl

    if name.startswith("T4"):
        return None
    size = SCENES[name][1]
    image = bl.BLImage(WIDTH, HEIGHT, bl.BLFormat.PRGB32)
    context = bl.BLContext(image)
    font = bl.BLFont.create_new(bl.BLFontFace.create_from_file(str(font_file(name))), size)
    given = glyph_runs(name)
    colors = [(*color(k), 1.0) for k in range(len(given))]
    columns = SCENES[name][2]
    rows = [given[start : start + columns] for start in range(0, len(given), columns)]
    lines = [("".join(glyph[0] for glyph in row), bl.BLPoint(row[0][1], row[0][2])) for row in rows]
    origin = bl.BLPoint(0, 0)

    def draw(_: int) -> None:
        context.set_fill_style((1.0, 1.0, 1.0, 1.0))
        context.fill_all()
        context.set_fill_style((0.0, 0.0, 0.0, 1.0))
        if name == "T1":
            for line, start in lines:
                context.fill_text(start, font, line)
            context.flush()
            return
        for k, (character, x, y, turn, scale) in enumerate(given):
            context.save()
            context.translate(x, y)
            context.rotate(turn)
            context.scale(scale, scale)
            if name == "T3":
                context.set_fill_style(colors[k])
            context.fill_text(origin, font, character)
            context.restore()
        context.flush()

    return milliseconds(draw)


def cairo(name: str) -> float | None:
    import cairo as ca

    if name.startswith("T4"):
        return None
    size = SCENES[name][1]
    context = ca.Context(ca.ImageSurface(ca.FORMAT_ARGB32, WIDTH, HEIGHT))
    context.select_font_face("sans")
    context.set_font_size(size)
    given = glyph_runs(name)

    def draw(_: int) -> None:
        context.set_source_rgb(1, 1, 1)
        context.paint()
        context.set_source_rgb(0, 0, 0)
        for k, (character, x, y, turn, scale) in enumerate(given):
            context.save()
            context.translate(x, y)
            context.rotate(turn)
            context.scale(scale, scale)
            if name == "T3":
                context.set_source_rgb(*color(k))
            context.move_to(0, 0)
            context.show_text(character)
            context.restore()

    return milliseconds(draw)


def pillow(name: str) -> float | None:
    from PIL import Image, ImageDraw, ImageFont

    if name != "T1":
        return None
    size = SCENES[name][1]
    font = ImageFont.truetype(str(font_file(name)), size)
    given = glyph_runs(name)

    def draw(_: int) -> None:
        pen = ImageDraw.Draw(Image.new("RGBA", (WIDTH, HEIGHT), "white"))
        for character, x, y, *_rest in given:
            pen.text((x, y - size), character, fill="black", font=font)

    return milliseconds(draw)


PEERS: dict[str, Callable[[str], float | None]] = {
    "skia": skia,
    "blend2d": blend2d,
    "cairo": cairo,
    "pillow": pillow,
}

if __name__ == "__main__":
    print(json.dumps(PEERS[sys.argv[1]](sys.argv[2])))
