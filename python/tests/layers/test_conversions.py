"""Tests of converting points, rectangles and times from one layer to another."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi, signatures


def nested() -> tuple[st.Scene, st.Layer, st.Layer, st.Layer]:
    scene = st.Scene(200, 200)
    outer = st.Layer(
        bounds=(10, 0, 100, 100), position=(100, 100), transform=st.Transform3D.rotation(math.pi / 2)
    )
    inner = st.Layer(bounds=(0, 0, 10, 10), position=(30, 40))
    outer.add_sublayer(inner)
    other = st.Layer(frame=(20, 30, 50, 50), transform=st.Transform3D.scale(2))
    scene.add_sublayer(outer)
    scene.add_sublayer(other)
    return scene, outer, inner, other


def test_converted_points_equal_those_worked_out_by_hand() -> None:
    scene, outer, inner, other = nested()
    assert inner.convert_point((5, 5), outer) == pytest.approx((30, 40)), "its anchor point is its position"
    # Point (30, 40) of `outer` lies at (-30, -10) from the anchor point (60, 50), and a quarter turn about
    # the anchor point moves the point to (10, -30) from the anchor point.
    assert inner.convert_point((5, 5)) == pytest.approx((110, 70))
    # The layer `other` is scaled by 2 about its middle, (45, 55).
    assert inner.convert_point((5, 5), other) == pytest.approx((25 + 65 / 2, 25 + 15 / 2))
    assert other.convert_point((57.5, 32.5), inner) == pytest.approx((5, 5))
    assert inner.convert_rect((0, 0, 10, 4), outer) == pytest.approx((25, 35, 10, 4))
    assert inner.convert_rect((0, 0, 10, 4)) == pytest.approx((111, 65, 4, 10)), "a quarter turn"
    assert inner.convert_point((3, 4), inner) == (3, 4)
    assert scene.root.convert_point((3, 4)) == (3, 4)


def test_a_converted_point_is_where_it_is_seen() -> None:
    """In perspective, during an animation and in each copy, `hit_test` finds a layer at the converted point,
    and the hit's point converts back.
    """
    scene = st.Scene(200, 200)
    stage = st.Layer(frame=(0, 0, 200, 200), sublayer_transform=st.Transform3D(m34=-1 / 300))
    card = st.Layer(
        bounds=(0, 0, 80, 60), position=(100, 100), transform=st.Transform3D.rotation(0.7, 1, 1, 0)
    )
    copies = st.ReplicatorLayer(
        frame=(0, 0, 80, 60),
        instance_count=3,
        instance_delay=0.5,
        instance_transform=st.Transform3D.translation(20, 0),
    )
    dot = st.Layer(bounds=(0, 0, 8, 8), position=(10, 10), background_color="red")
    dot.add_animation(st.BasicAnimation("position.y", from_value=10, to_value=50, duration=2))
    copies.add_sublayer(dot)
    card.add_sublayer(copies)
    stage.add_sublayer(card)
    scene.add_sublayer(stage)
    for k in range(3):
        x, y = dot.instance(k).convert_point((6, 3), time=1.5)
        hit = scene.hit_test(x, y, 1.5)
        assert hit is not None
        assert (hit.layer, hit.instance) == (dot, (k,))
        assert hit.point == pytest.approx((6, 3), abs=1e-6)
        assert scene.root.convert_point((x, y), dot.instance(k), time=1.5) == pytest.approx((6, 3))
        found = scene.instances(dot, 1.5)[k].transform
        w = 6 * found.m14 + 3 * found.m24 + found.m44
        assert x == pytest.approx((6 * found.m11 + 3 * found.m21 + found.m41) / w)
    between = dot.instance(0).convert_point((0, 0), dot.instance(2), time=1.5)
    assert between == pytest.approx((-40, 20), abs=1e-9), "two copies to the right, a second earlier"


def test_through_portals_and_proxies() -> None:
    scene = st.Scene(200, 100)
    source = st.Layer(frame=(10, 10, 40, 40))
    spot = st.Layer(frame=(5, 5, 4, 4), background_color="red")
    source.add_sublayer(spot)
    portal = st.PortalLayer(frame=(100, 20, 80, 80), transform=st.Transform3D.scale(2))
    portal.source_layer = source
    scene.add_sublayer(source)
    scene.add_sublayer(portal)
    # The portal's content starts at the portal's origin, and is scaled by 2 about the middle of the portal's
    # bounds.
    assert spot.instance().through(portal).convert_point((2, 2)) == pytest.approx((60 + 14, -20 + 14))
    assert spot.instance().through(portal).convert_point((2, 2), portal) == pytest.approx((7, 7))
    assert portal.convert_point((7, 7), spot.instance().through(portal)) == pytest.approx((2, 2))
    assert spot.convert_point((2, 2)) == pytest.approx((17, 17)), "at home"
    assert spot.instance().through(portal).convert_point((2, 2), spot) == pytest.approx((59, -21))
    with pytest.raises(st.InvalidArgument, match="portal"):
        portal.instance().through(portal).convert_point((0, 0))

    views = st.ViewReplicator(st.Layer(name="seen", bounds=(0, 0, 10, 10)))
    views.add_proxy(frame=(0, 0, 10, 10))
    views.add_proxy(frame=(50, 0, 20, 20))
    scene.add_sublayer(views)
    seen = views.source_layer
    assert seen is not None
    assert seen.instance(1).convert_point((5, 5)) == pytest.approx((60, 10))
    assert seen.instance(1).convert_point((5, 5), seen.instance(0)) == pytest.approx((60, 10))
    with pytest.raises(st.InvalidArgument, match="0 to 1"):
        seen.instance(2).convert_point((5, 5))


def back(hit: st.Hit, time: float = 0) -> Any:
    """The point of a hit in the scene, converted from the coordinates of the hit's layer and copy."""
    return hit.copy.convert_point(hit.point, time=time)


def test_a_hit_says_through_what_it_came_so_that_its_point_converts_back() -> None:
    """The point of a hit converts back to the scene for a layer in its own tree, in copies of a portal, in
    proxies, and in a portal that shows a proxy.
    """
    scene = st.Scene(300, 200)
    source = st.Layer(frame=(10, 10, 40, 40))
    spot = st.Layer(frame=(5, 5, 20, 30), background_color="red")
    source.add_sublayer(spot)
    portal = st.PortalLayer(frame=(100, 10, 40, 40), transform=st.Transform3D.rotation(0.4, 0, 0, 1))
    portal.source_layer = source
    row = st.ReplicatorLayer(
        portal, instance_count=3, instance_transform=st.Transform3D.translation(60, 5), instance_delay=0.25
    )
    views = st.ViewReplicator(st.Layer(name="seen", bounds=(0, 0, 10, 10), background_color="blue"))
    first = views.add_proxy(frame=(10, 100, 30, 20))
    second = views.add_proxy(frame=(60, 110, 20, 40))
    second.set_value("transform.rotation.z", 0.3)
    window = st.PortalLayer(frame=(150, 0, 60, 60), source_layer=views)
    scene.add_sublayer(source, row, views, window)
    assert views.source_layer is not None
    seen = views.source_layer

    def hit(x: float, y: float) -> st.Hit:
        found = scene.hit_test(x, y)
        assert found is not None, (x, y)
        assert back(found) == pytest.approx((x, y), abs=1e-6)
        return found

    direct = hit(22, 30)
    assert (direct.layer, direct.via, direct.via_instance) == (spot, None, ())
    for k in range(3):
        scene_point = spot.instance().through(portal.instance(k)).convert_point((9, 20))
        found = hit(*scene_point)
        assert (found.layer, found.via, found.via_instance) == (spot, portal, (k,))
        assert found.point == pytest.approx((9, 20), abs=1e-6)
    for k, proxy in enumerate((first, second)):
        found = hit(*seen.instance().through(proxy).convert_point((4, 7)))
        assert (found.layer, found.instance, found.via) == (seen, (k,), proxy)
        assert found.point == pytest.approx((4, 7), abs=1e-6)
    through = [
        seen_there
        for x in range(150, 300, 5)
        for y in range(100, 200, 5)
        if (seen_there := scene.hit_test(x, y)) is not None and seen_there.via is window
    ]
    assert {found.instance for found in through} == {(0,), (1,)}
    for found in through:
        again = scene.hit_test(back(found))
        assert again is not None
        assert (again.layer, again.instance, again.via) == (seen, found.instance, window)
    # Converting a point raises an error if the layer has no copy with the given indices.
    with pytest.raises(st.InvalidArgument, match="portal"):
        seen.instance(0).through(second).convert_point((1, 1))
    with pytest.raises(st.InvalidArgument, match="portal"):
        spot.instance().through(first).convert_point((1, 1))
    with pytest.raises(st.InvalidArgument, match="replicator"):
        spot.instance().through(portal.instance(1, 2)).convert_point((1, 1))


@pytest.mark.parametrize("technique", ["portal", "replicator"])
def test_a_proxy_inside_copies_is_named_with_them(technique: Any) -> None:
    views = st.ViewReplicator(st.Layer(bounds=(0, 0, 10, 10), background_color="blue"), technique=technique)
    proxies = [views.add_proxy(frame=(15 * k, 0, 10, 10)) for k in range(2)]
    rows = st.ReplicatorLayer(views, instance_count=2, instance_transform=st.Transform3D.translation(0, 30))
    scene = st.Scene(60, 60, sublayers=[rows])
    for k in range(2):
        for n in range(2):
            found = scene.hit_test(15 * n + 3, 30 * k + 4)
            assert found is not None
            assert (found.instance, found.via, found.via_instance) == ((k, n), proxies[n], (k,))
            assert back(found) == pytest.approx((15 * n + 3, 30 * k + 4), abs=1e-6)


def test_times_are_converted_as_apple_converts_them() -> None:
    """Converted times equal numbers that Core Animation itself gave."""
    scene = st.Scene(10, 10)
    middle = st.Layer(begin_time=2, speed=3, time_offset=0.25)
    leaf = st.Layer(begin_time=1, speed=2, time_offset=0.5)
    middle.add_sublayer(leaf)
    scene.add_sublayer(middle)
    root = scene.root
    assert middle.convert_time(10, leaf) == 18.5
    assert root.convert_time(10, leaf) == 47
    assert leaf.convert_time(10, middle) == 5.75
    assert leaf.convert_time(10, root) == pytest.approx(23 / 6)
    root.speed, root.time_offset, root.begin_time = 2, 3, 1
    child = st.Layer(speed=4, time_offset=5, begin_time=6)
    scene.add_sublayer(child)
    assert root.convert_time(10) == 4.5
    assert child.convert_time(10) == 3.125
    assert child.local_time(10) == 65
    assert root.local_time(10) == 21
    child.speed = 0
    assert child.convert_time(10, root) == 0, "a speed of 0 has no inverse"


def test_times_of_copies() -> None:
    copies = st.ReplicatorLayer(instance_count=3, instance_delay=0.5, speed=2)
    leaf = st.Layer(time_offset=1)
    copies.add_sublayer(leaf)
    assert leaf.instance(2).convert_time(4, copies) == 4
    assert leaf.instance(2).convert_time(4, leaf.instance(0)) == 5
    for k in range(3):
        assert leaf.instance(k).convert_time(leaf.local_time(7, (k,))) == pytest.approx(7)
    with pytest.raises(st.InvalidArgument, match="replicator"):
        leaf.instance(0, 1).convert_time(4)


def test_contains() -> None:
    layer = st.Layer(bounds=(-5, 10, 20, 30), corner_radius=10)
    inside = [layer.contains(point) for point in ((-5, 10), (14.9, 39.9), (15, 20), (0, 40), (-5.1, 20))]
    assert inside == [True, True, False, False, False]
    with pytest.raises(st.InvalidArgument):
        layer.contains((math.nan, 0))
    with pytest.raises((TypeError, st.InvalidArgument)):
        layer.contains(3)  # type: ignore[call-overload]


def test_points_of_layers_without_a_common_root_are_refused() -> None:
    scene, outer, inner, _ = nested()
    unrelated = st.Layer()
    with pytest.raises(st.InvalidArgument, match="scene"):
        inner.convert_point((0, 0), unrelated)
    with pytest.raises(TypeError, match="Layer"):
        inner.convert_point((0, 0), scene)  # type: ignore[arg-type]
    outer.transform = st.Transform3D.rotation(math.pi / 2, 0, 1, 0)
    flat = scene.root
    outer.transform = st.Transform3D.scale(0, 1, 1)
    with pytest.raises(st.InvalidArgument, match="edge-on"):
        flat.convert_point((0, 0), inner)
    assert inner.convert_point((0, 0))[0] == pytest.approx(100)
    inner.duration = 1
    with pytest.raises(st.InvalidArgument, match="time"):
        inner.convert_point((0, 0), time=2)
    with pytest.raises(st.InvalidArgument, match="time"):
        inner.convert_point((0, 0), time=math.inf)
    for values in ((math.nan, 0), (1e308 * 10, 0)):
        with pytest.raises(st.InvalidArgument):
            inner.convert_point(values)


def test_points_are_converted_through_the_c_function() -> None:
    """The C function converts several points in place, and writes nothing if the call fails."""
    _, outer, inner, _ = nested()
    lib = ffi.lib
    here = signatures.AppearanceStruct(ffi.APPEARANCE_SIZE, inner._pointer, None, 0, None)
    there = signatures.AppearanceStruct(ffi.APPEARANCE_SIZE, outer._pointer, None, 0, None)
    points = (ctypes.c_double * 4)(5, 5, 6, 8)
    lib.stretto_appearance_convert_points(here, there, 0.0, points, 2)
    assert list(points) == pytest.approx([30, 40, 31, 43])
    points = (ctypes.c_double * 4)(5, 5, math.nan, 8)
    with pytest.raises(st.InvalidArgument):
        lib.stretto_appearance_convert_points(here, there, 0.0, points, 2)
    assert np.array_equal(list(points)[:2], [5, 5])
    time = ctypes.c_double(-1)
    lib.stretto_appearance_convert_time(None, None, 3.0, time)
    assert time.value == 3
    for handle in (None, here):
        with pytest.raises(st.Error):
            lib.stretto_appearance_convert_points(handle, there, 0.0, None, 1)


def test_the_glyph_layer_of_a_text_has_the_coordinates_of_each_letter() -> None:
    scene = st.Scene(200, 100)
    text = st.TextLayer("abc", frame=(10, 20, 150, 60), font_size=30)
    scene.add_sublayer(text)
    for k, copy in enumerate(text.copies()):
        corner = text.glyph.instance(k).convert_point((0, 0), text)
        assert corner == pytest.approx((copy.x, copy.y))
        assert text.glyph.instance(k).convert_point((0, 0)) == pytest.approx((copy.x + 10, copy.y + 20))
    with pytest.raises(st.InvalidArgument, match="0 to 2"):
        text.glyph.instance(3).convert_point((0, 0))


def test_between_two_copies_of_a_portal_a_point_moves_as_they_do() -> None:
    """Each copy of a portal shows the dot at another position, so a point of one copy converts to another
    point of the other copy.
    """
    scene = st.Scene(200, 60)
    dot = st.Layer(frame=(5, 5, 10, 10), background_color="red")
    portal = st.PortalLayer(source_layer=dot, frame=(0, 0, 20, 20))
    row = st.ReplicatorLayer(instance_count=3, instance_transform=st.Transform3D.translation(60, 0))
    row.add_sublayer(portal)
    for layer in (dot, row):
        scene.add_sublayer(layer)

    def through(copy: int, other: int) -> tuple[float, ...]:
        seen, elsewhere = (dot.instance().through(portal.instance(k)) for k in (copy, other))
        return seen.convert_point((0, 0), elsewhere)

    assert through(0, 1) == pytest.approx((-60, 0))
    assert through(2, 0) == pytest.approx((120, 0))
    assert through(1, 1) == (0, 0)
