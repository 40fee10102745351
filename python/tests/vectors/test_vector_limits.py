"""Tests that vector exports obey timeouts and cancellations, and that large scenes fail early."""

from __future__ import annotations

import math
import pathlib
import threading
from collections.abc import Callable

import pytest

import stretto as st


def row(count: int, *layers: st.Layer, delay: float = 0) -> st.Scene:
    copies = st.ReplicatorLayer(instance_count=count, instance_delay=delay, sublayers=layers)
    copies.instance_transform = st.Transform3D.translation(0.5, 0)
    return st.Scene(100, 20, sublayers=[copies])


def fading(repeat_count: float = 1) -> st.Layer:
    layer = st.Layer(frame=(0, 0, 10, 10), background_color="teal")
    layer.add_animation(st.BasicAnimation("opacity", 1, 0.2, duration=1, repeat_count=repeat_count))
    return layer


def slow() -> st.Scene:
    """A scene whose export takes many seconds, because each layer instance has a track of its own."""
    return row(3000, *(fading() for _ in range(5)), delay=1 / 3000)


EXPORTS: dict[str, Callable[[st.Scene, pathlib.Path, float | None], object]] = {
    "to_svg": lambda scene, _, timeout: scene.to_svg(animated=True, duration=3, timeout=timeout),
    "to_lottie": lambda scene, _, timeout: scene.to_lottie(duration=3, timeout=timeout),
    "svg": lambda scene, folder, timeout: scene.save(folder / "a.svg", duration=3, timeout=timeout),
    "json": lambda scene, folder, timeout: scene.save(folder / "a.json", duration=3, timeout=timeout),
    "lottie": lambda scene, folder, timeout: scene.save(folder / "a.lottie", duration=3, timeout=timeout),
}


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_ends_with_its_timeout(name: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.Cancelled):
        EXPORTS[name](slow(), tmp_path, 0.1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", EXPORTS)
def test_a_long_timeout_changes_no_file(name: str, tmp_path: pathlib.Path) -> None:
    scene = row(3, fading(), delay=0.2)
    before = EXPORTS[name](scene, tmp_path, None)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert EXPORTS[name](scene, tmp_path, 100) == before
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


@pytest.mark.parametrize("name", EXPORTS)
def test_another_thread_ends_an_export(name: str, tmp_path: pathlib.Path) -> None:
    scene, results = slow(), list[object]()

    def export() -> None:
        try:
            results.append(EXPORTS[name](scene, tmp_path, None))
        except st.Cancelled as error:
            results.append(error)

    thread = threading.Thread(target=export)
    thread.start()
    while thread.is_alive():  # a cancellation has no effect before the export begins
        scene.cancel()
        thread.join(0.02)
    assert isinstance(results[0], st.Cancelled)


def test_a_still_and_a_document_end_with_their_timeouts(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(9, 9, sublayers=[st.Layer() for _ in range(20_000)])
    with pytest.raises(st.Cancelled):
        scene.to_svg(timeout=1e-4)
    with pytest.raises(st.Cancelled):
        scene.save(tmp_path / "a.caml", timeout=1e-4)


def test_a_page_has_no_timeout(tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.InvalidArgument, match="timeout"):
        row(1, fading()).save(tmp_path / "a.html", timeout=1)


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("timeout", [0, -1, math.nan, math.inf])
def test_a_timeout_is_above_zero(name: str, timeout: float, tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.InvalidArgument, match="timeout"):
        EXPORTS[name](row(1, fading()), tmp_path, timeout)


@pytest.mark.parametrize("name", ["to_svg", "to_lottie", "save"])
def test_an_unknown_option_names_the_function(name: str) -> None:
    scene = row(1, fading())
    given = ["a.svg"] if name == "save" else []
    with pytest.raises(TypeError, match=rf"Scene\.{name}\(\) got an unexpected keyword argument 'unknown'"):
        getattr(scene, name)(*given, unknown=1)


def test_a_scene_that_is_far_too_large_fails_before_it_is_read() -> None:
    # Reading 20 million layer instances would take hours.
    scene = row(20_000, *(fading() for _ in range(1000)), delay=1e-4)
    for name in ("to_svg", "to_lottie"):
        with pytest.raises(st.LimitError, match="20000 elements"):
            EXPORTS[name](scene, pathlib.Path(), None)


def test_invisible_copies_are_no_elements() -> None:
    hidden = fading()
    hidden.hidden = True
    assert "<svg" in row(200, fading(), hidden).to_svg(animated=True, duration=1)
    faded = row(19_999, *(st.Layer(frame=(0, 0, 9, 9), background_color="red") for _ in range(3)))
    copies = faded.sublayers[0]
    assert isinstance(copies, st.ReplicatorLayer)
    copies.instance_alpha_offset = -0.1
    assert "<svg" in faded.to_svg(animated=True, duration=1)


def portals(inherits_time: bool, count: int = 40) -> st.Scene:
    source = fading(repeat_count=math.inf)
    source.add_sublayer(st.Layer(frame=(2, 2, 4, 4), background_color="white", corner_radius=1))
    portal = st.PortalLayer(source_layer=source, frame=(0, 0, 10, 10), inherits_time=inherits_time)
    scene = row(count, portal)
    scene.add_sublayer(source)
    return scene


def test_a_source_that_is_read_once_is_the_source_that_each_copy_reads() -> None:
    # Without a delay, a portal shows the same with and without the time of its copy.
    once, often = portals(inherits_time=False), portals(inherits_time=True)
    assert once.to_svg(animated=True) == often.to_svg(animated=True)
    assert once.to_lottie() == often.to_lottie()


def test_copies_of_a_portal_count_the_elements_of_the_source() -> None:
    with pytest.raises(st.LimitError, match="20000 elements"):
        portals(inherits_time=False, count=6000).to_svg(animated=True, fallback="image")
