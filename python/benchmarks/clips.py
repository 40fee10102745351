"""Measures the cost of saving a clip and a still, and of the same files saved with Pillow and PyAV.

The clip is the emoji preview of `python/examples`, with 50 frames of 630 x 450 pixels. Rows of Stretto draw
and save frames. Rows of Pillow and PyAV save frames that are already drawn. Times are per frame: elapsed
time, which other work on the machine disturbs, and processor time. The table shows the peak signal-to-noise
ratio between a GIF and the frames, in dB. See `clips.py --help`.
"""

import argparse
import functools
import importlib
import io
import math
import pathlib
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from PIL import Image as Pillow
from PIL import ImageSequence

import stretto as st

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "examples"))
import emoji_preview

FPS, SCALE = 25, 1.5
PICTURE_SCALE = 3.0  # pixels per point, for 1260 x 900 pixels


def best(work: Callable[[], Any], rounds: int) -> tuple[float, float]:
    """The smallest elapsed time and processor time of several rounds, in seconds."""
    found = []
    for _ in range(rounds):
        wall, processors = time.perf_counter(), time.process_time()
        work()
        found.append((time.perf_counter() - wall, time.process_time() - processors))
    return min(wall for wall, _ in found), min(processors for _, processors in found)


def psnr(path: pathlib.Path, frames: Sequence[np.ndarray]) -> float:
    """The peak signal-to-noise ratio of a file against the frames, in dB. A larger signal-to-noise ratio is
    better.
    """
    with Pillow.open(path) as file:
        shown = [np.asarray(frame.convert("RGB")).astype(float) for frame in ImageSequence.Iterator(file)]
    wrong = np.mean([((a - b[..., :3]) ** 2).mean() for a, b in zip(shown, frames, strict=True)])
    return math.inf if wrong == 0 else 10 * math.log10(255**2 / wrong)


def stretto_writers(movie: st.Movie) -> dict[str, tuple[str, Callable[[pathlib.Path], Any]]]:
    """File extension and save function of each format, by the format's name."""
    return {
        "draw only": ("", lambda _: list(movie)),
        "gif": (".gif", movie.save),
        "gif, ordered": (".gif", lambda path: movie.save(path, dither="ordered")),
        "apng": (".apng", movie.save),
        "webp": (".webp", movie.save),
        "webp, effort 0": (".webp", lambda path: movie.save(path, effort=0)),
        "webp, quality 80": (".webp", lambda path: movie.save(path, quality=80)),
        "mp4": (".mp4", movie.save),
        "webm": (".webm", movie.save),
    }


def others(frames: list[np.ndarray]) -> dict[str, tuple[str, Callable[[pathlib.Path], Any]]]:
    """Functions that save the frames with Pillow and PyAV, by name."""
    pictures = [Pillow.fromarray(frame) for frame in frames]
    opaque = [picture.convert("RGB") for picture in pictures]

    def pillow(chosen: list[Pillow.Image], **options: Any) -> Callable[[pathlib.Path], None]:
        def save(path: pathlib.Path) -> None:
            kind = "PNG" if path.suffix == ".apng" else None
            rest: dict[str, Any] = {
                "save_all": True,
                "append_images": chosen[1:],
                "duration": 1000 // FPS,
                "loop": 0,
            }
            chosen[0].save(path, kind, **rest, **options)

        return save

    def octree(path: pathlib.Path) -> None:
        few = [
            picture.quantize(256, method=Pillow.Quantize.FASTOCTREE, dither=Pillow.Dither.NONE)
            for picture in opaque
        ]
        pillow(few)(path)

    return {
        "Pillow gif": (".gif", pillow(opaque)),
        "Pillow gif, octree": (".gif", octree),
        "Pillow apng": (".apng", pillow(pictures)),
        "Pillow webp, lossless": (".webp", pillow(pictures, lossless=True)),
        "Pillow webp, quality 80": (".webp", pillow(pictures, quality=80)),
        "PyAV mp4": (".mp4", lambda path: pyav(path, frames, "libx264")),
        "PyAV webm": (".webm", lambda path: pyav(path, frames, "libvpx-vp9")),
    }


def pyav(path: pathlib.Path, frames: list[np.ndarray], codec: str) -> None:
    """Saves a clip as MP4 or WebM, as PyAV's documentation recommends."""
    av: Any = importlib.import_module("av")
    with av.open(str(path), "w") as file:
        stream = file.add_stream(codec, rate=FPS)
        stream.height, stream.width = frames[0].shape[:2]
        stream.pix_fmt = "yuv420p"
        for frame in frames:
            picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(frame[..., :3]), format="rgb24")
            file.mux(stream.encode(picture))
        file.mux(stream.encode(None))


def clips(rounds: int) -> None:
    """Prints the table of clips."""
    scene = emoji_preview.make_scene(emoji_preview.drawn_face())
    movie = scene.movie(emoji_preview.SECONDS, FPS, scale=SCALE)
    frames = list(movie)
    print(f"{len(frames)} frames of {frames[0].shape[1]} x {frames[0].shape[0]} pixels, ms a frame")
    print(f"{'':24} {'clock':>7} {'processor':>10} {'kB':>8} {'dB':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for name, (ending, write) in (stretto_writers(movie) | others(frames)).items():
            path = pathlib.Path(folder) / f"clip{ending}"
            seconds = best(functools.partial(write, path), rounds)
            wall, processors = (1000 * value / len(frames) for value in seconds)
            size = f"{path.stat().st_size / 1000:8.0f}" if ending else ""
            near = f"{psnr(path, frames):6.2f}" if ending == ".gif" else ""
            print(f"{name:24} {wall:7.1f} {processors:10.1f} {size} {near}")


def pictures() -> dict[str, np.ndarray]:
    """Pictures to encode as PNG, by name: flat areas with edges, the picture with which other encoders were
    measured, and gradients.
    """
    import stretto_scenes as scenes

    preview = emoji_preview.make_scene(emoji_preview.drawn_face()).render(0.8, scale=PICTURE_SCALE)
    scene = scenes.DRAWINGS["w3"]()
    scene.draw(5)
    y, x = np.mgrid[0 : preview.shape[0], 0 : preview.shape[1]] / max(preview.shape)
    shades = (np.dstack([x, y, (x + y) / 2, 0 * x + 1]) * 255).astype(np.uint8)
    opaque = np.full((*scene.pixels().shape[:2], 4), 255, np.uint8)
    opaque[..., :3] = scene.pixels()
    return {"the emoji preview": preview, "an emoji in ten places": opaque, "a gradient": shades}


def stills(rounds: int) -> None:
    """Prints a table of PNG encoders for each picture. Each encoder writes the PNG into memory."""
    for name, pixels in pictures().items():
        height, width = pixels.shape[:2]
        print(f"\n{name}, {width} x {height} pixels, ms")
        print(f"{'':24} {'clock':>7} {'processor':>10} {'kB':>8}")
        for row, encode in encoders(np.ascontiguousarray(pixels)).items():
            wall, processors = (1000 * value for value in best(encode, rounds))
            print(f"{row:24} {wall:7.1f} {processors:10.1f} {len(encode()) / 1000:8.0f}")


def encoders(pixels: np.ndarray) -> dict[str, Callable[[], bytes]]:
    """PNG encoders: Stretto at several compression levels, the fastest known encoder, and encoders of Python
    packages.
    """
    import fpng_py

    from stretto._pictures import png

    picture, data = Pillow.fromarray(pixels), pixels.tobytes()
    height, width = pixels.shape[:2]

    def pillow(level: int) -> bytes:
        file = io.BytesIO()
        picture.save(file, "PNG", compress_level=level)
        return file.getvalue()

    rows: dict[str, Callable[[], bytes]] = {f"compress={png.COMPRESS}": lambda: png.encoded(pixels)}
    for level in (1, png.COMPRESS, 6, 9):
        rows[f"compress={level}, 1 thread"] = functools.partial(
            png.encoded, pixels, compress=level, threads=1
        )
    rows["fpng"] = lambda: fpng_py.fpng_encode_image_to_memory(data, width, height, 4)
    for level in (1, 6, 9):
        rows[f"Pillow, level {level}"] = functools.partial(pillow, level)
    return rows


def main() -> None:
    """Prints both tables."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--rounds", type=int, default=3, help="the best of so many counts (3)")
    rounds = arguments.parse_args().rounds
    clips(rounds)
    stills(3 * rounds)


if __name__ == "__main__":
    main()
