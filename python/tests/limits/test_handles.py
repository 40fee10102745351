"""Tests of lifetimes: closing objects, garbage collection, and their order."""

from __future__ import annotations

import copy
import gc
import itertools
import pathlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable

import numpy as np
import pytest

import stretto as st
from stretto._ffi import handle


def resident() -> int:
    """The resident memory of the process, in bytes."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096


def make_everything() -> None:
    scene = st.Scene(10, 10)
    layer = st.ShapeLayer(
        path=st.Path.rect(0, 0, 5, 5), contents=st.Image.solid(2, 2, "red"), mask=st.Layer()
    )
    layer.add_animation(st.AnimationGroup(animations=[st.BasicAnimation("opacity", to_value=0)]))
    scene.add_sublayer(layer)
    scene.add_sublayer(st.EmitterLayer(emitter_cells=[st.EmitterCell(name="a")]))
    assert layer.superlayer is scene.root


@pytest.mark.slow
@pytest.mark.parametrize("count", [3_000, pytest.param(10_000, marks=pytest.mark.longer)])
def test_layers_come_and_go_without_growth(count: int) -> None:
    for _ in range(1_000):
        make_everything()
    gc.collect()
    before = resident()
    for _ in range(count):
        make_everything()
    gc.collect()
    assert resident() - before < 300 * count


def test_frames_come_and_go_without_growth() -> None:
    scene = st.Scene(64, 64)
    scene.add_sublayer(st.ShapeLayer(path=st.Path.ellipse(0, 0, 64, 64), opacity=0.5))
    for _ in range(200):
        scene.render(0)
    before = resident()
    for index in range(2_000):
        scene.render(index)
    assert resident() - before < 3_000_000


def portal_in_its_source() -> st.Scene:
    source, portal = st.Layer(contents=picture()), st.PortalLayer()
    source.add_sublayer(portal)
    portal.source_layer = source
    return st.Scene(9, 9, sublayers=[source])


def portals_in_a_ring() -> st.Scene:
    """Three trees whose portals show each other in a ring. Only one of the three trees is in the scene."""
    trees = [st.Layer(contents=picture(), sublayers=[st.PortalLayer()]) for _ in range(3)]
    for k, tree in enumerate(trees):
        portal = tree.sublayers[0]
        assert isinstance(portal, st.PortalLayer)
        portal.source_layer = trees[k - 1]
    return st.Scene(9, 9, sublayers=[trees[0]])


def portal_shown_by_a_portal() -> st.Scene:
    """A portal whose source is another portal. The other portal is the mask of its own source."""
    inner, outer, source = st.PortalLayer(), st.PortalLayer(), st.Layer(contents=picture())
    source.mask, inner.source_layer, outer.source_layer = inner, source, inner
    return st.Scene(9, 9, sublayers=[outer])


def portals_of_a_document() -> st.Scene:
    return st.Scene.from_bytes(portals_in_a_ring().to_bytes())


def portals_of_a_copy() -> st.Scene:
    """A scene with a copy of a layer that contains portals."""
    [layer] = copy.deepcopy(portal_in_its_source()).sublayers
    return st.Scene(9, 9, sublayers=[copy.deepcopy(layer)])


def picture() -> st.Image:
    return st.Image(np.random.default_rng(1).integers(0, 255, (512, 512, 4), np.uint8))


@pytest.mark.parametrize(
    "make",
    [
        portal_in_its_source,
        portals_in_a_ring,
        portal_shown_by_a_portal,
        portals_of_a_document,
        portals_of_a_copy,
    ],
)
def test_portals_that_show_each_other_end_with_their_scene(make: Callable[[], st.Scene]) -> None:
    """Portals that show each other are freed with their scene. Each scene has an image of 1 MiB, so a leak is
    visible.
    """
    make().render(0)
    gc.collect()
    before = resident()
    for _ in range(20):
        make()
    gc.collect()
    assert resident() - before < 4 << 20


def test_portals_show_their_sources_as_long_as_any_layer_is_used() -> None:
    scene = portal_in_its_source()
    [source] = scene.sublayers
    portal = source.sublayers[0]
    assert isinstance(portal, st.PortalLayer)
    scene.close()
    del source
    gc.collect()
    shown = portal.source_layer
    assert shown is not None
    assert [type(layer) for layer in shown.sublayers] == [st.PortalLayer]
    del shown
    again = st.Scene(9, 9, sublayers=[portal])
    del portal
    gc.collect()
    shown = again.sublayers[0]
    assert isinstance(shown, st.PortalLayer)
    assert shown.source_layer is not None


def test_files_of_a_document_are_released_with_the_scene(tmp_path: pathlib.Path) -> None:
    image = st.Image.solid(6, 6, "red")
    st.Scene(9, 9, sublayers=st.Layer(frame=(0, 0, 9, 9), contents=image)).save(tmp_path / "a.ca")
    gc.collect()
    before = handle.object_count()
    gc.disable()  # objects are freed without the garbage collector
    try:
        for _ in range(3):
            assert st.Scene.open(tmp_path / "a.ca").render(0).any()
        assert handle.object_count() == before
    finally:
        gc.enable()


def test_objects_may_be_closed_in_any_order() -> None:
    for order in itertools.permutations(range(5)):
        scene, parent, child = st.Scene(4, 4), st.Layer(), st.Layer(frame=(0, 0, 4, 4), contents=None)
        image = st.Image.solid(4, 4, "red")
        fade = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1, repeat_count=9)
        child.contents = image
        child.add_animation(fade)
        parent.add_sublayer(child)
        scene.add_sublayer(parent)
        objects = [scene, parent, child, image, fade]
        for position, index in enumerate(order):
            objects[index].close()
            if index != 0 and 0 not in order[:position]:
                assert scene.render(0.5)[2, 2].tolist()[:3] == [255, 0, 0]


@pytest.mark.slow
def test_the_tree_keeps_what_it_holds() -> None:
    scene = st.Scene(4, 4)
    scene.add_sublayer(st.Layer(frame=(0, 0, 4, 4), background_color="red"))
    gc.collect()
    assert scene.render(0)[0, 0].tolist() == [255, 0, 0, 255]
    root = scene.root
    scene.close()
    assert len(root.sublayers) == 1


def test_use_after_close_raises_a_stretto_error() -> None:
    scene, layer, image = st.Scene(4, 4), st.Layer(), st.Image.solid(1, 1, "red")
    shape, fade = st.ShapeLayer(), st.BasicAnimation("opacity", to_value=1)
    for opened in (scene, layer, image, shape, fade):
        opened.close()
        opened.close()
        assert opened.closed
    for action in (
        lambda: scene.render(0),
        lambda: scene.add_sublayer(layer),
        lambda: layer.opacity,
        lambda: setattr(layer, "opacity", 1),
        lambda: layer.sublayers,
        lambda: st.Layer(contents=image),
        lambda: st.Layer(mask=layer),
        lambda: st.Layer().add_sublayer(layer),
        lambda: st.Layer().add_animation(fade),
        lambda: st.AnimationGroup(animations=[fade]),
        lambda: image.size,
    ):
        with pytest.raises(st.ClosedError, match="closed"):
            action()
    assert "closed" in repr(scene) + repr(image)


def test_a_with_statement_closes_the_scene() -> None:
    with st.Scene(4, 4) as scene:
        assert not scene.closed
    assert scene.closed


def test_handles_are_not_pickled() -> None:
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(st.Layer())


def test_errors_are_pickled() -> None:
    for error in (st.InvalidArgument("a"), st.LoadError("b"), st.DocumentError("c", "x.caml", 3)):
        twin = pickle.loads(pickle.dumps(error))
        assert (type(twin), str(twin)) == (type(error), str(error))
    assert issubclass(st.InvalidArgument, ValueError)
    assert issubclass(st.WriteError, OSError)
    assert all(issubclass(kind, st.Error) for kind in (st.KeyPathError, st.LimitError, st.Cancelled))


@pytest.mark.process
def test_the_interpreter_exits_without_output_while_objects_are_alive() -> None:
    program = (
        "import stretto as st, threading\n"
        "scene = st.Scene(10, 10)\n"
        "layer = st.Layer()\n"
        "scene.add_sublayer(layer)\n"
        "layer.myself = [layer] if hasattr(layer, '__dict__') else None\n"
    ).replace("layer.myself = [layer] if hasattr(layer, '__dict__') else None\n", "scene.render(0)\n")
    ran = subprocess.run([sys.executable, "-X", "dev", "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.slow
def test_threads_may_share_and_release_objects() -> None:
    parent = st.Layer()
    for _ in range(8):
        parent.add_sublayer(st.Layer(name="x"))
    problems: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(300):
                assert [layer.name for layer in parent.sublayers] == ["x"] * 8
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


@pytest.mark.slow
def test_errors_belong_to_their_thread() -> None:
    wrong: list[str] = []

    def work(word: str) -> None:
        for _ in range(300):
            try:
                st.BasicAnimation(word)
            except st.KeyPathError as error:
                if word not in str(error):
                    wrong.append(str(error))

    threads = [threading.Thread(target=work, args=(f"nothing{index}",)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.process
def test_a_handle_of_another_kind_shares_no_lock() -> None:
    """Passing an animation as a layer raises an error. Before a fix, `stretto_layer_add_sublayer` with an
    animation replaced the lock of all animations by the lock of the tree, and adding the next animation
    deadlocked.
    """
    program = """
import stretto as st
from stretto._ffi import ffi

layers = [st.Layer() for _ in range(8)]
for step in (1, 2, 4):  # trees of trees, whose lock would take the place of the animations'
    for first in range(0, 8, 2 * step):
        layers[first].add_sublayer(layers[first + step])
animation = st.BasicAnimation("opacity", to_value=1, duration=1)
try:
    ffi.lib.stretto_layer_add_sublayer(layers[0]._owned, type(layers[0]._owned)(animation._owned.value))
except st.Error:
    for duration in (2, 3):
        layers[0].add_animation(animation, "a")
        animation.duration = duration
    print(layers[0].animation("a").duration)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (ran.stdout, ran.stderr) == ("2.0\n", "")
