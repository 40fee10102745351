"""Text: every glyph is a copy."""

import math
from typing import Any

import numpy as np
from pages import BLUE, GREEN, INK, RED, SIZE, VIOLET, YELLOW, endless, entry, names, page

import stretto as st


def label(string: str, y: float = 48, **more: Any) -> st.TextLayer:
    """A centred line of text at the height `y`."""
    usual: dict[str, Any] = {"font_size": 22, "foreground_color": INK, "alignment_mode": "center"}
    return st.TextLayer(string, position=(48, y), vertical_alignment_mode="center", **{**usual, **more})


@entry()
def string_and_size() -> st.Scene:
    return page(
        label("Stretto", 30), label("Ωδή, Ёж", 58, font_size=18), label("fine print", 80, font_size=9)
    )


@entry(at=2.3, seconds=1.2)
def wave() -> st.Scene:
    text = label("surf's up", foreground_color=BLUE)
    text.glyph.add_animation(
        st.KeyframeAnimation(
            "transform.translation.y", values=[0, -12, 0, 12, 0], duration=1.2, repeat_count=math.inf
        )
    )
    text.instance_delays = text.stagger(each=-0.09)
    return page(text)


@entry(at=0.45)
def typing_in_order() -> st.Scene:
    text = label("letter by letter", font_size=13)
    appear = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=0.3, fill_mode="both")
    appear.removed_on_completion = False
    text.glyph.add_animation(appear)
    text.instance_delays = text.stagger(each=0.04)
    return page(text)


@entry()
def one_letter_alone() -> st.Scene:
    text = label("Hello", font_size=32)
    text.glyph.instance(1).set_value("foregroundColor", RED)
    text.instance_transforms = [st.Transform3D.rotation(0.3 * (k - 2)) for k in range(5)]
    text.instance_opacities = [1, 1, 1, 1, 0.4]
    return page(text)


@entry(at=1.6, seconds=1.6)
def weight_that_breathes() -> st.Scene:
    text = label("HEAVY", font_size=26, foreground_color=VIOLET)
    text.glyph.add_animation(endless("fontVariations.wght", 100, 900, 0.8, autoreverses=True))
    text.instance_delays = text.stagger("center", each=-0.16)
    return page(text)


@entry()
def font_variations() -> st.Scene:
    weights = (100, 400, 900)
    return page(*(label("Weight", 22 + 27 * k, font_variations={"wght": w}) for k, w in enumerate(weights)))


@entry()
def strokes_of_glyphs() -> st.Scene:
    text = label("NEON", font_size=28, foreground_color=None)
    text.glyph.stroke_color, text.glyph.line_width, text.glyph.strokes_first = "#ff4fa3", 1.5, True
    text.glyph.stroke_end = 0.85
    return page(text, background=INK)


@entry(at=2, seconds=6)
def along_a_text_path() -> st.Scene:
    ring = st.TextLayer(
        "round and round and round · ", font_size=13.4, foreground_color=INK, position=(48, 48)
    )
    ring.text_path, ring.text_path_offset, ring.text_path_rotates = st.Path.circle(0, 0, 30), 10, True
    ring.add_animation(endless("textPathOffset", 10, 10 + 2 * math.pi * 30, 6))
    return page(ring)


@entry()
def wrapped_and_aligned() -> st.Scene:
    poem = "one plan in place of six walks"
    style: dict[str, Any] = {"font_size": 8, "wrapped": True, "foreground_color": INK, "leading": 2}
    layers = [
        st.TextLayer(poem, bounds=(0, 0, 40, 44), position=(25 + 46 * (k % 2), 25 + 46 * (k // 2)), **style)
        for k in range(4)
    ]
    for layer, mode in zip(layers, names("left", "right", "center", "justified"), strict=True):
        layer.alignment_mode, layer.background_color = mode, "white"
    return page(*layers)


@entry()
def truncation() -> st.Scene:
    style: dict[str, Any] = {"font_size": 11, "bounds": (0, 0, 84, 16), "foreground_color": INK}
    modes = names("none", "start", "middle", "end")
    return page(
        *(
            st.TextLayer("A quick brown fox jumps", position=(48, 18 + 20 * k), truncation_mode=mode, **style)
            for k, mode in enumerate(modes)
        )
    )


@entry()
def writing_direction() -> st.Scene:
    forced = label("abc!", 72, writing_direction="rightToLeft", language="en")
    return page(label("abc!", 26, writing_direction="leftToRight"), forced)


@entry()
def tracking_and_features() -> st.Scene:
    digits = "1.10 11.1"
    return page(
        label(digits, 20, font_size=15),
        label(digits, 40, font_size=15, font_features="tnum"),
        label("wide", 68, tracking=8, fallback_fonts=[]),
    )


@entry(at=2.2, seconds=2)
def words_as_copies() -> st.Scene:
    text = label("not so fast", font_size=16, instance_unit="word", instance_anchor="line")
    text.glyph.add_animation(endless("transform.rotation.z", -0.35, 0.35, 1, autoreverses=True))
    text.instance_delay = -0.25
    return page(text)


@entry(at=0.4)
def titles_from_behind_a_line() -> st.Scene:
    text = label("RISE", font_size=32, foreground_color=GREEN, clips_instances=True)
    rise = st.BasicAnimation(
        "transform.translation.y", from_value=40, to_value=0, duration=0.6, fill_mode="both"
    )
    rise.removed_on_completion, rise.timing_function = False, "ease-out"
    text.glyph.add_animation(rise)
    text.instance_delays = text.stagger(each=0.1)
    return page(text)


@entry()
def colors_by_offsets() -> st.Scene:
    text = label("fading", font_size=26, foreground_color="white", instance_color=YELLOW)
    text.instance_green_offset, text.instance_blue_offset, text.instance_alpha_offset = -0.12, 0.1, -0.08
    text.instance_red_offset = 0
    return page(text, background=INK)


@entry(at=2.5, seconds=1)
def every_letter_its_own_sparks() -> st.Scene:
    text = label("OH", font_size=44, foreground_color="white")
    y, x = np.mgrid[0:8, 0:8] - 3.5
    glow = np.full((8, 8, 4), 255, np.uint8)
    glow[..., 3] = np.clip(1 - np.hypot(x, y) / 4, 0, 1) * 255
    spark = st.EmitterCell(contents=glow, birth_rate=40, lifetime=0.8, velocity=25, color=YELLOW, scale=0.5)
    spark.emission_range, spark.y_acceleration = math.tau, 30
    sparks = st.EmitterLayer(
        frame=(0, 0, SIZE, SIZE), emitter_position=(16, 12), emitter_cells=[spark], loop_duration=1
    )
    sparks.warm = True
    text.glyph.add_sublayer(sparks)
    text.instance_delay = 0.5
    return page(text, background=INK)
