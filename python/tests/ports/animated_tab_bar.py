"""animated-tab-bar (github.com/Ramotion/animated-tab-bar): icons bounce and rotate, and labels rise."""

import math

import stretto as st

DURATION, BEGIN = 0.5, 0.1
GREY, RED = "#8e8e93", "#e2264d"
TIMES = (0, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65)


def bell() -> st.ShapeLayer:
    path = st.Path(
        "M4 18 C7 15 6 12 6 9 C6 4 9 2 12 2 C15 2 18 4 18 9 C18 12 17 15 20 18 Z M9 20 A3 3 0 0 0 15 20 Z"
    )
    return st.ShapeLayer(bounds=(0, 0, 24, 24), path=path, fill_color=RED)


def bouncing() -> st.ShapeLayer:
    icon = bell()
    values = [1, 1.4, 0.9, 1.15, 0.95, 1.02, 1]
    bounce = st.KeyframeAnimation("transform.scale", values=values, duration=DURATION, begin_time=BEGIN)
    bounce.calculation_mode = "cubic"
    icon.add_animation(bounce)
    return icon


def turning(to_left: bool) -> st.ShapeLayer:
    icon = bell()
    turn = st.BasicAnimation("transform.rotation", from_value=0, duration=DURATION, begin_time=BEGIN)
    turn.to_value = -2 * math.pi if to_left else 2 * math.pi
    icon.add_animation(turn)
    return icon


def cubic(key_path: str, values: list[float], duration: float) -> st.KeyframeAnimation:
    """A keyframe animation in cubic mode that holds its last value."""
    animation = st.KeyframeAnimation(key_path, values=values, duration=duration, begin_time=BEGIN)
    animation.calculation_mode, animation.fill_mode = "cubic", "forwards"
    animation.removed_on_completion = False
    return animation


def fuming(y: float) -> tuple[st.ShapeLayer, st.TextLayer]:
    """The icon of a tab bar item moves down, and the label of the item rises and dissolves like smoke."""
    icon = bell()
    icon.add_animation(cubic("position.y", [y, y + 4], DURATION / 2))
    label = st.TextLayer("Alarm", bounds=(0, 0, 60, 12), font_size=9, foreground_color=RED)
    label.alignment_mode, label.anchor_point = "center", (0.5, 0.5)
    rise = cubic("position.y", [y + 22, y - 38], DURATION)
    grow = cubic("transform.scale", [1, 2], DURATION)
    for animation in (rise, grow):
        animation.fill_mode, animation.removed_on_completion = "removed", True
    label.animations = [rise, grow, cubic("opacity", [1, 0], DURATION)]
    return icon, label


def scene() -> st.Scene:
    y = 56
    icon, label = fuming(y)
    icons = [bouncing(), turning(to_left=True), turning(to_left=False), icon]
    for k, each in enumerate(icons):
        each.position = (32 + 64 * k, y)
    label.position = (32 + 64 * 3, y + 22)
    return st.Scene(256, 96, background="white", sublayers=[*icons, label])
