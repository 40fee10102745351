"""Draws the scenes with Blend2D through blend2d-python, into premultiplied BGRA and with one thread, because
the binding offers only one thread.
"""

import tempfile
from collections.abc import Callable, Iterable
from importlib.metadata import version as package_version

import blend2d as bl
import numpy as np
import scenes
from PIL import Image
from scenes import SCENES, Drawing


def version() -> str:
    return f"blend2d-python {package_version('blend2d-python')}"


def canvas(name: str) -> tuple[bl.BLImage, bl.BLContext]:
    image = bl.BLImage(SCENES[name].width, SCENES[name].height, bl.BLFormat.PRGB32)
    return image, bl.BLContext(image)


def drawing(image: bl.BLImage, draw: Callable[[int], None]) -> Drawing:
    return Drawing(draw, lambda: np.ascontiguousarray(image.getDataAsNumPy()[..., :3]))


def clear(context: bl.BLContext, name: str) -> None:
    context.set_fill_style(SCENES[name].background)
    context.fill_all()


def path_of(commands: Iterable[scenes.Command]) -> bl.BLPath:
    path = bl.BLPath()
    add = {"M": path.move_to, "L": path.line_to, "C": path.cubic_to, "Z": path.close}
    for command, numbers in commands:
        add[command](*numbers)
    return path


def polygon(points: list[scenes.Point]) -> bl.BLPath:
    first, *rest = points
    return path_of([("M", first), *(("L", point) for point in rest), ("Z", ())])


def image_of(rgba: np.ndarray) -> bl.BLImage:
    """An image from an array. The binding can only read pixels from files, and swaps red and blue while
    reading.
    """
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        Image.fromarray(np.ascontiguousarray(rgba[..., [2, 1, 0, 3]])).save(file.name)
        image = bl.BLImage()
        image.readFromFile(file.name)
    image.convert(bl.BLFormat.PRGB32)
    return image


def with_stops(gradient: bl.BLGradient, colors: Iterable[scenes.Color]) -> bl.BLGradient:
    for offset, color in enumerate(colors):
        gradient.add_stop(offset, color)
    return gradient


def spinner() -> Drawing:
    image, context = canvas("w1")
    frames = [
        [(x, y, radius, (*scenes.DOT_COLOR[:3], alpha)) for x, y, radius, alpha in scenes.dots(f)]
        for f in scenes.frames_of("w1")
    ]

    def draw(frame: int) -> None:
        clear(context, "w1")
        for x, y, radius, color in frames[frame]:
            context.set_fill_style(color)
            context.fill_circle(x, y, radius)
        context.flush()

    return drawing(image, draw)


def stars() -> Drawing:
    image, context = canvas("w2")
    frames = [[bl.Matrix2D(*m) for m in scenes.stars(f)] for f in scenes.frames_of("w2")]
    colors, star = scenes.star_colors(), polygon(scenes.STAR)

    def draw(frame: int) -> None:
        clear(context, "w2")
        for matrix, color in zip(frames[frame], colors, strict=True):
            context.transform(matrix)  # replaces the transform, in this binding
            context.set_fill_style(color)
            context.fill_path(star)
        context.reset_transform()
        context.flush()

    return drawing(image, draw)


class Emoji:
    """The emoji's paints, paths and matrices, prepared before the measured time."""

    def __init__(self) -> None:
        (x, y, radius), glow = scenes.FACE_GLOW
        self.face = with_stops(bl.create_radial_gradient(x, y, x, y, radius), glow)
        (top, bottom), glow = scenes.MOUTH_GLOW
        self.inside = with_stops(bl.create_linear_gradient(0, top, 0, bottom), glow)
        self.brows = [path_of(brow) for brow in scenes.BROWS]
        width, height = scenes.PAPER_SIZE
        self.paper = bl.BLRect(-width / 2, -height / 2, width, height)
        self.frames = [
            (
                scenes.pupil_shift(f),
                path_of(scenes.mouth(f)),
                [bl.Matrix2D(*matrix) for matrix in scenes.paper_matrices(f)],
            )
            for f in scenes.frames_of("w3")
        ]

    def draw(self, context: bl.BLContext, frame: int) -> None:
        shift, mouth, matrices = self.frames[frame]
        self.draw_face(context)
        self.draw_eyes(context, shift)
        self.draw_mouth(context, mouth)
        for matrix, color in zip(matrices, scenes.PAPER_COLORS, strict=True):
            context.transform(matrix)
            context.set_fill_style(color)
            context.fill_rect(self.paper)

    def draw_face(self, context: bl.BLContext) -> None:
        context.set_fill_style(self.face)
        context.fill_circle(*scenes.FACE)
        context.set_stroke_style(scenes.FACE_LINE)
        context.stroke_width = scenes.FACE_WIDTH
        context.stroke_circle(*scenes.FACE)

    def draw_eyes(self, context: bl.BLContext, shift: float) -> None:
        for x, y in scenes.EYES:
            context.set_fill_style(scenes.EYE_COLOR)
            context.fill_ellipse(x, y, *scenes.EYE_RADII)
            context.set_fill_style(scenes.PUPIL_COLOR)
            context.fill_circle(x + shift, y + scenes.PUPIL_DROP, scenes.PUPIL_RADIUS)

    def draw_mouth(self, context: bl.BLContext, mouth: bl.BLPath) -> None:
        context.set_fill_style(self.inside)
        context.fill_path(mouth)
        context.set_stroke_style(scenes.MOUTH_LINE)
        context.stroke_width = scenes.MOUTH_WIDTH
        context.stroke_join = bl.BLStrokeJoin.JOIN_ROUND
        context.stroke_path(mouth)
        context.set_stroke_style(scenes.BROW_LINE)
        context.stroke_width = scenes.BROW_WIDTH
        context.set_stroke_caps(bl.BLStrokeCap.CAP_ROUND)
        for brow in self.brows:
            context.stroke_path(brow)


def emoji() -> Drawing:
    image, context = canvas("w3")
    content, (area, dark) = Emoji(), scenes.DARK

    def draw(frame: int) -> None:
        clear(context, "w3")
        context.set_fill_style(dark)
        context.fill_rect(bl.BLRect(*area))
        for x, y, side in scenes.SQUARES:
            context.save()
            context.clip_to_rect(bl.BLRect(x, y, side, side))
            context.translate(x, y)
            context.scale(side / scenes.EMOJI, side / scenes.EMOJI)
            context.user_to_meta()  # makes the confetti's matrices relative to the current one
            content.draw(context, frame)
            context.restore()
        context.flush()

    return drawing(image, draw)


def lines() -> Drawing:
    image, context = canvas("w4")
    frames = [[bl.Matrix2D(*m) for m in scenes.lines(f)] for f in scenes.frames_of("w4")]
    colors = scenes.line_colors()
    start, stop = scenes.LINE
    line = path_of([("M", start), ("L", stop)])
    context.stroke_width = scenes.LINE_WIDTH
    context.set_stroke_caps(bl.BLStrokeCap.CAP_ROUND)

    def draw(frame: int) -> None:
        clear(context, "w4")
        for matrix, color in zip(frames[frame], colors, strict=True):
            context.transform(matrix)
            context.set_stroke_style(color)
            context.stroke_path(line)
        context.reset_transform()
        context.flush()

    return drawing(image, draw)


def reflection() -> Drawing:
    """Draws the reflection, a mirrored and faded picture, into a buffer, and then draws the buffer below the
    picture.
    """
    image, context = canvas("w5")
    width, height = scenes.PICTURE
    picture = image_of(scenes.picture())
    mirror = bl.Matrix2D(1, 0, 0, -1, 0, height)
    whole = bl.BLRectI(0, 0, width, height)
    pattern = bl.BLPattern(picture, whole, bl.BLExtendMode.PAD, mirror)
    fades = [(0.0, 0.0, 0.0, alpha) for alpha in scenes.FADE]
    fade = with_stops(bl.create_linear_gradient(0, 0, 0, height), fades)
    buffer = bl.BLImage(width, height, bl.BLFormat.PRGB32)
    inner = bl.BLContext(buffer)
    steps = ((bl.BLCompOp.SRC_COPY, pattern), (bl.BLCompOp.DST_IN, fade))

    def draw(_frame: int) -> None:
        clear(context, "w5")
        context.blit_image(bl.BLPoint(0, 0), picture)
        for operation, style in steps:
            inner.comp_op = operation
            inner.set_fill_style(style)
            inner.fill_all()
        inner.flush()
        context.blit_image(bl.BLPoint(0, height), buffer)
        context.flush()

    return drawing(image, draw)


def blend() -> Drawing:
    image, context = canvas("w6")
    lower, upper = (image_of(sheet) for sheet in scenes.sheets())
    origin = bl.BLPoint(0, 0)

    def draw(_frame: int) -> None:
        context.comp_op = bl.BLCompOp.SRC_COPY
        context.blit_image(origin, lower)
        context.comp_op = bl.BLCompOp.SRC_OVER
        context.blit_image(origin, upper)
        context.flush()

    return drawing(image, draw)


def complex_path() -> Drawing:
    image, context = canvas("w7")
    path = path_of(scenes.path_commands())
    context.fill_rule = bl.BLFillRule.NON_ZERO
    context.stroke_width = scenes.PATH_WIDTH
    context.stroke_miter_limit = scenes.PATH_MITER

    def draw(_frame: int) -> None:
        clear(context, "w7")
        context.set_fill_style(scenes.PATH_FILL)
        context.fill_path(path)
        context.set_stroke_style(scenes.PATH_LINE)
        context.stroke_path(path)
        context.flush()

    return drawing(image, draw)


DRAWINGS = {
    "w1": spinner,
    "w2": stars,
    "w3": emoji,
    "w4": lines,
    "w5": reflection,
    "w6": blend,
    "w7": complex_path,
}
