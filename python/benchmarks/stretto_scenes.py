"""The scenes of the benchmark in Stretto, as a user would write them. Stretto draws a frame with one call of
`render`.

Each call of `render` evaluates the whole tree at the frame's time. The other libraries do not evaluate
animations, because their matrices and colours are computed before the measured time.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import scenes
from scenes import FPS, SCENES, TAU, Drawing

import stretto as st

THREADS = 1  # set by the worker
SPINNER_BEGUN = 10.0  # seconds, when every dot has begun
WINDOW = 1000.0  # seconds of a window of time in W3


def version() -> str:
    return f"stretto {st.__version__}"


def drawing(name: str, root: st.Layer, start: float = 0.0) -> Drawing:
    facts = SCENES[name]
    scene = st.Scene(facts.width, facts.height, background=facts.background)
    scene.add_sublayer(root)
    return drawing_of(scene, facts, start)


def drawing_of(scene: st.Scene, facts: scenes.Scene, start: float = 0.0) -> Drawing:
    pixels = np.zeros((facts.height, facts.width, 4), np.uint8)

    def draw(frame: int) -> None:
        scene.render(start + frame / FPS, out=pixels, premultiplied=True, threads=THREADS)

    return Drawing(draw, lambda: np.ascontiguousarray(pixels[..., :3]))


def path_of(commands: list[scenes.Command]) -> st.Path:
    path = st.Path()
    add: dict[str, Callable[..., st.Path]] = {
        "M": path.move_to,
        "L": path.line_to,
        "C": path.curve_to,
        "Z": path.close,
    }
    for command, numbers in commands:
        add[command](*numbers)
    return path


def polygon(points: list[scenes.Point]) -> st.Path:
    first, *rest = points
    return path_of([("M", first), *(("L", point) for point in rest), ("Z", ())])


def endless(key_path: str, start: float, stop: float, speed: float) -> st.BasicAnimation:
    """An endless animation from `start` to `stop`, with `speed` units per second."""
    return st.BasicAnimation(
        key_path,
        from_value=start,
        to_value=stop,
        duration=(stop - start) / speed,
        repeat_count=math.inf,
    )


def turning(speed: float, start: float = 0.0) -> st.BasicAnimation:
    """An endless animation of whole turns, with `speed` radians per second. A negative speed turns in the
    other direction.
    """
    return endless("transform.rotation.z", start, start + math.copysign(TAU, speed), speed)


def frame_by_frame(key_path: str, values: list[Any]) -> st.KeyframeAnimation:
    return st.KeyframeAnimation(
        key_path,
        values=values,
        calculation_mode="discrete",
        duration=len(values) / FPS,
        repeat_count=math.inf,
    )


def spinner() -> Drawing:
    ring = st.ReplicatorLayer(
        frame=(0, 0, 256, 256),
        instance_count=scenes.DOTS,
        instance_delay=scenes.DOT_PERIOD / scenes.DOTS,
        instance_transform=st.Transform3D.rotation(TAU / scenes.DOTS, 0, 0, 1),
    )
    side = 2 * scenes.DOT_RADIUS
    dot = st.Layer(
        bounds=(0, 0, side, side),
        position=(128 + scenes.RING_RADIUS, 128),
        corner_radius=scenes.DOT_RADIUS,
        background_color=scenes.DOT_COLOR,
    )
    for key_path, (start, stop) in (("transform.scale", scenes.DOT_SCALE), ("opacity", (1.0, 0.0))):
        dot.add_animation(endless(key_path, start, stop, (stop - start) / scenes.DOT_PERIOD))
    ring.add_sublayer(dot)
    return drawing("w1", ring, SPINNER_BEGUN)


def stars() -> Drawing:
    """A grid of stars whose delay is negative: star i has the angle that star 0 will have i delays later."""
    delay = -scenes.STAR_ANGLE / scenes.STAR_SPEED
    star = st.ShapeLayer(
        path=polygon(scenes.STAR),
        fill_color="white",
        position=(scenes.PITCH / 2, scenes.PITCH / 2),
    )
    star.add_animation(turning(scenes.STAR_SPEED))
    row = st.ReplicatorLayer(
        instance_count=scenes.GRID,
        instance_delay=delay,
        instance_transform=st.Transform3D.translation(scenes.PITCH, 0),
        instance_color=scenes.STAR_FIRST,
        instance_red_offset=scenes.STAR_RED,
        instance_blue_offset=scenes.STAR_BLUE,
    )
    row.add_sublayer(star)
    grid = st.ReplicatorLayer(
        instance_count=scenes.GRID,
        instance_delay=scenes.GRID * delay,
        instance_transform=st.Transform3D.translation(0, scenes.PITCH),
        instance_green_offset=scenes.STAR_GREEN,
    )
    grid.add_sublayer(row)
    return drawing("w2", grid)


def document() -> Drawing:
    """The grid of stars as a document, which is opened before the measured time."""
    star = st.ShapeLayer(
        path=polygon(scenes.STAR),
        fill_color=scenes.L2_COLOR,
        position=(scenes.PITCH / 2, scenes.PITCH / 2),
    )
    star.add_animation(turning(math.radians(scenes.L2_DEGREES)))
    row = st.ReplicatorLayer(
        instance_count=scenes.GRID, instance_transform=st.Transform3D.translation(scenes.PITCH, 0)
    )
    row.add_sublayer(star)
    grid = st.ReplicatorLayer(
        instance_count=scenes.GRID, instance_transform=st.Transform3D.translation(0, scenes.PITCH)
    )
    grid.add_sublayer(row)
    facts = SCENES["l2"]
    written = st.Scene(facts.width, facts.height, background=facts.background)
    written.add_sublayer(grid)
    return drawing_of(st.Scene.from_bytes(written.to_bytes()), facts)


def emoji_layer() -> st.Layer:
    emoji = st.Layer(frame=(0, 0, scenes.EMOJI, scenes.EMOJI))
    for layer in (*face_layers(), *eye_layers(), *mouth_layers(), *brow_layers(), *paper_layers()):
        emoji.add_sublayer(layer)
    return emoji


def face_layers() -> list[st.Layer]:
    x, y, radius = scenes.FACE
    glow_x, glow_y, glow_radius = scenes.FACE_GLOW[0]
    side, left, top = 2 * radius, x - radius, y - radius
    face = st.GradientLayer(
        type="radial",
        frame=(left, top, side, side),
        corner_radius=radius,
        colors=scenes.FACE_GLOW[1],
        start_point=((glow_x - left) / side, (glow_y - top) / side),
        end_point=((glow_x + glow_radius - left) / side, (glow_y + glow_radius - top) / side),
    )
    outline = st.ShapeLayer(
        path=st.Path.ellipse(left, top, side, side),
        fill_color=None,
        stroke_color=scenes.FACE_LINE,
        line_width=scenes.FACE_WIDTH,
    )
    return [face, outline]


def eye_layers() -> list[st.Layer]:
    layers: list[st.Layer] = []
    half_width, half_height = scenes.EYE_RADII
    pupil_side = 2 * scenes.PUPIL_RADIUS
    for x, y in scenes.EYES:
        white = st.Path.ellipse(x - half_width, y - half_height, 2 * half_width, 2 * half_height)
        layers.append(st.ShapeLayer(path=white, fill_color=scenes.EYE_COLOR))
        pupil = st.Layer(
            bounds=(0, 0, pupil_side, pupil_side),
            position=(x, y + scenes.PUPIL_DROP),
            corner_radius=scenes.PUPIL_RADIUS,
            background_color=scenes.PUPIL_COLOR,
        )
        across = [x + scenes.pupil_shift(frame) for frame in range(60)]
        pupil.add_animation(frame_by_frame("position.x", across))
        layers.append(pupil)
    return layers


def mouth_layers() -> list[st.Layer]:
    top, bottom = scenes.MOUTH_GLOW[0]
    moving = frame_by_frame("path", [path_of(scenes.mouth(frame)) for frame in range(30)])
    shape = st.ShapeLayer(path=path_of(scenes.mouth(0)))
    shape.add_animation(moving)
    inside = st.GradientLayer(
        bounds=(0, top, scenes.EMOJI, bottom - top),  # the bounds have the emoji's coordinates
        anchor_point=(0, 0),
        position=(0, top),
        colors=scenes.MOUTH_GLOW[1],
        mask=shape,
    )
    lips = st.ShapeLayer(
        path=path_of(scenes.mouth(0)),
        fill_color=None,
        stroke_color=scenes.MOUTH_LINE,
        line_width=scenes.MOUTH_WIDTH,
        line_join="round",
    )
    lips.add_animation(moving)
    return [inside, lips]


def brow_layers() -> list[st.Layer]:
    return [
        st.ShapeLayer(
            path=path_of(list(brow)),
            fill_color=None,
            stroke_color=scenes.BROW_LINE,
            line_width=scenes.BROW_WIDTH,
            line_cap="round",
        )
        for brow in scenes.BROWS
    ]


def paper_layers() -> list[st.Layer]:
    layers = []
    for paper, color in zip(scenes.papers(), scenes.PAPER_COLORS, strict=True):
        layer = st.Layer(
            bounds=(0, 0, *scenes.PAPER_SIZE), position=(paper.x, paper.y), background_color=color
        )
        falling = endless("position.y", 0, scenes.EMOJI, paper.fall)
        falling.time_offset = paper.y / paper.fall
        layer.add_animation(falling)
        layer.add_animation(turning(paper.spin, paper.angle))
        layers.append(layer)
    return layers


def windows(key_path: str, values: list[Any]) -> st.KeyframeAnimation:
    """A keyframe animation with one value per window of time, without interpolation."""
    return st.KeyframeAnimation(
        key_path,
        values=values,
        calculation_mode="discrete",
        duration=WINDOW * len(values),
        removed_on_completion=False,
    )


def emoji() -> Drawing:
    """A scene with one emoji in ten positions at one local time: a replicator with an animated delay inside a
    replicator with a constant delay.
    """
    square = st.ReplicatorLayer(
        bounds=(0, 0, scenes.EMOJI, scenes.EMOJI),
        anchor_point=(0, 0),
        masks_to_bounds=True,
        instance_count=2,  # the first copy has no delay and is hidden
        instance_color=(1, 1, 1, 0),
        instance_alpha_offset=1,
    )
    square.add_sublayer(emoji_layer())
    sides = [side / scenes.EMOJI for _, _, side in scenes.SQUARES]
    square.add_animation(windows("position", [(x, y) for x, y, _ in scenes.SQUARES]))
    square.add_animation(windows("transform.scale", sides))
    square.add_animation(windows("instanceDelay", [k * WINDOW for k in range(len(sides))]))
    squares = st.ReplicatorLayer(instance_count=len(sides), instance_delay=-WINDOW)
    squares.add_sublayer(square)
    both = st.Layer(frame=(0, 0, SCENES["w3"].width, SCENES["w3"].height))
    area, dark = scenes.DARK
    both.add_sublayer(st.Layer(frame=area, background_color=dark))
    both.add_sublayer(squares)
    return drawing("w3", both)


def lines() -> Drawing:
    start, stop = scenes.LINE
    layer: st.Layer = st.ShapeLayer(
        path=path_of([("M", start), ("L", stop)]),
        fill_color=None,
        stroke_color=(1, 1, 1, scenes.LINE_ALPHA),
        line_width=scenes.LINE_WIDTH,
        line_cap="round",
    )
    for x, y, speed in reversed(scenes.RINGS):
        ring = st.ReplicatorLayer(
            position=(x, y),
            instance_count=scenes.ARMS,
            instance_transform=st.Transform3D.rotation(TAU / scenes.ARMS, 0, 0, 1),
        )
        ring.add_animation(turning(speed))
        if isinstance(layer, st.ShapeLayer):  # colours the lines of the innermost ring
            ring.instance_color = scenes.LINE_FIRST
            ring.instance_red_offset = scenes.LINE_RED
            ring.instance_green_offset = scenes.LINE_GREEN
        ring.add_sublayer(layer)
        layer = ring
    return drawing("w4", layer)


def reflection() -> Drawing:
    width, height = scenes.PICTURE
    mirror = st.ReplicatorLayer(
        frame=(0, 0, width, height),
        instance_count=2,
        instance_transform=st.Transform3D.translation(0, height).scaled(1, -1),
    )
    mirror.add_sublayer(st.Layer(frame=(0, 0, width, height), contents=st.Image(scenes.picture())))
    group = st.Layer(frame=(0, 0, width, 2 * height))
    group.add_sublayer(mirror)
    group.mask = st.GradientLayer(
        frame=(0, 0, width, 2 * height),
        colors=[(0, 0, 0, alpha) for alpha in (1, 1, *scenes.FADE)],
        locations=[0, 0.5, 0.5, 1],
    )
    return drawing("w5", group)


def blend() -> Drawing:
    frame = (0, 0, SCENES["w6"].width, SCENES["w6"].height)
    group = st.Layer(frame=frame)
    for sheet in scenes.sheets():
        group.add_sublayer(st.Layer(frame=frame, contents=st.Image(sheet)))
    return drawing("w6", group)


def complex_path() -> Drawing:
    shape = st.ShapeLayer(
        path=path_of(scenes.path_commands()),
        fill_color=scenes.PATH_FILL,
        stroke_color=scenes.PATH_LINE,
        line_width=scenes.PATH_WIDTH,
        miter_limit=scenes.PATH_MITER,
    )
    return drawing("w7", shape)


def crossing(name: str) -> Drawing:
    facts = scenes.CROSSINGS[name]
    shape = st.ShapeLayer(path=path_of(scenes.crossing_commands(name)))
    if facts.paint == "stroke":
        shape.fill_color, shape.stroke_color, shape.line_width = None, "black", facts.width
    else:
        shape.fill_rule = "even-odd" if facts.paint == "even-odd" else "non-zero"
    return drawing(name, shape)


def shadows() -> Drawing:
    group = st.Layer(frame=(0, 0, 1024, 1024))
    group.add_animation(endless("position.y", 512, 512 + FPS, FPS))
    for x, y, width, height, color in scenes.cards(0):
        card = st.Layer(frame=(x, y, width, height), corner_radius=scenes.CARD_CORNER, background_color=color)
        card.shadow_opacity, card.shadow_radius = scenes.SHADOW_ALPHA, scenes.SHADOW_RADIUS
        card.shadow_offset = (0, scenes.SHADOW_OFFSET)
        group.add_sublayer(card)
    return drawing("s1", group)


def blurred() -> Drawing:
    frame = (0, 0, SCENES["s2"].width, SCENES["s2"].height)
    group = st.Layer(frame=frame)
    glass = st.Layer(frame=frame, background_filters=["gaussianBlur"])
    growth = 10 * FPS * scenes.BLUR_GROWTH
    radius = "backgroundFilters.gaussianBlur.inputRadius"
    glass.add_animation(endless(radius, scenes.BLUR_RADIUS, scenes.BLUR_RADIUS + growth, growth / 10))
    glass.set_value("backgroundFilters.gaussianBlur.inputNormalizeEdges", True)
    group.add_sublayer(st.Layer(frame=frame, contents=st.Image(scenes.sheets()[0])))
    group.add_sublayer(glass)
    return drawing("s2", group)


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
    "l2": document,
} | {name: partial(crossing, name) for name in scenes.CROSSINGS}
