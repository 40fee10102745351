"""Tests of minified images: each pixel shows the mean of the image's pixels that it covers, at any size and
slant.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._model.names import MinificationFilter


def noise(width: int, height: int, seed: int = 1) -> npt.NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def shown(pixels: npt.NDArray[np.uint8], width: int, height: int, **layer: object) -> npt.NDArray[np.float64]:
    scene = st.Scene(width, height)
    scene.add_sublayer(st.Layer(frame=(0, 0, width, height), contents=st.Image(pixels), **layer))  # type: ignore[arg-type]
    return scene.render(0)[..., :3].astype(float)


def means(pixels: npt.NDArray[np.uint8], width: int, height: int) -> npt.NDArray[np.float64]:
    """The means of the pixels that each smaller pixel covers, computed by Pillow."""
    return np.asarray(Pillow.fromarray(pixels).resize((width, height), Pillow.Resampling.BOX)).astype(float)


@pytest.mark.parametrize("filter_name", ["linear", "trilinear"])
@pytest.mark.parametrize("factor", [2, 4, 8, 32, 64])
def test_whole_factors_are_means(filter_name: MinificationFilter, factor: int) -> None:
    """For a whole factor, every pixel is the mean of the square of image pixels that it covers, except for
    rounding.
    """
    pixels = noise(512, 256)
    found = shown(pixels, 512 // factor, 256 // factor, minification_filter=filter_name)
    assert np.abs(found - means(pixels, 512 // factor, 256 // factor)).max() <= (2 if factor > 2 else 1)


@pytest.mark.parametrize(
    ("size", "small", "most"),
    [((509, 613), (50, 40), 14), ((509, 613), (30, 5), 6), ((1, 4001), (1, 3), 3), ((3000, 7), (2, 7), 6)],
)
def test_any_size_to_any_size(size: tuple[int, int], small: tuple[int, int], most: float) -> None:
    """White noise, the most difficult picture, is scaled between random sizes."""
    pixels = noise(*size)
    assert np.abs(shown(pixels, *small) - means(pixels, *small)).max() <= most


def test_every_size_keeps_the_mean_colour() -> None:
    pixels = np.zeros((97, 131, 3), np.uint8)
    pixels[::2, ::2] = 255
    whole = pixels.mean()
    for size in range(1, 90, 4):
        # An image that shrinks by less than 1.5 is sampled bilinearly once per pixel, which changes the mean
        # a little.
        most = 2.5 if 97 / size >= 1.5 else 4.5
        assert abs(shown(pixels, size, size).mean() - whole) <= most, size


def floor(filter_name: MinificationFilter, shift: float = 0) -> npt.NDArray[np.float64]:
    """A picture of a chessboard floor in perspective, with squares of 4 pixels, up to the horizon."""
    y, x = np.mgrid[:512, :512]
    board = np.where((x // 4 + y // 4) % 2 == 0, 255, 0).astype(np.uint8)
    scene = st.Scene(300, 200, background="white")
    stage = st.Layer(frame=(0, 0, 300, 200), sublayer_transform=st.Transform3D(m34=-1 / 250))
    stage.add_sublayer(
        st.Layer(
            bounds=(0, 0, 2000, 4000),
            anchor_point=(0.5, 1),
            position=(150 + shift, 200),
            contents=st.Image(board),
            transform=st.Transform3D.rotation(1.35, 1, 0, 0),
            minification_filter=filter_name,
        )
    )
    scene.add_sublayer(stage)
    return scene.render(0)[..., 0].astype(float)


def test_a_floor_in_perspective_does_not_sparkle() -> None:
    """Near the horizon the squares of the floor are far smaller than a pixel. Near the horizon the pixels are
    grey, and stay grey when the floor moves.
    """
    for filter_name in ("linear", "trilinear"):
        far = floor(filter_name)[56:60, 100:200]
        assert np.abs(far - 127.5).max() <= 30, filter_name
        moved = floor(filter_name, 0.3)[56:60, 100:200]
        assert np.abs(moved - far).max() <= 40
    assert np.abs(floor("nearest")[56:60, 100:200] - 127.5).max() > 120, "which skips pixels"


def test_a_slant_is_sharp_across() -> None:
    """Lines along the depth of a slanted image stay separate at a distance at which isotropic trilinear
    filtering blurs the lines.
    """
    lines = np.zeros((512, 512), np.uint8)
    lines[:, ::16] = lines[:, 1::16] = 255

    def contrast(filter_name: MinificationFilter) -> float:
        scene = st.Scene(256, 20)
        scene.add_sublayer(
            st.Layer(frame=(0, 0, 256, 20), contents=st.Image(lines), minification_filter=filter_name)
        )
        return float(np.ptp(scene.render(0)[10, :, 0]))

    assert contrast("linear") >= 250
    assert contrast("trilinear") < 130


def test_the_screen_decides_which_filter() -> None:
    """The minification filter applies to a layer that its transform makes smaller on the screen, but not if
    the scene's scale makes the layer larger.
    """
    stripes = np.zeros((64, 64), np.uint8)
    stripes[:, ::2] = 255

    def middle(scale: float, transform: st.Transform3D) -> npt.NDArray[np.uint8]:
        scene = st.Scene(64, 64, background="black")
        scene.add_sublayer(
            st.Layer(
                frame=(0, 0, 64, 64),
                contents=st.Image(stripes),
                magnification_filter="nearest",
                minification_filter="linear",
                transform=transform,
            )
        )
        picture = scene.render(0, scale=scale)
        middle = picture.shape[0] // 2
        return picture[middle, middle - 4 : middle + 4, 0]

    assert set(middle(4, st.Transform3D.identity())) == {0, 255}, "enlarged: nearest"
    assert np.abs(middle(1, st.Transform3D.scale(0.25)) - 127.5).max() <= 1, "reduced: the mean"
    assert np.abs(middle(0.25, st.Transform3D.identity()) - 127.5).max() <= 1


def test_bias_of_the_trilinear_filter() -> None:
    pixels = noise(256, 256)
    spreads = [
        shown(pixels, 64, 64, minification_filter="trilinear", minification_filter_bias=bias).std()
        for bias in (-2, -1, 0, 1, 2)
    ]
    assert spreads == sorted(spreads, reverse=True)
    plain = shown(pixels, 64, 64, minification_filter="trilinear", minification_filter_bias=16)
    assert np.ptp(plain) <= 3, "the version of one pixel"
    with pytest.raises(st.InvalidArgument, match="minification_filter_bias"):
        st.Layer(minification_filter_bias=17)


def test_no_neighbour_of_a_sprite_shines_in() -> None:
    """A red sprite among blue sprites in one image stays red at any size and at fractional edges."""
    sheet = np.zeros((200, 200, 3), np.uint8)
    sheet[..., 2] = 255
    sheet[37:101, 53:117] = (255, 0, 0)
    for filter_name in ("linear", "trilinear"):
        for size in (40, 13, 5, 2, 1):
            red = shown(
                sheet,
                size,
                size,
                contents_rect=(53 / 200, 37 / 200, 64 / 200, 64 / 200),
                minification_filter=filter_name,
            )
            assert np.array_equal(red, np.broadcast_to([255.0, 0, 0], red.shape)), (filter_name, size)


def test_particles_are_averaged_too() -> None:
    stripes = np.zeros((64, 64), np.uint8)
    stripes[:, ::2] = 255
    scene = st.Scene(20, 20, background="black")
    emitter = st.EmitterLayer(frame=(0, 0, 20, 20), emitter_position=(10, 10))
    emitter.emitter_cells = [
        st.EmitterCell(birth_rate=1, lifetime=10, contents=st.Image(stripes), scale=0.125)
    ]
    scene.add_sublayer(emitter)
    assert np.abs(scene.render(1)[8:12, 8:12, :3] - 127.5).max() <= 1


@pytest.mark.slow
def test_the_same_bytes_from_any_thread() -> None:
    """The mipmaps of an image are made once, by the first thread that needs them, and any number of threads
    gives the same bytes.
    """
    scene = st.Scene(300, 300)
    stage = st.Layer(frame=(0, 0, 300, 300), sublayer_transform=st.Transform3D(m34=-1 / 250))
    card = st.Layer(
        frame=(0, 0, 300, 300), contents=st.Image(noise(900, 700)), minification_filter="trilinear"
    )
    card.transform = st.Transform3D.rotation(math.pi / 3, 1, 0.2, 0)
    stage.add_sublayer(card)
    scene.add_sublayer(stage)
    one = scene.render(0, threads=1)
    assert one.any()
    assert np.array_equal(one, scene.render(0, threads=4))
    assert np.array_equal(one, st.Scene.from_bytes(scene.to_bytes()).render(0, threads=2))
