"""Compares frames and values of a program for aarch64 with those of the library (tools/aarch64_check.py).

python aarch64.py PROGRAM
"""

from __future__ import annotations

import itertools
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import page_scenes
import random_scenes
import stretto as st
from stretto._pictures import png

TIMES = (0.2, 0.57, 1.81)
#: The last sampled time in seconds, and the number of sampled values of each layer.
END, COUNT = 6.0, 97


def run(program: str, *words: object) -> str:
    """Runs the program in the emulator and returns its output."""
    command = ["qemu-aarch64", program, *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def scenes() -> Iterator[tuple[str, st.Scene]]:
    yield from itertools.chain(page_scenes.ten(), page_scenes.effects())
    yield from ((f"random-{seed}", random_scenes.scene(seed)) for seed in range(20))


def differing_frames(program: str, folder: pathlib.Path) -> tuple[list[str], int]:
    """Names of frames whose PNG file differs from the library's, and the number of compared frames."""
    differing, count = [], 0
    for name, scene in scenes():
        document = folder / "scene.caml"
        document.write_bytes(scene.to_bytes())
        run(program, "frames", document, 1, *TIMES)
        opened = st.Scene.from_bytes(document.read_bytes())
        for k, time in enumerate(TIMES):
            count += 1
            made = (folder / f"scene.caml.{k}.png").read_bytes()
            if made != png.encoded(opened.render(time)):
                differing.append(f"{name} at {time} s")
    return differing, count


def timed() -> st.Scene:
    """A scene with a layer for each combination of fill mode, timing curve, speed, repeat count and
    autoreverse.
    """
    scene = st.Scene(9, 9)
    curves = ("linear", "ease-in", "ease-out", "ease-in-out", (0.1, 1.7, 0.6, -0.4))
    kinds = itertools.product(
        ("removed", "backwards", "forwards", "both"), curves, (1.0, -1.0, 0.37), (1.0, 2.5), (False, True)
    )
    for fill_mode, curve, speed, repeat_count, autoreverses in kinds:
        move = st.BasicAnimation("opacity", from_value=0.1, to_value=0.9, duration=0.7, begin_time=0.3)
        move.fill_mode, move.timing_function, move.speed = fill_mode, curve, speed  # type: ignore[assignment]
        move.repeat_count, move.autoreverses, move.removed_on_completion = repeat_count, autoreverses, False
        scene.add_sublayer(st.Layer(animations=[move], opacity=0.5))
    return scene


def differing_values(program: str, folder: pathlib.Path) -> tuple[list[str], int]:
    """Names of layers whose values differ in any bit from the library's, and the number of layers."""
    document = folder / "timed.caml"
    document.write_bytes(timed().to_bytes())
    layers = st.Scene.from_bytes(document.read_bytes())
    printed = run(program, "values", document, len(layers.sublayers), "opacity", END, COUNT).splitlines()
    differing = []
    for layer, line in zip(layers.sublayers, printed, strict=True):
        _, values = layers.sample(layer, "opacity", 0, END, COUNT)
        if list(map(float.fromhex, line.split())) != values.tolist():
            differing.append(repr(layer))
    return differing, len(printed)


def main(program: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        frames, drawn = differing_frames(program, pathlib.Path(folder))
        layers, sampled = differing_values(program, pathlib.Path(folder))
    if frames or layers:
        sys.exit("aarch64-check: other bytes: " + "; ".join(frames + layers))
    print(f"aarch64-check: {drawn} frames as PNGs and the values of {sampled} layers have the same bytes")


if __name__ == "__main__":
    main(sys.argv[1])
