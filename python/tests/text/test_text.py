"""Tests of text layers, in which every glyph is a copy of the glyph layer."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from typing import Any, Literal

import numpy as np
import pytest

import fonts
import stretto as st

HELD = {"fill_mode": "both", "removed_on_completion": False}


def shown(*layers: st.Layer, size: tuple[float, float] = (320, 100)) -> st.Scene:
    """A scene with a white background and the given layers."""
    scene = st.Scene(*size, background="white")
    for layer in layers:
        scene.add_sublayer(layer)
    return scene


def text(string: str = "Hello, wörld", **more: Any) -> st.TextLayer:
    settings = {"font_size": 40, "foreground_color": "black", "position": (20, 20), **more}
    return st.TextLayer(string, **settings)


def ink(scene: st.Scene, time: float = 0) -> np.ndarray:
    """A mask of the dark pixels of a frame."""
    return scene.render(time)[..., :3].min(axis=-1) < 128  # type: ignore[no-any-return]


# Copies of the glyph layer


@pytest.mark.parametrize(
    ("string", "count"),
    [
        ("", 0),
        ("a b", 3),
        ("e\u0301", 1),
        ("👩\u200d👩\u200d👧", 1),
        ("🇪🇸🇩🇪", 2),
        ("a\r\nb", 3),
        ("1️⃣", 1),
        ("नि", 1),
        ("क्षत्रिय", 3),
        ("বিজ্ঞান", 3),
        ("각", 1),
    ],
)
def test_a_copy_is_a_grapheme(string: str, count: int) -> None:
    layer = text(string)
    assert layer.instance_count == count
    found = [index for box in layer.copies() for index in box.characters]
    assert found == list(range(count))


def test_settings_of_the_layout_renumber_nothing() -> None:
    layer = text("The quick brown fox")
    for name, value in [
        ("wrapped", True),
        ("bounds", (0, 0, 90, 300)),
        ("font_features", "liga=0"),
        ("font_variations", {"wght": 900}),
        ("alignment_mode", "right"),
        ("tracking", 3),
        ("text_path", "M0 0L400 0"),
    ]:
        setattr(layer, name, value)
        assert [box.character for box in layer.copies()] == list(range(19)), name


def test_copies_may_be_words_lines_or_the_whole_text() -> None:
    layer = text("one two\nthree", instance_unit="word")
    assert [box.character for box in layer.copies()] == [0, 4, 8]
    layer.instance_unit = "line"
    assert layer.instance_count == 2
    layer.instance_unit = "text"
    assert layer.instance_count == 1
    assert layer.copies()[0].character_count == 13


def test_every_point_of_ink_hits_its_letter() -> None:
    layer = text("Hej &b", font_size=60)
    scene = shown(layer)
    boxes = layer.copies()
    ys, xs = np.nonzero(ink(scene))
    seen = set()
    for x, y in list(zip(xs, ys, strict=True))[::53]:
        hit = scene.hit_test(x + 0.5, y + 0.5, 0)
        assert hit is not None
        assert hit.layer is layer.glyph
        assert hit.instance == (hit.character,)
        box = boxes[hit.character]  # type: ignore[index]
        assert box.x - 4 <= x - 20 <= box.x + box.width + 4
        seen.add(hit.character)
    assert seen == {0, 1, 2, 4, 5}


def test_a_hit_names_the_character_in_words_replicators_and_portals() -> None:
    layer = text("ab cd", instance_unit="word")
    row = st.ReplicatorLayer(instance_count=2, instance_transform=st.Transform3D.translation(0, 50))
    row.add_sublayer(layer)
    portal = st.PortalLayer(source_layer=layer, position=(160, 20))
    scene = shown(row, portal, size=(320, 130))
    letters: dict[Any, Any] = {}
    for y, x in np.argwhere(ink(scene))[::29]:
        hit = scene.hit_test(x + 0.5, y + 0.5, 0)
        letters.setdefault(hit.instance, set()).add(hit.character)  # type: ignore[union-attr]
    assert letters == {(0, 0): {0, 1}, (0, 1): {3, 4}, (1, 0): {0, 1}, (1, 1): {3, 4}}


# Local times of letters


def test_a_letter_has_its_own_time() -> None:
    layer = text(begin_time=1)
    shown(layer)
    layer.instance_delays = layer.stagger(each=0.1)
    rise = st.BasicAnimation("transform.translation.y", from_value=40, to_value=0, duration=0.5, **HELD)  # type: ignore[arg-type]
    layer.glyph.add_animation(rise)
    assert math.isclose(layer.glyph.local_time(2, instance=(3,)), 0.7)
    at = layer.glyph.presentation_value("transform.translation.y", 1.75, instance=(5,))
    assert math.isclose(at, 20)


def test_instances_are_one_a_letter() -> None:
    layer = text("abc", instance_delay=0.25)
    layer.instance_colors = ["red", "white", "blue"]
    scene = shown(layer)
    found = scene.instances(layer.glyph, 1)
    assert [item.instance for item in found] == [(0,), (1,), (2,)]
    assert [item.local_time for item in found] == [1, 0.75, 0.5]
    assert [item.color for item in found] == [(1, 0, 0, 1), (1, 1, 1, 1), (0, 0, 1, 1)]
    lefts = [list(item.transform)[12] for item in found]
    assert lefts == pytest.approx([20 + box.x for box in layer.copies()])


def test_keyframes_of_strings_are_discrete() -> None:
    layer = text("?")
    count = st.KeyframeAnimation("string", values=["1", "22", "333"], duration=3, calculation_mode="discrete")
    layer.add_animation(count)
    assert count.values == ["1", "22", "333"]
    assert layer.animation(layer.animation_keys[0]).values == ["1", "22", "333"]  # type: ignore[union-attr]
    scene = shown(layer)
    assert [len(layer.copies(time)) for time in (0.5, 1.5, 2.5, 3.5)] == [1, 2, 3, 1]
    widths = [int(ink(scene, time).any(axis=0).sum()) for time in (0.5, 1.5, 2.5)]
    assert widths[0] < widths[1] < widths[2]
    basic = st.BasicAnimation("string", from_value="a", to_value="bc", duration=2)
    assert (basic.from_value, basic.to_value, basic.by_value) == ("a", "bc", None)
    layer.add_animation(basic, key="step")
    assert [len(layer.copies(time)) for time in (0.9, 1.1)] == [1, 2]


def test_the_weight_of_a_glyph_moves_nothing_and_that_of_the_text_does() -> None:
    layer = text("Weight")
    scene = shown(layer)
    before = layer.copies()
    layer.glyph.font_variations = {"wght": 900}
    heavy = ink(scene).sum()
    assert layer.copies() == before
    layer.glyph.font_variations = None
    assert ink(scene).sum() < heavy
    layer.font_variations = {"wght": 900}
    assert layer.font_variations == {"wght": 900}
    assert layer.copies()[-1].x > before[-1].x
    thin = st.BasicAnimation("fontVariations.wght", from_value=100, to_value=900, duration=1)
    layer.add_animation(thin)
    assert layer.copies(0.1)[-1].x < layer.copies(0.9)[-1].x


# Values of single letters


def test_copies_can_be_moved_masked_coloured_and_left_out() -> None:
    layer = text("lll", font_size=60)
    scene = shown(layer)
    whole = ink(scene).sum()
    layer.instance_opacities = [1, 0, 1]
    assert ink(scene).sum() == pytest.approx(whole * 2 / 3, rel=0.05)
    layer.instance_opacities = None
    layer.instance_masks = [None, st.Layer(frame=(0, 0, 60, 30), background_color="black")]
    assert whole * 2 / 3 < ink(scene).sum() < whole * 0.95
    layer.instance_masks = []
    layer.glyph.set_value("hidden", True, instance=(0,))
    assert ink(scene).sum() == pytest.approx(whole * 2 / 3, rel=0.05)


@pytest.mark.parametrize("turns", [False, True])
def test_a_mask_of_a_copy_lies_in_the_coordinates_of_that_copy(turns: bool) -> None:
    # The letters have no foreground colour, and the glyph layer has a background, so the visible shape of
    # each letter is the mask of the letter.
    def made(mask: st.Layer | None = None) -> tuple[st.Scene, st.TextLayer]:
        layer = text("lll", font_size=60, foreground_color=None)
        layer.glyph.background_color = "black"
        move = st.Transform3D.translation(0, 8)
        layer.instance_transforms = [move, move.rotated(math.pi) if turns else move]
        layer.instance_masks = [None, mask or st.Layer(frame=(3, 10, 6, 20), background_color="black")]
        return shown(layer), layer

    scene, layer = made()
    box = layer.copies()[1]
    expected = shown(text("lll", font_size=60, foreground_color=None))
    marks = st.Layer(frame=(20 + box.x, 20 + box.y + 8, box.width, box.height))
    marks.add_sublayer(st.Layer(frame=(3, 10, 6, 20), background_color="black"))
    if turns:
        marks.transform = st.Transform3D.rotation(math.pi)
    expected.add_sublayer(marks)
    first, last = (
        st.Layer(frame=(20 + c.x, 20 + c.y + dy, c.width, c.height), background_color="black")
        for c, dy in zip(layer.copies()[::2], (8, 0), strict=True)
    )
    expected.add_sublayer(first)
    expected.add_sublayer(last)
    np.testing.assert_array_equal(scene.render(0), expected.render(0))
    # A mask drawn as a layer, a mask computed as a clip path, and a copy of the text have their pixels in the
    # same position.
    lit = st.Layer(frame=(3, 10, 6, 20), background_color="black", corner_curve="continuous")
    np.testing.assert_array_equal(made(lit)[0].render(0), scene.render(0))
    np.testing.assert_array_equal(shown(copy.copy(layer)).render(0), scene.render(0))
    # Queries return the position of the mask in the copy.
    mask = layer.instance_masks[1]
    assert mask is not None
    (seen,) = scene.instances(mask, 0)
    assert mask.convert_point((0, 0), to=layer) == pytest.approx(
        (box.x + 3, box.y + 18) if not turns else (box.x + box.width - 3, box.y + box.height - 10 + 8)
    )
    assert np.array(seen.transform)[3, :2] == pytest.approx(np.add(mask.convert_point((0, 0), to=layer), 20))


def test_the_pivot_is_the_letters_own() -> None:
    layer = text("HI", font_size=60)
    layer.instance_transform = st.Transform3D.rotation(math.pi, 0, 0, 1)
    scene = shown(layer)
    turned = layer.copies()[1]
    dark = ink(scene)
    columns = np.nonzero(dark.any(axis=0))[0]
    # The letter I, rotated by 180 degrees about its middle, stays in its own box.
    assert columns.max() - 20 <= turned.x + turned.width + 1


def test_anchors_are_measured_in_the_box_that_is_asked_for() -> None:
    def middle(anchor: str | None) -> float:
        layer = text("abc def", instance_anchor=anchor)
        layer.glyph.transform = st.Transform3D.scale(0.001)
        scene = shown(layer)
        return [list(item.transform)[12] for item in scene.instances(layer.glyph, 0)][4]  # type: ignore[no-any-return]

    layer = text("abc def")
    box, word = layer.copies()[4], layer.copies()[4:7]
    assert middle(None) == pytest.approx(20 + box.x + box.width / 2, abs=0.1)
    assert middle("word") == pytest.approx(20 + (word[0].x + word[-1].x + word[-1].width) / 2, abs=0.1)


def test_clipped_copies_rise_from_behind_a_line() -> None:
    layer = text("HHH", font_size=60, clips_instances=True)
    box = layer.copies()[0]
    scene = shown(layer)
    whole = ink(scene)
    layer.glyph.transform = st.Transform3D.translation(0, box.height / 2)
    half = ink(scene)
    assert half.sum() < whole.sum()
    bottom = 20 + box.y + box.height
    assert not half[math.ceil(bottom) :].any()


@pytest.mark.parametrize("unit", ["character", "text"])
def test_letters_with_only_a_stroke_take_the_colors_of_their_copies(
    unit: Literal["character", "text"],
) -> None:
    layer = st.TextLayer("AB", font_size=30, foreground_color=(0, 0, 0, 0), frame=(5, 2, 50, 40))
    layer.instance_unit = unit
    layer.glyph.stroke_color, layer.glyph.line_width = "white", 3
    layer.instance_colors = ["red", "red"]
    scene = st.Scene(60, 40)
    scene.add_sublayer(layer)
    pixels = scene.render(0)
    opaque = pixels[pixels[..., 3] == 255]
    assert len(opaque) > 50
    assert (opaque == (255, 0, 0, 255)).all()


def test_the_glyph_has_strokes_sublayers_and_a_background() -> None:
    layer = text("ab", foreground_color=None)
    scene = shown(layer)
    assert not ink(scene).any()
    layer.glyph.stroke_color, layer.glyph.line_width = "black", 2
    outline = ink(scene).sum()
    assert outline > 50
    layer.glyph.stroke_end = 0.5
    assert 0 < ink(scene).sum() < 0.8 * outline
    layer.glyph.add_sublayer(st.Layer(frame=(0, 0, 5, 5), background_color="black"))
    layer.glyph.background_color = "yellow"
    pixels = scene.render(0)
    for box in layer.copies():
        x, y = round(20 + box.x), round(20 + box.y)
        assert pixels[y + 2, x + 2, :3].max() < 10
        assert tuple(pixels[y + 8, x + 8, :3]) == (255, 255, 0)


def test_styles_of_characters() -> None:
    layer = text("red and big")
    layer.characters(0, 3).set_value("foregroundColor", "red")
    layer.characters(8, 11).set_value("fontSize", 60)
    scene = shown(layer)
    pixels = scene.render(0)
    red = (pixels[..., 0] > 200) & (pixels[..., 1] < 60)
    box = layer.copies()[4]
    assert red.sum() > 30
    assert np.nonzero(red)[1].max() < 20 + box.x
    assert layer.copies()[9].width > 1.3 * text("red and big").copies()[9].width
    layer.string = "red and new"
    assert not ((scene.render(0)[..., 0] > 200) & (scene.render(0)[..., 1] < 60)).any()
    with pytest.raises(st.KeyPathError, match="characters"):
        layer.characters(0, 1).set_value("opacity", 0.5)
    with pytest.raises(st.InvalidArgument, match="end"):
        layer.characters(3, 3).set_value("fontSize", 5)
    with pytest.raises(st.InvalidArgument, match=r"characters.*\(50, 60\).*11"):
        layer.characters(50, 60).set_value("fontSize", 5)
    layer.characters(10, 60).set_value("fontSize", 5)


# Staggers, sizes, carets


def test_stagger_of_a_text_goes_by_words_and_in_visual_order() -> None:
    layer = text("ab cd")
    assert layer.stagger(each=1, by="word")[[0, 1, 3, 4]].tolist() == [0, 0, 1, 1]
    visible = layer.stagger(each=1, by="visible")
    assert visible[[0, 1, 3, 4]].tolist() == [0, 1, 2, 3]
    hebrew = text("שלום")
    assert hebrew.stagger(each=1).tolist() == [0, 1, 2, 3]
    assert hebrew.stagger(each=1, order="visual").tolist() == [3, 2, 1, 0]
    assert len(text("").stagger(each=1)) == 0
    with pytest.raises(st.InvalidArgument, match="visible"):
        layer.stagger(each=1, by="sentence")  # type: ignore[arg-type]


def test_fitting_sizes_hold_the_text() -> None:
    layer = text("a few words that wrap", wrapped=True, bounds=(0, 0, 100, 0))
    width, height = layer.fitting_size(100)
    assert width <= 100.01
    assert height > 2 * layer.fitting_size()[1]
    line = text("one line")
    size = line.fitting_font_size(200)
    line.font_size = size
    assert line.fitting_size()[0] == pytest.approx(200, rel=2e-3)
    line.font_size = line.fitting_font_size(200, 10)
    assert line.fitting_size()[1] == pytest.approx(10, rel=2e-3)


def test_characters_are_found_by_their_boxes() -> None:
    layer = text("abc")
    for box in layer.copies():
        assert layer.character_at((box.x + box.width / 2, box.y + 3)) == box.character
    assert layer.character_at((-100, 0)) == 0
    assert layer.character_at((1000, 0)) == 2
    assert text("").character_at((0, 0)) is None


def test_the_path_of_a_text_covers_the_pixels_of_its_letters() -> None:
    layer = text("Ro&d")
    shape = st.ShapeLayer(path=layer.path(), fill_color="black", position=(20, 20))
    difference = shown(layer).render(0).astype(int) - shown(shape).render(0)
    assert np.abs(difference).max() <= 2


def test_emoji_come_from_the_scenes_font() -> None:
    layer = text("a\U0001f389")
    scene = shown(layer)
    assert scene.emoji_font is None
    before = scene.render(0)
    box = st.Font()  # a font without emoji
    scene.emoji_font = box
    assert scene.emoji_font == box
    assert layer.copies()[1].is_missing
    if st.Font.emoji() is not None:
        assert not np.array_equal(scene.render(0), before)
    scene.emoji_font = None
    np.testing.assert_array_equal(scene.render(0), before)
    with pytest.raises(TypeError, match=r"emoji_font.*Font"):
        scene.emoji_font = "Noto"  # type: ignore[assignment]


@pytest.mark.slow
@pytest.mark.parametrize("weight", [100, 400, 900])
@pytest.mark.parametrize("size", [11, 16, 40])
def test_letters_are_the_mean_of_larger_ones(weight: float, size: float) -> None:
    """Small letters equal the mean of larger letters, although the strokes of a variable font overlap.
    Overlaps are removed from the outlines of small letters, and resolved per pixel in large letters.
    """
    letters = "".join(
        map(chr, [*range(0x21, 0x7F), *range(0xC0, 0x180), *range(0x391, 0x3CA), *range(0x410, 0x450)])
    )
    page = text(
        "  ".join(letters),
        font_size=size,
        position=(0, 0),
        anchor_point=(0, 0),
        font_variations={"wght": weight},
    )
    page.bounds, page.wrapped, page.font_features = (0, 0, 400, 600), True, "calt=0"
    page.leading = size / 2  # keeps letters apart
    scene = shown(page, size=(400, 600))
    small = scene.render(0, scale=1)[..., 0].astype(float)
    large = scene.render(0, scale=8)[..., 0].astype(float).reshape(600, 8, 400, 8).mean(axis=(1, 3))
    assert (small < 192).sum() > 1000
    assert np.abs(small - large).max() <= 8
    assert np.abs(small - large).mean() <= 0.5


def test_other_frames_of_a_renderer_leave_nothing_in_letters() -> None:
    """A text that was drawn at other sizes and weights has the pixels of a new text."""
    used = text("Ragtime & oboes 369", position=(10, 10), anchor_point=(0, 0))
    scene = shown(used)
    for size, weight in itertools.product((9, 17, 33, 64, 12), (150, 700, 400)):
        used.font_size, used.font_variations = size, {"wght": weight}
        new = text(used.string, position=(10, 10), anchor_point=(0, 0), font_size=size)
        new.font_variations = {"wght": weight}
        assert np.array_equal(scene.render(0, threads=1), shown(new).render(0, threads=1))


def test_letters_that_share_an_outline_keep_their_colours() -> None:
    layer = text("oooo", font_size=60)
    layer.characters(1, 2).set_value("foregroundColor", "red")
    layer.characters(2, 3).set_value("foregroundColor", "blue")
    pixels = shown(layer).render(0)[..., :3].astype(int)
    for box, color in zip(layer.copies(), [(0, 0, 0), (255, 0, 0), (0, 0, 255), (0, 0, 0)], strict=True):
        left, right = round(20 + box.x) + 2, round(20 + box.x + box.width) - 2
        part = pixels[:, left:right].reshape(-1, 3)
        darkest = part[part.sum(axis=1).argmin()]
        assert tuple(darkest) == color


# Texts in the tree and in documents


def test_letters_fade_each_where_their_text_fades_no_group() -> None:
    """If `allows_group_opacity` is false, the opacity of a text applies to each letter."""
    faded = shown(text(opacity=0.4, allows_group_opacity=False)).render(0)
    paler = shown(text(foreground_color=(0, 0, 0, 0.4))).render(0)
    assert np.abs(faded.astype(int) - paler).max() <= 1
    assert faded.min() < 200


def test_letters_stay_in_their_own_text() -> None:
    """A letter that equals the last letter of another text does not join the group or the mask of the other
    text.
    """

    def faded(color: str) -> list[st.Layer]:
        return [text("BA", opacity=0.5), text("A", foreground_color=color, position=(120, 20))]

    def clipped(color: str) -> list[st.Layer]:
        frame = st.Layer(frame=(0, 0, 100, 100), masks_to_bounds=True)
        frame.add_sublayer(text("BA"))
        return [frame, text("A", foreground_color=color, position=(120, 20))]

    def masked(color: str) -> list[st.Layer]:
        layer = text("A")
        layer.mask = text("A", foreground_color=color, position=(4, 0))
        return [layer]

    def mask_of_copies(color: str) -> list[st.Layer]:
        layer = text("AA")
        layer.instance_masks = [text("A", foreground_color=color, position=(4, 0)) for _ in "AA"]
        return [layer]

    def transition(color: str) -> list[st.Layer]:
        layer = st.Layer(frame=(0, 0, 100, 100))
        layer.add_sublayer(text("A"))
        layer.add_animation(st.Transition(duration=2))
        return [layer, text("A", foreground_color=color, position=(120, 20))]

    for make in (faded, clipped, masked, mask_of_copies, transition):
        same, other = (shown(*make(color)).render(1).astype(int) for color in ("black", "#000001"))
        assert np.abs(same - other).max() <= 1, make.__name__
        assert same.min() < 200


def test_the_glyph_stays_in_its_text() -> None:
    layer, other = text(), st.Layer()
    with pytest.raises(st.InvalidArgument, match="text"):
        other.add_sublayer(layer.glyph)
    with pytest.raises(st.InvalidArgument, match="text"):
        other.mask = layer.glyph
    with pytest.raises(st.InvalidArgument, match="text"):
        layer.glyph.remove_from_superlayer()
    for name, value in (("position", (1, 2)), ("bounds", (0, 0, 1, 1)), ("frame", (0, 0, 1, 1))):
        with pytest.raises(st.KeyPathError, match="transform"):
            setattr(layer.glyph, name, value)
    with pytest.raises(TypeError, match="text"):
        st.GlyphLayer()
    glyph = layer.glyph
    layer.close()
    del layer
    assert glyph.superlayer is None


def test_plain_sublayers_are_shown_once() -> None:
    layer = text("abc", foreground_color=None)
    layer.add_sublayer(st.Layer(frame=(0, 0, 4, 4), background_color="black"))
    assert ink(shown(layer)).sum() == 16


@pytest.mark.parametrize("method", ["copy", "pickle", "document"])
def test_texts_are_copied_and_saved(method: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    layer = text(
        "Kept & <safe>\n🎉", wrapped=True, bounds=(0, 0, 200, 60), leading=2, tracking=1, font_size=24
    )
    layer.alignment_mode, layer.vertical_alignment_mode = "center", "center"
    layer.font_features, layer.language = "tnum", "de"
    layer.font_variations = {"wght": 300}
    layer.characters(0, 4).set_value("foregroundColor", "red")
    layer.instance_delays = layer.stagger(each=0.1)
    layer.glyph.stroke_color = "blue"
    layer.glyph.set_value("foregroundColor", "green", instance=(7,))
    layer.glyph.add_animation(
        st.BasicAnimation("transform.translation.y", from_value=9, to_value=0, duration=1)
    )
    layer.glyph.add_sublayer(st.Layer(frame=(1, 1, 3, 3), background_color="teal"))
    scene = shown(layer)
    if method == "copy":
        again = shown(copy.deepcopy(layer))
    elif method == "pickle":
        again = pickle.loads(pickle.dumps(scene))
    else:
        scene.save(tmp_path / "scene.ca")
        again = st.Scene.open(tmp_path / "scene.ca")
        assert again.warnings == []
    for time in (0, 0.35, 1.2):
        np.testing.assert_array_equal(scene.render(time), again.render(time))


# Pure frames and limits


def test_bytes_do_not_depend_on_threads_or_on_the_frames_before() -> None:
    def scene() -> st.Scene:
        layer = text("Pure & steady\nlines", leading=3)
        layer.glyph.add_animation(
            st.BasicAnimation("fontVariations.wght", from_value=100, to_value=900, duration=1)
        )
        layer.instance_delays = layer.stagger("random", each=0.03, seed=2)
        return shown(layer, size=(320, 160))

    first = scene()
    frames = [first.render(time, threads=1) for time in (0.1, 0.5, 0.9)]
    second = scene()
    for time, frame in reversed(list(zip((0.1, 0.5, 0.9), frames, strict=True))):
        for threads in (2, 5):
            np.testing.assert_array_equal(second.render(time, threads=threads), frame)


def test_a_text_that_is_changed_is_another_picture() -> None:
    layer = text("aaa")
    scene = shown(layer)
    seen = [scene.render(0)]
    for name, value in [
        ("string", "bbb"),
        ("font_size", 30),
        ("tracking", 5),
        ("foreground_color", "red"),
        ("bounds", (0, 0, 100, 0)),
        ("instance_transform", st.Transform3D.translation(0, 4)),
    ]:
        setattr(layer, name, value)
        seen.append(scene.render(0))
    layer.glyph.foreground_color = "blue"
    seen.append(scene.render(0))
    for a, b in itertools.pairwise(seen):
        assert not np.array_equal(a, b)


def test_letters_without_a_fill_fade_with_their_copies() -> None:
    """A copy that is a single stroked outline has the alpha and the colour of the copy."""
    layer = text("HHH", foreground_color=None, position=(0, 20), instance_alpha_offset=-0.4)
    layer.glyph.stroke_color, layer.glyph.line_width = "red", 4
    scene = st.Scene(120, 60)
    scene.add_sublayer(layer)
    pixels = scene.render(0)
    opaque = [int((pixels[..., 3] == alpha).sum()) for alpha in (255, 153, 51)]
    assert min(opaque) > 50, "each copy has pixels that the stroke covers fully"


@pytest.mark.parametrize("size", [0, 1e-300, 1e6])
def test_absurd_sizes_give_some_frame(size: float) -> None:
    layer = text("Absurd", font_size=size)
    layer.glyph.stroke_color = "red"
    scene = shown(layer)
    scene.render(0)
    assert len(layer.copies()) == 6


@pytest.mark.large
@pytest.mark.slow
def test_what_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(st.LimitError, match="4194304"):
        text("g" * 140_000).path()
    with pytest.raises(st.LimitError, match="4194304"):
        st.Path.text("g" * 140_000)
    with pytest.raises(st.InvalidArgument, match="67108864"):
        text("a" + "\u0301" * 2**25)


@pytest.mark.large
@pytest.mark.slow
@pytest.mark.parametrize("stroke", [None, pytest.param("red", marks=pytest.mark.longer)])
def test_letters_of_copies_that_would_fill_the_memory_are_refused(stroke: str | None) -> None:
    whole = text("g" * 5_000, instance_unit="text")
    copies = st.ReplicatorLayer(instance_count=1_000)
    copies.add_sublayer(whole)
    whole.set_value("opacity", 0.5, instance=(7,))  # makes the copies different
    whole.glyph.z_position = 0 if stroke else 1  # leaves the fast path
    whole.glyph.stroke_color = stroke
    with pytest.raises(st.LimitError, match="4194304"):
        shown(copies).render(0)


def test_wrong_values_of_a_text_are_named() -> None:
    layer = text()
    for given, message in [
        (("font_features", "wrongfeature"), "four characters"),
        (("alignment_mode", "centre"), "center"),
        (("font_size", -1), "font_size"),
        (("font_variations", {"w": 1}), "four characters"),
        (("string", "a\ud800"), "Unicode"),
        (("instance_unit", "letter"), "character"),
    ]:
        with pytest.raises((st.InvalidArgument, TypeError), match=message):
            setattr(layer, *given)
    with pytest.raises(st.KeyPathError, match="wght"):
        layer.set_value("fontVariations.abcd", 3)
    with pytest.raises(st.KeyPathError, match="wght"):
        layer.glyph.add_animation(st.BasicAnimation("fontVariations.abcd", from_value=0, to_value=1))
    with pytest.raises(TypeError, match=r"Font\.find"):
        layer.font = "Inter"  # type: ignore[assignment]


# Diagnostics


def test_a_string_has_at_most_a_million_characters() -> None:
    text = st.TextLayer("a" * (1 << 20))
    for string in ("a" * ((1 << 20) + 1), "a" + "\u0301" * (1 << 25)):
        with pytest.raises(st.InvalidArgument, match="1048576 characters or 67108864 bytes"):
            text.string = string
    assert len(text.string) == 1 << 20


#: Characters that the embedded font lacks, and the characters that are drawn instead.
DECOMPOSED = {
    "\ufb01": "fi", "\u2103": "°C", "\u338f": "kg", "\uff21": "A", "\u3385": "KB", "\u2105": "c/o",
}  # fmt: skip


@pytest.mark.parametrize(("character", "plain"), DECOMPOSED.items())
@pytest.mark.parametrize("direction", ["leftToRight", "rightToLeft"])
def test_a_character_that_no_font_has_is_decomposed(character: str, plain: str, direction: Any) -> None:
    assert st.Font().missing(character) == (character,)
    given = text(character, writing_direction=direction)
    wanted = text(plain, writing_direction="leftToRight")
    for layer in (given, wanted):
        layer.alignment_mode = "left"
    assert (shown(given).render(0) == shown(wanted).render(0)).all()
    (box,) = given.copies()
    assert not box.is_missing
    assert "missing-glyph" not in {item.code for item in shown(given).diagnostics()}


def test_decomposed_characters_are_letters_of_their_text() -> None:
    given, wanted = text("of\ufb01ce 9\u2103"), text("office 9°C")
    boxes = given.copies()
    assert len(boxes) == 8
    width = sum(box.width for box in wanted.copies()[2:4])
    assert boxes[2].width == pytest.approx(width, abs=1), "kerning aside"
    whole = ink(shown(given)).sum()
    given.letter(2).set_value("hidden", True)
    assert 0 < ink(shown(given)).sum() < whole


def test_a_font_that_has_the_character_draws_it() -> None:
    other = st.Font(fonts.plain("Other", text="\ufb01"))
    given = text("\ufb01", fallback_fonts=[other])
    alone = text("\ufb01", font=other)
    assert given.copies()[0].width == pytest.approx(alone.copies()[0].width)
    (box,) = text("\u2460\ufe0e").copies()
    assert box.is_missing, "a circled one is no plain one"


def test_characters_without_a_font_are_reported() -> None:
    layer = text("ok \U0001031f\U00010320")
    codes = {item.code: str(item) for item in shown(layer).diagnostics()}
    assert "missing-glyph" in codes
    assert "\U0001031f" in codes["missing-glyph"]
    assert [box.is_missing for box in layer.copies()] == [False, False, False, True, True]
    assert shown(text("fine")).diagnostics() == []


def test_arrays_that_are_too_short_are_refused() -> None:
    layer = text("abc", instance_delays=[0, 1])
    assert [item.code for item in shown(layer).diagnostics()] == ["array-too-short"]


@pytest.mark.parametrize("time", [0.0, 1.5])
@pytest.mark.parametrize("window", [False, True])
def test_a_portal_to_the_glyph_shows_the_first_letter(time: float, window: bool) -> None:
    """A portal to a glyph layer shows the first letter, as a portal shows copy 0 of a replicator."""
    layer = text("AB", font_size=60, anchor_point=(0, 0))
    layer.add_animation(
        st.KeyframeAnimation("string", values=["AB", "XB"], calculation_mode="discrete", duration=2)
    )
    portal = st.PortalLayer(source_layer=layer.glyph, position=(150, 20), matches_position=window)
    position = (20, 20) if window else (150, 20)
    alone = text("A" if time < 1 else "X", font_size=60, position=position, anchor_point=(0, 0))
    layer.opacity = 0  # opacity of the text, not of the glyph layer
    frame = shown(layer, portal, size=(320, 130)).render(time)
    assert (frame != 255).any()
    assert np.array_equal(frame, shown(alone, size=(320, 130)).render(time))


def test_the_number_of_copies_follows_from_the_string() -> None:
    layer = text("one two\nthree", instance_unit="word")
    assert layer.value("instanceCount") == layer.instance_count == 3
    layer.instance_unit = "line"
    assert layer.instance_count == 2
    with pytest.raises(st.KeyPathError, match=r"instanceCount.*text"):
        layer.set_value("instanceCount", 5)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("character", ["C", "a", "n", "'", "t", " ", "e\u0301", "👩\u200d👧", "!", "\r\n", "字", "字"]),
        ("word", ["Can't", " ", "e\u0301", "👩\u200d👧", "!", "\r\n", "字", "字"]),
        ("unbroken", ["Can't ", "e\u0301", "👩\u200d👧!\r\n", "字", "字"]),
    ],
)
def test_text_segments_divides_a_string(
    by: Literal["character", "word", "unbroken"], expected: list[str]
) -> None:
    string = "Can't e\u0301👩\u200d👧!\r\n字字"
    assert st.text.text_segments(string, by) == expected
    assert st.text.text_segments("", by) == []
    assert len(st.text.text_segments(string)) == st.TextLayer(string).instance_count


def test_segments_are_of_a_text_by_a_word() -> None:
    with pytest.raises(st.InvalidArgument, match="'character', 'word', 'unbroken'"):
        st.text.text_segments("a", "line")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text"):
        st.text.text_segments(5)  # type: ignore[arg-type]
    assert st.text.text_segments("a" * 5000) == ["a"] * 5000
