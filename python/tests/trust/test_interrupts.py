"""Ctrl-C is answered, whatever is under way. Times are bounded generously, for a busy machine."""

from __future__ import annotations

import pathlib

import pytest

import confined

SCENE = """
scene = st.Scene(1024, 1024)
scene.add_sublayer(st.ReplicatorLayer(
    st.ReplicatorLayer(
        st.Layer(frame=(0, 0, 1024, 1024), background_color=(1, 0, 0, .01)), instance_count=300),
    instance_count=1000))
"""


@pytest.mark.process
@pytest.mark.parametrize("ending", ["gif", "png", "webp"])
def test_an_interrupt_ends_a_clip_that_is_being_saved(ending: str, tmp_path: pathlib.Path) -> None:
    """Each frame takes minutes, and there are frames on every thread."""
    path = tmp_path / f"a.{ending}"
    code = (
        SCENE
        + f"""
st.Scene(8, 8).movie(duration=1, fps=2).save({str(path)!r})  # which loads all that is needed
print('ready', flush=True)
scene.movie(duration=1, fps=10).save({str(path)!r})"""
    )
    assert confined.until_interrupted(code, after=0.4) < 2
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert len(path.read_bytes()) < 1000, "what was there stays"
