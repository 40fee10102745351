"""Light: shadows, filters, and blending with the backdrop."""

import math

from pages import BLUE, GREEN, INK, RED, SIZE, VIOLET, YELLOW, endless, entry, names, page, star, within

import stretto as st

MODES = names(
    "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "darkenBlendMode", "lightenBlendMode",
    "colorDodgeBlendMode", "colorBurnBlendMode", "hardLightBlendMode", "softLightBlendMode",
    "differenceBlendMode", "exclusionBlendMode", "hueBlendMode", "saturationBlendMode", "colorBlendMode",
    "luminosityBlendMode", "plusL",
)  # fmt: skip


def still_life() -> st.Layer:
    """A colourful picture for filters and blend modes: a sky with a sun, a hill and a star."""
    ground = st.GradientLayer(frame=(0, 0, SIZE, SIZE), colors=[BLUE, "#e8f6ff"])
    sun = st.Layer(frame=(14, 12, 30, 30), background_color=YELLOW, corner_radius=15)
    hill = st.ShapeLayer(path=st.Path.ellipse(20, 52, 110, 70), fill_color=GREEN)
    return within(ground, sun, hill, st.ShapeLayer(path=star(5, 18, 8, (66, 34)), fill_color=RED))


@entry()
def shadow() -> st.Scene:
    card = st.Layer(frame=(20, 18, 56, 52), background_color="white", corner_radius=10)
    card.shadow_opacity, card.shadow_radius, card.shadow_offset = 0.45, 6, (0, 6)
    return page(card)


@entry()
def shadow_of_what_is_painted() -> st.Scene:
    shape = st.ShapeLayer(path=star(6, 34, 15), fill_color=VIOLET)
    shape.shadow_opacity, shape.shadow_radius, shape.shadow_offset, shape.shadow_color = 0.9, 3, (5, 6), BLUE
    return page(shape)


@entry()
def shadow_path() -> st.Scene:
    note = st.Layer(frame=(22, 14, 52, 56), background_color=YELLOW)
    curl = st.Path().move_to(2, 40).line_to(50, 40).line_to(54, 62).quad_to(26, 50, -2, 62).close()
    note.shadow_path, note.shadow_opacity, note.shadow_radius, note.shadow_offset = curl, 0.6, 3, (0, 0)
    return page(note)


@entry(at=0.5, seconds=2)
def gaussian_blur() -> st.Scene:
    picture = still_life()
    picture.filters = [st.Filter("gaussianBlur", input_radius=0)]
    picture.add_animation(endless("filters.gaussianBlur.inputRadius", 0, 8, 1, autoreverses=True))
    return page(picture)


@entry()
def colors_through_filters() -> st.Scene:
    layers = []
    for k, filter_ in enumerate((
        st.Filter("colorSaturate", input_amount=0.1), st.Filter("colorHueRotate", input_angle=2.2),
        st.Filter("colorInvert"), st.Filter("colorMonochrome", input_color="#ffcf8f"),
    )):  # fmt: skip
        quarter = within(st.Layer(frame=(0, 0, SIZE, SIZE)), still_life())
        quarter.transform = st.Transform3D.scale(0.5, 0.5, 1)
        quarter.position, quarter.filters = (24 + 48 * (k % 2), 24 + 48 * (k // 2)), [filter_]
        layers.append(quarter)
    return page(*layers)


@entry()
def brightness_and_contrast() -> st.Scene:
    layers = []
    for k, filter_ in enumerate((
        st.Filter("colorBrightness", input_amount=0.3), st.Filter("colorBrightness", input_amount=-0.3),
        st.Filter("colorContrast", input_amount=1.8), st.Filter("colorContrast", input_amount=0.4),
    )):  # fmt: skip
        quarter = within(st.Layer(frame=(0, 0, SIZE, SIZE)), still_life())
        quarter.transform = st.Transform3D.scale(0.5, 0.5, 1)
        quarter.position, quarter.filters = (24 + 48 * (k % 2), 24 + 48 * (k // 2)), [filter_]
        layers.append(quarter)
    return page(*layers)


@entry()
def background_filter() -> st.Scene:
    glass = st.Layer(frame=(14, 26, 68, 44), background_color=(1, 1, 1, 0.35), corner_radius=12)
    glass.background_filters, glass.border_width, glass.border_color = ["gaussianBlur"], 1, (1, 1, 1, 0.7)
    glass.set_value("backgroundFilters.gaussianBlur.inputRadius", 5)
    return page(still_life(), glass)


@entry()
def blend_modes() -> st.Scene:
    tiles = []
    for k, mode in enumerate(MODES):
        tile = st.Layer(frame=(24 * (k % 4), 24 * (k // 4), 24, 24), masks_to_bounds=True)
        below = st.GradientLayer(frame=(0, 0, 24, 24), colors=[RED, YELLOW])
        above = st.GradientLayer(
            frame=(4, 4, 16, 16), colors=[BLUE, GREEN], start_point=(0, 0), end_point=(1, 0)
        )
        above.compositing_filter = mode
        tiles.append(within(tile, below, above))
    return page(*tiles)


@entry()
def cut_out() -> st.Scene:
    plate = within(
        st.Layer(frame=(10, 10, 76, 76), allows_group_blending=True, opacity=0.999),
        st.Layer(frame=(0, 0, 76, 76), background_color=INK, corner_radius=14),
        st.ShapeLayer(path=star(5, 32, 14, (38, 40)), fill_color="black", compositing_filter="destOut"),
    )
    return page(still_life(), plate)


@entry()
def light_that_adds_up() -> st.Scene:
    lamps = []
    for k, color in enumerate(("#ff2020", "#20ff20", "#2040ff")):
        lamp = st.Layer(bounds=(0, 0, 46, 46), corner_radius=23, background_color=color)
        lamp.position = (48 + 15 * math.sin(k * math.tau / 3), 48 - 15 * math.cos(k * math.tau / 3))
        lamp.compositing_filter = "plusL"
        lamps.append(lamp)
    return page(*lamps, background="black")
