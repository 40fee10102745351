"""Tests that a hit test finds a layer where the layer was painted, whatever effects change the picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import stretto as st


def hit(scene: st.Scene, x: float, y: float, time: float = 0) -> st.Layer | None:
    found = scene.hit_test(x, y, time)
    return None if found is None else found.layer


def one(**values: object) -> tuple[st.Scene, st.Layer, st.Layer]:
    """A layer of 20 x 20 points in the middle of 60 x 60 points, with a dot of 4 x 4 points in its middle."""
    scene = st.Scene(60, 60)
    card = st.Layer(frame=(20, 20, 20, 20), background_color="red")
    dot = st.Layer(frame=(8, 8, 4, 4), background_color="blue")
    card.add_sublayer(dot)
    for name, value in values.items():
        setattr(card, name, value)
    scene.add_sublayer(card)
    return scene, card, dot


EFFECTS: dict[str, dict[str, object]] = {
    "none": {},
    "blur": {"filters": [st.Filter("gaussianBlur", input_radius=4)]},
    "colours": {"filters": [st.Filter("colorInvert")]},
    "shadow": {"shadow_opacity": 1, "shadow_radius": 5, "shadow_offset": (10, 10)},
    "a shadow of its own": {"shadow_opacity": 1, "shadow_path": st.Path.rect(-20, -20, 60, 60)},
    "multiply": {"compositing_filter": "multiplyBlendMode"},
    "a hole": {"compositing_filter": "destOut"},
    "glass": {"background_filters": [st.Filter("gaussianBlur", input_radius=4)]},
    "each fades": {"allows_group_opacity": False, "opacity": 0.5},
    "not isolated": {"allows_group_blending": False, "opacity": 0.5},
    "rasterised": {"should_rasterize": True, "rasterization_scale": 0.5},
}


@pytest.mark.parametrize("name", EFFECTS)
def test_effects_move_no_hits(name: str) -> None:
    """A hit test finds a layer where its contents are painted, and not in its shadow or its blurred edge."""
    scene, card, dot = one(**EFFECTS[name])
    assert hit(scene, 30, 30) is dot
    assert hit(scene, 21, 21) is card
    assert hit(scene, 17, 30) is None, "3 points beside it"
    assert hit(scene, 43, 43) is None, "in the shadow"


def test_masks_and_clips_count() -> None:
    scene, card, dot = one(corner_radius=10)
    assert hit(scene, 20.5, 20.5) is None, "outside the round corner"
    card.mask = st.Layer(frame=(0, 0, 10, 20), background_color="black")
    card.filters = [st.Filter("gaussianBlur", input_radius=3)]
    assert hit(scene, 25, 30) is card
    assert hit(scene, 35, 30) is None
    assert hit(scene, 29, 30) is dot
    card.mask = None
    dot.position = (20, 10)
    assert hit(scene, 41, 30) is dot
    card.masks_to_bounds = True
    assert hit(scene, 41, 30) is None


def test_in_space_the_nearest_is_hit() -> None:
    scene = st.Scene(100, 60)
    stage = st.Layer(frame=(0, 0, 100, 60), sublayer_transform=st.Transform3D(m34=-1 / 300))
    for name, angle in (("up", 0.8), ("down", -0.8)):
        card = st.Layer(name=name, bounds=(0, 0, 60, 40), position=(50, 30), background_color="red")
        card.transform = st.Transform3D.rotation(angle, 0, 1, 0)
        card.filters = [st.Filter("colorInvert")]
        stage.add_sublayer(card)
    scene.add_sublayer(stage)
    left, right = hit(scene, 38, 30), hit(scene, 62, 30)
    assert left is not None
    assert right is not None
    assert {left.name, right.name} == {"up", "down"}, "each is before the other on one side"


def test_through_replicators_portals_and_transitions() -> None:
    scene, card, _ = one(filters=[st.Filter("gaussianBlur", input_radius=2)])
    copies = st.ReplicatorLayer(
        frame=(0, 0, 60, 60), instance_count=2, instance_transform=st.Transform3D.translation(0, 22)
    )
    copies.add_sublayer(card)
    scene.add_sublayer(copies)
    found = scene.hit_test(21, 43, 0)
    assert found is not None
    assert (found.layer, found.instance) == (card, (1,))
    card.add_animation(st.Transition(type="push", subtype="fromTop", duration=2))
    later = scene.hit_test(21, 31, 1)
    assert later is not None
    assert later.point == pytest.approx((1, 1)), "half way the old picture has gone 10 points down"


@pytest.mark.parametrize(
    "make",
    [
        lambda: st.EmitterLayer(
            frame=(0, 0, 60, 60),
            emitter_position=(30, 30),
            emitter_cells=[st.EmitterCell(birth_rate=1, lifetime=99, contents=st.Image.solid(8, 8, "red"))],
        ),
        lambda: st.ShapeLayer(path=st.Path.circle(30, 30, 5), fill_color="red"),
        lambda: st.GradientLayer(frame=(26, 26, 8, 8), colors=["red", "blue"]),
    ],
)
def test_every_kind_of_paint_under_a_filter(make: Callable[[], st.Layer]) -> None:
    scene = st.Scene(60, 60)
    layer = make()
    layer.filters = [st.Filter("gaussianBlur", input_radius=3)]
    layer.shadow_opacity, layer.allows_group_opacity, layer.opacity = 1, False, 0.5
    scene.add_sublayer(layer)
    assert hit(scene, 30, 30, 5) is layer
    assert hit(scene, 30, 38, 5) is None


def test_a_letter_that_is_hit_through_a_portal_is_that_of_the_time_it_shows() -> None:
    """A portal shows the text 25 s ahead, when the letters are four times as large."""
    scene = st.Scene(200, 100)
    text = st.TextLayer("HIJKLM", frame=(0, 0, 200, 40), font_size=10, foreground_color="red")
    text.instance_unit = "line"
    text.add_animation(
        st.KeyframeAnimation("fontSize", values=[10, 40], calculation_mode="discrete", duration=40)
    )
    portal = st.PortalLayer(source_layer=text, frame=(0, 50, 200, 40), time_offset=25)
    for layer in (text, portal):
        scene.add_sublayer(layer)
    found = set()
    for x in range(2, 150, 2):
        ahead, then = scene.hit_test(x, 75, 0), scene.hit_test(x, 25, 25)
        assert (ahead and ahead.character) == (then and then.character), x
        if ahead:
            assert (ahead.layer, ahead.via) == (text.glyph, portal)
            found.add(ahead.character)
    assert found == set(range(6))
