"""Tests of the pictures that `make demo` draws."""

import pathlib
import runpy
import subprocess
import sys
import warnings

import numpy as np
import pytest
from PIL import Image as Pillow

import installed
import stretto as st
from goldens import Goldens

EXAMPLES = installed.ROOT / "python" / "examples"
sys.path.insert(0, str(EXAMPLES))
import emoji_preview  # noqa: E402
import proxies  # noqa: E402
import svg_layers  # noqa: E402


@pytest.fixture(params=["face", "picture"])
def scene(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> st.Scene:
    if request.param == "face":
        return emoji_preview.make_scene(emoji_preview.drawn_face())
    Pillow.linear_gradient("L").convert("RGBA").save(tmp_path / "picture.png")
    return emoji_preview.make_scene(emoji_preview.picture_of(tmp_path / "picture.png"))


def square(frame: np.ndarray, index: int, fraction: float) -> np.ndarray:
    """The pixels in the middle of an emoji, a square of `fraction` times the emoji's side."""
    (x, y), side = emoji_preview.SQUARES[index]
    half = int(side * fraction / 2)
    return frame[y - half : y + half, x - half : x + half].astype(int)


@pytest.mark.parametrize("time", [0, 0.8, 1.96])
def test_all_copies_show_one_local_time(scene: st.Scene, time: float) -> None:
    frame = scene.render(time)
    for on_light, dark in ((1, 3), (2, 4)):  # the middle of the emoji is opaque
        assert np.abs(square(frame, on_light, 0.5) - square(frame, dark, 0.5)).max() <= 2
    large = square(frame, 0, 0.9)
    blue = (large[..., 2] > 180) & (large[..., 0] < 90)
    assert blue.sum() > 40, "confetti is in the air"


def test_the_clip_has_no_seam(scene: st.Scene) -> None:
    first, after = scene.render(0), scene.render(emoji_preview.SECONDS)
    assert np.abs(first.astype(int) - after).max() <= 1
    assert (first != scene.render(1)).any()


@pytest.mark.process
@pytest.mark.slow
def test_the_files_are_what_was_promised(tmp_path: pathlib.Path) -> None:
    for name in ("emoji_preview.py", "clocks.py", "proxies.py", "svg_layers.py"):
        command = [sys.executable, EXAMPLES / name, "--out", tmp_path]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # type: ignore[arg-type]
        assert f"wrote {tmp_path}" in printed
    with Pillow.open(tmp_path / "emoji_preview.gif") as clip:
        assert (clip.size, clip.n_frames) == ((420, 300), 50)  # type: ignore[attr-defined]
        delays = [clip.seek(index) or clip.info["duration"] for index in range(clip.n_frames)]  # type: ignore[attr-defined, func-returns-value]
        assert sum(delays) == 2000
    with Pillow.open(tmp_path / "emoji_preview.png") as picture:
        assert picture.size == (840, 600)
    with Pillow.open(tmp_path / "clocks.png") as clocks:
        assert clocks.size == (900, 400)


def test_the_picture_of_the_readme_is_small() -> None:
    assert (installed.ROOT / "docs" / "images" / "emoji_preview.gif").stat().st_size < 400_000


@pytest.mark.process
def test_a_picture_that_cannot_be_read_is_named(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, EXAMPLES / "emoji_preview.py", "--out", tmp_path, "--image", __file__]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)  # type: ignore[arg-type]
    assert ran.returncode == 2
    assert f"{__file__} cannot be read as a picture" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_proxies_and_the_construction_by_hand_give_the_same_pixels() -> None:
    by_hand = emoji_preview.make_scene(emoji_preview.drawn_face())
    with_proxies = emoji_preview.make_scene(emoji_preview.drawn_face(), proxies.by_proxies)
    for time in (0, 0.52, 1.25, 1.96):
        assert (by_hand.render(time) == with_proxies.render(time)).all(), f"at {time} s"


@pytest.mark.process
def test_a_logo_draws_itself_and_falls_part_by_part() -> None:
    pytest.importorskip("wasmtime")
    scene, film = svg_layers.make()
    logo = scene.root.sublayers[0]
    whole = st.Layer.from_svg(svg_layers.LOGO)
    whole.position = logo.position
    fall, paper = film.labels["fall"], scene.render(film.duration)
    reference = st.Scene(*scene.size, background=svg_layers.PAPER, sublayers=[whole]).render(0)
    assert (scene.render(fall) == reference).all()
    ink = [int((scene.render(time) != paper).any(axis=2).sum()) for time in (0, 0.4, 0.8, 1.4, fall)]
    assert ink == sorted(ink)
    assert ink[0] == 0
    sun, lower = logo.find("sun"), logo.find("lower")
    later = [layer.presentation_value("transform.translation.y", time=fall + 0.5) for layer in (sun, lower)]
    assert later[0] > 50
    assert later[1] == 0, "the last part waits"


# Scripts of effects

EFFECTS = sorted(path.stem for path in (EXAMPLES / "effects").glob("*.py") if path.stem != "save")


def test_every_effect_has_its_picture_on_the_page() -> None:
    page = (EXAMPLES / "effects" / "README.md").read_text(encoding="utf-8")
    assert len(EFFECTS) == 27
    assert [
        name for name in EFFECTS if f"({name}.py)" not in page or f"(pictures/{name}.gif)" not in page
    ] == []
    pictures = {path.stem for path in (EXAMPLES / "effects" / "pictures").iterdir()}
    assert pictures == set(EFFECTS)


@pytest.mark.slow
@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_equals_its_golden_picture_and_has_no_seam(
    name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, goldens: Goldens
) -> None:
    monkeypatch.setenv("OUT", str(tmp_path))
    monkeypatch.syspath_prepend(EXAMPLES / "effects")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runpy.run_path(str(EXAMPLES / "effects" / f"{name}.py"), run_name="__main__")
    made, golden = tmp_path / f"{name}.gif", EXAMPLES / "effects" / "pictures" / f"{name}.gif"
    frames = frames_of(made)
    shown = frames_of(golden) if golden.exists() else frames[:0]
    if frames.shape != shown.shape or np.abs(frames - shown).mean() >= 2:
        goldens.differs(golden, made.read_bytes())
    assert golden.stat().st_size < 250_000
    steps = np.abs(np.diff(frames, axis=0)).mean(axis=(1, 2, 3))
    assert steps.max() > 0.2, "it moves"
    # The effects counter and karaoke play once, so their last frame does not lead to their first frame.
    if name not in ("counter", "karaoke"):
        assert np.abs(frames[0] - frames[-1]).mean() <= 1.5 * steps.max(), "the last frame leads to the first"


def frames_of(path: pathlib.Path) -> np.ndarray:
    """The frames of a clip, one for every 40 ms. A frame that lasts longer than 40 ms is repeated."""
    with Pillow.open(path) as clip:
        frames = []
        for index in range(clip.n_frames):  # type: ignore[attr-defined]
            clip.seek(index)
            frames += [np.asarray(clip.convert("RGB")).astype(np.int16)] * round(clip.info["duration"] / 40)
    return np.array(frames)
