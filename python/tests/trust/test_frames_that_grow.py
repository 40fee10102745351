"""Tests of short programs whose frames would take gigabytes or minutes: each raises LimitError, or ends by
its timeout.
"""

from __future__ import annotations

import concurrent.futures
import gc
import itertools
import pathlib
import re
import time
from collections.abc import Callable

import pytest

import attack_kit
import confined
import stretto as st
from cancellation import Cancellation
from stretto._ffi import ffi

pytestmark = pytest.mark.slow

numbers = itertools.count()

#: Memory in MB that a frame may need besides its scene.
MOST = 300


def peak(call: Callable[[], object]) -> float:
    """The peak memory in MB of the process during a call, minus the memory before the call."""
    gc.collect()
    pathlib.Path("/proc/self/clear_refs").write_text("5")  # resets the kernel's record of the peak
    before = kilobytes("VmRSS")
    call()
    return (kilobytes("VmHWM") - before) / 1024


def kilobytes(name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+)", pathlib.Path("/proc/self/status").read_text(), re.M)
    assert found
    return int(found[1])


def refused(scene: st.Scene, words: str) -> None:
    def render() -> None:
        with pytest.raises(st.LimitError, match=words):
            scene.render(0.5)

    assert peak(render) < MOST


def late_copies(layer: st.Layer) -> st.Scene:
    """A scene with 100,000 copies of `layer`, each with another local time."""
    return st.Scene(
        64, 64, sublayers=st.ReplicatorLayer(layer, instance_count=100_000, instance_delay=-0.001)
    )


def static_copies(count: int) -> st.Scene:
    """A scene with `count` copies of a square in one position."""
    square = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    return st.Scene(64, 64, sublayers=st.ReplicatorLayer(square, instance_count=count))


def scribble(corners: int) -> st.Path:
    """A path with `corners` corners, scattered over a scene of 64 points."""
    path = st.Path()
    path.move_to(0, 0)
    for k in range(corners):
        path.line_to(k * 37 % 64, k * 23 % 61)
    return path


def test_pictures_blurred_within_each_other_are_refused() -> None:
    scene = st.Scene(1024, 1024)
    around = scene.root
    for _ in range(240):
        layer = st.Layer(frame=(0, 0, 1024, 1024), filters=[st.Filter("gaussianBlur", input_radius=2)])
        layer.background_filters = [st.Filter("gaussianBlur", input_radius=2)]
        (layer.shadow_opacity, layer.shadow_radius, layer.opacity) = (1, 5, 0.9)
        layer.mask = st.Layer(frame=(0, 0, 1024, 1024), filters=[st.Filter("gaussianBlur", input_radius=2)])
        layer.mask.background_color = "black"
        around.add_sublayer(layer)
        around = layer
    around.background_color = "red"
    refused(scene, "bytes of pictures")


def test_gradients_that_each_copy_has_for_itself_are_counted() -> None:
    gradient = st.GradientLayer(frame=(0, 0, 60, 60), colors=[(k / 2000, 0, 0) for k in range(2000)])
    gradient.add_animation(st.BasicAnimation("endPoint", from_value=(0, 0), to_value=(1, 1), duration=999))
    refused(late_copies(gradient), "4194304 elements and colours")


def test_paths_that_each_copy_has_for_itself_are_counted() -> None:
    def zigzag(x: float) -> st.Path:
        return st.Path("M0 0" + "".join(f"L{k % 60 + x} {k * 7 % 60}" for k in range(2000)))

    shape = st.ShapeLayer(path=zigzag(0), fill_color="red", frame=(0, 0, 60, 60))
    shape.add_animation(st.BasicAnimation("path", from_value=zigzag(0), to_value=zigzag(3), duration=999))
    refused(late_copies(shape), "4194304 elements and colours")
    # A path that all copies share counts once towards the limit.
    shape.remove_all_animations()
    assert st.Scene(64, 64, sublayers=st.ReplicatorLayer(shape, instance_count=9)).render(0).any()


def lines(doublings: int) -> st.Path:
    """A path of full-height lines, whose number doubles `doublings` times."""
    path = st.Path("".join(f"M{k * 8} 0L{k * 8 + 5} 512" for k in range(64)))
    for k in range(doublings):
        path.add_path(path.copy(), st.Transform3D.translation(0.001 * (k + 1), 0, 0))
    return path


@pytest.mark.parametrize("paint", ["fill_color", "stroke_color"])
def test_two_million_full_height_lines_end_with_their_time(paint: str) -> None:
    shape = st.ShapeLayer(path=lines(15), frame=(0, 0, 512, 512), fill_color=None)
    setattr(shape, paint, "red")
    scene = st.Scene(512, 512, sublayers=shape)
    assert Cancellation().late(lambda timeout: scene.render(0, timeout=timeout)) < Cancellation.LATE


@pytest.mark.slow
@pytest.mark.parametrize(("births", "is_drawn"), [(500, True), (1100, False)])
def test_particles_are_asked_for_inner_cells_a_bounded_number_of_times(births: int, is_drawn: bool) -> None:
    """Each of `births` particles is asked for each of 8,000 inner cells, of which none emits anything. More
    than 2^23 questions raise an error.
    """
    inner = attack_kit.element("emitterCells", "", "<CAEmitterCell/>" * 8000)
    cell = attack_kit.element("CAEmitterCell", f'birthRate="{births}" lifetime="1"', inner)
    scene = st.Scene.from_bytes(attack_kit.below(attack_kit.emitter(cell)).encode())
    if is_drawn:
        scene.render(5)
        return
    with pytest.raises(st.LimitError):
        scene.render(5)


def test_cells_that_share_cells_are_visited_once() -> None:
    cell = st.EmitterCell(birth_rate=1, lifetime=1)
    for _ in range(7):
        cell = st.EmitterCell(birth_rate=1, lifetime=1, emitter_cells=[cell] * 500)
    scene = st.Scene(64, 64, sublayers=st.EmitterLayer(emitter_cells=[cell] * 500))
    assert [found.code for found in scene.diagnostics()] == ["empty-cell"]
    assert scene.loop_report().duration == 0
    with pytest.raises(st.DocumentError, match="65536"):
        scene.to_bytes()


def test_twenty_thousand_cells_of_three_thousand_animations_end_with_their_time() -> None:
    play = '<p key="a{}" type="CABasicAnimation" keyPath="emitterCells.a.scale" duration="9"/>'
    cells = '<CAEmitterCell name="a" birthRate="1" lifetime="1"/>' * 20_000
    animations = "".join(play.format(k) for k in range(3000))
    document = attack_kit.emitter(cells).replace(
        "</CAEmitterLayer>", f"<animations>{animations}</animations></CAEmitterLayer>"
    )
    scene = st.Scene.from_bytes(attack_kit.below(document).encode())
    assert Cancellation().late(lambda timeout: scene.render(0.5, timeout=timeout)) < Cancellation.LATE
    # A presentation value of one cell needs only the animations of the cell.
    (emitter,) = scene.root.sublayers
    assert (
        Cancellation().late(lambda _: emitter.presentation_value("emitterCells.a.scale", 0.5))
        < Cancellation.LATE
    )
    assert Cancellation().late(lambda _: emitter.presentation_value("bounds", 0.5)) < Cancellation.LATE


def test_memory_of_a_frame_that_was_given_up_is_given_back() -> None:
    scene = st.Scene.from_bytes(attack_kit.KIT["round dashes"].encode())

    def give_up() -> None:
        # A fast machine reaches the limit of corners before the timeout.
        with pytest.raises((st.Cancelled, st.LimitError)):
            scene.render(0, timeout=0.3)

    before = kilobytes("VmRSS")
    most = peak(give_up)
    assert (kilobytes("VmRSS") - before) / 1024 < most / 2
    assert most < MOST


def test_sheets_through_each_other_have_a_limit() -> None:
    """Sheets that pass through each other raise an error after 786,432 comparisons. Before a fix, the
    error came after four million comparisons and 5 s.
    """
    scene = st.Scene.from_bytes(attack_kit.sheets(3000).encode())
    with pytest.raises(st.LimitError, match="3-D space overlap in more than 786432 pairs"):
        scene.render(0)
    few = st.Scene.from_bytes(attack_kit.sheets(100).encode())
    assert few.render(0)[..., 3].any()


def copies_at(x: float, count: int) -> st.Scene:
    """Copies in copies, `count` times `count`, of a square of 60 points that begins at `x`."""
    square = st.Layer(frame=(x, 2, 60, 60), background_color="red")
    row = st.ReplicatorLayer(square, instance_count=count, instance_transform=st.Transform3D.scale(0.9999))
    return st.Scene(64, 64, sublayers=[st.ReplicatorLayer(row, instance_count=count)])


def test_a_hit_test_of_too_many_copies_at_one_point_is_refused() -> None:
    """Too many copies at the point of a hit test raise an error before they take much memory."""

    def refused() -> None:
        with pytest.raises(st.LimitError, match="more than 131072 copies, layers and letters"):
            copies_at(2, 2000).hit_test(5, 5)

    assert peak(refused) < MOST


def test_a_hit_test_skips_copies_beside_the_point() -> None:
    """A hit test does not evaluate copies beside the point. If a copy has a value of its own, the hit test
    evaluates each copy.
    """

    def seconds(scene: st.Scene) -> float:
        start = time.process_time()
        assert scene.hit_test(5, 5) is None
        return time.process_time() - start

    plain, other = copies_at(70, 400), copies_at(70, 400)
    other.sublayers[0].sublayers[0].sublayers[0].set_value("opacity", 0.5, instance=(0, 0))
    assert min(seconds(plain) for _ in range(3)) < min(seconds(other) for _ in range(3)) / 4


def test_sheets_through_each_other_end_with_their_time() -> None:
    scene = st.Scene.from_bytes(attack_kit.sheets(3000).encode())
    assert Cancellation().late(lambda timeout: scene.render(0.5, timeout=timeout)) < Cancellation.LATE


def test_reports_of_a_text_of_a_million_characters_end_with_their_time() -> None:
    scene = st.Scene(64, 64, sublayers=st.TextLayer("a b " * (1 << 18), wrapped=True, frame=(0, 0, 64, 64)))
    assert Cancellation().late(lambda timeout: scene.loop_report(timeout=timeout)) < Cancellation.LATE
    assert Cancellation().late(lambda timeout: scene.diagnostics(timeout=timeout)) < Cancellation.LATE


#: A program that draws a shadow of 36 MB while the process may allocate only 4 MB more, and a small frame
#: before and after.
WITHOUT_MEMORY = r"""
import re, resource
import numpy as np
layer = st.Layer(frame=(0, 0, 3000, 3000), background_color="red", shadow_opacity=1)
large = st.Scene(3000, 3000, sublayers=layer)
small = st.Scene(9, 9, sublayers=st.Layer(frame=(0, 0, 9, 5), background_color="red"))
out, before = np.zeros((3000, 3000, 4), np.uint8), small.render(0, threads=1)
used = re.search(r"VmSize:\s+(\d+)", pathlib.Path("/proc/self/status").read_text())
resource.setrlimit(resource.RLIMIT_AS, [(int(used[1]) << 10) + (4 << 20)] * 2)
try:
    large.render(0, out=out, threads=1)
finally:
    assert (small.render(0, threads=1) == before).all()
"""


def within(megabytes: float, call: Callable[[], object]) -> str:
    """The error message of a call with a memory limit in MB, or "" if the call succeeded."""
    with ffi.limits(memory=int(megabytes * 2**20)):
        try:
            call()
        except st.LimitError as error:
            return str(error)
    return ""


def in_a_thread(call: Callable[[], list[str]]) -> list[str]:
    """The result of a call on a new thread. On the main thread, the package would first make the call with a
    short time limit, because of Ctrl-C.
    """
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def new_text(letters: int) -> st.Scene:
    """A scene with a text that was never laid out before, so that no cached layout reduces the memory."""
    string = f"{next(numbers)} " + "abcdefghij" * (letters // 10)
    text = st.TextLayer(string=string, font_size=1, frame=(0, 0, 64, 64))
    return st.Scene(64, 64, sublayers=text)


def filled(path: st.Path) -> st.Scene:
    return st.Scene(64, 64, sublayers=st.ShapeLayer(path=path, fill_color="red"))


@pytest.mark.parametrize(
    ("make", "least", "most", "words"),
    [
        (lambda: static_copies(200_000), 20, 100, "shapes and copies"),
        (lambda: new_text(200_000), 90, 120, "letters of a text"),
        (lambda: filled(scribble(100_000)), 1, 16, "while it is drawn"),
    ],
)
def test_a_frame_takes_at_most_the_memory_that_its_call_may_take(
    make: Callable[[], st.Scene], least: float, most: float, words: str
) -> None:
    def found() -> list[str]:
        return [within(megabytes, lambda: make().render(0.5)) for megabytes in (least, most, least)]

    # The memory limit holds even if the process has already allocated the memory.
    refused, drawn, again = in_a_thread(found)
    assert words in refused
    assert str(int(least * 2**20)) in refused
    assert drawn == ""
    assert again == refused


def test_a_hit_test_takes_at_most_the_memory_that_its_call_may_take() -> None:
    scene = static_copies(100_000)

    def found() -> list[str]:
        return [within(megabytes, lambda: scene.hit_test(5, 5, 0.5)) for megabytes in (10, 200)]

    refused, answered = in_a_thread(found)
    assert "shapes and copies" in refused
    assert answered == ""


def test_traces_of_copies_in_many_replicators_count_with_their_indices() -> None:
    """The hit records of a layer in 120 replicators have 120 indices for each copy, which count towards the
    limit.
    """
    layer: st.Layer = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    layer = st.ReplicatorLayer(layer, instance_count=40_000)
    for _ in range(119):
        layer = st.ReplicatorLayer(layer, instance_count=1)
    scene = st.Scene(9, 9, sublayers=layer)

    def found() -> list[str]:
        most = peak(lambda: answers.append(within(24, lambda: scene.hit_test(5, 5))))
        assert most < 32
        return answers

    answers: list[str] = []
    assert "shapes and copies" in in_a_thread(found)[0]


def test_portals_that_multiply_are_refused_near_the_limit() -> None:
    """A ring of 30 layers, each of which has four portals to the next layer, raises an error before memory
    runs out.
    """
    ring = [st.Layer(frame=(0, 0, 9, 9), background_color="red") for _ in range(30)]
    for k, layer in enumerate(ring):
        layer.sublayers = [st.PortalLayer(source_layer=ring[k - 1]) for _ in range(4)]
    scene = st.Scene(9, 9, sublayers=ring)

    def asked(ask: Callable[[], object]) -> str:
        answers: list[str] = []
        # A growing list doubles its capacity, so the peak is below twice the limit.
        assert peak(lambda: answers.append(within(20, ask))) < 2 * 20
        return answers[0]

    found = in_a_thread(lambda: [asked(lambda: scene.hit_test(5, 5)), asked(lambda: scene.render(0))])
    assert all("shapes and copies" in answer for answer in found)


def test_portals_that_multiply_are_refused_before_they_take_much_memory() -> None:
    scene = st.Scene.from_bytes(attack_kit.KIT["portals that multiply"].encode())
    refused(scene, "a portal counts as 16")
    with pytest.raises(st.LimitError, match="more than 131072 copies, layers and letters"):
        scene.hit_test(5, 5)


def test_a_few_thousand_portals_are_drawn() -> None:
    square = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    portals = [st.PortalLayer(source_layer=square) for _ in range(5000)]
    scene = st.Scene(9, 9, sublayers=[square, *portals])
    assert (scene.render(0)[..., 0] == 255).all()


def test_a_hit_test_of_shapes_with_too_many_corners_is_refused() -> None:
    scene = st.Scene.from_bytes(attack_kit.KIT["round dashes"].encode())
    with pytest.raises(st.LimitError, match="16777216 corners"):
        scene.hit_test(5, 5, 0.5)
    # A hit test ignores a single shape that exceeds the limit of corners at 64 pixels per point.
    above = scene.root
    while len(above.sublayers) < 2:
        above = above.sublayers[0]
    above.sublayers = above.sublayers[:1]
    assert scene.hit_test(5, 5, 0.5) is None


@pytest.mark.process
def test_a_frame_for_which_there_is_no_memory_is_refused() -> None:
    assert confined.run(WITHOUT_MEMORY).error.startswith("LimitError: there is no memory")
