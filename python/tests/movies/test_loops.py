"""Tests of messages for scenes without a loop, with a loop of minutes, or whose last frame does not lead to
the first.
"""

from __future__ import annotations

import math
import pathlib
import re
import warnings
from typing import Any

import pytest

import stretto as st
from stretto._commands import cli


def blinking(*durations: float) -> st.Scene:
    """A scene with a square for each duration. Each square fades in, and the fade repeats without end."""
    scene = st.Scene(40, 40)
    for duration in durations:
        square = st.Layer(frame=(0, 0, 10, 10), background_color="red")
        square.add_animation(
            st.BasicAnimation("opacity", from_value=0, to_value=1, duration=duration, repeat_count=math.inf)
        )
        scene.add_sublayer(square)
    return scene


def emitting(**properties: Any) -> st.Scene:
    cell = st.EmitterCell(
        birth_rate=20, lifetime=1, velocity=30, emission_range=math.tau, contents=st.Image.solid(4, 4, "red")
    )
    scene = st.Scene(40, 40)
    scene.add_sublayer(
        st.EmitterLayer(name="confetti", emitter_position=(20, 20), emitter_cells=[cell], **properties)
    )
    return scene


def without_pictures() -> st.Scene:
    scene = st.Scene(40, 40)
    scene.add_sublayer(st.EmitterLayer(emitter_cells=[st.EmitterCell(birth_rate=9, lifetime=1)]))
    return scene


def without_proxies() -> st.Scene:
    (source,) = blinking(1).sublayers
    scene = st.Scene(40, 40)
    scene.add_sublayer(st.ViewReplicator(source))
    return scene


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (st.Scene(40, 40), ["the scene has no layers: add_sublayer(layer) puts one into it"]),
        (without_pictures(), ["stands still from 0 s on", "emitterCells", "[empty-cell]", "math.inf"]),
        (without_proxies(), ["stands still", "proxies of <ViewReplicator", "[nothing-to-paint]"]),
        (emitting(), ["never repeats: <EmitterLayer 'confetti'", "EmitterLayer(loop_duration=2, warm=True"]),
        (blinking(1, math.sqrt(2)), ["never repeats: 1 and 1.41421 s have no common multiple"]),
    ],
)  # fmt: skip
def test_a_scene_without_a_loop_says_why(
    scene: st.Scene, words: list[str], tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    with pytest.raises(st.InvalidArgument, match=r"scene.*duration") as caught:
        scene.movie()
    assert [word for word in words if word not in str(caught.value)] == [], str(caught.value)
    scene.save(tmp_path / "a.ca")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["render", "a.ca", "-o", "a.gif"]) == 1
    message = capsys.readouterr().err.splitlines()[-1]
    assert message.startswith("stretto: a clip needs a --duration, for ")
    assert [word for word in words if word not in message] == [], message


def test_a_loop_of_minutes_is_reported_once_with_its_durations() -> None:
    scene = blinking(1.73, 2.31, 2.97)
    with pytest.warns(st.DiagnosticWarning, match=r"\[long-loop\]$") as caught:
        movie = scene.movie()
    (warning,) = caught
    assert warning.filename == __file__
    assert f"{movie.duration:g} s, {len(movie)} frames: 1.73, 2.31 and 2.97 s" in str(warning.message)
    with pytest.warns(st.DiagnosticWarning, match=r"300.*9000"):
        blinking(300).movie()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene.movie()
        blinking(300).movie(300)
        blinking(300).movie(diagnose=False)
        blinking(180).movie()
        blinking(2, 3).movie()
        st.Movie(blinking(300), duration=300)


def test_particles_without_a_loop_are_a_seam(tmp_path: pathlib.Path) -> None:
    def seams(scene: st.Scene, **options: Any) -> list[str]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            scene.movie(2, fps=5).save(tmp_path / "a.gif", **options)
        return [str(warning.message) for warning in caught]

    (warned,) = seams(emitting())
    assert re.search(r"<EmitterLayer 'confetti', .*loop_duration=2, warm=True.*\[seam\]$", warned)
    assert seams(emitting(loop_duration=2, warm=True)) == seams(emitting(), loop=None) == []
    assert seams(emitting(hidden=True)) == [], "nothing is seen of it"
