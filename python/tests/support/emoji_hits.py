"""Checks that each emoji is hit at its painted pixels, and nowhere else. The command `python emoji_hits.py`
checks all emoji.
"""

from __future__ import annotations

import pathlib

import numpy as np

import stretto as st

LIST = pathlib.Path("/usr/share/unicode/emoji/emoji-test.txt")
#: Number of emoji in one text.
SOME = 61


def emoji() -> list[str]:
    """All fully-qualified emoji of Unicode's list."""
    lines = LIST.read_text("utf-8").splitlines()
    codes = [line.partition(";")[0].split() for line in lines if "; fully-qualified" in line]
    return ["".join(chr(int(code, 16)) for code in sequence) for sequence in codes]


def check(sequences: list[str]) -> None:
    for start in range(0, len(sequences), SOME):
        some = sequences[start : start + SOME]
        layer = st.TextLayer("".join(some), font_size=24, frame=(0, 0, 260, 360), wrapped=True)
        scene = st.Scene(260, 360)
        scene.add_sublayer(layer)
        pixels = scene.render(0)[..., 3]
        assert layer.instance_count == len(some)
        for copy in layer.copies():
            x, y = int(copy.x), int(copy.y)
            ys, xs = np.nonzero(pixels[y : y + int(copy.height), x : x + int(copy.width)] > 200)
            middle = len(xs) // 2
            hit = scene.hit_test(x + xs[middle] + 0.5, y + ys[middle] + 0.5, 0)
            assert hit is not None, some[copy.character]
            assert (hit.instance, hit.character) == ((copy.character,), copy.character), some[copy.character]


if __name__ == "__main__":
    every = emoji()
    check(every)
    print(f"{len(every)} emoji: one hit each")
