"""Tests of guarantees of the C interface that comparing pictures cannot check."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi, signatures


def is_alive(pointer: int) -> bool:
    """True if some object still holds a reference to the layer of a handle."""
    try:
        ffi.lib.stretto_layer_retain(signatures.LayerPointer(pointer))
    except st.ClosedError:
        return False
    ffi.lib.stretto_layer_release(signatures.LayerPointer(pointer))
    return True


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 70, 200])
def test_reports_of_any_length_release_their_layers(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ffi, "_ROWS", 64)
    scene, layers = st.Scene(10, 10), [st.Layer() for _ in range(count)]
    for layer in layers:
        layer.add_animation(st.BasicAnimation("opacity", to_value=0, repeat_count=np.inf))
        scene.add_sublayer(layer)
    pointers = [layer._pointer.value for layer in layers]
    report = scene.loop_report()
    assert [entry.layer for entry in report.entries] == layers
    del report
    assert all(map(is_alive, pointers))
    layers.clear()
    del layer
    gc.collect()
    assert not any(map(is_alive, pointers))


def test_a_handle_that_lives_on_in_c_gets_an_open_object_again() -> None:
    scene = st.Scene(4, 4)
    pointer = scene._pointer.value
    ffi.lib.stretto_scene_retain(scene._pointer)
    scene.close()
    again = st.Scene.from_handle(pointer)
    assert again is not scene
    assert not again.closed
    ffi.lib.stretto_scene_release(again._pointer)


@pytest.mark.parametrize(("threads", "wanted"), [(None, 0), (1, 1), (3, 3)])
def test_the_number_of_threads_arrives(
    threads: int | None, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, seen, draw = st.Scene(4, 4), [], ffi._render

    def spy(handle: Any, time: float, options: Any, *rest: Any) -> Any:
        seen.append(options._obj.threads)
        return draw(handle, time, options, *rest)

    monkeypatch.setattr(ffi, "_render", spy)
    scene.render(0, threads=threads)
    assert seen == [wanted]


def test_a_solid_image_has_the_nearest_colour() -> None:
    image = st.Image.solid(1, 1, (0.5, 0.1, 0.9))
    assert image.to_array().tolist() == [[[128, 26, 230, 255]]]


def test_rows_that_overlap_are_refused() -> None:
    scene, memory = st.Scene(8, 8), np.zeros(8 * 8 * 4, np.uint8)
    for row in (0, 4, 8 * 4 - 4):
        out = np.lib.stride_tricks.as_strided(memory, (8, 8, 4), (row, 4, 1))
        with pytest.raises(st.InvalidArgument, match="rows"):
            scene.render(0, out=out)
    assert not memory.any()
    scene.render(0, out=np.lib.stride_tricks.as_strided(memory, (8, 8, 4), (8 * 4, 4, 1)))
