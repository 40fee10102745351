"""Tests of clip formats: each file is opened again, and its frames and durations are compared with the
scene's.
"""

from __future__ import annotations

import concurrent.futures
import json
import math
import pathlib
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import installed
import stretto as st
from stretto._clips import clip, drawing, palette
from stretto._clips.drawing import Stop
from untyped import untyped

av = pytest.importorskip("av")

#: File extensions, and the ticks per second of each format's clock.
CLOCKS = {".gif": 100, ".png": 1000, ".apng": 1000, ".webp": 1000, ".mp4": 90_000, ".webm": 1000}
Shown = list[tuple[np.ndarray, Fraction]]


def lively(background: str | None = None, size: tuple[float, float] = (64, 48)) -> st.Scene:
    """A scene with movement, blinking and half-transparent layers, so that frames differ in every way."""
    scene = st.Scene(*size, background=background)
    dot = st.Layer(frame=(0, 10, 20, 20), background_color="crimson", corner_radius=10)
    dot.add_animation(
        st.BasicAnimation("position.x", from_value=10, to_value=50, duration=2, repeat_count=math.inf)
    )
    veil = st.Layer(frame=(8, 20, 40, 20), background_color=(0, 0.5, 1, 0.5))
    veil.add_animation(
        st.KeyframeAnimation(
            "hidden",
            values=[False, True, False],
            calculation_mode="discrete",
            duration=0.9,
            repeat_count=math.inf,
        )
    )
    for layer in (dot, veil, st.Layer(frame=(0, 0, size[0], 8), background_color="#123456")):
        scene.add_sublayer(layer)
    return scene


def static(color: Any, size: tuple[int, int] = (16, 16), background: str | None = None) -> st.Scene:
    scene = st.Scene(*size, background=background)
    scene.add_sublayer(st.Layer(frame=(0, 0, size[0] / 2, size[1]), background_color=color))
    return scene


def pictures(path: pathlib.Path) -> Shown:
    """The frames of a GIF, PNG or WebP file as a viewer composes them, and their durations in seconds."""
    found = []
    with Pillow.open(path) as file:
        for index in range(file.n_frames):  # type: ignore[attr-defined]
            file.seek(index)
            frame = np.asarray(file.convert("RGBA"))
            found.append((frame, Fraction(file.info["duration"]).limit_denominator(10_000) / 1000))
    return found


def decoded(path: pathlib.Path, alpha: bool = False) -> Shown:
    """The frames of a video and their durations. Only the decoder libvpx-vp9 decodes alpha."""
    with av.open(str(path)) as file:
        stream = file.streams.video[0]
        decoder = av.CodecContext.create("libvpx-vp9", "r") if alpha else stream.codec_context
        lengths, frames = [], []
        for packet in file.demux(stream):
            if packet.pts is not None:
                lengths.append(packet.pts * packet.time_base)
            frames += [_rgba(frame, alpha) for frame in decoder.decode(packet)]
        whole = Fraction(file.duration, 1_000_000)
    ends = [*lengths[1:], whole]
    return [(frame, end - begin) for frame, begin, end in zip(frames, lengths, ends, strict=True)]


def _rgba(frame: Any, alpha: bool) -> np.ndarray:
    """A decoded frame in RGBA.

    FFmpeg's conversion to RGBA damages the last columns of some widths, and its conversion to RGB is correct.
    """
    if alpha:
        return np.asarray(frame.to_ndarray(format="rgba"))
    return np.pad(frame.to_ndarray(format="rgb24"), ((0, 0), (0, 0), (0, 1)), constant_values=255)


def listed(path: pathlib.Path) -> Shown:
    """The frames that the JSON file of a folder or of a sprite sheet lists."""
    listing = json.loads(path.read_text(encoding="utf-8"))
    found = []
    for entry in listing["frames"]:
        name = listing["meta"].get("image", entry["filename"])
        left, top, width, height = (entry["frame"][key] for key in "xywh")
        with Pillow.open(path.with_name(name)) as picture:
            frame = np.asarray(picture.convert("RGBA"))[top : top + height, left : left + width]
        found.append((frame, Fraction(entry["duration"], 1000)))
    return found


def opened(path: pathlib.Path) -> Shown:
    return decoded(path) if path.suffix in (".mp4", ".webm") else pictures(path)


def whole(shown: Shown) -> Fraction:
    return sum((length for _, length in shown), Fraction(0))


def at(shown: Shown, time: float) -> np.ndarray:
    """The frame that is visible at `time`, in seconds."""
    end = Fraction(0)
    for frame, length in shown:
        end += length
        if time < end:
            return frame
    return shown[-1][0]


@pytest.mark.slow
@pytest.mark.parametrize("ending", CLOCKS)
@pytest.mark.parametrize(
    ("duration", "fps"), [(2, 25), (1, 30), (0.5, 60), (1.234, 24), (1.5, 29.97), (0.7, 120), (3, 1)]
)
def test_a_file_lasts_exactly_as_long_as_the_movie(
    tmp_path: pathlib.Path, ending: str, duration: float, fps: float
) -> None:
    path = tmp_path / f"a{ending}"
    lively("white", (24, 24)).movie(duration, fps).save(path)
    clock = CLOCKS[ending]
    assert round(whole(opened(path)) * clock) == round(duration * clock)


@pytest.mark.parametrize(("ending", "ticks"), [(".mp4", 90_000), (".webm", 1000)])
def test_a_videos_frames_begin_when_they_should(tmp_path: pathlib.Path, ending: str, ticks: int) -> None:
    path = tmp_path / f"a{ending}"
    lively("white").movie(1.01, 29.97).save(path)
    with av.open(str(path)) as file:
        packets = [packet for packet in file.demux(video=0) if packet.pts is not None]
    begins = [float(packet.pts * packet.time_base) for packet in packets]
    assert begins == pytest.approx([index / 29.97 for index in range(31)], abs=0.51 / ticks)


@pytest.mark.slow
@pytest.mark.parametrize(("duration", "fps"), [(2, 25), (1.234, 30), (0.5, 7)])
def test_folders_and_sheets_store_exact_durations(
    tmp_path: pathlib.Path, duration: float, fps: float
) -> None:
    movie = lively().movie(duration, fps)
    movie.save(tmp_path / "folder", format="png-sequence")
    movie.save(tmp_path / "sheet.png", format="sprites")
    for shown in (listed(tmp_path / "folder" / "clip.json"), listed(tmp_path / "sheet.json")):
        assert whole(shown) == Fraction(round(duration * 1000), 1000)
        assert len(shown) == len(movie)
        assert all((frame == movie[index]).all() for index, (frame, _) in enumerate(shown))


@pytest.mark.parametrize("ending", [".apng", ".webp"])
@pytest.mark.parametrize("background", [None, "white", "#ff000080"])
def test_lossless_files_show_the_very_pixels(
    tmp_path: pathlib.Path, ending: str, background: str | None
) -> None:
    movie = lively(background).movie(2, 10)
    path = tmp_path / f"a{ending}"
    movie.save(path)
    shown = pictures(path)
    for index, drawn in enumerate(movie):
        found = at(shown, (index + 0.5) / 10)
        assert (found[..., 3] == drawn[..., 3]).all()
        seen = drawn[..., 3] > 0
        assert (found[seen] == drawn[seen]).all()


class Dealt(st.Movie):
    """A movie that shows given frames in place of its scene."""

    def __init__(self, frames: list[np.ndarray]) -> None:
        height, width = frames[0].shape[:2]
        super().__init__(st.Scene(width, height), duration=len(frames) / 10, fps=10)
        self.dealt = frames

    def __getitem__(self, index: Any) -> Any:
        return self.dealt[index]

    def _drawn(self, indices: Any, total: int | None, executor: Any, *more: Any) -> Iterator[np.ndarray]:
        yield from (self.dealt[index] for index in indices)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_any_frames_after_one_another_are_shown_as_they_are(tmp_path: pathlib.Path, seed: int) -> None:
    random = np.random.default_rng(seed)
    colors = np.array(
        [(0, 0, 0, 0), (255, 0, 0, 255), (0, 0, 255, 255), (9, 9, 9, 255), (0, 200, 0, 100)], np.uint8
    )
    colors = colors[: random.integers(2, 6)]
    frames = [colors[random.integers(len(colors), size=random.integers(1, 9, size=2))]]
    height, width = frames[0].shape[:2]
    for _ in range(15):
        frame = frames[-1].copy()
        top, left = random.integers(height), random.integers(width)
        area = np.s_[top : top + random.integers(4), left : left + random.integers(4)]
        frame[area] = colors[random.integers(len(colors), size=frame[area].shape[:2])]
        frames.append(frame)
    for ending in (".apng", ".webp", ".gif"):
        Dealt(frames).save(tmp_path / f"a{ending}")
        shown = pictures(tmp_path / f"a{ending}")
        assert whole(shown) == Fraction(16, 10)
        for index, frame in enumerate(frames):
            wanted = frame.copy()
            if ending == ".gif":
                wanted[..., 3] = np.where(frame[..., 3] < 128, 0, 255)
            found = at(shown, (index + 0.5) / 10)
            seen = wanted[..., 3] > 0
            assert (found[..., 3] == wanted[..., 3]).all()
            assert (found[seen] == wanted[seen]).all()


@pytest.mark.parametrize("fps", [0.004, 0.01])
def test_frames_longer_than_a_format_can_say_are_shown_twice(tmp_path: pathlib.Path, fps: float) -> None:
    movie = lively().movie(1000, fps)
    for ending in (".gif", ".apng", ".webp"):
        movie.save(tmp_path / f"a{ending}")
        assert whole(pictures(tmp_path / f"a{ending}")) == 1000


def test_equal_frames_are_joined_and_long_ones_divided() -> None:
    first, second = np.zeros((1, 1), np.uint8), np.ones((1, 1), np.uint8)
    frames = [(first, 3), (first, 4), (second, 10), (first, 1)]
    assert [(int(cells[0, 0]), ticks) for cells, ticks in clip.held(frames, 100)] == [
        (0, 7),
        (1, 10),
        (0, 1),
    ]
    assert [ticks for _, ticks in clip.held(frames, 4)] == [3, 4, 3, 3, 4, 1]


@pytest.mark.parametrize("ending", [".gif", ".apng", ".webp", ".mp4", ".webm"])
def test_a_file_is_the_same_every_time(tmp_path: pathlib.Path, ending: str) -> None:
    movie = lively().movie(0.5, 20)
    for name in ("a", "b"):
        movie.save(tmp_path / f"{name}{ending}")
    assert (tmp_path / f"a{ending}").read_bytes() == (tmp_path / f"b{ending}").read_bytes()


# Alpha and colour


@pytest.mark.parametrize(("ending", "tolerance"), [(".apng", 0), (".webp", 0), (".webm", 6)])
def test_alpha_is_straight(tmp_path: pathlib.Path, ending: str, tolerance: int) -> None:
    path = tmp_path / f"a{ending}"
    static((1, 0, 0, 0.5)).movie(0.2, 10).save(path)
    shown = decoded(path, alpha=True) if ending == ".webm" else pictures(path)
    assert shown[0][0][8, 3].tolist() == pytest.approx([255, 0, 0, 128], abs=tolerance)
    assert shown[0][0][8, 12, 3] == 0


def test_a_transparent_video_has_no_dark_rim(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(32, 32)
    scene.add_sublayer(st.Layer(frame=(5, 5, 21, 21), background_color="yellow", corner_radius=10.5))
    scene.movie(0.2, 10).save(tmp_path / "a.webm", quality=90)
    frame = decoded(tmp_path / "a.webm", alpha=True)[0][0].astype(int)
    edge = (frame[..., 3] > 60) & (frame[..., 3] < 240)
    assert edge.sum() > 20
    assert np.abs(frame[edge][:, :3] - [255, 255, 0]).max() < 24


def test_an_opaque_scene_makes_a_video_without_alpha(tmp_path: pathlib.Path) -> None:
    formats = {}
    for name, background, options in (("a", None, {}), ("b", "white", {}), ("c", None, {"matte": "white"})):
        static("red", background=background).movie(0.2, 10).save(
            tmp_path / f"{name}.webm", **untyped(options)
        )
        with av.open(str(tmp_path / f"{name}.webm")) as file:
            formats[name] = file.streams.video[0].metadata.get("alpha_mode")
    assert formats == {"a": "1", "b": None, "c": None}


@pytest.mark.parametrize("ending", [".mp4", ".webm"])
@pytest.mark.parametrize("color", ["red", "#00ff00", "blue", "#808080", "white", "#c04a10"])
def test_videos_keep_colours_and_say_what_they_are(tmp_path: pathlib.Path, ending: str, color: str) -> None:
    path = tmp_path / f"a{ending}"
    scene = static(color, (64, 64), background="black")
    scene.movie(0.2, 10).save(path, quality=90)
    assert decoded(path)[0][0][32, 12, :3].astype(int) == pytest.approx(
        scene.render(0)[32, 12, :3].astype(int), abs=5
    )
    with av.open(str(path)) as file:
        frame = next(file.decode(video=0))
        assert (int(frame.colorspace), int(frame.color_range)) == (1, 1)


@pytest.mark.parametrize("ending", [".gif", ".apng", ".webp", ".webm", ".mp4"])
def test_a_matte_lies_behind_what_is_transparent(tmp_path: pathlib.Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    static((1, 0, 0, 0.5)).movie(0.2, 10).save(path, matte="white")
    frame = opened(path)[0][0]
    assert frame[8, 3].tolist() == pytest.approx([255, 127, 127, 255], abs=8)
    if ending == ".gif":
        assert frame[8, 12, 3] == 0, "what is wholly transparent stays so"
    else:
        assert frame[8, 12].tolist() == pytest.approx([255] * 4, abs=8)


def test_an_mp4_is_on_black_by_default(tmp_path: pathlib.Path) -> None:
    static((1, 1, 1, 0.5)).movie(0.2, 10).save(tmp_path / "a.mp4")
    frame = decoded(tmp_path / "a.mp4")[0][0]
    assert frame[8, 3, :3].tolist() == pytest.approx([128] * 3, abs=6)
    assert frame[8, 12, :3].tolist() == pytest.approx([0] * 3, abs=6)


def test_odd_sides_get_one_more_pixel_in_an_mp4(tmp_path: pathlib.Path) -> None:
    movie = static("red", (15, 9), background="blue").movie(0.2, 10)
    for ending, size in ((".mp4", (10, 16)), (".webm", (9, 15))):
        movie.save(tmp_path / f"a{ending}")
        frame = decoded(tmp_path / f"a{ending}")[0][0]
        assert frame.shape[:2] == size
        assert np.abs(frame[-1, -3:, :3].astype(int) - [0, 0, 255]).max() < 12, "the last column is repeated"


def test_bleeding_leaves_alpha_and_what_is_seen() -> None:
    frame = np.zeros((9, 13, 4), np.uint8)
    frame[2:5, 2:5] = 10, 200, 30, 255
    frame[7, 11] = 250, 0, 0, 3
    out = clip.bled(frame)
    seen = frame[..., 3] > 0
    assert (out[seen] == frame[seen]).all()
    assert (out[..., 3] == frame[..., 3]).all()
    assert out[0, 0, :3].tolist() == [10, 200, 30]
    assert out[..., :3].any(axis=2).all(), "no black is left"


# Options of `save`


@pytest.mark.parametrize(("loop", "repeats"), [(0, 0), (3, 4), (None, 1)])
def test_clips_loop_as_often_as_the_loop_argument_says(
    tmp_path: pathlib.Path, loop: int | None, repeats: int
) -> None:
    for ending in (".apng", ".webp"):
        path = tmp_path / f"a{ending}"
        lively().movie(0.2, 10).save(path, loop=loop)
        with Pillow.open(path) as file:
            assert file.info["loop"] == repeats


@pytest.mark.parametrize("ending", [".webp", ".mp4", ".webm"])
def test_quality_costs_bytes(tmp_path: pathlib.Path, ending: str) -> None:
    movie = lively("white", (160, 120)).movie(0.5, 10)
    sizes, errors = [], []
    for quality in (5, 50, 95):
        path = tmp_path / f"a{ending}"
        movie.save(path, quality=quality)
        sizes.append(path.stat().st_size)
        errors.append(np.abs(opened(path)[0][0][..., :3].astype(int) - movie[0][..., :3]).mean())
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[2]
    assert errors[0] > errors[2]


def shaded() -> st.Scene:
    scene = st.Scene(64, 64)
    scene.add_sublayer(
        st.GradientLayer(
            frame=(0, 0, 64, 64), colors=["#102040", "#f0c080"], start_point=(0, 0), end_point=(1, 1)
        )
    )
    dot = st.Layer(frame=(0, 0, 12, 12), background_color="#203048")
    dot.add_animation(st.BasicAnimation("position.x", from_value=6, to_value=58, duration=1))
    scene.add_sublayer(dot)
    return scene


def test_dithering_makes_up_for_missing_colours(tmp_path: pathlib.Path) -> None:
    movie = shaded().movie(0.5, 10)
    wrong = {}
    for dither in (None, "ordered", "diffusion"):
        path = tmp_path / "a.gif"
        movie.save(path, colors=8, dither=dither)
        shown = pictures(path)
        difference = (shown[0][0].astype(float) - movie[0])[..., :3]
        wrong[dither] = np.abs(difference.reshape(16, 4, 16, 4, 3).mean(axis=(1, 3))).mean()
        assert len(np.unique(shown[0][0].reshape(-1, 4), axis=0)) <= 8
        if dither != "diffusion":
            later = np.s_[14:, :]
            assert all((frame[later] == shown[0][0][later]).all() for frame, _ in shown), "it stays still"
    assert wrong["ordered"] < 0.6 * wrong[None]
    assert wrong["diffusion"] < 0.6 * wrong[None]


def test_a_dithered_palette_keeps_the_colours_it_has() -> None:
    table = np.array([[0, 0, 0], [250, 250, 250], [255, 0, 0]], np.uint8)
    frame = np.full((8, 8, 4), 255, np.uint8)
    frame[..., :3] = 255, 0, 0
    frame[0, 0, 3] = 100
    for dither in (None, "ordered", "diffusion"):
        found = palette.Quantizer(table, dither)(frame)
        assert found[0, 0] == palette.CLEAR
        assert (found.ravel()[1:] == 2).all()


def test_a_sheet_has_the_given_number_of_columns(tmp_path: pathlib.Path) -> None:
    movie = static("red", (20, 10)).movie(1, 10)
    for columns, size in ((None, (40, 50)), (3, (60, 40)), (100, (200, 10))):
        movie.save(tmp_path / "a.webp", format="sprites", columns=columns)
        with Pillow.open(tmp_path / "a.webp") as sheet:
            assert sheet.size == size
    assert json.loads((tmp_path / "a.json").read_text())["meta"]["image"] == "a.webp"


def test_a_sheet_that_no_browser_shows_is_refused(tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.LimitError, match="16383"):
        static("red", (100, 100)).movie(1, 200).save(tmp_path / "a.png", format="sprites", columns=200)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "options", "error", "text"),
    [
        (
            "a.avi",
            {},
            st.InvalidArgument,
            r"'\.avi'; allowed is \.gif, \.apng, \.png, \.webp, \.mp4, \.webm, \.mov, or",
        ),
        ("a.gfi", {}, st.InvalidArgument, r"did you mean '\.gif'"),
        ("a", {}, st.InvalidArgument, "or a folder"),
        ("a.gif", {"format": "jpeg"}, st.InvalidArgument, "'sprites'"),
        ("a.gif", {"format": "webp"}, st.InvalidArgument, r"end in '\.webp'"),
        ("a.gif", {"format": "sprites"}, st.InvalidArgument, r"'\.png', '\.webp'"),
        ("a.gif", {"quality": 3}, st.InvalidArgument, "it has loop, matte, colors, dither"),
        ("a.mp4", {"loop": 3}, st.InvalidArgument, "it has matte, quality"),
        ("a.gif", {"colours": 3}, TypeError, "did you mean 'colors'"),
        ("a.gif", {"dither": "bayer"}, st.InvalidArgument, "'ordered', 'diffusion' or None"),
        ("a.gif", {"colors": 256}, st.InvalidArgument, "from 2 to 255"),
        ("a.gif", {"matte": (1, 1, 1, 0.5)}, st.InvalidArgument, "matte"),
        ("a.webp", {"quality": 101}, st.InvalidArgument, "from 0"),
        ("a.webm", {"quality": math.nan}, st.InvalidArgument, "from 0"),
        ("a.mp4", {"quality": "high"}, TypeError, "number"),
        ("a.apng", {"loop": -1}, st.InvalidArgument, "0 for ever"),
        ("a.png", {"format": "sprites", "columns": 0}, st.InvalidArgument, "at least 1"),
        ("nowhere/a.webp", {}, st.WriteError, "nowhere"),
        ("nowhere/a.mp4", {}, st.WriteError, "nowhere"),
        ("nowhere/folder/", {}, st.WriteError, "nowhere"),
    ],
)
def test_what_is_not_allowed_is_refused_by_name(
    tmp_path: pathlib.Path, name: str, options: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        lively().movie(0.2, 10).save(f"{tmp_path}/{name}", **options)
    assert not list(tmp_path.iterdir())


def test_without_pyav_the_error_says_what_to_install(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(st.Error, match=r"'stretto\[video\]'"):
        lively().movie(0.2, 10).save(tmp_path / "a.mp4")
    lively().movie(0.2, 10).save(tmp_path / "a.gif")


# Files and folders


def test_a_new_clip_replaces_the_old_one_in_a_folder(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "clip"
    lively().movie(1, 10).save(f"{folder}/")
    (folder / "notes.txt").write_text("mine")
    (folder / "frame_9999.png").write_text("not of the clip")
    lively().movie(0.3, 10).save(folder)
    names = [*(f"frame_000{index}.png" for index in range(3)), "clip.json", "frame_9999.png", "notes.txt"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)


@pytest.mark.parametrize("name", ["a.apng", "a.webp", "a.mp4", "a.webm", "folder/", "a.png"])
def test_nothing_is_left_of_a_clip_that_was_stopped(tmp_path: pathlib.Path, name: str) -> None:
    more: dict[str, Any] = {"format": "sprites"} if name == "a.png" else {}
    with pytest.raises(st.Cancelled, match="2 of 5"):
        lively().movie(0.5, 10).save(f"{tmp_path}/{name}", progress=lambda done, total: done < 2, **more)
    assert not list(tmp_path.iterdir())


def test_files_say_what_made_them(tmp_path: pathlib.Path) -> None:
    movie = lively().movie(0.5, 10, start=0.25)
    software = f"stretto {st.__version__}"
    for name in ("a.gif", "a.apng", "a.webp", "a.mp4", "a.webm", "folder/"):
        movie.save(f"{tmp_path}/{name}")
    with Pillow.open(tmp_path / "a.gif") as file:
        gif = file.info["comment"].decode()
    with Pillow.open(tmp_path / "a.apng") as file:
        png = " ".join(file.text[key] for key in ("Software", "Description"))  # type: ignore[attr-defined]
    with Pillow.open(tmp_path / "a.webp") as file:
        webp = " ".join(file.getexif()[key] for key in (0x0131, 0x010E))
    with Pillow.open(tmp_path / "folder" / "frame_0000.png") as file:
        assert file.text["Software"] == software  # type: ignore[attr-defined]
    videos = []
    for ending in (".mp4", ".webm"):
        with av.open(str(tmp_path / f"a{ending}")) as file:
            videos.append({key.lower(): value for key, value in file.metadata.items()}["comment"])
    for text in (gif, png, webp, *videos):
        assert text.startswith(software)
        assert "start=0.25 duration=0.5 fps=10.0" in text


def test_the_digest_of_the_scene_goes_into_the_file(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(st.Scene, "digest", lambda scene: "abc123", raising=False)
    lively().movie(0.2, 10).save(tmp_path / "a.gif")
    assert b"scene=abc123" in (tmp_path / "a.gif").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".gif", ".apng", ".webp"])
def test_memory_does_not_grow_with_the_length(tmp_path: pathlib.Path, ending: str) -> None:
    peaks = []
    for seconds in (4, 40):
        movie = lively("white", (96, 96)).movie(seconds, 10)
        tracemalloc.start()
        movie.save(tmp_path / f"a{ending}")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    frame = 96 * 96 * 4
    assert peaks[1] - peaks[0] < 10 * frame, "360 frames more, and no ten of them are kept"


MEMORY = f"""
{installed.PEAK}
import sys
import stretto as st
scene = st.Scene(320, 240, background="white")
dot = st.Layer(frame=(0, 0, 40, 40), background_color="red")
dot.add_animation(
    st.BasicAnimation("position", from_value=(0, 0), to_value=(320, 240), duration=20)
)
scene.add_sublayer(dot)
for seconds in (3, 9):
    scene.movie(seconds, 25).save(sys.argv[1])
    print(peak())
"""


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("ending", [".mp4", ".webm"])
def test_an_encoder_holds_no_more_of_a_longer_video(tmp_path: pathlib.Path, ending: str) -> None:
    printed = installed.run([sys.executable, "-c", MEMORY, tmp_path / f"a{ending}"], tmp_path)
    short, long = map(float, printed.split())
    assert long - short < 30, "MiB, where the 150 frames more have 45"


# Executors and progress


def test_any_number_of_threads_gives_the_same_frames() -> None:
    movie = lively().movie(1, 24)
    here = np.stack(list(movie))
    for workers in (1, 3):
        with concurrent.futures.ThreadPoolExecutor(workers) as executor:
            assert (np.stack(list(movie.frames(executor=executor))) == here).all()


def test_a_clip_is_saved_by_an_executor_as_without(tmp_path: pathlib.Path) -> None:
    movie = lively().movie(0.5, 24)
    movie.save(tmp_path / "a.webp")
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        movie.save(tmp_path / "b.webp", executor=executor)
    assert (tmp_path / "a.webp").read_bytes() == (tmp_path / "b.webp").read_bytes()


class Counting(concurrent.futures.Executor):
    """An executor that runs each task at once and counts the tasks."""

    def __init__(self) -> None:
        self.count = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **more: Any) -> Any:
        self.count += 1
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        try:
            future.set_result(function(*arguments, **more))
        except Exception as error:
            future.set_exception(error)
        return future


def test_an_executor_draws_only_a_few_frames_ahead() -> None:
    executor = Counting()
    frames = lively().movie(1000, 24).frames(executor=executor)
    for _ in range(3):
        next(frames)
    assert executor.count < 200
    frames.close()  # type: ignore[attr-defined]


def test_an_executor_hands_errors_on() -> None:
    scene = lively()
    movie = scene.movie(1, 24)
    frames = movie.frames(executor=Counting())
    scene.close()
    with pytest.raises(st.ClosedError):
        next(frames)


def test_what_is_no_executor_is_refused() -> None:
    with pytest.raises(TypeError, match="get_executor"):
        next(lively().movie(1, 24).frames(executor=threading.Thread()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "stops"), [(None, False), (True, False), (1, False), (False, True), (0, True)]
)
def test_progress_that_returns_false_stops_the_clip(answer: object, stops: bool) -> None:
    frames: Iterator[np.ndarray] = lively().movie(0.5, 10).frames(progress=lambda done, total: answer)
    if stops:
        with pytest.raises(st.Cancelled, match="1 of 5"):
            list(frames)
    else:
        assert len(list(frames)) == 5


def test_progress_is_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    list(lively().movie(0.5, 10).frames(progress=True))
    printed = capsys.readouterr()
    assert "5/5" in printed.err
    assert printed.out == ""


def test_progress_is_two_numbers_without_tqdm(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    list(lively().movie(0.5, 10).frames(progress=True))
    assert capsys.readouterr().err.endswith("\r5/5\n")


# Speed and size of files


@pytest.mark.parametrize(
    ("name", "option", "least", "most"),
    [("a.webp", "effort", 0, 4), ("a.apng", "compress", 0, 9), ("folder/", "compress", 1, 9)],
)
def test_smaller_options_make_smaller_files(
    tmp_path: pathlib.Path, name: str, option: str, least: int, most: int
) -> None:
    movie, sizes, seen = shaded().movie(0.5, 10, scale=3), [], []
    for value in (least, most):
        movie.save(f"{tmp_path}/{name}", **untyped({option: value}))
        files = [tmp_path / name] if "." in name else sorted((tmp_path / "folder").glob("*.png"))
        sizes.append(sum(file.stat().st_size for file in files))
        with Pillow.open(files[-1]) as file:
            seen.append(np.asarray(file.convert("RGBA")))
    assert sizes[1] < sizes[0]
    assert (seen[0] == seen[1]).all()
    for wrong in (-1, 10):
        with pytest.raises(st.InvalidArgument, match=f"{option}.*{wrong}.*0"):
            movie.save(f"{tmp_path}/{name}", **untyped({option: wrong}))
    with pytest.raises(TypeError):
        movie.save(f"{tmp_path}/{name}", **untyped({option: 2.5}))


def test_a_still_gets_smaller_too(tmp_path: pathlib.Path) -> None:
    sizes = []
    for compress in (0, 1, 9):
        shaded().save_png(tmp_path / "a.png", scale=4, compress=compress)
        sizes.append((tmp_path / "a.png").stat().st_size)
        assert (np.asarray(Pillow.open(tmp_path / "a.png")) == shaded().render(0, scale=4)).all()
    assert sizes == sorted(sizes, reverse=True)
    with pytest.raises(st.InvalidArgument, match=r"compress.*10"):
        shaded().save_png(tmp_path / "b.png", compress=10)


def test_the_default_is_no_larger_than_pillows(tmp_path: pathlib.Path) -> None:
    scene = lively("white", (640, 480))
    scene.save_png(tmp_path / "a.png")
    Pillow.fromarray(scene.render(0)).save(tmp_path / "b.png")
    assert (tmp_path / "a.png").stat().st_size <= 1.15 * (tmp_path / "b.png").stat().st_size


@pytest.mark.parametrize("ending", [".gif", ".apng", ".webp"])
def test_work_is_shared_out_and_comes_back_in_order(
    tmp_path: pathlib.Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    movie, files = lively().movie(1, 20), []
    for processors in (1, 2, 7):
        monkeypatch.setattr(drawing, "processors", lambda count=processors: count)
        movie.save(tmp_path / f"a{ending}")
        files.append((tmp_path / f"a{ending}").read_bytes())
    assert files[0] == files[1] == files[2]


def test_workers_are_only_a_few_items_ahead() -> None:
    taken = []
    with drawing.workers(Stop(lively())) as workers:
        results = workers.each(lambda item: -item, (taken.append(item) or item for item in range(1000)))  # type: ignore[func-returns-value]
        assert [next(results) for _ in range(3)] == [0, -1, -2]
        assert len(taken) < 3 + 4 * drawing.processors()
        results.close()  # type: ignore[attr-defined]


def test_the_head_of_a_gif_says_its_size_and_nothing_more(tmp_path: pathlib.Path) -> None:
    st.Scene(30, 20, "red").movie(0.2, 10, diagnose=False).save(tmp_path / "a.gif")
    head = (tmp_path / "a.gif").read_bytes()[:13]
    assert head == b"GIF89a" + bytes([30, 0, 20, 0, 0xF7, 0, 0])  # 256 colours, background 0, no aspect ratio


@pytest.mark.parametrize("side", [16383, 16384])
def test_a_webp_is_as_wide_as_its_format_can_be(tmp_path: pathlib.Path, side: int) -> None:
    movie = st.Scene(side, 1, "red").movie(0.1, 10, diagnose=False)
    if side > 16383:
        with pytest.raises(st.LimitError, match="16383"):
            movie.save(tmp_path / "a.webp")
        return
    movie.save(tmp_path / "a.webp")
    with Pillow.open(tmp_path / "a.webp") as file:
        assert file.size == (16383, 1)


def test_an_encoder_that_is_missing_is_named(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    av = pytest.importorskip("av")
    monkeypatch.setattr(av, "codecs_available", set())
    with pytest.raises(st.Error, match="libvpx-vp9"):
        lively().movie(0.2, 10).save(tmp_path / "a.webm")
    assert not list(tmp_path.iterdir())


class Broken(Counting):
    """An executor that raises BrokenExecutor for every task after the first."""

    def submit(self, *arguments: Any, **more: Any) -> concurrent.futures.Future[Any]:
        if self.count:
            raise concurrent.futures.BrokenExecutor("it is broken")
        future: concurrent.futures.Future[Any] = super().submit(*arguments, **more)
        return future


class Breaking(Counting):
    """An executor whose tasks all fail with BrokenExecutor."""

    def submit(self, *arguments: Any, **more: Any) -> concurrent.futures.Future[Any]:
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        future.set_exception(concurrent.futures.BrokenExecutor("it is broken"))
        return future


@pytest.mark.parametrize("kind", [Broken, Breaking])
def test_frames_that_a_broken_executor_refuses_are_drawn_here_with_one_warning(kind: type[Counting]) -> None:
    movie = lively().movie(1, 12)
    with pytest.warns(RuntimeWarning, match="broken") as caught:
        drawn = list(movie.frames(executor=kind()))
    assert len(caught) == 1
    assert all((one == other).all() for one, other in zip(drawn, movie, strict=True))


def test_a_batch_of_frames_takes_about_a_quarter_of_a_second() -> None:
    flight = drawing._Flight(lively(), 1, Counting(), Stop(lively()))
    lengths = []
    for seconds in (0.1, 0.01, 0.01, 0.01, 0.01, 0.01, 0.05, 10, 0):
        flight._learn(seconds)
        lengths.append(flight.length)
    assert lengths == [2, 4, 8, 16, 25, 25, 5, 1, 2]
    flight.frame_bytes = drawing._CHUNK_BYTES // 3
    for _ in range(4):
        flight._learn(0)
    assert flight.length == 3
