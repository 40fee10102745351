"""Draws moving vector files with other programs, and compares the frames with Stretto's frames."""

from __future__ import annotations

import base64
import dataclasses
import json
import math
import pathlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

import stretto as st
from stretto._pictures import png
from stretto._pictures.lottie import Drawing

Pixels = npt.NDArray[np.uint8]
#: Times that are compared, as fractions of a file's duration. None of the times is likely to be a keyframe.
FRACTIONS = [0.013, 0.137, 0.262, 0.387, 0.512, 0.637, 0.762, 0.887]
#: Frames per second of embedded images that replace features a format lacks. The library's default is 60
#: frames per second.
RATE = 60
#: Pixels per point.
SCALE = 2
#: Limits of a correct picture: the mean difference in levels of 255, and the fraction of pixels that differ
#: by more than `FAR`.
MEAN, PART, FAR = 1.5, 0.005, 48


@dataclasses.dataclass(frozen=True)
class Difference:
    """The difference between a picture and Stretto's frame."""

    mean: float
    part: float
    fraction: float

    @property
    def is_right(self) -> bool:
        return self.mean <= MEAN and self.part <= PART


def span(scene: st.Scene, duration: float | None = None) -> tuple[float, float]:
    """Begin and duration of a scene's file, in seconds of the scene, by the library's defaults."""
    report = scene.loop_report()
    if duration is not None:
        return 0, duration
    if report.duration:
        return report.steady_from, report.duration
    return 0, report.steady_from or 1


def own(scene: st.Scene, time: float) -> Pixels:
    """Stretto's frame over white, as an array of shape (height, width, 3)."""
    frame = scene.render(time, scale=SCALE, premultiplied=True).astype(np.int32)
    return (frame[..., :3] + 255 - frame[..., 3:]).clip(0, 255).astype(np.uint8)


def difference(a: Pixels, b: Pixels, fraction: float) -> Difference:
    off = np.abs(a.astype(np.int32) - b.astype(np.int32))
    return Difference(float(off.mean()), float((off.max(axis=2) > FAR).mean()), fraction)


def worst(
    scene: st.Scene,
    drawn: Callable[[Iterable[float], float], Iterable[Pixels]],
    duration: float | None = None,
    folder: pathlib.Path | None = None,
    frames: int | None = None,
) -> Difference:
    """The worst difference at eight times.

    Args:
        scene: The scene whose frames are compared.
        drawn: Draws a file at fractions of its duration. The second argument is the duration in seconds.
        duration: The duration in seconds, or None for the scene's loop.
        folder: Folder to which both pictures of the worst time are written.
        frames: Number of frames of the file, for a player that draws only whole frames.
    """
    start, length = span(scene, duration)
    found = None
    # Embedded images show the middle of their frame's interval, so the compared times are in the middle.
    count = max(1, math.ceil(length * RATE))
    fractions = [(math.floor(fraction * count) + 0.5) / count for fraction in FRACTIONS]
    if frames is not None:
        fractions = [round(fraction * frames) / frames for fraction in fractions]
    for fraction, picture in zip(fractions, drawn(fractions, length), strict=True):
        own_picture = own(scene, start + fraction * length)
        now = difference(picture, own_picture, fraction)
        if found is None or (now.part, now.mean) > (found.part, found.mean):
            found = now
            if folder is not None:
                both = np.concatenate(
                    [own_picture, picture, np.abs(own_picture.astype(int) - picture)], axis=1
                )
                opaque = np.full((*both.shape[:2], 1), 255)
                whole = np.concatenate([both, opaque], axis=2).astype(np.uint8)
                (folder / "worst.png").write_bytes(png.encoded(whole))
    assert found is not None
    return found


def in_chromium(driver: Any, svg: str, size: tuple[float, float]) -> Callable[..., list[Pixels]]:
    """Draws an SVG file inline in a page of Chromium."""

    def drawn(fractions: Iterable[float], length: float) -> list[Pixels]:
        driver.get("about:blank")
        width, height = (round(side * SCALE) for side in size)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        pictures = []
        for fraction in fractions:
            driver.execute_async_script(STOPPED, svg, size[0] * SCALE, size[1] * SCALE, fraction * length)
            found = driver.execute_cdp_cmd(
                "Page.captureScreenshot", {"format": "png", "clip": clip, "captureBeyondViewport": True}
            )
            picture = st.Image.open(base64.b64decode(found["data"])).to_array()
            pictures.append(picture[:height, :width, :3])
        return pictures

    return drawn


#: A script that shows an SVG text at a size and at given seconds. The script copies animated values to
#: attributes, because Chromium rasterizes an animated inline element once and then scales its pixels.
SHOWN = """
document.documentElement.style.background = 'white';
document.body.style.margin = 0;
document.body.innerHTML = text;
const svg = document.querySelector('svg');
svg.style.cssText += `;display:block;width:${width}px;height:${height}px`;
for (const part of document.querySelectorAll('svg')) { part.pauseAnimations(); part.setCurrentTime(seconds); }
const animations = document.getAnimations();
for (const animation of animations) {
  animation.pause();
  animation.currentTime = 1000 * seconds;
}
if (commits) {
  for (const animation of animations) animation.commitStyles();
  for (const animation of animations) animation.cancel();
}
"""
FRAMES = "requestAnimationFrame(() => requestAnimationFrame(done));"
ARGUMENTS = "const [text, width, height, seconds, done] = arguments;"
STOPPED = f"{ARGUMENTS} const commits = true; {SHOWN} {FRAMES}"
STOPPED_ELSEWHERE = f"{ARGUMENTS} const commits = false; {SHOWN} {FRAMES}"


def in_firefox(
    firefox: Any, folder: pathlib.Path, svg: str, size: tuple[float, float]
) -> Callable[..., list[Pixels]]:
    """Draws an SVG file inline in a page of Firefox."""
    page = folder / "page.html"
    page.write_text("<!doctype html><meta charset=utf-8><body>")

    def drawn(fractions: Iterable[float], length: float) -> list[Pixels]:
        firefox.open(page)
        return [firefox_frame(firefox, svg, size, fraction * length) for fraction in fractions]

    return drawn


def firefox_frame(firefox: Any, svg: str, size: tuple[float, float], seconds: float) -> Pixels:
    width, height = (round(side * SCALE) for side in size)
    values = f"const text = {json.dumps(svg)}, width = {width}, height = {height}, seconds = {seconds};"
    firefox.run(f"{values} const commits = false; {SHOWN} await new Promise(done => {{ {FRAMES} }});")
    picture = st.Image.open(firefox.screenshot(width, height)).to_array()
    return picture[:height, :width, :3]


def in_webkit(driver: Any, svg: str, size: tuple[float, float]) -> Callable[..., list[Pixels]]:
    """Draws an SVG file inline in a page of WebKitGTK, at one pixel per CSS pixel."""

    def drawn(fractions: Iterable[float], length: float) -> list[Pixels]:
        driver.get("data:text/html,<!doctype html><meta charset=utf-8><body>")
        width, height = (round(side * SCALE) for side in size)
        pictures = []
        for fraction in fractions:
            driver.execute_async_script(STOPPED_ELSEWHERE, svg, width, height, fraction * length)
            picture = st.Image.open(base64.b64decode(driver.get_screenshot_as_base64())).to_array()
            pictures.append(picture[:height, :width, :3])
        return pictures

    return drawn


def worst_in_rlottie(scene: st.Scene, lottie: str, duration: float | None = None) -> Difference:
    """The worst difference at eight whole frames that rlottie draws."""
    return worst(scene, in_rlottie(lottie, scene.size), duration, frames=json.loads(lottie)["op"])


def in_rlottie(lottie: str, size: tuple[float, float]) -> Callable[..., list[Pixels]]:
    """Draws a Lottie animation with rlottie."""
    from rlottie_python.rlottie_wrapper import LottieAnimation

    def drawn(fractions: Iterable[float], length: float) -> list[Pixels]:
        document = json.loads(lottie)
        width, height = document["w"] * SCALE, document["h"] * SCALE
        pictures = []
        with LottieAnimation.from_data(lottie) as animation:
            for fraction in fractions:
                frame = round(fraction * document["op"])
                data = animation.lottie_animation_render(frame, width=width, height=height)
                pixels = np.frombuffer(data, np.uint8).reshape(height, width, 4).astype(np.int32)
                over = (pixels[..., 2::-1] + 255 - pixels[..., 3:]).clip(0, 255).astype(np.uint8)
                pictures.append(over[: round(size[1] * SCALE), : round(size[0] * SCALE)])
        return pictures

    return drawn


def in_thorvg(lottie: str, size: tuple[float, float]) -> Callable[..., list[Pixels]]:
    """Draws a Lottie animation with ThorVG."""

    def drawn(fractions: Iterable[float], length: float) -> list[Pixels]:
        whole = (round(size[0] * SCALE), round(size[1] * SCALE))
        document = json.loads(lottie)
        scaled = (document["w"] * SCALE, document["h"] * SCALE)
        pictures = []
        with Drawing(lottie.encode(), "a test") as drawing:
            for fraction in fractions:
                frame = drawing.frame(fraction * document["op"], whole, scaled).astype(np.int32)
                pictures.append((frame[..., :3] + 255 - frame[..., 3:]).clip(0, 255).astype(np.uint8))
        return pictures

    return drawn
