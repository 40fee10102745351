# ruff: noqa: E501 (lines of C)
"""Tests of documents on the command line, in graphs and from C."""

from __future__ import annotations

import pathlib
import subprocess
import warnings
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._commands import cli
from stretto.plot import _animations
from untyped import untyped

DOCUMENTS = pathlib.Path(__file__).parent / "files"


def opened(name: str) -> st.Scene:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return st.Scene.open(DOCUMENTS / f"{name}.caml")


def bright(frame: np.ndarray, x: int, y: int) -> float:
    return float(frame[y, x, :3].astype(float).sum())


# Three documents whose pictures a person looked at


def test_the_spinner_s_rays_fade_clockwise_from_the_top() -> None:
    scene = opened("spinner")
    assert scene.warnings == []
    ends = [(60 + round(40 * x), 60 - round(40 * y)) for x, y in ((0, 1), (0.866, 0.5), (-0.866, 0.5))]
    top, right, left = (bright(scene.render(0), *end) for end in ends)
    assert top > right > left, "each copy clockwise from the top is fainter"
    later = [bright(scene.render(0.35), *end) for end in ends]
    assert later[0] < top, "the top has begun to fade"
    assert later[2] == pytest.approx(left, abs=2), "the last has not"


def test_the_switch_goes_on_and_gets_its_tick() -> None:
    scene = opened("switch")
    assert scene.states == ["on", "full"]
    scene.set_state("on", 1)
    scene.set_state("full", 2)
    _track, knob = scene.root.sublayers
    tick = knob.sublayers[0]
    assert [tick.presentation_value("hidden", t) for t in (1.5, 2.1, 2.2, 5)] == [True, True, False, False]
    assert knob.presentation_value("position.x", 0.9) == 30
    assert knob.presentation_value("position.x", 3) == 70
    green = scene.render(3)[30, 22]
    assert green[1] > 150 > green[0]
    scene.set_state("", 4)
    assert tick.presentation_value("hidden", 4)
    assert knob.presentation_value("position.x", 5) == 30


def test_the_confetti_is_thrown_up_before_a_gradient() -> None:
    scene = opened("confetti")
    assert scene.warnings == []
    empty, full = scene.render(0), scene.render(4)
    assert empty[299, 100, 0] > empty[0, 100, 0], "warm at the bottom"
    rows = np.nonzero((empty != full).any(axis=(1, 2)))[0]
    assert rows[0] < 120, "some rise above the middle"
    assert (scene.render(0.5) != empty).any(axis=(1, 2)).nonzero()[0][0] > 180, "and they come from below"


# Commands


def run(*arguments: object) -> int:
    return cli.main([str(item) for item in arguments])


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_document_is_rendered_in_the_states_given(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = DOCUMENTS / "switch.caml"
    for time, state in ((0.5, "on@1"), (3, "on@1,full@2")):
        out = tmp_path / f"{time}.png"
        assert run("render", document, "-o", out, "--time", time, "--state", state) == 0
        scene = opened("switch")
        for change in state.split(","):
            name, _, when = change.partition("@")
            scene.set_state(name, float(when))
        assert (np.asarray(Pillow.open(out).convert("RGBA")) == scene.render(time)).all()
    assert run("render", document, "-o", tmp_path / "x.png", "--state", "on") == 0
    capsys.readouterr()
    for wrong, expected in (("off", "there is no state"), ("on@soon", "no time in seconds")):
        assert run("render", document, "-o", tmp_path / "x.png", "--state", wrong) == 1
        assert expected in capsys.readouterr().err


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_clip_is_drawn_by_a_cluster(tmp_path: pathlib.Path) -> None:
    import distributed

    cluster: Any = untyped(distributed).LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    )
    with cluster:
        assert run("render", DOCUMENTS / "spinner.caml", "-o", tmp_path / "there.webp", "--duration", 1, "--fps", 10,
                   "--cluster", cluster.scheduler_address) == 0  # fmt: skip
    assert (
        run("render", DOCUMENTS / "spinner.caml", "-o", tmp_path / "here.webp", "--duration", 1, "--fps", 10)
        == 0
    )
    assert (tmp_path / "there.webp").read_bytes() == (tmp_path / "here.webp").read_bytes()


# Graphs of documents


def test_the_timeline_of_a_scene_has_its_states_and_what_plays() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    scene = opened("switch")
    scene.set_state("on", 1)
    scene.set_state("full", 2)
    assert _animations.spans(scene) == [
        _animations.Span("", 0, 1), _animations.Span("on", 1, 2), _animations.Span("full", 2, np.inf)
    ]  # fmt: skip
    knob = scene.root.sublayers[1]
    knob.speed = 2
    knob.add_animation(st.BasicAnimation("zPosition", to_value=1, duration=1, begin_time=1), "rise")
    found = {bar.name: bar.phases[0] for bar in _animations.bars_of_scene(scene)}
    assert (found["knob: rise"].begin, found["knob: rise"].end) == (0.5, 1)
    assert found["track: backgroundColor (base to on)"].begin == 1
    assert found["tick: hidden (on to full)"].begin == pytest.approx(2.1), (
        "the knob's time runs twice as fast"
    )
    knob.name = ""
    assert "Layer: rise" in {bar.name for bar in _animations.bars_of_scene(scene)}, (
        "who has no name goes by the class"
    )
    fade = st.BasicAnimation("opacity", to_value=0)
    knob.add_animation(st.AnimationGroup([fade, st.AnimationGroup([fade])], duration=2), "both")
    inside = [(bar.name, bar.depth) for bar in _animations.bars_of_scene(scene) if bar.depth]
    assert inside == [("opacity", 1), ("group", 1), ("opacity", 2)]
    axes = st.plot.timeline(scene)
    assert next(label.get_text() for label in axes.get_yticklabels()) == "state"
    with pytest.raises(st.InvalidArgument, match="animations"):
        st.plot.timeline(st.Scene(4, 4))


# Documents in C programs

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stretto.h>

#define OK(call) do { if ((call) != STRETTO_OK) { fprintf(stderr, "%d: %s\n", __LINE__, stretto_error_message()); \
  return 1; } } while (0)

int main(int count, char **arguments) {
  stretto_scene *scene = NULL, *again = NULL, *none = NULL;
  stretto_layer_state *on = NULL;
  stretto_layer *twin = NULL;
  stretto_layer *layer = NULL;
  stretto_animation *move = NULL;
  stretto_bytes text = {0}, bytes = {0}, other = {0}, part = {0};
  double x = 0;
  uint32_t number = 0;
  const char *key = "move";
  OK(stretto_scene_create(64, 48, &scene));
  OK(stretto_layer_create(STRETTO_LAYER_PLAIN, &layer));
  OK(stretto_layer_add_sublayer(stretto_scene_root(scene), layer));
  OK(stretto_scene_add_state(scene, "on", NULL));
  OK(stretto_scene_get_layer_in_state(scene, "on", layer, &on));
  OK(stretto_layer_state_set_number(on, "position.x", 40));
  OK(stretto_layer_state_release(on));
  OK(stretto_animation_create(STRETTO_ANIMATION_BASIC, "position.x", &move));
  OK(stretto_animation_set_number(move, "duration", 2));
  OK(stretto_scene_set_transition(scene, "*", "on", &layer, &move, &key, 1));
  OK(stretto_scene_set_state(scene, "on", 1));
  OK(stretto_layer_get_presentation_numbers(layer, "position.x", 2, NULL, 0, &x, 1, &number));
  if (x != 20) return 2;
  OK(stretto_scene_get_state(scene, 1, &text));
  if (strcmp(text.data, "on") || text.size != 2) return 3;
  OK(stretto_scene_save(scene, arguments[1]));
  OK(stretto_scene_open(arguments[1], &again));
  OK(stretto_scene_encode(scene, &bytes));
  OK(stretto_scene_encode(again, &other));
  if (bytes.size != other.size || memcmp(bytes.data, other.data, bytes.size)) return 4;
  OK(stretto_layer_encode(layer, &part));
  if (stretto_scene_decode((const uint8_t *)"<caml>\n<", 8, NULL, &none) != STRETTO_ERROR_DOCUMENT || none) return 5;
  if (stretto_error_line() != 2) return 6;
  if (stretto_scene_set_state(scene, "om", 1) != STRETTO_ERROR_INVALID_ARGUMENT) return 7;
  if (stretto_scene_open("/nowhere.ca", &none) != STRETTO_ERROR_LOAD) return 8;
  OK(stretto_scene_remove_state(scene, "on"));
  OK(stretto_scene_get_state_count(scene, &number));
  if (number != 0) return 9;
  OK(stretto_layer_decode((const uint8_t *)part.data, part.size, &twin));
  OK(stretto_layer_release(twin));
  stretto_bytes_release(&text);
  stretto_bytes_release(&bytes);
  stretto_bytes_release(&other);
  stretto_bytes_release(&part);
  if (bytes.data || bytes.size) return 11;
  OK(stretto_animation_release(move));
  OK(stretto_layer_release(layer));
  OK(stretto_scene_release(scene));
  OK(stretto_scene_release(again));
  puts("documents in C: ok");
  return count == 2 ? 0 : 10;
}
"""


@pytest.mark.process
def test_c_opens_saves_and_sets_states(tmp_path: pathlib.Path) -> None:
    from stretto._ffi import ffi

    header = pathlib.Path(__file__).parents[3] / "include"
    (tmp_path / "libstretto.so.0").symlink_to(ffi.lib._name)
    (tmp_path / "libstretto.so").symlink_to(ffi.lib._name)
    (tmp_path / "program.c").write_text(PROGRAM)
    compiler = ["cc", "-Wall", "-Werror", f"-I{header}", "program.c", "-L.", "-lstretto", "-o", "program"]
    subprocess.run([*compiler, f"-Wl,-rpath,{tmp_path}"], cwd=tmp_path, check=True)
    ran = subprocess.run(["./program", "x.ca"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "x.ca" / "main.caml").exists()
    assert "ok" in ran.stdout
