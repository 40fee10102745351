"""Tests that builds for different processors, with any number of threads, draw the whole gallery with the
same bytes.
"""

import os
import pathlib
import subprocess
import sys

import pytest

import color_paints
import installed
from stretto._ffi import library

NATIVE = pathlib.Path(library.__file__).parent / "_native"
BUILDS = [NATIVE / "libstretto.so.0", NATIVE / "x86-64-v3" / "libstretto.so.0"]

DRAW = """
import hashlib, math, sys
sys.path.insert(0, sys.argv[1])
import emoji_preview
import stretto as st
digest = hashlib.sha256()
faces = emoji_preview.make_scene(emoji_preview.drawn_face())
outline = st.Path.svg("M6 0L2 2L0 6L-2 2L-6 0L-2 -2L0 -6L2 -2Z")
star = st.ShapeLayer(path=outline, stroke_color="navy", position=(9, 9))
star.add_animation(st.BasicAnimation("transform.rotation.z", from_value=0, to_value=6, duration=3))
row = st.ReplicatorLayer(instance_count=30, instance_delay=-0.1, instance_alpha_offset=-0.02)
row.instance_transform = st.Transform3D.translation(10.3, 7.1)
row.add_sublayer(star)
stars = st.Scene(320, 240, background="#fed")
stars.add_sublayer(row)
sys.path.insert(0, sys.argv[1] + "/gallery")
import book
for entry in book.entries():
    drawn = entry.make().render(entry.at, scale=1.3, threads=int(sys.argv[3]))
    print(entry.title, hashlib.sha256(drawn.tobytes()).hexdigest())
sys.path.insert(0, sys.argv[2])
import color_paints
for name, data in color_paints.all_fonts().items():
    scene = st.Scene(48, 48)
    scene.add_sublayer(st.TextLayer("A", font=st.Font(data), font_size=48, position=(0, 9.6)))
    print(name, hashlib.sha256(scene.render(0).tobytes()).hexdigest())
for scene in (faces, stars):
    for step in range(8):
        digest.update(scene.render(step * 0.23, scale=1.5, premultiplied=step % 2 == 0).tobytes())
print(digest.hexdigest(), st.__version__)
"""


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(not BUILDS[1].exists(), reason="the package holds one build only")
@pytest.mark.skipif(not library._has_v3(), reason="this processor is no x86-64-v3")
def test_both_builds_draw_the_same_bytes() -> None:
    """Two builds draw equal bytes, one build with three threads and the other build with one thread."""
    folders = [installed.ROOT / "python" / "examples", pathlib.Path(color_paints.__file__).parent]
    printed = [
        subprocess.run(
            [sys.executable, "-c", DRAW, *map(str, folders), threads],
            env={**os.environ, "STRETTO_LIBRARY": str(build)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for build, threads in zip(BUILDS, "31", strict=True)
    ]
    assert BUILDS[0].read_bytes() != BUILDS[1].read_bytes(), "two builds, not one twice"
    assert printed[0].splitlines() == printed[1].splitlines()
    assert len(printed[0].splitlines()) > 280
