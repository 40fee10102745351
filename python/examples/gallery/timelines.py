"""Timelines: animations in sequence, without computing begin times."""

import math

from pages import BLUE, GREEN, INK, RED, VIOLET, YELLOW, entry, page

import stretto as st


@entry(at=1.05, seconds=2)
def steps_one_after_another() -> st.Scene:
    dots = [
        st.Layer(bounds=(0, 0, 16, 16), position=(16, 16 + 21 * k), background_color=color, corner_radius=8)
        for k, color in enumerate((RED, YELLOW, GREEN, BLUE))
    ]
    scene = page(*dots)
    there = st.Timeline(easing="ease-in-out-back")
    there.to(dots, {"position.x": 80}, duration=0.8, stagger=0.15)
    there.to(dots, corner_radius=2, duration=0.3, stagger=0.1, at="-=0.6")
    st.Timeline(scene).add(there, repeat=math.inf, yoyo=True)
    return scene


@entry(at=0.7, seconds=1.5)
def easings() -> st.Scene:
    names = (
        "ease",
        "ease-in-back",
        "ease-out-bounce",
        "elastic",
        "steps(4, jump-end)",
        "linear(0, 1 30%, 0.7, 1)",
    )
    layers = []
    for k, name in enumerate(names):
        dot = st.Layer(
            bounds=(0, 0, 9, 9), position=(12, 14 + 13.6 * k), background_color=VIOLET, corner_radius=4.5
        )
        dot.animate({"position.x": 84}, duration=1, easing=name)
        trail = st.ReplicatorLayer(
            dot, bounds=(0, 0, 96, 96), position=(48, 48), instance_count=10, instance_delay=0.05
        )
        trail.instance_opacities = [1 - 0.09 * j for j in range(10)]
        layers.append(trail)
    return page(*layers)


@entry(at=0.55, seconds=1.2)
def letters_that_appear() -> st.Scene:
    title = st.TextLayer(
        "appear!", font_size=24, foreground_color=INK, position=(48, 48), alignment_mode="center"
    )
    title.vertical_alignment_mode = "center"
    scene = page(title)
    tl = st.Timeline(scene, duration=0.4, easing="ease-out-back")
    tl.from_(title.glyph, {"transform.translation.y": 18}, opacity=0, stagger=0.1)
    return scene


@entry(at=0.6, seconds=2)
def a_number_that_counts() -> st.Scene:
    count = st.TextLayer(
        number=0, number_format="{:,.0f} km", font_size=14, foreground_color=INK, position=(48, 40)
    )
    count.alignment_mode, count.font_features = "center", "tnum"
    bar = st.Layer(frame=(10, 66, 76, 6), anchor_point=(0, 0.5), background_color=GREEN, corner_radius=3)
    scene = page(bar, count)
    tl = st.Timeline(scene, duration=2, easing="ease-out")
    tl.to(count, number=384_400).from_(bar, {"bounds.size.width": 6}, at="<")
    return scene


@entry(at=0.62, seconds=1.5)
def a_text_that_turns_into_another() -> st.Scene:
    title = st.TextLayer(
        "Hello", font_size=19, foreground_color=BLUE, position=(48, 48), alignment_mode="center"
    )
    title.vertical_alignment_mode = "center"
    scene = page(title)
    st.Timeline(scene).wait(0.3).morph(title, "Goodbye", stagger=0.05)
    return scene


@entry(at=0.65, seconds=2)
def a_shape_that_turns_into_another() -> st.Scene:
    shape = st.ShapeLayer(path=st.Path.circle(48, 48, 30), fill_color=RED)
    scene = page(shape)
    letter = st.Path.text("8", font_size=92, x=21, y=81)
    st.Timeline(scene).wait(0.2).morph(shape, letter, duration=0.8, easing="linear").wait(1)
    return scene


@entry(at=2.9, seconds=2)
def a_function_of_the_time() -> st.Scene:
    def knot(t: float) -> tuple[float, float]:
        return 48 + 34 * math.sin(2 * math.pi * t / 2), 48 + 30 * math.sin(4 * math.pi * t / 2)

    dot = st.Layer(bounds=(0, 0, 12, 12), background_color=RED, corner_radius=6)
    dot.add_animation(
        st.KeyframeAnimation.sampled("position", knot, duration=2, tolerance=0.1, repeat_count=math.inf)
    )
    trail = st.ReplicatorLayer(
        dot, bounds=(0, 0, 96, 96), position=(48, 48), instance_count=16, instance_delay=0.05
    )
    trail.instance_opacities = [1 - 0.055 * k for k in range(16)]
    return page(trail)
