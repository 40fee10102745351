"""Draws the scenes with Skia's CPU rasteriser through skia-python, into premultiplied RGBA and with one
thread.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import scenes
import skia
from scenes import SCENES, Drawing


def version() -> str:
    return f"skia-python {skia.__version__}"


def surface_of(pixels: np.ndarray, alpha: Any = skia.kPremul_AlphaType) -> skia.Surface:
    height, width, _ = pixels.shape
    info = skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, alpha)
    return skia.Surface.MakeRasterDirect(info, pixels)


class Canvas:
    """The pixels of a scene's frame, and the Skia canvas that draws on them."""

    def __init__(self, name: str) -> None:
        scene = SCENES[name]
        self.pixels = np.zeros((scene.height, scene.width, 4), np.uint8)
        self.surface = surface_of(self.pixels)  # keeps the canvas alive
        self.skia = self.surface.getCanvas()
        self.background = skia.Color4f(*scene.background)

    def clear(self) -> None:
        self.skia.clear(self.background)

    def drawing(self, draw: Callable[[int], None]) -> Drawing:
        return Drawing(draw, lambda: np.ascontiguousarray(self.pixels[..., :3]))


def image_of(rgba: np.ndarray) -> skia.Image:
    opaque = bool((rgba[..., 3] == 255).all())
    pixels = scenes.premultiplied(rgba)
    alpha = skia.kOpaque_AlphaType if opaque else skia.kPremul_AlphaType
    return surface_of(pixels, alpha).makeImageSnapshot()


def paint_of(color: scenes.Color) -> skia.Paint:
    paint = skia.Paint(AntiAlias=True)
    paint.setColor4f(skia.Color4f(*color))
    return paint


def pen_of(color: scenes.Color, width: float) -> skia.Paint:
    pen = paint_of(color)
    pen.setStyle(skia.Paint.kStroke_Style)
    pen.setStrokeWidth(width)
    return pen


def bytes_of(colors: Iterable[scenes.Color]) -> list[int]:
    return [skia.Color(*(round(255 * channel) for channel in color)) for color in colors]


def shaded(shader: skia.Shader) -> skia.Paint:
    return skia.Paint(AntiAlias=True, Shader=shader)


def matrix_of(matrix: scenes.Matrix) -> skia.Matrix:
    a, b, c, d, tx, ty = matrix
    return skia.Matrix.MakeAll(a, c, tx, b, d, ty, 0, 0, 1)


def path_of(commands: Iterable[scenes.Command]) -> skia.Path:
    builder = skia.PathBuilder()
    add = {"M": builder.moveTo, "L": builder.lineTo, "C": builder.cubicTo, "Z": builder.close}
    for command, numbers in commands:
        add[command](*numbers)
    return builder.detach()


def polygon(points: list[scenes.Point]) -> skia.Path:
    first, *rest = points
    return path_of([("M", first), *(("L", point) for point in rest), ("Z", ())])


def spinner() -> Drawing:
    canvas = Canvas("w1")
    frames = [scenes.dots(f) for f in scenes.frames_of("w1")]
    paint = paint_of(scenes.DOT_COLOR)

    def draw(frame: int) -> None:
        canvas.clear()
        for x, y, radius, alpha in frames[frame]:
            paint.setAlphaf(alpha)
            canvas.skia.drawCircle(x, y, radius, paint)

    return canvas.drawing(draw)


def stars() -> Drawing:
    canvas = Canvas("w2")
    frames = [[matrix_of(m) for m in scenes.stars(f)] for f in scenes.frames_of("w2")]
    paints, star = [paint_of(color) for color in scenes.star_colors()], polygon(scenes.STAR)

    def draw(frame: int) -> None:
        canvas.clear()
        for matrix, paint in zip(frames[frame], paints, strict=True):
            canvas.skia.setMatrix(matrix)
            canvas.skia.drawPath(star, paint)
        canvas.skia.resetMatrix()

    return canvas.drawing(draw)


class Emoji:
    """The emoji's paints, paths and matrices, prepared before the measured time."""

    def __init__(self) -> None:
        (x, y, radius), glow = scenes.FACE_GLOW
        self.face = shaded(skia.GradientShader.MakeRadial((x, y), radius, bytes_of(glow)))
        (top, bottom), glow = scenes.MOUTH_GLOW
        ends = [(0, top), (0, bottom)]
        self.inside = shaded(skia.GradientShader.MakeLinear(ends, bytes_of(glow)))
        self.outline = pen_of(scenes.FACE_LINE, scenes.FACE_WIDTH)
        self.eye, self.pupil = paint_of(scenes.EYE_COLOR), paint_of(scenes.PUPIL_COLOR)
        self.lips = pen_of(scenes.MOUTH_LINE, scenes.MOUTH_WIDTH)
        self.lips.setStrokeJoin(skia.Paint.kRound_Join)
        self.hair = pen_of(scenes.BROW_LINE, scenes.BROW_WIDTH)
        self.hair.setStrokeCap(skia.Paint.kRound_Cap)
        self.brows = [path_of(brow) for brow in scenes.BROWS]
        width, height = scenes.PAPER_SIZE
        self.paper = skia.Rect.MakeXYWH(-width / 2, -height / 2, width, height)
        self.papers = [paint_of(color) for color in scenes.PAPER_COLORS]
        self.frames = [
            (
                scenes.pupil_shift(f),
                path_of(scenes.mouth(f)),
                [matrix_of(matrix) for matrix in scenes.paper_matrices(f)],
            )
            for f in scenes.frames_of("w3")
        ]

    def draw(self, canvas: skia.Canvas, frame: int) -> None:
        shift, mouth, matrices = self.frames[frame]
        canvas.drawCircle(*scenes.FACE, self.face)
        canvas.drawCircle(*scenes.FACE, self.outline)
        self.draw_eyes(canvas, shift)
        canvas.drawPath(mouth, self.inside)
        canvas.drawPath(mouth, self.lips)
        for brow in self.brows:
            canvas.drawPath(brow, self.hair)
        for matrix, paint in zip(matrices, self.papers, strict=True):
            canvas.save()
            canvas.concat(matrix)
            canvas.drawRect(self.paper, paint)
            canvas.restore()

    def draw_eyes(self, canvas: skia.Canvas, shift: float) -> None:
        width, height = (2 * radius for radius in scenes.EYE_RADII)
        for x, y in scenes.EYES:
            oval = skia.Rect.MakeXYWH(x - width / 2, y - height / 2, width, height)
            canvas.drawOval(oval, self.eye)
            canvas.drawCircle(x + shift, y + scenes.PUPIL_DROP, scenes.PUPIL_RADIUS, self.pupil)


def emoji() -> Drawing:
    canvas, content = Canvas("w3"), Emoji()
    area, dark = skia.Rect.MakeXYWH(*scenes.DARK[0]), paint_of(scenes.DARK[1])

    def draw(frame: int) -> None:
        canvas.clear()
        canvas.skia.drawRect(area, dark)
        for x, y, side in scenes.SQUARES:
            canvas.skia.save()
            canvas.skia.clipRect(skia.Rect.MakeXYWH(x, y, side, side))
            canvas.skia.translate(x, y)
            canvas.skia.scale(side / scenes.EMOJI, side / scenes.EMOJI)
            content.draw(canvas.skia, frame)
            canvas.skia.restore()

    return canvas.drawing(draw)


def lines() -> Drawing:
    canvas = Canvas("w4")
    frames = [[matrix_of(m) for m in scenes.lines(f)] for f in scenes.frames_of("w4")]
    pens = [pen_of(color, scenes.LINE_WIDTH) for color in scenes.line_colors()]
    for pen in pens:
        pen.setStrokeCap(skia.Paint.kRound_Cap)
    (x0, y0), (x1, y1) = scenes.LINE

    def draw(frame: int) -> None:
        canvas.clear()
        for matrix, pen in zip(frames[frame], pens, strict=True):
            canvas.skia.setMatrix(matrix)
            canvas.skia.drawLine(x0, y0, x1, y1, pen)
        canvas.skia.resetMatrix()

    return canvas.drawing(draw)


def reflection() -> Drawing:
    """Draws a reflection as Skia's users do: the mirrored picture in a layer, with a gradient as the layer's
    mask.
    """
    canvas, picture = Canvas("w5"), image_of(scenes.picture())
    width, height = scenes.PICTURE
    nearest, below = skia.SamplingOptions(), skia.Rect.MakeXYWH(0, height, width, height)
    ends = [(0, height), (0, 2 * height)]
    fades = bytes_of((0.0, 0.0, 0.0, alpha) for alpha in scenes.FADE)
    fade = shaded(skia.GradientShader.MakeLinear(ends, fades))
    fade.setBlendMode(skia.BlendMode.kDstIn)

    def draw(_frame: int) -> None:
        canvas.clear()
        canvas.skia.drawImage(picture, 0, 0, nearest)
        canvas.skia.saveLayer(below)
        canvas.skia.save()
        canvas.skia.translate(0, 2 * height)
        canvas.skia.scale(1, -1)
        canvas.skia.drawImage(picture, 0, 0, nearest)
        canvas.skia.restore()
        canvas.skia.drawRect(below, fade)
        canvas.skia.restore()

    return canvas.drawing(draw)


def blend() -> Drawing:
    canvas = Canvas("w6")
    lower, upper = (image_of(sheet) for sheet in scenes.sheets())
    nearest, copy = skia.SamplingOptions(), skia.Paint(BlendMode=skia.BlendMode.kSrc)

    def draw(_frame: int) -> None:
        canvas.skia.drawImage(lower, 0, 0, nearest, copy)
        canvas.skia.drawImage(upper, 0, 0, nearest)

    return canvas.drawing(draw)


def complex_path() -> Drawing:
    canvas, path = Canvas("w7"), path_of(scenes.path_commands())
    path.setFillType(skia.PathFillType.kWinding)
    fill, pen = paint_of(scenes.PATH_FILL), pen_of(scenes.PATH_LINE, scenes.PATH_WIDTH)
    pen.setStrokeMiter(scenes.PATH_MITER)

    def draw(_frame: int) -> None:
        canvas.clear()
        canvas.skia.drawPath(path, fill)
        canvas.skia.drawPath(path, pen)

    return canvas.drawing(draw)


def crossing(name: str) -> Drawing:
    facts = scenes.CROSSINGS[name]
    canvas, path = Canvas(name), path_of(scenes.crossing_commands(name))
    rule = skia.PathFillType.kEvenOdd if facts.paint == "even-odd" else skia.PathFillType.kWinding
    path.setFillType(rule)
    black = scenes.color(0, 0, 0)
    paint = pen_of(black, facts.width) if facts.paint == "stroke" else paint_of(black)

    def draw(_frame: int) -> None:
        canvas.clear()
        canvas.skia.drawPath(path, paint)

    return canvas.drawing(draw)


def shadows() -> Drawing:
    """Draws shadows as blurred masks, which are faster in Skia than shadows of painted content."""
    canvas = Canvas("s1")
    blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, scenes.SHADOW_RADIUS)
    shade = skia.Paint(AntiAlias=True, MaskFilter=blur)
    shade.setColor4f(skia.Color4f(0, 0, 0, scenes.SHADOW_ALPHA))
    frames = [
        [(skia.Rect.MakeXYWH(x, y, w, h), paint_of(color)) for x, y, w, h, color in scenes.cards(frame)]
        for frame in scenes.frames_of("s1")
    ]
    corner = scenes.CARD_CORNER

    def draw(frame: int) -> None:
        canvas.clear()
        for rect, paint in frames[frame]:
            canvas.skia.drawRoundRect(rect.makeOffset(0, scenes.SHADOW_OFFSET), corner, corner, shade)
            canvas.skia.drawRoundRect(rect, corner, corner, paint)

    return canvas.drawing(draw)


def blurred() -> Drawing:
    canvas, sheet = Canvas("s2"), image_of(scenes.sheets()[0])

    def draw(frame: int) -> None:
        radius = scenes.BLUR_RADIUS + scenes.BLUR_GROWTH * frame
        blur = skia.ImageFilters.Blur(radius, radius, skia.TileMode.kClamp)
        canvas.skia.drawImage(sheet, 0, 0, skia.SamplingOptions(), skia.Paint(ImageFilter=blur))

    return canvas.drawing(draw)


DRAWINGS = {
    "w1": spinner,
    "w2": stars,
    "w3": emoji,
    "w4": lines,
    "w5": reflection,
    "w6": blend,
    "w7": complex_path,
    "s1": shadows,
    "s2": blurred,
} | {name: partial(crossing, name) for name in scenes.CROSSINGS}
