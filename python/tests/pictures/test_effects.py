"""Tests of shadows, filters and blend modes."""

import math
from typing import Any

import numpy as np
import pytest

import stretto as st


def drawn(*layers: st.Layer, size: tuple[int, int] = (64, 64), background: object = None) -> np.ndarray:
    scene = st.Scene(*size, **({} if background is None else {"background": background}))  # type: ignore[arg-type]
    for layer in layers:
        scene.add_sublayer(layer)
    return scene.render(0, premultiplied=True).astype(int)


def stripes(count: int = 16, width: float = 4) -> list[st.Layer]:
    return [st.Layer(frame=(width * k, 0, width / 2, 64), background_color="black") for k in range(count)]


def shade(distance: float, sigma: float) -> float:
    """The expected alpha of a half-plane's shadow at a distance outside its edge."""
    return 0.5 * (1 - math.erf(distance / (sigma * math.sqrt(2))))


@pytest.mark.parametrize("angle", [0, math.pi / 2, 0.7])
def test_a_shadow_is_a_gaussian_in_the_layer_s_own_space_however_it_is_turned(angle: float) -> None:
    card = st.Layer(bounds=(0, 0, 200, 100), position=(128, 128), background_color="white")
    card.shadow_opacity, card.shadow_radius, card.shadow_offset = 1, 6, (0, 20)
    card.set_value("transform.rotation.z", angle)
    pixels = drawn(card, size=(256, 256))
    for below in (
        2,
        8,
        14,
        20,
        26,
        32,
        38,
    ):  # points below the card's lower edge; the shadow ends at 20
        x, y = -math.sin(angle) * (50 + below), math.cos(angle) * (50 + below)
        column, row = int(128 + x), int(128 + y)
        along = (column + 0.5 - 128) * -math.sin(angle) + (row + 0.5 - 128) * math.cos(angle) - 50
        if along > 1:
            assert abs(pixels[row, column, 3] - 255 * shade(along - 20, 6)) <= 3, (below, along)


@pytest.mark.parametrize("angle", [1.2, 1.3, 1.4, 1.5])
def test_effects_on_a_slanted_layer_keep_its_picture_sharp(angle: float) -> None:
    """A shadow or filter keeps the resolution of a layer in perspective. The offscreen picture of the layer
    is upright, and is drawn at a seventh of its size.
    """

    def card(**effects: Any) -> Any:
        scene = st.Scene(100, 120, background="white")
        scene.root.sublayer_transform = st.Transform3D.perspective(600)
        card = st.Layer(bounds=(0, 0, 84, 110), position=(50, 60), background_color="white", **effects)
        card.transform = st.Transform3D.rotation(angle, 0.1, 1, 0)
        bars = st.ReplicatorLayer(instance_count=18, instance_transform=st.Transform3D.translation(4, 0))
        bars.add_sublayer(st.Layer(frame=(7, 10, 1.5, 90), background_color="black"))
        card.add_sublayer(bars)
        scene.add_sublayer(card)
        return scene.render(0)[..., :3].astype(int)

    difference = np.abs(card() - card(shadow_opacity=0.01, shadow_radius=0.0))
    assert difference.mean() < 2.5, "columns that are skipped make it seven"
    assert difference.max() < 64


def test_a_stretched_layer_s_shadow_is_wider_in_one_direction() -> None:
    card = st.Layer(bounds=(0, 0, 40, 40), position=(128, 128), background_color="white")
    card.shadow_opacity, card.shadow_radius, card.shadow_offset = 1, 4, (0, 0)
    card.transform = st.Transform3D.scale(3, 1)
    pixels = drawn(card, size=(256, 256))
    assert abs(pixels[128, 128 + 60 + 12, 3] - 255 * shade(12.5, 12)) <= 2
    assert abs(pixels[128 + 20 + 6, 128, 3] - 255 * shade(6.5, 4)) <= 2


def test_a_shadow_reaches_the_frame_from_outside_of_it() -> None:
    card = st.Layer(frame=(-60, 0, 50, 64), background_color="white", shadow_opacity=1, shadow_radius=8)
    assert abs(drawn(card)[32, 0, 3] - 255 * shade(10.5, 8)) <= 2


def test_a_mask_or_a_clip_cuts_the_shadow_away() -> None:
    for change in (
        {"masks_to_bounds": True},
        {"mask": st.Layer(frame=(0, 0, 64, 64), background_color="red")},
    ):
        card = st.Layer(frame=(16, 16, 32, 32), background_color="red", shadow_opacity=1, **change)
        assert drawn(card)[50, 32, 3] == 0


def test_what_paints_nothing_casts_no_shadow_even_with_a_path() -> None:
    card = st.Layer(frame=(16, 16, 32, 32), shadow_opacity=1, shadow_path=st.Path.rect(0, 0, 32, 32))
    assert not drawn(card).any()


def test_opacity_fades_picture_and_shadow_together() -> None:
    card = st.Layer(frame=(16, 16, 32, 32), background_color="red", shadow_opacity=1, shadow_offset=(0, 0))
    whole = drawn(card)
    card.opacity = 0.5
    assert np.abs(drawn(card) - whole / 2).max() <= 1


def test_a_copy_s_colour_tints_the_shadow_and_the_picture_after_its_filters() -> None:
    row = st.ReplicatorLayer(frame=(0, 0, 64, 64), instance_color=(0.5, 1, 1))
    row.add_sublayer(st.Layer(frame=(0, 0, 64, 64), background_color="black", filters=["colorInvert"]))
    assert drawn(row)[32, 32].tolist() == [128, 255, 255, 255]


def test_filters_apply_in_order() -> None:
    layer = st.Layer(frame=(0, 0, 64, 64), background_color=(0.25, 0.5, 0.75))
    layer.filters = [st.Filter("colorBrightness", inputAmount=0.5), st.Filter("colorInvert")]
    assert np.abs(drawn(layer)[9, 9] - (64, 0, 0, 255)).max() <= 1
    layer.filters = layer.filters[::-1]
    assert np.abs(drawn(layer)[9, 9] - (255, 255, 191, 255)).max() <= 1


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (st.Filter("colorContrast", inputAmount=2), (0.3, 0.7, 1)),
        (st.Filter("colorMonochrome", inputColor="red", inputAmount=1), (0.5719, 0, 0)),
        (st.Filter("multiplyColor", inputColor=(0.5, 0.5, 1)), (0.2, 0.3, 0.8)),
        (st.Filter("colorHueRotate", inputAngle=2 * math.pi), (0.4, 0.6, 0.8)),
        (st.Filter("colorMatrix", inputColorMatrix=[*[0, 0, 1, 0, 0] * 3, 0, 0, 0, 1, 0]), (0.8, 0.8, 0.8)),
    ],
)
def test_colour_filters_by_their_formulas(one: st.Filter, expected: tuple[float, ...]) -> None:
    layer = st.Layer(frame=(0, 0, 64, 64), background_color=(0.4, 0.6, 0.8), filters=[one])
    assert np.abs(drawn(layer)[9, 9, :3] - np.array(expected) * 255).max() <= 1.01


def test_a_filter_reads_as_it_was_made_and_a_layer_takes_it_over() -> None:
    blur = st.Filter("gaussianBlur", input_radius=4, name="soft")
    layer = st.Layer(filters=[blur, "colorInvert"])
    assert layer.filters == (blur, st.Filter("colorInvert"))
    assert layer.filters[0].inputRadius == 4
    with pytest.raises(st.InvalidArgument, match=r"filters.soft.inputRadius"):
        blur.input_radius = 9
    assert layer.value("filters.soft.inputRadius") == 4
    layer.set_value("filters.soft.inputRadius", 7)
    assert layer.filters[0].input_radius == 7
    assert repr(layer.filters[1]) == "Filter('colorInvert')"


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    layer = st.Layer(filters=["colorInvert"])
    with pytest.raises(st.InvalidArgument, match="gaussianBlur"):
        layer.filters = ["gausianBlur"]
    with pytest.raises(st.InvalidArgument):
        st.Filter("colorMatrix", inputColorMatrix=[1, 2, 3])
    with pytest.raises(st.KeyPathError, match="inputRadius"):
        st.Filter("colorInvert", inputRadius=3)
    with pytest.raises(st.InvalidArgument, match="differ"):
        layer.filters = ["colorInvert", "colorInvert"]
    with pytest.raises(st.KeyPathError, match="soft"):
        layer.set_value("filters.soft.inputRadius", 3)
    with pytest.raises(st.InvalidArgument, match="multiplyBlendMode"):
        layer.compositing_filter = "multiplyBlendMod"  # type: ignore[assignment]
    assert [one.type for one in layer.filters] == ["colorInvert"]


def test_a_blur_behind_glass_that_clips_fades_and_is_copied_is_the_same_blur() -> None:
    glass: dict[str, Any] = {"background_filters": [st.Filter("gaussianBlur", inputRadius=5)]}
    plain = drawn(*stripes(), st.Layer(frame=(16, 16, 32, 32), **glass))
    clip = st.Layer(frame=(0, 0, 64, 64), masks_to_bounds=True, corner_radius=3)
    clip.add_sublayer(st.Layer(frame=(16, 16, 32, 32), **glass))
    assert np.array_equal(drawn(*stripes(), clip), plain)
    copies = st.ReplicatorLayer(frame=(0, 0, 64, 64), instance_count=1)
    copies.add_sublayer(st.Layer(frame=(16, 16, 32, 32), **glass))
    assert np.array_equal(drawn(*stripes(), copies), plain)
    faded = drawn(*stripes(), st.Layer(frame=(16, 16, 32, 32), opacity=0.3, **glass))
    assert np.array_equal(faded, plain), "its opacity does not fade what it does to the backdrop"


@pytest.mark.parametrize("is_masked", [False, True])
def test_glass_inside_a_mask_filters_what_the_mask_holds_below_it(is_masked: bool) -> None:
    """In a mask, a backdrop filter blurs the alpha of the layers below it, and changes nothing else."""

    def holder() -> st.Layer:
        layer = st.Layer(frame=(0, 0, 64, 64))
        for stripe in stripes():
            layer.add_sublayer(stripe)
        glass = st.Layer(frame=(8, 16, 40, 32), background_filters=[st.Filter("gaussianBlur", inputRadius=4)])
        if is_masked:
            glass.mask = st.Layer(frame=(0, 0, 20, 40), background_color="black", corner_radius=6)
        layer.add_sublayer(glass)
        return layer

    picture = drawn(holder())
    assert not np.array_equal(picture, drawn(*stripes())), "the glass is seen"
    shown = st.Layer(frame=(0, 0, 64, 64), background_color="white", mask=holder())
    assert np.abs(drawn(shown)[..., 3].astype(int) - picture[..., 3]).max() <= 1
    mask = holder()
    mask.mask = st.Layer(frame=(0, 0, 64, 40), background_color="black")
    twice = st.Layer(frame=(0, 0, 64, 64), background_color="white", mask=mask)
    assert np.array_equal(drawn(twice)[:40], drawn(shown)[:40])
    assert not drawn(twice)[40:].any()


@pytest.mark.parametrize("mode", ["multiplyBlendMode", "differenceBlendMode", "screenBlendMode", "plusL"])
@pytest.mark.parametrize(
    "more", [{}, {"opacity": 0.5}, {"filters": ["colorInvert"]}, {"compositing_filter": "screenBlendMode"}]
)
def test_a_shadow_s_path_that_is_the_outline_changes_nothing(mode: Any, more: dict[str, Any]) -> None:
    """A shadow path equal to the layer's outline changes no pixel. Sublayers with a blend mode blend with the
    layer's picture, not with its shadow.
    """

    def card(**path: Any) -> st.Layer:
        group = st.Layer(
            frame=(12, 12, 32, 32), background_color="#80c0ff", shadow_opacity=0.8, shadow_radius=4,
            shadow_offset=(3, 5), **path, **more,
        )  # fmt: skip
        for x, color in ((2, "#ff8040"), (14, "#40ff80a0")):
            group.add_sublayer(
                st.Layer(frame=(x, 4, 14, 20), background_color=color, compositing_filter=mode)
            )
        return group

    wanted = drawn(card(), background="white")
    found = drawn(card(shadow_path=st.Path.rect(0, 0, 32, 32)), background="white")
    assert np.abs(wanted.astype(int) - found.astype(int)).max() <= 2


def test_blending_stays_inside_what_is_isolated_and_reaches_through_what_is_not() -> None:
    def inside(**around: Any) -> list[int]:
        group = st.Layer(frame=(0, 0, 64, 64), **around)
        group.add_sublayer(
            st.Layer(frame=(0, 0, 64, 64), background_color="#808080", compositing_filter="multiplyBlendMode")
        )
        found: list[int] = drawn(group, background=(1, 0.5, 0))[32, 32].tolist()
        return found

    multiplied = [128, 64, 0, 255]
    assert inside() == multiplied
    assert inside(masks_to_bounds=True, corner_radius=8) == multiplied
    assert inside(shadow_opacity=1) == [128, 128, 128, 255]
    faded = inside(opacity=0.999)
    assert np.abs(np.array(faded) - (128, 128, 128, 255)).max() <= 1
    half = inside(opacity=0.5, allows_group_blending=False)
    assert np.abs(np.array(half) - (191, 96, 0, 255)).max() <= 1, "the mean of what was there and the result"


def test_without_group_opacity_each_layer_fades_separately() -> None:
    layer = st.Layer(frame=(0, 0, 64, 64), background_color="white", opacity=0.5, allows_group_opacity=False)
    layer.add_sublayer(st.Layer(frame=(0, 0, 32, 64), background_color="white"))
    pixels = drawn(layer)
    assert abs(pixels[32, 16, 3] - 191) <= 1
    assert abs(pixels[32, 48, 3] - 128) <= 1
    layer.allows_group_opacity = True
    assert abs(drawn(layer)[32, 16, 3] - 128) <= 1


def test_a_conic_gradient_goes_once_round_from_the_direction_of_its_end() -> None:
    wheel = st.GradientLayer(
        frame=(0, 0, 64, 64), type="conic", start_point=(0.5, 0.5), end_point=(1, 0.5),
        colors=["red", "red", "lime", "lime", "blue", "blue", "white", "white"],
        locations=[0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1],
    )  # fmt: skip
    pixels = drawn(wheel)
    quarters = [pixels[48, 48], pixels[48, 16], pixels[16, 16], pixels[16, 48]]
    assert [tuple(q[:3]) for q in quarters] == [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
    wheel.end_point = (0.5, 1)
    assert tuple(drawn(wheel)[48, 16][:3]) == (255, 0, 0), "the quarter after +y"


def test_only_the_middle_of_nine_parts_is_stretched() -> None:
    image = np.zeros((9, 9, 4), np.uint8)
    image[..., 3] = 255
    image[:3, :, 0] = image[6:, :, 1] = 255
    image[:, :3, 2] = 255
    layer = st.Layer(
        frame=(0, 0, 64, 40), contents=st.Image(image), contents_center=(1 / 3, 1 / 3, 1 / 3, 1 / 3)
    )
    layer.magnification_filter = "nearest"
    pixels = drawn(layer)
    assert tuple(pixels[2, 30, :3]) == (255, 0, 0)
    assert tuple(pixels[4, 30, :3]) == (0, 0, 0)
    assert tuple(pixels[38, 30, :3]) == (0, 255, 0)
    assert tuple(pixels[20, 2, :3]) == (0, 0, 255)
    layer.frame = (0.5, 0.5, 63, 39)
    assert drawn(layer)[1:39, 1:63, 3].min() == 255, "no seam between the parts"


def test_two_images_that_turn_into_each_other_cover_what_lies_below() -> None:
    a, b = (st.Image(np.full((2, 2, 4), (v, v, v, 255), np.uint8)) for v in (0, 100))
    layer = st.Layer(frame=(0, 0, 64, 64), contents=a)
    layer.add_animation(st.BasicAnimation("contents", from_value=a, to_value=b, duration=2))
    scene = st.Scene(64, 64, background="white")
    scene.add_sublayer(layer)
    assert abs(int(scene.render(1)[32, 32, 0]) - 50) <= 1


def test_rasterizing_changes_no_pixel_at_scale_1_and_makes_squares_below() -> None:
    layer = st.Layer(bounds=(0, 0, 32, 32), position=(31.3, 30.7), background_color="red", corner_radius=9)
    layer.set_value("transform.rotation.z", 0.3)
    plain = drawn(layer)
    layer.should_rasterize = True
    assert np.array_equal(drawn(layer), plain)
    layer.rasterization_scale = 0.125
    coarse = drawn(layer)
    assert not np.array_equal(coarse, plain)
    assert abs(coarse[..., 3].sum() / plain[..., 3].sum() - 1) < 0.02


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_rasterizing_changes_no_pixel_of_random_trees_at_scale_1(seed: int) -> None:
    """Random trees with opacities, shadows, filters and blend modes are rasterized, and layers below the
    rasterized layer take part in blending.
    """

    def tree(should_rasterize: bool) -> st.Layer:
        rng = np.random.default_rng(seed)
        one = rng.random

        def made(depth: int) -> st.Layer:
            layer = st.Layer(
                bounds=(0, 0, 10 + 40 * one(), 10 + 40 * one()), background_color=tuple(rng.random(3))
            )
            layer.position, layer.corner_radius = (64 * one(), 64 * one()), 8 * one()
            layer.opacity = 1 if one() < 0.6 else one()
            layer.set_value("transform.rotation.z", one() if one() < 0.5 else 0)
            layer.masks_to_bounds, layer.shadow_opacity = one() < 0.2, float(one() < 0.2)
            layer.allows_group_opacity, layer.allows_group_blending = one() < 0.8, one() < 0.8
            if one() < 0.2:
                layer.compositing_filter = "multiplyBlendMode"
            if one() < 0.2:
                layer.background_filters = [st.Filter("gaussianBlur", inputRadius=2)]
            if one() < 0.2:
                layer.mask = st.Layer(frame=(0, 0, 30, 30), background_color="black", corner_radius=9)
            layer.should_rasterize = one() < 0.7 and should_rasterize
            for _ in range(rng.integers(0, 3) if depth < 3 else 0):
                layer.add_sublayer(made(depth + 1))
            return layer

        return made(0)

    assert np.array_equal(drawn(tree(True), background="white"), drawn(tree(False), background="white"))


def test_a_middle_without_a_size_is_one_pixel_of_the_image() -> None:
    image = np.zeros((9, 9, 4), np.uint8)
    image[..., 3], image[:, 4, 0], image[4, :, 1] = 255, 255, 255
    for center in ((0.5, 0.5, 0, 0), (4 / 9, 4 / 9, 1 / 9, 1 / 9), (0.495, 0.4995, 0.01, 0.001)):
        layer = st.Layer(frame=(0, 0, 64, 64), contents=st.Image(image), contents_center=center)
        layer.magnification_filter = "nearest"
        pixels = drawn(layer)
        assert pixels[..., 3].min() == 255
        # Four points at each edge keep their size. The middle column and row of the image fill the points
        # between them.
        assert (pixels[:, 4:60, 0] == 255).all()
        assert (pixels[4:60, :, 1] == 255).all()
        assert not pixels[:, :4, 0].any()
        assert not pixels[60:, :, 1].any()


def test_continuous_corners_begin_earlier_and_meet_the_same_sides() -> None:
    layer = st.Layer(frame=(0, 0, 64, 64), background_color="white", corner_radius=16)
    circular = drawn(layer)[..., 3]
    layer.corner_curve = "continuous"
    continuous = drawn(layer)[..., 3]
    assert continuous[0, 20] < 255 == circular[0, 20]
    assert continuous[0, 26] == 255
    assert np.array_equal(continuous, continuous.T)
    assert np.array_equal(continuous, continuous[::-1])


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_do_not_change_a_byte(threads: int) -> None:
    scene = st.Scene(300, 300, background="#fc8")
    for k in range(6):
        scene.add_sublayer(
            st.Layer(
                frame=(20 + 30 * k, 30 + 20 * k, 90, 90), background_color=(0.1 * k, 0.5, 1 - 0.1 * k),
                corner_radius=12, shadow_opacity=0.5, shadow_radius=9, shadow_offset=(3, 7.5),
                compositing_filter="softLightBlendMode",
                filters=[st.Filter("gaussianBlur", inputRadius=1 + k)],
            )
        )  # fmt: skip
    scene.add_sublayer(
        st.Layer(frame=(40, 40, 200, 200), background_filters=[st.Filter("gaussianBlur", inputRadius=11)])
    )
    assert np.array_equal(scene.render(0, scale=1.5, threads=1), scene.render(0, scale=1.5, threads=threads))


@pytest.mark.parametrize("radius", [1e-300, 1e6, 1e300])
def test_any_radius_ends(radius: float) -> None:
    card = st.Layer(frame=(8, 8, 32, 32), background_color="red", shadow_opacity=1, shadow_radius=radius)
    card.filters = [st.Filter("gaussianBlur", inputRadius=radius)]
    card.background_filters = [st.Filter("gaussianBlur", inputRadius=radius)]
    assert drawn(card).shape == (64, 64, 4)


# Edge cases


def test_luminance_to_alpha_counts_alpha_too() -> None:
    colors = (((1, 1, 1), 1), ((1, 0, 0), 0.2126), ((0, 1, 0), 0.7152), ((0, 0, 1), 0.0722))
    for color, luminance in colors:
        for alpha in (1.0, 0.5):
            layer = st.Layer(frame=(0, 0, 64, 64), background_color=(*color, alpha))
            layer.filters = [st.Filter("luminanceToAlpha")]
            red, green, blue, found = drawn(layer)[32, 32]
            assert (red, green, blue) == (0, 0, 0)
            assert abs(found - 255 * alpha * luminance) <= 1, (color, alpha)


@pytest.mark.parametrize("mode", ["multiplyBlendMode", "destOut", "xor", "plusL", "copy", "destIn"])
@pytest.mark.parametrize("turned", [False, True])
def test_blending_in_a_translucent_transform_layer_is_that_of_its_sublayers_opacity(
    mode: Any, turned: bool
) -> None:
    """The opacity of a transform layer multiplies the opacity of each sublayer. The sublayers of a transform
    layer with an opacity still blend with the backdrop.
    """

    def scene(of_the_layer: float, of_each: float) -> np.ndarray:
        below = st.Layer(frame=(0, 0, 64, 40), background_color=(0.9, 0.6, 0.3))
        lamp = st.Layer(frame=(10, 10, 44, 44), background_color=(0.4, 0.7, 0.2, 0.8), opacity=of_each)
        lamp.compositing_filter = mode
        box = st.TransformLayer(frame=(0, 0, 64, 64), opacity=of_the_layer)
        if turned:
            lamp.transform = st.Transform3D.rotation(0.5, 0, 1, 0)
        box.add_sublayer(lamp)
        return drawn(below, box)

    assert (scene(0.5, 1) == scene(1, 0.5)).all()
    assert (scene(0.5, 1) != scene(1, 1)).any()
    nested = st.TransformLayer(frame=(0, 0, 64, 64), opacity=0.5)
    inner = st.TransformLayer(frame=(0, 0, 64, 64), opacity=0.5)
    card = st.Layer(frame=(10, 10, 44, 44), background_color="red", compositing_filter=mode)
    inner.add_sublayer(card)
    nested.add_sublayer(inner)
    alone = st.Layer(frame=(10, 10, 44, 44), background_color="red", compositing_filter=mode, opacity=0.25)

    def over_blue(layer: st.Layer) -> np.ndarray:
        return drawn(st.Layer(frame=(0, 0, 64, 40), background_color=(0.2, 0.3, 0.9)), layer)

    assert (over_blue(nested) == over_blue(alone)).all()


def test_the_normal_blend_mode_and_none_isolate_nothing() -> None:
    def lamp(**effects: Any) -> np.ndarray:
        below = st.Layer(frame=(0, 0, 64, 64), background_color=(0.9, 0.6, 0.3))
        card = st.Layer(frame=(10, 10, 44, 44), **effects)
        card.add_sublayer(
            st.Layer(frame=(5, 5, 30, 30), background_color="blue", compositing_filter="differenceBlendMode")
        )
        return drawn(below, card)

    plain = lamp()
    assert (plain[30, 30] != (0, 0, 255, 255)).any(), "what blends inside reaches what is below"
    assert (lamp(compositing_filter="normalBlendMode") == plain).all()
    assert (lamp(compositing_filter=None) == plain).all()
    layer = st.Layer(compositing_filter=None)
    assert layer.compositing_filter == st.Layer().compositing_filter == "normalBlendMode"
    layer.set_value("compositingFilter", "multiplyBlendMode")
    layer.set_value("compositingFilter", None)
    assert layer.compositing_filter == "normalBlendMode"
    with pytest.raises(st.KeyPathError, match="name"):
        layer.set_value("contentsGravity", None)


@pytest.mark.parametrize("upright", [False, True])
def test_contents_center_stretches_one_continuous_image(upright: bool) -> None:
    """`contents_center` cuts a ramp into three parts. The interpolation of the image continues across the
    cuts, so the ramp has no steps.
    """
    greys = np.linspace(0, 255, 12).astype(np.uint8)
    ramp = np.repeat(greys[None, :, None], 4, axis=0).repeat(3, axis=2)
    if upright:
        layer = st.Layer(
            frame=(0, 0, 16, 64), contents=ramp.swapaxes(0, 1), contents_center=(0, 0.25, 1, 0.5)
        )
        row = drawn(layer)[:, 8, 0]
    else:
        layer = st.Layer(frame=(0, 0, 64, 16), contents=ramp, contents_center=(0.25, 0, 0.5, 1))
        row = drawn(layer)[8, :, 0]
    # The outer three pixels at each end keep their size, and the six middle pixels are stretched to 58
    # points.
    centres = [x + 0.5 for x in range(64)]
    positions = [
        x if x < 3 else 3 + (x - 3) * 6 / 58 if x < 61 else 9 + (x - 61) for x in centres
    ]  # in pixels of the image
    wanted = np.interp(positions, np.arange(12) + 0.5, greys.astype(float))
    assert np.abs(row - wanted).max() <= 2
    steps = np.diff(row)
    assert (steps >= 0).all()
    assert steps[4:58].max() <= 4, "no seam"


@pytest.mark.parametrize("shift", [1e-14, -1e-13, 1e-12, -1e-11])
def test_rounding_errors_of_a_position_do_not_show_in_effects(shift: float) -> None:
    """Colours of the gradient lie half way between two levels, so a rounding error in the last bit of the
    position would change whole rows.
    """

    def picture(shift: float) -> np.ndarray:
        card = st.GradientLayer(
            bounds=(0, 0, 30, 24), position=(28.86 + shift, 22.02 + shift), colors=["red", "blue", "#ffcc00"]
        )
        card.shadow_opacity, card.shadow_radius, card.opacity, card.should_rasterize = 0.7, 3, 0.6, True
        row = st.ReplicatorLayer(instance_count=8, instance_transform=st.Transform3D.translation(8, 0))
        row.add_sublayer(card)
        turned = st.ReplicatorLayer(instance_count=2, instance_transform=st.Transform3D.rotation(0.5))
        turned.add_sublayer(row)
        scene = st.Scene(110, 84, background="white")
        scene.add_sublayer(turned)
        return scene.render(0, scale=2, premultiplied=True)

    assert np.array_equal(picture(shift), picture(0))


def blurred(picture: np.ndarray, radius: float) -> np.ndarray:
    """A picture that is blurred by a layer that fills the scene, with the picture's edges continued."""
    height, width = picture.shape[:2]
    layer = st.Layer(frame=(0, 0, width, height), contents=st.Image(picture))
    layer.filters = [st.Filter("gaussianBlur", input_radius=radius, input_normalize_edges=True)]
    return drawn(layer, size=(width, height))


@pytest.mark.parametrize("radius", [5, 300, 2000, 20000])
def test_a_blur_that_continues_the_edges_leaves_an_opaque_picture_opaque(radius: float) -> None:
    assert (blurred(np.full((40, 60, 4), 255, np.uint8), radius) == 255).all()


@pytest.mark.parametrize("radius", [3, 17, 90, 400, 6000])
def test_a_blur_that_continues_the_edges_is_the_gaussian_of_a_picture_that_goes_on_for_ever(
    radius: float,
) -> None:
    width, height = 96, 32
    ramp = np.where(np.arange(width) % 48 < 24, 255.0, 2.0 * np.arange(width))
    picture = np.zeros((height, width, 4), np.uint8)
    picture[..., :3], picture[..., 3] = ramp[None, :, None].astype(np.uint8), 255
    reach = int(4 * radius)
    offsets = np.arange(-reach, reach + 1)
    weights = np.exp(-(offsets**2) / (2 * radius**2))
    weights /= weights.sum()
    row = picture[0, :, 0].astype(float)
    wanted = [weights @ row[np.clip(x + offsets, 0, width - 1)] for x in range(width)]
    assert np.abs(blurred(picture, radius)[height // 2, :, 0] - wanted).max() <= 2


def test_many_blurs_are_one_whose_variance_is_their_sum() -> None:
    def card(*radii: float) -> st.Layer:
        layer = st.Layer(frame=(20, 20, 24, 24), background_color="white")
        layer.filters = [
            st.Filter("gaussianBlur", name=f"blur{k}", input_radius=radius) for k, radius in enumerate(radii)
        ]
        return layer

    assert np.array_equal(drawn(card(3, 4)), drawn(card(5)))
    assert np.abs(drawn(card(*[0.25] * 400)) - drawn(card(5))).max() <= 1
