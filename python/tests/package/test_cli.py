"""Tests of the command line, with the commands that users type."""

from __future__ import annotations

import argparse
import contextlib
import html
import io
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._commands import cli, scripts

SCRIPT = """\
import math, sys
import stretto as st
print("the script speaks")
assert sys.argv == [__file__] and __name__ != "__main__"
box = st.Layer(name="the box", frame=(0, 0, 10, 10), background_color="red")
box.add_animation(st.BasicAnimation("position.x", to_value=35, duration=2, repeat_count=math.inf))
row = st.ReplicatorLayer(instance_count=2, instance_delay=1)
row.add_sublayer(box)
scene = st.Scene(40, 20, "white")
scene.add_sublayer(row)

def another_scene():
    return st.Scene(8, 6, "blue")
"""


def run(
    *words: object, code: int = 0, folder: pathlib.Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "stretto", *(str(word) for word in words)]
    ran = subprocess.run(command, capture_output=True, cwd=folder)
    assert ran.returncode == code, ran.stderr.decode()
    return ran


def printed(*words: object, code: int = 0, folder: pathlib.Path | None = None) -> tuple[str, str]:
    """Runs a command in the test's process, for speed. Returns the text of stdout and of stderr."""
    out, err = io.StringIO(), io.StringIO()
    status: object
    here = pathlib.Path.cwd()
    os.chdir(folder or here)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = cli.main([str(word) for word in words])
    except SystemExit as ended:
        status = ended.code
    finally:
        os.chdir(here)
    assert status == code
    return out.getvalue(), err.getvalue()


def fails(*words: object, folder: pathlib.Path) -> str:
    """Runs a command that must fail. Returns the error message, which must be one line on stderr."""
    out, err = printed(*words, code=1, folder=folder)
    assert out == ""
    quiet = ("the script speaks", "stretto: warning: ")
    lines = [line for line in err.splitlines() if not line.startswith(quiet)]
    assert len(lines) == 1
    assert lines[0].startswith("stretto: ")
    return lines[0]


def done(*words: object) -> None:
    """Runs a command that must succeed in the test's process, for speed."""
    assert cli.main([str(word) for word in words]) == 0


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "boxes.py").write_text(SCRIPT)
    return tmp_path


@pytest.fixture
def scene(folder: pathlib.Path) -> st.Scene:
    scope = {"__file__": sys.argv, "__name__": "test"}
    exec("\n".join(line for line in SCRIPT.splitlines() if "assert" not in line), scope)
    found = scope["scene"]
    assert isinstance(found, st.Scene)
    return found


@pytest.mark.process
def test_a_still_is_the_frame_at_its_time(folder: pathlib.Path, scene: st.Scene) -> None:
    ran = run("render", "boxes.py:scene", "-o", "still.png", "--time", 1.5, "--scale", 2, folder=folder)
    assert ran.stdout == b""
    assert (np.asarray(Pillow.open(folder / "still.png").convert("RGBA")) == scene.render(1.5, scale=2)).all()


@pytest.mark.process
def test_a_pipe_receives_the_picture_and_nothing_else(folder: pathlib.Path, scene: st.Scene) -> None:
    ran = run("render", "boxes.py", "-o", "-", folder=folder)
    assert (np.asarray(Pillow.open(io.BytesIO(ran.stdout)).convert("RGBA")) == scene.render(0)).all()
    assert ran.stderr == b"the script speaks\n"


@pytest.mark.process
def test_a_clip_lasts_as_long_as_asked_or_once_around(folder: pathlib.Path) -> None:
    run("render", "boxes.py", "-o", "a.gif", "--duration", 1.2, "--fps", 10, folder=folder)
    run("render", "boxes.py", "-o", "b.gif", "--fps", 5, folder=folder)
    for name, frames, length in (("a.gif", 12, 1200), ("b.gif", 10, 2000)):
        with Pillow.open(folder / name) as clip:
            assert clip.n_frames == frames  # type: ignore[attr-defined]
            total = 0
            for index in range(frames):
                clip.seek(index)
                total += clip.info["duration"]
            assert total == length


@pytest.mark.process
def test_a_function_may_make_the_scene(folder: pathlib.Path) -> None:
    run("render", "boxes.py:another_scene", "-o", "blue.png", folder=folder)
    with Pillow.open(folder / "blue.png") as picture:
        assert picture.size == (8, 6)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["render", "none.py", "-o", "x.png"], "there is no script none.py"),
        (["render", "boxes.py:scne", "-o", "x.png"], "has no 'scne'; it has scene, another_scene"),
        (["render", "boxes.py:box", "-o", "x.png"], "'box' of boxes.py is no Scene but Layer"),
        (["render", "boxes.py", "-o", "x.xyz", "--duration", "1"], "xyz"),
        (["render", "boxes.py", "-o", "no/such/folder/x.png"], "no/such/folder"),
        (["render", "boxes.py:another_scene", "-o", "x.ca"], "'x.ca' ends in '.ca'; allowed is .gif"),
        (["render", "boxes.py", "-o", "x"], "'x' has no ending"),
        (["render", "boxes.py", "-o", "x.png", "--state", "on=0.5"], "a time is written behind @, as on@0.5"),
        (["render", "boxes.py", "-o", "x.png", "--fps", "5"], "--duration"),
        (["render", "boxes.py:another_scene", "-o", "x.gif"], "--duration"),
        (["render", "boxes.py", "-o", "x.png", "--scale", "1e9"], "32768"),
        (["graph", "boxes.py", "-o", "x.png", "--layer", "ghost"], "no layer 'ghost'"),
        (["graph", "boxes.py", "-o", "x.png", "--key-path", "opacty"], "opacity"),
        (["graph", "boxes.py", "-o", "x.xyz"], "xyz"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_1(
    folder: pathlib.Path, words: list[str], expected: str
) -> None:
    if words[0] == "graph":
        pytest.importorskip("matplotlib", reason="matplotlib is not installed: make build")
    assert expected in fails(*words, folder=folder)
    assert not list(folder.glob("x.*"))


@pytest.mark.process
def test_a_script_that_fails_is_named_with_its_line(folder: pathlib.Path) -> None:
    (folder / "bad.py").write_text("import stretto as st\n\nst.Scene(3, 3).backgruond\n1 / 0\n")
    assert "bad.py:3: AttributeError" in fails("render", "bad.py", "-o", "x.png", folder=folder)
    (folder / "worse.py").write_text("def f(:\n")
    assert "worse.py:1: SyntaxError" in fails("render", "worse.py", "-o", "x.png", folder=folder)
    (folder / "none.py").write_text("x = 1\n")
    assert "none.py makes no scene; a variable with one is needed, such as scene =" in fails(
        "render", "none.py", "-o", "x.png", folder=folder
    )
    traceback = run("render", "bad.py", "-o", "x.png", "--traceback", code=1, folder=folder).stderr.decode()
    assert "Traceback" in traceback
    assert "line 3, in <module>" in traceback


@pytest.mark.process
def test_wrong_usage_and_help_have_their_status_as_a_process() -> None:
    assert b"usage: stretto" in run("rendre", code=2).stderr
    assert b"Exit status" in run("render", "--help").stdout


def test_wrong_usage_is_status_2_and_help_is_status_0() -> None:
    for words in (
        [],
        ["rendre"],
        ["render", "x.py"],
        ["demo", "none"],
        ["render", "x.py", "-o", "a", "--fps", "x"],
    ):
        out, err = printed(*words, code=2)
        assert out == ""
        assert "usage: stretto" in err
    for words in (["--help"], ["render", "--help"], ["graph", "-h"], ["demo", "-h"], ["doctor", "-h"]):
        out, err = printed(*words)
        assert "Exit status" in out
        assert err == ""


@pytest.mark.slow
def test_demos_are_listed_made_and_named(tmp_path: pathlib.Path) -> None:
    listed = [line.split()[0] for line in printed("demo")[0].splitlines()]
    assert listed == ["spinner", "clocks", "wave", "reflection"]
    for name in listed:
        assert printed("demo", name, "--scale", 0.5, folder=tmp_path) == (f"{name}.gif\n", "")
        with Pillow.open(tmp_path / f"{name}.gif") as clip:
            assert clip.n_frames > 10  # type: ignore[attr-defined]


def test_demos_end_where_they_begin() -> None:
    from stretto._commands import demos

    for demo in demos.DEMOS.values():
        scene = demo.make()
        start, end = scene.render(demo.start), scene.render(demo.start + demo.duration)
        assert np.abs(start.astype(int) - end.astype(int)).max() <= 1
        assert (scene.render(demo.start + demo.duration / 3) != start).any()


@pytest.mark.process
def test_the_doctor_names_the_library_and_what_is_missing() -> None:
    printed = run("doctor").stdout.decode()
    facts = {line.split()[0]: line.split(maxsplit=1)[1] for line in printed.splitlines()}
    assert facts["stretto"] == st.__version__
    assert facts["library"].startswith(st._ffi.ffi.lib._name)
    assert facts["numpy"] == np.__version__
    assert "processors" in facts["processor"]
    assert facts["drawing"] == "works"
    assert facts["page"].split()[1] in ("installed", "not")
    emoji = st.Font.emoji()
    assert facts["emoji"].split(maxsplit=1)[1] == (emoji.family if emoji else cli.NO_EMOJI)


@pytest.mark.process
def test_the_doctor_says_when_newer_instructions_are_left_out() -> None:
    command = [sys.executable, "-m", "stretto", "doctor"]
    environment = {**os.environ, "STRETTO_BASELINE": "1"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "x86-64-v3" not in next(line for line in ran.stdout.splitlines() if line.startswith("processor"))


@pytest.mark.process
def test_a_closed_pipe_prints_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run([sys.executable, "-m", "stretto", "doctor"], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.process
def test_a_warning_is_one_line_and_no_failure(folder: pathlib.Path) -> None:
    ran = run("render", "boxes.py", "-o", "frames/", "--duration", 0.4, "--fps", 5, folder=folder)
    _, warning = ran.stderr.decode().splitlines()
    assert warning.startswith("stretto: warning: instanceDelay")


@pytest.mark.slow
def test_graphs_are_drawn_of_the_layer_named_or_the_one_animated(folder: pathlib.Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: make build")
    printed("graph", "boxes.py:scene", "-o", "map.png", folder=folder)
    printed("graph", "boxes.py", "-o", "map.svg", "--layer", "the box", "--duration", 3, folder=folder)
    words = ("graph", "boxes.py", "-o", "w.png", "--layer", "box", "--key-path", "position.x")
    assert printed(*words, folder=folder) == ("", "the script speaks\n")
    assert "<svg" in (folder / "map.svg").read_text("utf-8")
    with Pillow.open(folder / "w.png") as windows, Pillow.open(folder / "map.png") as chart:
        assert windows.width / windows.height > 2 > chart.width / chart.height


TEXT = """\
import math
import stretto as st
title = st.TextLayer("Oh!", position=(10, 20), name="headline")
title.glyph.add_animation(st.BasicAnimation("opacity", to_value=0, duration=2, repeat_count=math.inf))
title.instance_delay = 0.25
scene = st.Scene(80, 40, "white")
scene.add_sublayer(title)
"""


@pytest.mark.slow
def test_the_letters_of_a_text_are_its_copies_in_a_graph(folder: pathlib.Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: make build")
    (folder / "text.py").write_text(TEXT)
    graphs = set()
    for words in ([], ["--layer", "headline"], ["--layer", "title.glyph"], ["--layer", "headline.glyph"]):
        done("graph", folder / "text.py", "-o", folder / "g.png", *words)
        graphs.add((folder / "g.png").read_bytes())
    assert len(graphs) == 1
    done("graph", folder / "text.py", "-o", folder / "g.svg")
    assert '"!" (copy 2)' in html.unescape((folder / "g.svg").read_text("utf-8"))
    unknown = ["graph", "text.py", "-o", "x.png", "--layer", "ghost.glyph"]
    assert "there is no layer 'ghost'" in fails(*unknown, folder=folder)


def test_what_a_change_of_state_moves_is_in_a_graph(folder: pathlib.Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: make build")
    scene, (track, knob) = (
        st.Scene(90, 40),
        (st.Layer(name=name, frame=(0, 0, 9, 9)) for name in ("track", "knob")),
    )
    for layer in (track, knob):
        scene.add_sublayer(layer)
    scene.add_state("on", {knob: {"position.x": 70.0}, track: {"opacity": 0.5}})
    slides, fades = (st.BasicAnimation(path, duration=1) for path in ("position.x", "opacity"))
    scene.add_transition("", "on", {track: fades, knob: slides})
    scene.save(folder / "a.ca")
    message = fails("graph", "a.ca", "-o", "x.png", folder=folder)
    assert "--state on@0.5" in message
    for path, name in (("position.x", "knob"), ("opacity", "track")):
        opened = scripts.load(str(folder / "a.ca"))
        opened.scene.set_state("on", 0.5)
        options = argparse.Namespace(layer=None, key_path=path, state="on@0.5")
        assert cli._layer_of_graph(opened, options).name == name
    done("graph", folder / "a.ca", "-o", folder / "x.png", "--state", "on@0.5", "--key-path", "position.x")


LATE = """\
import math
import stretto as st
box = st.Layer(frame=(0, 0, 10, 10), background_color="red")
box.add_animation(
    st.BasicAnimation("position.x", to_value=35, duration=2, repeat_count=math.inf, begin_time=0.4)
)
scene = st.Scene(40, 20, "white")
scene.add_sublayer(box)
"""


def test_render_without_options_makes_one_loop_from_where_it_is_periodic(folder: pathlib.Path) -> None:
    (folder / "late.py").write_text(LATE)
    for words, begins in (([], 0.4), (["--time", 1], 1), (["--duration", 2], 0)):
        printed("render", "late.py", "-o", "a.apng", *words, folder=folder)
        with Pillow.open(folder / "a.apng") as clip:
            options = dict(word.split("=") for word in clip.text["Description"].split())  # type: ignore[attr-defined]
        assert [float(options[name]) for name in ("start", "duration", "fps")] == [begins, 2, 30]
    _, warning = printed("render", "late.py", "-o", "a.gif", "--time", 0.1, folder=folder)
    assert "0.4 s" in warning
