"""Tests of frames that a scene draws."""

from __future__ import annotations

import concurrent.futures
import contextlib
import math
import pathlib
import random
import threading

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st


@pytest.fixture
def busy() -> st.Scene:
    """A scene with many kinds of animated layers."""
    scene = st.Scene(96, 80, background="#eeeeee")
    dot = st.Layer(frame=(0, 0, 12, 12), corner_radius=6, background_color="crimson")
    dot.add_animation(
        st.BasicAnimation("position.x", from_value=6, to_value=80, duration=1, repeat_count=math.inf)
    )
    trail = st.ReplicatorLayer(
        instance_count=6,
        instance_delay=0.07,
        instance_alpha_offset=-0.1,
        instance_transform=st.Transform3D.translation(0, 11).rotated(0.05),
    )
    trail.add_sublayer(dot)
    scene.add_sublayer(trail)
    confetti = st.EmitterLayer(emitter_position=(48, 0), emitter_size=(96, 0), emitter_shape="line", seed=3)
    confetti.emitter_cells = [
        st.EmitterCell(
            name="a",
            contents=st.Image.solid(4, 3, "blue"),
            birth_rate=20,
            lifetime=2,
            velocity=40,
            emission_longitude=math.pi,
            emission_range=1,
            spin=2,
        )
    ]
    scene.add_sublayer(confetti)
    ring = st.ShapeLayer(
        path=st.Path.ellipse(20, 20, 50, 50), fill_color=None, stroke_color="green", line_width=3
    )
    ring.mask = st.GradientLayer(frame=(0, 0, 96, 80), colors=["#000000", "#00000000"])
    scene.add_sublayer(ring)
    return scene


def test_a_frame_is_an_array_of_straight_rgba() -> None:
    scene = st.Scene(4, 3)
    scene.add_sublayer(st.Layer(frame=(0, 0, 2, 3), background_color="#ff000080"))
    frame = scene.render(0)
    assert (frame.shape, frame.dtype) == ((3, 4, 4), np.uint8)  # type: ignore[comparison-overlap]
    assert frame[0, 0].tolist() == [255, 0, 0, 128]
    assert frame[0, 3].tolist() == [0, 0, 0, 0]
    assert scene.render(0, premultiplied=True)[0, 0].tolist() == [128, 0, 0, 128]
    assert scene.render(0, scale=2).shape == (6, 8, 4)
    assert scene.render(0, scale=0.01).shape == (1, 1, 4)


def test_frames_in_any_order_alone_twice_and_on_any_threads_are_the_same_bytes(busy: st.Scene) -> None:
    times = [index * 0.13 for index in range(20)]
    reference = {time: busy.render(time, threads=1).tobytes() for time in times}
    assert len(set(reference.values())) == len(times), "it moves"
    shuffled = times * 2
    random.Random(5).shuffle(shuffled)
    for threads in (1, 2, 4, None):
        assert all(busy.render(time, threads=threads).tobytes() == reference[time] for time in shuffled)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        frames = pool.map(lambda time: busy.render(time).tobytes(), shuffled)
        assert list(frames) == [reference[time] for time in shuffled]


def test_a_tree_may_change_while_others_draw_it(busy: st.Scene) -> None:
    problems: list[BaseException] = []
    ended = threading.Event()

    def change() -> None:
        while not ended.is_set():
            layer = st.Layer(frame=(0, 0, 9, 9), background_color="red")
            busy.add_sublayer(layer)
            layer.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1))
            layer.position = (20, 20)
            layer.remove_from_superlayer()

    def draw() -> None:
        try:
            for index in range(100):
                busy.render(index * 0.1)
                busy.instances(busy.root.sublayers[0].sublayers[0], index * 0.1)
        except BaseException as problem:
            problems.append(problem)

    changer, drawers = threading.Thread(target=change), [threading.Thread(target=draw) for _ in range(3)]
    for thread in (changer, *drawers):
        thread.start()
    for thread in drawers:
        thread.join()
    ended.set()
    changer.join()
    assert problems == []


def test_the_frame_can_be_drawn_into_memory_that_is_there(busy: st.Scene) -> None:
    frame = busy.render(0.5)
    buffer = np.zeros((80, 96, 4), np.uint8)
    assert busy.render(0.5, out=buffer) is buffer
    assert (buffer == frame).all()
    canvas = np.full((100, 200, 4), 7, np.uint8)
    busy.render(0.5, out=canvas[10:90, 50:146])
    assert (canvas[10:90, 50:146] == frame).all()
    canvas[10:90, 50:146] = 7
    assert (canvas == 7).all(), "nothing is written beside it"


def test_memory_of_another_form_is_refused(busy: st.Scene) -> None:
    buffer = np.zeros((80, 96, 4), np.uint8)
    locked = buffer.copy()
    locked.flags.writeable = False
    for bad in (
        buffer[:-1],
        buffer[:, :, :3],
        buffer[::-1],
        np.zeros((80, 192, 4), np.uint8)[:, ::2],
        locked,
    ):
        with pytest.raises(st.InvalidArgument):
            busy.render(0, out=bad)
    for wrong in (buffer.astype(np.float32), buffer.tolist()):
        with pytest.raises(TypeError):
            busy.render(0, out=wrong)  # type: ignore[arg-type]


def test_sizes_and_times_have_limits(busy: st.Scene) -> None:
    for action in (
        lambda: st.Scene(0, 1),
        lambda: st.Scene(-5, 1),
        lambda: st.Scene(math.nan, 1),
        lambda: st.Scene(math.inf, 1),
        lambda: st.Scene(1e300, 1),
        lambda: st.Scene(10**400, 1),
        lambda: st.Scene(10**6, 10**6),
        lambda: st.Scene(40_000, 1),
        lambda: st.Scene(20_000, 20_000),
        lambda: busy.render(math.nan),
        lambda: busy.render(-math.inf),
        lambda: busy.render(0, scale=0),
        lambda: busy.render(0, scale=-1),
        lambda: busy.render(0, scale=math.nan),
        lambda: busy.render(0, scale=1e9),
        lambda: busy.render(0, threads=0),
        lambda: busy.render(0, threads=-1),
        lambda: busy.render(0, threads=2**40),
        lambda: busy.pixel_size(math.inf),
        lambda: busy.instances(st.Layer(), 0),
    ):
        with pytest.raises(st.Error):
            action()
    with pytest.raises(TypeError):
        busy.render("now")  # type: ignore[arg-type]
    for time in (-1e9, 1e9, 5e-324):
        assert busy.render(time).any()
    for time in (1e300, -1e300):
        with contextlib.suppress(st.LimitError):  # doubles cannot distinguish the particles
            busy.render(time)


def test_a_background_lies_behind_everything() -> None:
    scene = st.Scene(2, 2, background="#4080ff")
    assert scene.background == pytest.approx((64 / 255, 128 / 255, 1, 1))
    assert scene.render(0)[1, 1].tolist() == [64, 128, 255, 255]
    scene.background = None
    assert scene.background == (0, 0, 0, 0)
    assert scene.render(0)[1, 1].tolist() == [0, 0, 0, 0]


def test_a_scene_knows_its_size_and_its_root() -> None:
    scene = st.Scene(30.5, 20)
    assert scene.size == (30.5, 20)
    assert scene.root.bounds == (0, 0, 30.5, 20)
    assert scene.root is scene.root
    assert scene.pixel_size(2) == (61, 40)
    layer = st.Layer()
    scene.add_sublayer(layer)
    assert layer.superlayer is scene.root


def test_png_files_hold_the_frame(busy: st.Scene, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "grün.png"
    busy.save_png(file, time=0.7, scale=2)
    assert (np.asarray(Pillow.open(file).convert("RGBA")) == busy.render(0.7, scale=2)).all()
    with pytest.raises(st.WriteError, match=r"frame\.png"):
        busy.save_png(tmp_path / "no such folder" / "frame.png")
    with pytest.raises(st.InvalidArgument, match="NUL"):
        busy.save_png("a\0b.png")


def test_instances_have_the_transform_of_every_copy() -> None:
    dot = st.Layer(bounds=(0, 0, 10, 10), position=(5, 5))
    inner = st.ReplicatorLayer(
        instance_count=2, instance_transform=st.Transform3D.translation(20, 0), instance_delay=1
    )
    outer = st.ReplicatorLayer(
        instance_count=3,
        instance_transform=st.Transform3D.translation(0, 30),
        instance_color=(1, 0.5, 1, 1),
        instance_red_offset=-0.25,
        instance_delay=-2,
    )
    inner.add_sublayer(dot)
    outer.add_sublayer(inner)
    scene = st.Scene(100, 100)
    scene.add_sublayer(outer)
    found = scene.instances(dot, 7)
    assert [copy.instance for copy in found] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert [copy.local_time for copy in found] == [7, 6, 9, 8, 11, 10]
    assert [copy.local_time for copy in found] == [
        dot.local_time(7, instance=copy.instance) for copy in found
    ]
    assert [tuple(np.asarray(copy.transform)[3, :2]) for copy in found[-2:]] == [(0, 60), (20, 60)]
    assert found[-1].color == (0.5, 0.5, 1, 1)
    dot.hidden = True
    assert scene.instances(dot, 7) == []
    outer.instance_count = 500
    dot.hidden = False
    assert len(scene.instances(dot, 7)) == 1000


def test_a_small_shape_with_a_level_edge_between_pixels_leaves_nothing_for_the_next() -> None:
    flat = st.Path.polygon([(2, 0), (6, 0), (8, 4), (6, 8), (2, 8), (0, 4)])
    tall = st.Path.polygon([(1, 0.3), (7.2, 1), (6.1, 20.4), (0.5, 19)])

    def picture(*paths: st.Path) -> np.ndarray:
        scene = st.Scene(200, 40)
        for row, path in enumerate(paths):
            for k in range(9):
                color = (0.1 * k, 0.5, 1 - 0.1 * k)
                scene.add_sublayer(
                    st.ShapeLayer(path=path, position=(20 * k + 2, 12 * row + 1), fill_color=color)
                )
        return scene.render(0)

    alone, after = picture(st.Path.polygon([(0, 0), (1e-6, 0), (0, 1e-6)]), tall), picture(flat, tall)
    assert np.array_equal(alone[12:], after[12:])
    assert after[5, 6, 3] == 255
    assert not after[9:12].any()


def test_a_scene_that_cannot_be_drawn_is_refused_at_once() -> None:
    for size in ((32769, 1), (1, 32769), (16385, 16385)):
        with pytest.raises(st.LimitError):
            st.Scene(*size)
    assert st.Scene(32768, 1).pixel_size() == (32768, 1)


def test_arrays_that_cannot_hold_a_frame_are_refused() -> None:
    scene = st.Scene(3, 2, "red")
    memory = np.zeros(200, np.uint8)

    def view(rows: int, row: int, column: int = 4, channel: int = 1, start: int = 0) -> np.ndarray:
        return np.lib.stride_tricks.as_strided(memory[start:], (rows, 3, 4), (row, column, channel))

    for wrong in (view(2, 11), view(2, 12, 8), view(2, 12, 4, 2), view(2, -12, start=40), view(2, 0)):
        with pytest.raises(st.InvalidArgument, match="rows"):
            scene.render(0, out=wrong)
    readonly = np.zeros((2, 3, 4), np.uint8)
    readonly.flags.writeable = False
    with pytest.raises(st.InvalidArgument, match="rows"):
        scene.render(0, out=readonly)
    assert not memory.any()
    assert (scene.render(0, out=view(2, 20)) == (255, 0, 0, 255)).all()
    assert memory[12:20].tolist() == [0] * 8
    one_row = st.Scene(3, 1, "red")
    assert (one_row.render(0, out=view(1, 5)) == (255, 0, 0, 255)).all(), "one row lies nowhere apart"


def test_movies_are_equal_if_scene_and_timing_are() -> None:
    movie = st.Scene(3, 2).movie(1, diagnose=False)
    assert movie != 5
    assert movie == st.Scene(3, 2).movie(1, diagnose=False)
    assert movie != st.Scene(3, 2).movie(2, diagnose=False)


def test_an_empty_picture_of_what_moves_says_that_there_are_other_times(tmp_path: pathlib.Path) -> None:
    spark = st.EmitterCell(contents=st.Image.solid(9, 9, "red"), birth_rate=5, lifetime=9)
    late = st.EmitterLayer(emitter_position=(4, 4), emitter_cells=[spark], begin_time=2)
    fading = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    fading.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1))
    for layer in (late, fading):
        scene = st.Scene(9, 9, background="navy")
        scene.add_sublayer(layer)
        with pytest.warns(UserWarning, match="save_png") as found:
            scene.save_png(tmp_path / "a.png")
        assert found[0].filename == __file__
        assert (tmp_path / "a.png").exists()
        scene.save_png(tmp_path / "b.png", 2.9)
    with pytest.warns(st.DiagnosticWarning, match="root"):
        st.Scene(9, 9).save_png(tmp_path / "c.png")


def test_an_empty_picture_at_a_time_that_was_asked_for_is_no_mistake(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(9, 9, background="white")
    dot = scene.add_sublayer(st.Layer(frame=(0, 0, 9, 9), background_color="red"))
    film = st.Timeline(scene).to(dot, opacity=0).wait(0.5)
    for time in (film.duration, 0.9):
        scene.save_png(tmp_path / "a.png", time)  # a warning would fail the test
        assert (scene.render(time) == 255).all()
