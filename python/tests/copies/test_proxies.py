"""Tests of view replicators: a view replicator and the layers of its `construction()` give one picture."""

from __future__ import annotations

import gc
import pathlib
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as some

import stretto as st
from view_replicators import LEVELS, is_constructed, random_scene


def drawn(scene: st.Scene, time: float) -> np.ndarray:
    return scene.render(time, premultiplied=True).astype(int)


def constructed(scene: st.Scene, views: st.ViewReplicator, time: float) -> np.ndarray:
    """The picture of the scene after the view replicator is replaced by the layers of `construction()`."""
    parent = views.superlayer
    assert parent is not None
    index, stand_in = parent.sublayers.index(views), views.construction()
    views.remove_from_superlayer()
    parent.insert_sublayer(stand_in, index)
    picture = drawn(scene, time)
    stand_in.remove_from_superlayer()
    parent.insert_sublayer(views, index)
    return picture


def apart(scene: st.Scene, views: st.ViewReplicator, time: float) -> np.ndarray:
    """For each pixel, the largest difference of a channel between the picture with the view replicator and
    the picture with the layers of `construction()`.
    """
    return np.abs(drawn(scene, time) - constructed(scene, views, time)).max(axis=2)  # type: ignore[no-any-return]


# Proxies compared with their construction


@pytest.mark.slow
@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(some.integers(0, 2**32))
@example(2097152)  # a proxy whose time runs backwards, and begins later
def test_proxies_and_their_construction_give_one_picture(seed: int) -> None:
    r = random.Random(seed)
    scene, views = random_scene(r)
    assume(is_constructed(views))
    for time in (0.0, r.uniform(0, 4)):
        levels = apart(scene, views, time)
        # A sliver of coverage between two slanted edges that coincide may be rounded to another level.
        assert (levels > LEVELS).sum() <= 20, f"random.Random({seed}) at {time}"
        assert levels.max() <= 8
        assert (levels > 0).mean() < 0.5


def test_a_construction_is_independent_and_has_only_layers_of_core_animation() -> None:
    source = st.Layer(bounds=(0, 0, 9, 9), background_color="red", position=(50, 50), opacity=0.5)
    source.add_animation(st.BasicAnimation("position.x", to_value=0, duration=1), "slide")
    source.add_animation(st.BasicAnimation("backgroundColor", to_value="blue", duration=1), "tint")
    views = st.ViewReplicator(source, technique="replicator", bounds=(0, 0, 20, 20), position=(10, 10))
    views.add_proxy(frame=(0, 0, 9, 9))
    views.add_proxy(frame=(9, 0, 9, 9))
    twin = views.construction()
    assert (twin.superlayer, type(twin), twin.frame) == (None, st.Layer, views.frame)
    (outer,) = twin.sublayers
    (inner,) = outer.sublayers
    (copied,) = inner.sublayers
    assert isinstance(outer, st.ReplicatorLayer) and isinstance(inner, st.ReplicatorLayer)  # noqa: PT018
    assert (outer.instance_count, inner.instance_count) == (2, 2)
    assert copied is not source
    # The method `construction` drops values of the source that view replicators ignore.
    assert (copied.position, copied.opacity, copied.animation_keys) == ((4.5, 4.5), 1, ("tint",))
    scene = st.Scene(20, 20)
    scene.add_sublayer(twin)
    assert scene.render(0)[4, 13].tolist() == [255, 0, 0, 255]
    assert st.ViewReplicator().construction().sublayers == ()


@pytest.mark.slow
def test_the_random_scenes_show_something() -> None:
    painted = 0
    for seed in range(20):
        scene, views = random_scene(random.Random(seed))
        scene.background = None
        painted += constructed(scene, views, 1.0).any()  # type: ignore[assignment]
    assert painted > 10


def test_what_changes_between_frames_shows_in_the_next_one() -> None:
    scene, views, red = st.Scene(40, 20), st.ViewReplicator(), (255, 0, 0, 255)
    scene.add_sublayer(views)

    def at(x: int) -> tuple[int, ...]:
        return tuple(scene.render(0)[5, x])

    assert at(5) == (0, 0, 0, 0)  # without a source, proxies show nothing
    views.source = st.Layer(bounds=(0, 0, 10, 10), background_color="red")
    assert at(5) == (0, 0, 0, 0)
    first = views.add_proxy(frame=(0, 0, 10, 10))
    assert at(5) == red
    second = views.add_proxy(frame=(20, 0, 10, 10))
    assert at(25) == red
    first.hidden = True
    assert (at(5), at(25)) == ((0, 0, 0, 0), red)
    second.position = (15, 5)
    assert (at(15), at(25)) == (red, (0, 0, 0, 0))
    views.source.background_color = "blue"
    assert at(15) == (0, 0, 255, 255)
    second.remove_from_superlayer()
    assert at(15) == (0, 0, 0, 0)
    views.source = st.Layer(bounds=(0, 0, 1, 1), background_color="lime")
    first.hidden = False
    assert at(5) == (0, 255, 0, 255)


def test_a_proxy_can_look_into_another_time() -> None:
    page = st.Layer(bounds=(0, 0, 100, 10))
    runner = st.Layer(bounds=(0, 0, 2, 10), position=(0, 5), background_color="red")
    runner.add_animation(st.BasicAnimation("position.x", from_value=0, to_value=100, duration=10))
    page.add_sublayer(runner)
    views = st.ViewReplicator(page)
    scene = st.Scene(100, 30)
    scene.add_sublayer(views)
    views.add_proxy(frame=(0, 0, 100, 10))
    views.add_proxy(frame=(0, 10, 100, 10), time_offset=-2)
    views.add_proxy(frame=(0, 20, 100, 10), speed=2)
    frame = scene.render(4)[..., 3]
    assert [int(np.flatnonzero(frame[y])[0]) for y in (5, 15, 25)] == [39, 19, 79]
    assert [runner.local_time(4, instance=(k,)) for k in range(3)] == [4, 2, 8]
    assert [found.local_time for found in scene.instances(runner, 4)] == [4, 2, 8]


# Proxies and sources in the tree


def test_the_source_s_superlayer_is_the_view_replicator() -> None:
    page = st.Layer()
    parent = st.Layer()
    parent.add_sublayer(page)
    views = st.ViewReplicator(page)
    assert page.superlayer is views
    assert (parent.sublayers, views.sublayers) == ((), ())
    assert views.source is page
    assert views.source_layer is page
    views.source = None
    assert page.superlayer is None
    assert st.ViewReplicator(source_layer=page).source is page


def test_a_proxy_knows_its_index_among_the_others() -> None:
    views = st.ViewReplicator(st.Layer())
    first, second = views.add_proxy(name="a"), views.add_proxy(name="b")
    assert isinstance(first, st.Proxy)
    assert views.proxies == (first, second)
    assert (first.index, second.index) == (0, 1)
    views.insert_sublayer(second, 0)
    assert (first.index, second.index) == (1, 0)
    second.remove_from_superlayer()
    assert first.index == 0
    st.Layer().add_sublayer(second)
    with pytest.raises(st.InvalidArgument, match="replicator"):
        print(second.index)


def test_no_source_rect_is_none() -> None:
    proxy = st.Proxy()
    assert proxy.source_rect is None
    assert proxy.value("sourceRect") == (0, 0, 0, 0)
    proxy.source_rect = (1, 2, 3, 4)
    assert proxy.source_rect == (1, 2, 3, 4)
    proxy.source_rect = None
    assert proxy.value("sourceRect") == (0, 0, 0, 0)
    assert st.Proxy(source_rect=None, frame=(1, 2, 3, 4)).frame == (1, 2, 3, 4)


def test_techniques_and_keywords_are_refused_with_the_right_ones() -> None:
    with pytest.raises(st.InvalidArgument, match="replicator"):
        st.ViewReplicator(technique="replicators")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'source_rect'"):
        st.ViewReplicator().add_proxy(source_rects=(0, 0, 1, 1))  # type: ignore[call-arg]
    cyclic = st.Layer()
    views = st.ViewReplicator()
    cyclic.add_sublayer(views)
    with pytest.raises(st.InvalidArgument):
        views.source = cyclic


def test_the_construction_is_written_as_swift() -> None:
    views = st.ViewReplicator(st.Layer(bounds=(0, 0, 10, 10)))
    proxy = views.add_proxy(frame=(0, 0, 20, 20))
    views.add_proxy(frame=(30, 0, 10, 10), opacity=0.5)
    text = views.export_source("swift")
    for word in ("CAReplicatorLayer()", '"instanceDelay"', '"position"', '"opacity"', ".discrete"):
        assert word in text, word
    with pytest.raises(st.InvalidArgument, match="swift"):
        views.export_source("objc")
    proxy.mask = st.Layer()
    with pytest.raises(st.InvalidArgument, match="mask"):
        views.export_source()


def resident() -> int:
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096


def make_portals_and_proxies() -> None:
    scene = st.Scene(10, 10)
    page = st.Layer(bounds=(0, 0, 9, 9))
    views = st.ViewReplicator(page)
    views.add_proxy(frame=(0, 0, 9, 9), mask=st.Layer())
    views.add_proxy().remove_from_superlayer()
    scene.add_sublayer(views)
    scene.add_sublayer(st.PortalLayer(source_layer=page))
    page.set_value("opacity", 0.5, instance=(1,))


@pytest.mark.slow
@pytest.mark.parametrize("count", [3_000, pytest.param(10_000, marks=pytest.mark.longer)])
def test_portals_and_view_replicators_come_and_go_without_growth(count: int) -> None:
    for _ in range(1_000):
        make_portals_and_proxies()
    gc.collect()
    before = resident()
    for _ in range(count):
        make_portals_and_proxies()
    gc.collect()
    assert resident() - before < 300 * count


@pytest.mark.slow
def test_frames_with_proxies_come_and_go_without_growth() -> None:
    scene, _ = random_scene(random.Random(7))
    for _ in range(50):
        scene.render(1)
    before = resident()
    for index in range(500):
        scene.render(index / 100)
    assert resident() - before < 3_000_000


@pytest.mark.parametrize(("begin", "speed"), [(0, 1), (0.5, 2)])
@pytest.mark.parametrize("removed", [True, False])
def test_a_mask_of_a_proxy_releases_its_animations_in_its_construction_too(
    begin: float, speed: float, removed: bool
) -> None:
    scene, views = st.Scene(60, 40), st.ViewReplicator(st.Layer(frame=(0, 0, 20, 20), background_color="red"))
    views.frame = (0, 0, 60, 40)
    for k in range(2):
        mask = st.Layer(frame=(0, 0, 10, 20), background_color="black")
        grow = st.BasicAnimation("bounds.size.width", from_value=2, to_value=20, duration=1)
        grow.fill_mode, grow.removed_on_completion = "forwards", removed
        mask.add_animation(grow)
        views.add_proxy(frame=(5 + 25 * k, 5, 20, 20), begin_time=begin * k, speed=speed, mask=mask)
    scene.add_sublayer(views)
    assert [apart(scene, views, time / 5).max() for time in range(12)] == [0] * 12
    width = 10 if removed else 15  # scaled about the middle, clipped to the proxy
    assert np.count_nonzero(constructed(scene, views, 2.2)[15, :30, 3]) == width
