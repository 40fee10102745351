"""Draws the scenes with cairo through pycairo, into premultiplied BGRA and with one thread."""

from collections.abc import Callable, Iterable

import cairo
import numpy as np
import scenes
from scenes import SCENES, TAU, Drawing


def version() -> str:
    return f"pycairo {cairo.version}, cairo {cairo.cairo_version_string()}"


def canvas(name: str) -> tuple[np.ndarray, cairo.Context]:
    pixels = np.zeros((SCENES[name].height, SCENES[name].width, 4), np.uint8)
    return pixels, cairo.Context(surface_of(pixels))


def surface_of(bgra: np.ndarray) -> cairo.ImageSurface:
    height, width, _ = bgra.shape
    return cairo.ImageSurface.create_for_data(bgra, cairo.FORMAT_ARGB32, width, height, 4 * width)


def image_of(rgba: np.ndarray) -> cairo.ImageSurface:
    return surface_of(np.ascontiguousarray(scenes.premultiplied(rgba)[..., [2, 1, 0, 3]]))


def drawing(pixels: np.ndarray, draw: Callable[[int], None]) -> Drawing:
    return Drawing(draw, lambda: np.ascontiguousarray(pixels[..., 2::-1]))


def clear(context: cairo.Context, name: str) -> None:
    context.set_operator(cairo.OPERATOR_SOURCE)
    context.set_source_rgba(*SCENES[name].background)
    context.paint()
    context.set_operator(cairo.OPERATOR_OVER)


def path_of(context: cairo.Context, commands: Iterable[scenes.Command]) -> cairo.Path:
    add = {
        "M": context.move_to,
        "L": context.line_to,
        "C": context.curve_to,
        "Z": context.close_path,
    }
    for command, numbers in commands:
        add[command](*numbers)
    path = context.copy_path()
    context.new_path()
    return path


def polygon(context: cairo.Context, points: list[scenes.Point]) -> cairo.Path:
    first, *rest = points
    return path_of(context, [("M", first), *(("L", point) for point in rest), ("Z", ())])


def with_stops(gradient: cairo.Gradient, colors: Iterable[scenes.Color]) -> cairo.Gradient:
    for offset, color in enumerate(colors):
        gradient.add_color_stop_rgba(offset, *color)
    return gradient


def solids(colors: Iterable[scenes.Color]) -> list[cairo.SolidPattern]:
    return [cairo.SolidPattern(*color) for color in colors]


def spinner() -> Drawing:
    pixels, context = canvas("w1")
    frames = [scenes.dots(f) for f in scenes.frames_of("w1")]
    rgb = scenes.DOT_COLOR[:3]

    def draw(frame: int) -> None:
        clear(context, "w1")
        for x, y, radius, alpha in frames[frame]:
            context.set_source_rgba(*rgb, alpha)
            context.arc(x, y, radius, 0, TAU)
            context.fill()

    return drawing(pixels, draw)


def stars() -> Drawing:
    pixels, context = canvas("w2")
    frames = [[cairo.Matrix(*m) for m in scenes.stars(f)] for f in scenes.frames_of("w2")]
    colors, star = solids(scenes.star_colors()), polygon(context, scenes.STAR)

    def draw(frame: int) -> None:
        context.identity_matrix()
        clear(context, "w2")
        for matrix, color in zip(frames[frame], colors, strict=True):
            context.set_matrix(matrix)
            context.set_source(color)
            context.append_path(star)
            context.fill()

    return drawing(pixels, draw)


class Emoji:
    """The emoji's paints, paths and matrices, prepared before the measured time."""

    def __init__(self, context: cairo.Context) -> None:
        (x, y, radius), glow = scenes.FACE_GLOW
        self.face = with_stops(cairo.RadialGradient(x, y, 0, x, y, radius), glow)
        (top, bottom), glow = scenes.MOUTH_GLOW
        self.inside = with_stops(cairo.LinearGradient(0, top, 0, bottom), glow)
        self.brows = [path_of(context, brow) for brow in scenes.BROWS]
        self.papers = solids(scenes.PAPER_COLORS)
        self.frames = [
            (
                scenes.pupil_shift(f),
                path_of(context, scenes.mouth(f)),
                [cairo.Matrix(*matrix) for matrix in scenes.paper_matrices(f)],
            )
            for f in scenes.frames_of("w3")
        ]

    def draw(self, context: cairo.Context, frame: int) -> None:
        shift, mouth, matrices = self.frames[frame]
        self.draw_face(context)
        self.draw_eyes(context, shift)
        self.draw_mouth(context, mouth)
        width, height = scenes.PAPER_SIZE
        for matrix, color in zip(matrices, self.papers, strict=True):
            context.save()
            context.transform(matrix)
            context.rectangle(-width / 2, -height / 2, width, height)
            context.restore()
            context.set_source(color)
            context.fill()

    def draw_face(self, context: cairo.Context) -> None:
        context.arc(*scenes.FACE, 0, TAU)
        context.set_source(self.face)
        context.fill_preserve()
        context.set_source_rgba(*scenes.FACE_LINE)
        context.set_line_width(scenes.FACE_WIDTH)
        context.close_path()
        context.stroke()

    def draw_eyes(self, context: cairo.Context, shift: float) -> None:
        for x, y in scenes.EYES:
            context.save()
            context.translate(x, y)
            context.scale(*scenes.EYE_RADII)
            context.arc(0, 0, 1, 0, TAU)
            context.restore()
            context.set_source_rgba(*scenes.EYE_COLOR)
            context.fill()
            context.arc(x + shift, y + scenes.PUPIL_DROP, scenes.PUPIL_RADIUS, 0, TAU)
            context.set_source_rgba(*scenes.PUPIL_COLOR)
            context.fill()

    def draw_mouth(self, context: cairo.Context, mouth: cairo.Path) -> None:
        context.append_path(mouth)
        context.set_source(self.inside)
        context.fill_preserve()
        context.set_source_rgba(*scenes.MOUTH_LINE)
        context.set_line_width(scenes.MOUTH_WIDTH)
        context.set_line_join(cairo.LINE_JOIN_ROUND)
        context.stroke()
        context.set_source_rgba(*scenes.BROW_LINE)
        context.set_line_width(scenes.BROW_WIDTH)
        context.set_line_cap(cairo.LINE_CAP_ROUND)
        for brow in self.brows:
            context.append_path(brow)
            context.stroke()


def emoji() -> Drawing:
    pixels, context = canvas("w3")
    content, (area, dark) = Emoji(context), scenes.DARK

    def draw(frame: int) -> None:
        clear(context, "w3")
        context.set_source_rgba(*dark)
        context.rectangle(*area)
        context.fill()
        for x, y, side in scenes.SQUARES:
            context.save()
            context.rectangle(x, y, side, side)
            context.clip()
            context.translate(x, y)
            context.scale(side / scenes.EMOJI, side / scenes.EMOJI)
            content.draw(context, frame)
            context.restore()

    return drawing(pixels, draw)


def lines() -> Drawing:
    pixels, context = canvas("w4")
    frames = [[cairo.Matrix(*m) for m in scenes.lines(f)] for f in scenes.frames_of("w4")]
    colors = solids(scenes.line_colors())
    start, stop = scenes.LINE
    context.set_line_width(scenes.LINE_WIDTH)
    context.set_line_cap(cairo.LINE_CAP_ROUND)

    def draw(frame: int) -> None:
        context.identity_matrix()
        clear(context, "w4")
        for matrix, color in zip(frames[frame], colors, strict=True):
            context.set_matrix(matrix)
            context.set_source(color)
            context.move_to(*start)
            context.line_to(*stop)
            context.stroke()

    return drawing(pixels, draw)


def reflection() -> Drawing:
    pixels, context = canvas("w5")
    width, height = scenes.PICTURE
    picture = image_of(scenes.picture())
    mirrored = cairo.SurfacePattern(picture)
    mirrored.set_filter(cairo.FILTER_NEAREST)
    mirrored.set_matrix(cairo.Matrix(1, 0, 0, -1, 0, 2 * height))
    fades = [(0.0, 0.0, 0.0, alpha) for alpha in scenes.FADE]
    fade = with_stops(cairo.LinearGradient(0, height, 0, 2 * height), fades)

    def draw(_frame: int) -> None:
        clear(context, "w5")
        context.set_source_surface(picture)
        context.rectangle(0, 0, width, height)
        context.fill()
        context.save()
        context.rectangle(0, height, width, height)
        context.clip()
        context.set_source(mirrored)
        context.mask(fade)
        context.restore()

    return drawing(pixels, draw)


def blend() -> Drawing:
    pixels, context = canvas("w6")
    lower, upper = (image_of(sheet) for sheet in scenes.sheets())

    def draw(_frame: int) -> None:
        context.set_operator(cairo.OPERATOR_SOURCE)
        context.set_source_surface(lower)
        context.paint()
        context.set_operator(cairo.OPERATOR_OVER)
        context.set_source_surface(upper)
        context.paint()

    return drawing(pixels, draw)


def complex_path() -> Drawing:
    pixels, context = canvas("w7")
    path = path_of(context, scenes.path_commands())
    context.set_line_width(scenes.PATH_WIDTH)
    context.set_miter_limit(scenes.PATH_MITER)

    def draw(_frame: int) -> None:
        clear(context, "w7")
        context.append_path(path)
        context.set_source_rgba(*scenes.PATH_FILL)
        context.fill_preserve()
        context.set_source_rgba(*scenes.PATH_LINE)
        context.stroke()

    return drawing(pixels, draw)


DRAWINGS = {
    "w1": spinner,
    "w2": stars,
    "w3": emoji,
    "w4": lines,
    "w5": reflection,
    "w6": blend,
    "w7": complex_path,
}
