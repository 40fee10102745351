"""Writers of MP4 (H.264), WebM (VP9) and MOV (ProRes 4444) by PyAV.

Colours are BT.709 in the limited range, with matching metadata. Every frame has its own time stamp and the
last frame its own duration, so the file lasts exactly as long as the clip at any frame rate.
"""

from __future__ import annotations

import contextlib
import dataclasses
import pathlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from stretto._ffi.lazy import load
from stretto._ffi.library import cpu_flags
from stretto.color import ColorLike
from stretto.errors import Error, MissingPackageError, WriteError

from .clip import Clip, Clock, bled, comment_of, matte_of, over, quality_of
from .drawing import Pixels

_BT709, _LIMITED = 1, 1
_QUALITY = 65


@dataclasses.dataclass(frozen=True)
class _Codec:
    container: str
    name: str
    #: Clock of the container format in ticks per second.
    ticks: int
    #: Constant rate factor of the lowest quality, where 0 is the best quality; None for an encoder without
    #: such a factor.
    worst: int | None
    #: Pixel formats without and with transparency; None if the codec has no transparency.
    plain_format: str
    alpha_format: str | None
    #: Divisor that the sides of a frame must have.
    grain: int
    encoder_options: dict[str, str]
    container_options: dict[str, str]


# B-frames would be stored out of order, so the last stored frame would not be the last shown frame. With
# several threads, about one MP4 file in a thousand has other bytes on a busy machine. The encoder of WebM
# always divides its work in the same way. With one thread, up to 3 of 100 MP4 files have other bytes if x264
# uses AVX-512, and none of 396 files if x264 uses AVX2.
MP4 = _Codec(
    "mp4", "libx264", 90_000, 51, "yuv420p", None, 2, {"preset": "medium", "bf": "0", "threads": "1"},
    {"movflags": "+faststart", "movie_timescale": "90000"},
)  # fmt: skip
WEBM = _Codec(
    "webm", "libvpx-vp9", 1000, 63, "yuv420p", "yuva420p", 1,
    {"b:v": "0", "cpu-used": "4", "row-mt": "1"}, {},
)  # fmt: skip
MOV = _Codec(
    "mov", "prores_ks", 90_000, None, "yuv444p10le", "yuva444p10le", 1,
    {"profile": "4444", "vendor": "apl0"}, {"movie_timescale": "90000"},
)  # fmt: skip


def write_mp4(
    clip: Clip, path: pathlib.Path, *, matte: ColorLike | None = None, quality: float = _QUALITY
) -> dict[str, Any]:
    """Writes the clip as H.264 in an MP4, with the options of `Movie.save`."""
    is_seen_through = _write(clip, path, MP4, "black" if matte is None else matte, quality)
    if matte is not None or not is_seen_through:
        return {"quality": quality}
    warning = (
        "the scene is partly transparent, and an MP4 has no alpha: its ground is black. matte= names a "
        "colour, and WebM and MOV have alpha"
    )
    return {"quality": quality, "warning": warning}


def write_webm(
    clip: Clip, path: pathlib.Path, *, matte: ColorLike | None = None, quality: float = _QUALITY
) -> dict[str, Any]:
    """Writes the clip as VP9 in a WebM, with the options of `Movie.save`."""
    _write(clip, path, WEBM, matte, quality)
    return {"quality": quality}


def write_mov(clip: Clip, path: pathlib.Path, *, matte: ColorLike | None = None) -> dict[str, Any]:
    """Writes the clip as ProRes 4444 in a MOV, with the options of `Movie.save`."""
    _write(clip, path, MOV, matte, 100)
    return {}


def _write(clip: Clip, path: pathlib.Path, codec: _Codec, matte: ColorLike | None, quality: float) -> bool:
    """Writes a video. Returns whether a pixel of the frames was transparent."""
    backing, level = matte_of(matte), quality_of(quality)
    av = _pyav(codec)
    transparent = codec.alpha_format is not None and backing is None and not clip.opaque
    pixel_format = codec.alpha_format if transparent and codec.alpha_format else codec.plain_format
    settings, is_seen_through = dict(codec.encoder_options), False
    if codec.worst is not None:
        settings["crf"] = str(round(codec.worst * (100 - level) / 100))
    if codec.name == "libx264" and "avx512f" in cpu_flags():
        settings["x264-params"] = "asm=avx2"
    # Without the flag "bitexact" each file contains a random number and FFmpeg's version.
    container_options = codec.container_options | {"fflags": "+bitexact"}
    with (
        _ffmpeg_errors(av, path),
        av.open(str(path), "w", format=codec.container, options=container_options) as file,
    ):
        file.metadata["comment"] = comment_of(clip.movie)
        rate = Fraction(clip.movie.fps).limit_denominator(1001)
        stream: Any = file.add_stream(codec.name, rate=rate or 1, options=settings)
        stream.width, stream.height = (side + -side % codec.grain for side in clip.size)
        stream.pix_fmt = pixel_format
        clock = Fraction(1, codec.ticks)
        stream.time_base = stream.codec_context.time_base = clock
        stream.codec_context.colorspace = stream.codec_context.color_primaries = _BT709
        stream.codec_context.color_trc, stream.codec_context.color_range = _BT709, _LIMITED
        lengths: dict[int, int] = {}
        for frame, begins, ticks in _stamped(clip, codec.ticks):
            is_seen_through = is_seen_through or bool((frame[..., 3] < 255).any())
            picture = bled(frame) if transparent else over(frame, backing)
            lengths[begins] = ticks
            _encode(file, stream, _converted(av, picture, codec.grain, pixel_format, begins, clock), lengths)
        _encode(file, stream, None, lengths)
    return is_seen_through


def _stamped(clip: Clip, per_second: int) -> Iterator[tuple[Pixels, int, int]]:
    """Frame, begin and duration in ticks of the container's clock."""
    begins = 0
    for frame, ticks in clip.timed(Clock(per_second)):
        length = max(1, ticks)
        yield frame, begins, length
        begins += length


def _converted(av: Any, frame: Pixels, grain: int, pixel_format: str, begins: int, clock: Fraction) -> Any:
    """The frame in the encoder's pixel format. If a side of the frame is no multiple of the divisor, the
    frame repeats its last row or column.
    """
    height, width = frame.shape[:2]
    padded = np.pad(frame, ((0, -height % grain), (0, -width % grain), (0, 0)), mode="edge")
    rgba = av.VideoFrame.from_ndarray(np.ascontiguousarray(padded), format="rgba")
    picture = rgba.reformat(
        format=pixel_format, dst_colorspace="ITU709", dst_color_range="MPEG", interpolation="BICUBIC"
    )
    picture.pts, picture.time_base = begins, clock
    return picture


def _encode(file: Any, stream: Any, frame: Any, lengths: dict[int, int]) -> None:
    for packet in stream.encode(frame):
        packet.duration = lengths.pop(packet.pts)
        file.mux(packet)


def _pyav(codec: _Codec) -> Any:
    try:
        av = load("av")
    except ImportError as error:
        raise MissingPackageError(f"to write {codec.container} files", "av", "video") from error
    if codec.name not in av.codecs_available:
        raise Error(
            f"{codec.container} files need the encoder {codec.name}, which this PyAV was built without"
        )
    return av


@contextlib.contextmanager
def _ffmpeg_errors(av: Any, path: pathlib.Path) -> Iterator[None]:
    try:
        yield
    except av.FFmpegError as error:
        raise WriteError(f"{path} cannot be encoded: {error.strerror or error}") from error
