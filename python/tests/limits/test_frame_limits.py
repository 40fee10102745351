"""Tests of limits of one frame: memory is counted before it is allocated, and the work ends."""

import os
import subprocess
import sys
from textwrap import dedent

import pytest

import installed
import stretto as st


def scene_of(layer: st.Layer, width: float = 64, height: float = 64) -> st.Scene:
    scene = st.Scene(width, height)
    scene.add_sublayer(layer)
    return scene


def run(program: str) -> float:
    """The peak memory in MB that a program needs in a process of its own, minus the peak after importing
    Stretto.
    """
    text = f"{installed.PEAK}\nimport stretto as st\nfirst = peak()\n{dedent(program)}\nprint(peak() - first)"
    return float(subprocess.run([sys.executable, "-c", text], check=True, capture_output=True).stdout)


@pytest.mark.large
@pytest.mark.slow
def test_commands_times_bands_are_counted_in_64_bits() -> None:
    column = st.Layer(frame=(0, 0, 1, 32768), background_color="red", border_width=0.2)
    copies = st.ReplicatorLayer(instance_count=2_100_000)
    copies.add_sublayer(column)
    scene = scene_of(copies, 1, 32768)
    with pytest.raises(st.LimitError, match="band"):
        scene.render(0)
    copies.instance_count = 10
    assert (scene.render(0)[..., 3] == 255).all()


@pytest.mark.slow
def test_wild_curves_are_refused_and_the_scene_stays_whole() -> None:
    path = st.Path()
    path.move_to(0, 0)
    for k in range(10_000):
        far = 1e9 if k % 2 else -1e9
        path.curve_to(far, k, -far, far, k, -far)
    for layer in (
        st.ShapeLayer(path=path, fill_color="red"),
        st.ShapeLayer(path=path, fill_color=None, stroke_color="red"),
    ):
        scene = scene_of(layer)
        with pytest.raises(st.LimitError, match=r"corners|pieces"):
            scene.render(0)
        layer.path = st.Path.rect(0, 0, 64, 64)
        layer.fill_color = "red"
        assert (scene.render(0)[8:56, 8:56, 3] == 255).all()


@pytest.mark.process
@pytest.mark.large
@pytest.mark.slow
def test_round_corners_are_counted_on_both_sides_of_a_pen() -> None:
    taken = run("""
        import math
        path = st.Path()
        path.move_to(0, 0)
        for k in range(600_000):
            path.line_to(k / 100 + math.cos(1.5 * k), math.sin(1.5 * k))
        line = st.ShapeLayer(path=path, fill_color=None, stroke_color="red", line_width=1e5)
        line.line_join = "round"
        scene = st.Scene(64, 64)
        scene.add_sublayer(line)
        try:
            scene.render(0)
        except st.LimitError as error:
            assert "corners" in str(error)
        else:
            raise SystemExit("this frame has 86 million corners")
        """)
    assert taken < 2200


@pytest.mark.slow
def test_dashes_that_draw_nothing_are_counted() -> None:
    path = st.Path()
    for k in range(100):
        path.move_to(0, k)
        path.line_to(100, k)
    line = st.ShapeLayer(path=path, fill_color=None, stroke_color="red", line_dash_pattern=[0, 0.00205])
    with pytest.raises(st.LimitError, match="pieces"):
        scene_of(line).render(0)


@pytest.mark.slow
def test_work_that_would_grow_with_a_square_does_not() -> None:
    """Frames whose drawing time was once quadratic, and took minutes, are drawn within seconds."""
    path = st.Path()
    path.move_to(5.1, 0)
    for k in range(2000):
        path.line_to(5 + 0.9 * (0.618 * k % 1), 1080)
        path.line_to(5 + 0.9 * (0.381 * k % 1), 0)
    slivers = st.ShapeLayer(path=path, fill_color="red")
    colors = ["red", "blue"] * 50_000
    ramp = st.GradientLayer(frame=(0, 0, 1920, 1080), colors=colors, start_point=(0, 0), end_point=(1, 0))
    for layer in (slivers, ramp):
        assert scene_of(layer, 1920, 1080).render(0, timeout=60)[..., 3].any()


@pytest.mark.slow
def test_lines_through_all_bands_are_drawn_at_their_positions() -> None:
    """A path with 8,400 full-height lines in 512 bands has more band entries than the rasteriser sorts. Lines
    that go back and forth enclose no area.
    """

    def comb(teeth: int) -> st.Path:
        path = st.Path()
        path.move_to(0, 0)
        for k in range(teeth):
            path.line_to(k / teeth, 0)
            path.line_to(k / teeth, 32768)
            path.line_to(k / teeth, 0)
        for x, y in ((1, 0), (1, 16384.5), (0, 16384.5)):
            path.line_to(x, y)
        path.close()
        return path

    many, few = (
        scene_of(st.ShapeLayer(path=comb(teeth), fill_color="red"), 1, 32768).render(0) for teeth in (4200, 4)
    )
    assert (many == few).all()
    assert many[16383, 0, 3] == 255
    assert many[16384, 0, 3] == 128


@pytest.mark.process
@pytest.mark.slow
def test_a_million_stroked_circles_take_less_than_300_megabytes() -> None:
    used = run("""
        circle = st.ShapeLayer(
            path=st.Path.ellipse(0, 0, 20, 20), fill_color=None, stroke_color="red", line_width=2)
        step = st.Transform3D.translation
        row = st.ReplicatorLayer(instance_count=1000, instance_transform=step(1, 0))
        row.add_sublayer(circle)
        grid = st.ReplicatorLayer(instance_count=1000, instance_transform=step(0, 1))
        grid.add_sublayer(row)
        scene = st.Scene(1024, 1024)
        scene.add_sublayer(grid)
        scene.render(0)
    """)
    assert used < 300


@pytest.mark.process
def test_dashed_circles_share_one_outline() -> None:
    used = run("""
        circle = st.ShapeLayer(
            path=st.Path.ellipse(10, 10, 20, 20), fill_color=None, stroke_color="red",
            line_width=2, line_dash_pattern=[2, 1])
        step = st.Transform3D.translation(0.0001, 0.0001)
        copies = st.ReplicatorLayer(instance_count=200_000, instance_transform=step)
        copies.add_sublayer(circle)
        scene = st.Scene(64, 64)
        scene.add_sublayer(copies)
        scene.render(0)
    """)
    assert used < 150


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("count", [3_000, pytest.param(10_000, marks=pytest.mark.longer)])
def test_copies_of_a_far_reaching_curve_in_a_portal_share_it(count: int) -> None:
    """Copies of a curve in a portal share one outline. A separate outline takes 0.13 MB per copy."""
    used = run(f"""
        path = st.Path()
        path.move_to(-9e4, 0)
        path.curve_to(9e4, -9e4, -9e4, 9e4, 9e4, 64)
        curve = st.ShapeLayer(path=path, fill_color="red")
        step = st.Transform3D.translation(0.001, 0)
        copies = st.ReplicatorLayer(instance_count={count}, instance_transform=step)
        copies.add_sublayer(curve)
        scene = st.Scene(64, 64)
        scene.add_sublayer(copies)
        scene.add_sublayer(st.PortalLayer(source_layer=copies))
        scene.render(0)
    """)
    assert used < 250


@pytest.mark.process
@pytest.mark.slow
def test_memory_of_a_large_frame_is_given_back() -> None:
    """After a large frame, small frames free the memory of the large frame. The test measures the memory in
    use, not the peak.
    """
    run("""
        def now():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) / 256
        many = st.ReplicatorLayer(instance_count=1_000_000)
        many.add_sublayer(st.Layer(frame=(0, 0, 4, 4), corner_radius=2, background_color="red"))
        scene = st.Scene(8, 8)
        scene.add_sublayer(many)
        before = now()
        scene.render(0)
        large = now() - before
        many.instance_count = 1
        for _ in range(12):
            scene.render(0)
        assert now() - before < large - 60, (now() - before, large)
    """)


MEMORY = """
import os, stretto as st
page = os.sysconf("SC_PAGE_SIZE")
def now():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * page / 1e6
def many(scene, count):
    dot = st.Layer(frame=(0, 0, 1, 1), background_color="red")
    dot.add_animation(st.BasicAnimation("opacity", to_value=0.5, duration=1, repeat_count=float("inf")))
    copies = st.ReplicatorLayer(instance_count=count, instance_delay=1e-6)
    copies.add_sublayer(dot)
    scene.add_sublayer(copies)
    scene.render(3, threads=1)
    return copies
scene = st.Scene(8, 8)
many(scene, 10)
first = now()
"""


def memory(program: str) -> tuple[float, float]:
    """The peak memory and the final memory of a program, in MB, as the program prints them.

    The environment variable makes the C library return large freed blocks to the system, so only memory that
    Stretto holds remains.
    """
    text = MEMORY + dedent(program)
    environment = os.environ | {"MALLOC_MMAP_THRESHOLD_": "65536"}
    run = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, env=environment)
    most, after = run.stdout.split()
    return float(most), float(after)


@pytest.mark.process
@pytest.mark.slow
def test_memory_that_frames_do_not_need_any_more_is_given_back() -> None:
    """Later frames free the memory of a million copies, although the scene still exists."""
    most, after = memory(
        """
        copies = many(scene, 1_000_000)
        most = now() - first
        copies.instance_count = 10
        for frame in range(20):
            scene.render(frame, threads=1)
        print(most, now() - first)
        """
    )
    assert most > 100
    assert after < 10


@pytest.mark.process
@pytest.mark.slow
def test_memory_of_a_released_scene_is_freed() -> None:
    most, after = memory(
        """
        other = st.Scene(8, 8)
        copies = many(other, 1_000_000)
        most = now() - first
        del copies, other
        print(most, now() - first)
        """
    )
    assert most > 100
    assert after < 10


@pytest.mark.process
@pytest.mark.large
@pytest.mark.slow
def test_a_shadow_that_goes_on_to_a_horizon_takes_bounded_memory() -> None:
    """The plane of a layer turned in perspective extends to its horizon, so its shadow could take unbounded
    memory.
    """
    used = run(
        """
        def turned(radius, opacity=0.5):
            scene = st.Scene(100, 100, background="white")
            eye = st.Layer(frame=(0, 0, 100, 100), sublayer_transform=st.Transform3D.perspective(60))
            square = st.Layer(frame=(20, 20, 50, 50), background_color="red")
            square.shadow_opacity, square.shadow_radius = opacity, radius
            square.transform = st.Transform3D.rotation(1.2, 0, 1, 0)
            eye.add_sublayer(square)
            scene.add_sublayer(eye)
            return scene.render(0).astype(int)

        # The wide shadow is too faint to be seen, and the layer itself is drawn as before.
        near = turned(1000)
        for radius in (1e4, 1e6, 1e300):
            assert abs(turned(radius) - near).max() <= 1
        assert abs(near - turned(0, 0)).mean() < 1
        """
    )
    assert used < 700
