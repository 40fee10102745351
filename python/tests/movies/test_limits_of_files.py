"""Tests of clips with a limit of bytes, for chats, with alpha for editors, and with frames of different
durations.
"""

from __future__ import annotations

import io
import math
import pathlib
import re
import warnings
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._clips import formats
from stretto.movie import SaveReport
from untyped import untyped


def wheel(background: str | None = "white", opacity: float = 1) -> st.Scene:
    """A scene with a rotating gradient: each frame has many colours, and every pixel changes."""
    scene = st.Scene(64, 48, background=background)
    turning = st.GradientLayer(
        frame=(-16, -24, 96, 96),
        colors=["red", "yellow", "lime", "cyan", "blue", "magenta"],
        start_point=(0, 0),
        end_point=(1, 1),
        opacity=opacity,
    )
    turning.add_animation(
        st.BasicAnimation("transform.rotation.z", 0, math.tau, duration=1, repeat_count=math.inf)
    )
    scene.add_sublayer(turning)
    return scene


def dot(background: str | None = None) -> st.Scene:
    """A scene with a square of one colour and sharp edges, which jumps to four positions."""
    scene = st.Scene(64, 48, background=background)
    square = st.Layer(frame=(0, 16, 16, 16), background_color="crimson")
    square.add_animation(
        st.KeyframeAnimation(
            "position.x", [8, 24, 40, 56], calculation_mode="discrete", duration=1, repeat_count=math.inf
        )
    )
    scene.add_sublayer(square)
    return scene


def fading() -> st.Scene:
    scene = dot()
    scene.sublayers[0].add_animation(
        st.BasicAnimation("opacity", 0.2, 0.8, duration=1, repeat_count=math.inf)
    )
    return scene


LIMITED = [
    ("a.gif", 20_000), ("a.gif", 4_000), ("a.png", 20_000), ("a.png", 6_000),
    ("a.webp", 9_000), ("a.webp", 2_500), ("a.webm", 6_000), ("a.webm", 2_500),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "limit"), LIMITED)
def test_a_file_meets_its_limit_and_says_what_it_gave_up(
    tmp_path: pathlib.Path, name: str, limit: int
) -> None:
    pytest.importorskip("av")
    movie = wheel().movie(1, fps=24, scale=2)
    whole = movie.save(tmp_path / name)
    report = movie.save(tmp_path / name, max_bytes=limit)
    assert whole.bytes > limit
    assert limit / 4 < report.bytes == (tmp_path / name).stat().st_size <= limit
    assert (report.max_bytes, report.movie_frames, report.movie_size) == (limit, 24, (128, 96))
    lost = (report.colors, report.quality, report.frames, report.size)
    assert lost != (whole.colors, whole.quality, 24, (128, 96))
    assert report.frames >= 10, "pixels are given up before that"
    animation = st.animated_contents(tmp_path / name)
    assert animation.duration == pytest.approx(1, abs=0.02)
    assert animation.values[0].size == report.size
    again = movie.save(tmp_path / name, max_bytes=report.bytes)
    assert limit / 4 < again.bytes <= report.bytes


def test_what_is_given_up_comes_in_order(tmp_path: pathlib.Path) -> None:
    """To stay within `max_bytes`, a clip first loses colours, then frames, and then pixels."""
    movie = wheel().movie(1, fps=20)
    reports = [movie.save(tmp_path / "a.gif", max_bytes=limit) for limit in (60_000, 24_000, 11_000, 3_500)]
    colors = [report.colors for report in reports]
    assert colors[0] == 255
    assert colors[1] is not None
    assert colors[1] < 255
    assert [report.frames for report in reports[:2]] == [20, 20]
    assert 10 <= reports[2].frames < 20
    assert [report.size for report in reports[:3]] == [(64, 48)] * 3
    assert reports[3].size < (64, 48)
    assert reports[3].frames == 10
    assert "in place of 64 x 48" in str(reports[3])
    assert "(10 of 20 a second)" in str(reports[3])


def test_what_is_small_enough_loses_nothing(tmp_path: pathlib.Path) -> None:
    for name in ("a.gif", "a.png", "a.webp"):
        report = dot("white").movie(1, fps=4).save(tmp_path / name, max_bytes=100_000)
        assert (report.frames, report.size, report.quality) == (4, (64, 48), None)
        assert report.colors == (2 if name == "a.gif" else None)
        image = st.Image.open(tmp_path / name)
        assert (image.frames[0].to_array() == dot("white").render(0)).all()


def test_options_that_are_given_stay(tmp_path: pathlib.Path) -> None:
    movie = wheel().movie(1, fps=20)
    report = movie.save(tmp_path / "a.gif", max_bytes=12_000, colors=64, dither=None)
    assert (report.dither, report.colors is not None and report.colors <= 64) == (None, True)
    report = movie.save(tmp_path / "a.webp", max_bytes=5_000, quality=80)
    assert report.quality == 80
    assert report.frames < 20


def test_limits_that_cannot_be_met_are_refused(tmp_path: pathlib.Path) -> None:
    movie = wheel().movie(0.5, fps=20)
    with pytest.raises(st.LimitError, match="smallest file has"):
        movie.save(tmp_path / "a.gif", max_bytes=300)
    with pytest.raises(st.InvalidArgument, match="at least 1"):
        movie.save(tmp_path / "a.gif", max_bytes=0)
    for name in ("a.mp4", "frames/"):
        with pytest.raises(st.InvalidArgument, match="max_bytes is no option"):
            movie.save(f"{tmp_path}/{name}", max_bytes=1000)
    with pytest.raises(TypeError, match="max_bytes"):
        movie.save(tmp_path / "a.gif", max_bytes=untyped("1 MB"))
    assert not list(tmp_path.iterdir())


def test_frames_that_are_not_cached_give_the_same_file(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    movie = wheel().movie(0.5, fps=20)
    cached, drawn = io.BytesIO(), io.BytesIO()
    movie.save(cached, format="gif", max_bytes=8_000)
    monkeypatch.setattr(formats, "_CACHED_BYTES", 0)
    movie.save(drawn, format="gif", max_bytes=8_000)
    assert cached.getvalue() == drawn.getvalue()


# Limits of chat programs

CHATS: list[tuple[Any, str, tuple[int, int], int]] = [
    ("slack", "a.gif", (128, 96), 128 << 10),
    ("discord", "a.png", (320, 240), 512 << 10),
    ("signal", "a.png", (512, 384), 300 << 10),
    ("telegram", "a.webm", (512, 384), 256 << 10),
]


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "name", "size", "limit"), CHATS)
def test_a_preset_makes_what_a_chat_takes(
    tmp_path: pathlib.Path, preset: Any, name: str, size: tuple[int, int], limit: int
) -> None:
    pytest.importorskip("av")
    report = dot("white").movie(2, fps=60).save(tmp_path / name, preset=preset)
    assert report.max_bytes == limit
    assert report.bytes <= limit
    assert report.size == size
    assert report.frames <= (50 if preset == "slack" else 60 if preset == "telegram" else 120)
    animation = st.animated_contents(tmp_path / name)
    assert animation.values[0].size == size
    assert animation.duration == pytest.approx(2, abs=0.02)


@pytest.mark.slow
def test_a_sticker_for_telegram_is_vp9_with_alpha(tmp_path: pathlib.Path) -> None:
    av: Any = pytest.importorskip("av")
    dot().movie(1, fps=30).save(tmp_path / "a.webm", preset="telegram")
    with av.open(str(tmp_path / "a.webm")) as file:
        stream = file.streams.video[0]
        assert (stream.codec_context.name, stream.metadata["alpha_mode"]) == ("vp9", "1")
        assert not file.streams.audio
    picture = st.animated_contents(tmp_path / "a.webm").values[0].to_array()
    assert (picture[:100, :, 3] == 0).all()
    assert (picture[150:230, 20:100, 3] > 250).all()


def test_wrong_presets_are_refused(tmp_path: pathlib.Path) -> None:
    with pytest.raises(st.InvalidArgument, match="'slack', 'discord', 'signal', 'telegram'"):
        dot().movie(1).save(tmp_path / "a.gif", preset=untyped("irc"))
    with pytest.raises(st.InvalidArgument, match=r"takes 3 s.*has 4 s"):
        dot().movie(4).save(tmp_path / "a.webm", preset="telegram")
    with pytest.raises(st.InvalidArgument, match=r"end in '\.webm'"):
        dot().movie(1).save(tmp_path / "a.gif", preset="telegram")
    report = dot("white").movie(1, fps=4).save(tmp_path / "a.gif", preset="slack", max_bytes=2_000)
    assert report.bytes <= 2_000


# APNG with a palette


def test_an_apng_of_few_colours_has_the_very_pixels(tmp_path: pathlib.Path) -> None:
    """An APNG with few colours keeps every pixel exactly, including half-transparent pixels."""
    scene = dot()
    scene.sublayers[0].opacity = 0.5
    report = scene.movie(1, fps=4).save(tmp_path / "a.png", colors=16)
    assert report.colors == 2
    image = st.Image.open(tmp_path / "a.png")
    for index, frame in enumerate(image.frames):
        drawn = scene.render(index / 4)
        found = frame.to_array()
        assert (found[..., 3] == drawn[..., 3]).all()
        visible = drawn[..., 3] > 0
        assert np.abs(found[visible].astype(int) - drawn[visible]).max() <= 1
    with Pillow.open(tmp_path / "a.png") as file:
        assert file.mode == "P"


def test_an_apng_of_fewer_colours_is_smaller_and_near(tmp_path: pathlib.Path) -> None:
    movie = wheel(None, 0.6).movie(0.5, fps=10)
    sizes, errors = [], []
    for colors in (255, 64, 8):
        report = movie.save(tmp_path / "a.png", colors=colors, compress=9)
        assert report.colors is not None
        assert report.colors <= colors
        sizes.append(report.bytes)
        frames = [frame.to_array().astype(int) for frame in st.Image.open(tmp_path / "a.png").frames]
        errors.append(np.mean([np.abs(frame - movie[index]).mean() for index, frame in enumerate(frames)]))
    assert movie.save(tmp_path / "a.png", compress=9).colors is None
    assert sizes == sorted(sizes, reverse=True)
    assert errors == sorted(errors)
    assert errors[0] < 2.5


# WebP


def test_a_webp_is_without_loss_where_that_is_smaller(tmp_path: pathlib.Path) -> None:
    flat = dot("white").movie(1, fps=4)
    assert flat.save(tmp_path / "a.webp").quality is None
    assert (tmp_path / "a.webp").read_bytes() == saved(flat, quality=None)
    rich = wheel().movie(1, fps=20, scale=2)
    report = rich.save(tmp_path / "b.webp")
    assert report.quality == 90
    assert "quality 90" in str(report)
    assert (tmp_path / "b.webp").read_bytes() == saved(rich, quality=90)
    for movie, size in ((flat, (tmp_path / "a.webp").stat().st_size), (rich, report.bytes)):
        assert size <= movie.save(tmp_path / "c.gif").bytes
        assert size == min(len(saved(movie, quality=None)), len(saved(movie, quality=90)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.webp", "b.webp", "c.gif"]


def saved(movie: st.Movie, **options: Any) -> bytes:
    file = io.BytesIO()
    movie.save(file, format="webp", **options)
    return file.getvalue()


# Clips with alpha


def test_a_mov_keeps_alpha(tmp_path: pathlib.Path) -> None:
    av: Any = pytest.importorskip("av")
    scene = wheel(None, 0.5)
    movie = scene.movie(1, fps=10)
    movie.save(tmp_path / "a.mov")
    with av.open(str(tmp_path / "a.mov")) as file:
        stream = file.streams.video[0]
        assert stream.codec_context.name == "prores"
        assert stream.codec_context.pix_fmt.startswith("yuva444p")
        assert stream.codec_context.profile == "4444"
    animation = st.animated_contents(tmp_path / "a.mov")
    assert len(animation.values) == 10
    assert animation.duration == pytest.approx(1)
    for index, image in enumerate(animation.values):
        difference = np.abs(image.to_array().astype(int) - movie[index])
        assert difference[..., 3].max() <= 2
        assert difference.mean() < 2
    again = io.BytesIO()
    movie.save(again, format="mov")
    assert again.getvalue() == (tmp_path / "a.mov").read_bytes()


def test_a_gif_of_what_fades_says_so(tmp_path: pathlib.Path) -> None:
    movie = fading().movie(1, fps=4)
    with pytest.warns(UserWarning, match=r"4 of 4 frames have parts that fade.*matte=") as caught:
        movie.save(tmp_path / "a.gif")
    assert len(caught) == 1
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="fade") as caught:
        movie.save(tmp_path / "a.gif", max_bytes=1_500)
    assert len(caught) == 1, "once, however many attempts"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        movie.save(tmp_path / "a.gif", matte="white")
        movie.save(tmp_path / "a.png")
        round_dot().movie(1, fps=4).save(tmp_path / "a.gif")


def round_dot() -> st.Scene:
    """The scene of `dot` with a disc, whose edge is antialiased."""
    scene = dot()
    scene.sublayers[0].corner_radius = 8
    return scene


def test_an_mp4_without_ground_says_that_it_is_black(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("av")
    movie = dot().movie(1, fps=4)
    with pytest.warns(UserWarning, match=r"ground is black.*matte=") as caught:
        movie.save(tmp_path / "a.mp4")
    assert len(caught) == 1
    covered = dot()
    covered.sublayers = [st.Layer(frame=(0, 0, 64, 48), background_color="white"), *covered.sublayers]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        movie.save(tmp_path / "a.mp4", matte="black")
        dot("white").movie(1, fps=4).save(tmp_path / "a.mp4")
        covered.movie(1, fps=4).save(tmp_path / "a.mp4")
        movie.save(tmp_path / "a.webm")


# Durations of frames


@pytest.mark.parametrize("name", ["a.gif", "a.png", "a.webp", "a.webm"])
def test_each_frame_has_a_duration_of_its_own(tmp_path: pathlib.Path, name: str) -> None:
    pytest.importorskip("av")
    movie = dot("white").movie(1, fps=4)
    movie.save(tmp_path / name, durations=[0.1, 0.5, 0.03, 0.25])
    animation = st.animated_contents(tmp_path / name)
    times = np.array(animation.key_times) * animation.duration
    assert times[:4] == pytest.approx([0, 0.1, 0.6, 0.63], abs=1e-3)
    if name != "a.webm":
        assert animation.duration == pytest.approx(0.88, abs=1e-3)
    for index, image in enumerate(animation.values):
        assert np.abs(image.to_array().astype(int) - movie[index]).mean() < 2


def test_durations_are_checked_and_kept_within_limits(tmp_path: pathlib.Path) -> None:
    movie = wheel().movie(1, fps=4)
    for wrong, text in (([0.1], "1 numbers; the clip has 4"), ([0.1, 0.1, 0, 0.1], "above 0")):
        with pytest.raises(st.InvalidArgument, match=text):
            movie.save(tmp_path / "a.gif", durations=wrong)
    each = [0.2, 0.3, 0.4, 0.1]
    report = movie.save(tmp_path / "a.gif", durations=iter(each), max_bytes=2_000)
    assert (report.frames, report.bytes <= 2_000) == (4, True)
    assert st.Image.open(tmp_path / "a.gif").frame_times == pytest.approx([0, 0.2, 0.5, 0.9])


def test_the_report_is_a_sentence(tmp_path: pathlib.Path) -> None:
    report = dot("white").movie(1, fps=4).save(tmp_path / "a.png")
    assert isinstance(report, SaveReport)
    assert re.fullmatch(r"a\.png: \d+ bytes, 64 x 48 pixels, all 4 frames", str(report))
    assert repr(report) == f"<{report}>"
    report = dot("white").movie(1, fps=4).save(tmp_path / "frames")
    assert report.bytes == sum(path.stat().st_size for path in (tmp_path / "frames").iterdir())
