"""Tests of memory for effects: a blur of a large picture needs little memory besides the picture."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

#: Lines that configure a layer, and the largest allowed peak memory of the process in MB, with Python and
#: NumPy.
LARGE = {
    "a small blur": ("filters = [st.Filter('gaussianBlur', input_radius=3)]", 300),
    "a wide blur": ("filters = [st.Filter('gaussianBlur', input_radius=400)]", 300),
    "a shadow": ("shadow_opacity, layer.shadow_radius = 1, 30", 300),
    "a shadow of radius 20,000": ("shadow_opacity, layer.shadow_radius = 1, 20_000", 300),
}

PROGRAM = """
import stretto as st
scene = st.Scene(4000, 4000, background="white")
layer = st.Layer(frame=(0, 0, 4000, 4000), background_color="#0080ff80", corner_radius=700)
layer.{}
scene.add_sublayer(layer)
pixels = scene.render(0, premultiplied=True)
assert len(set(pixels[2000, ::100, 0])) > 1 or len(set(pixels[::100, 40, 0])) > 1
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.parametrize(("effect", "most"), LARGE.values(), ids=list(LARGE))
def test_effects_on_sixteen_million_pixels_stay_within_their_memory(effect: str, most: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(effect)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) / 1000 <= most
