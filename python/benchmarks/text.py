"""Measures text in Stretto, Skia, Blend2D, cairo and Pillow: `text.py --help`.

T1 is a still page of 10,000 glyphs of 12 points. T2 has 10,000 glyphs of 16 points, each rotated and scaled
by a matrix of its own. Scene "T2 alive" gets the matrices of T2 from two animations and a delay per letter.
Other libraries leave animations to their callers. Scene "T2 alive" is compared with Blend2D, which gets the
matrices of T2. T3 has 500 glyphs of 64 points, each with a transform and a colour. T4 has 1,000 emoji of 28
points, each with a transform, as flat layers (COLR) and as pictures (Debian's Noto Color Emoji). The last
rows of the table are the cost of a new string per 1,000 characters, and the cost of a change of the font size
only. All times are processor time with one thread and one font file. Ratios of times are more reliable than
times.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import subprocess
from pathlib import Path

import numpy as np
from emoji_font import write
from run import PEERS_PYTHON, install_peers
from text_scenes import EMOJI, FONTS, HEIGHT, LINE, SCENES, WIDTH, color, font_file, glyph_runs, milliseconds

import stretto as st

PEERS = ("skia", "blend2d", "cairo", "pillow")


def text_of(name: str, *, alive: bool) -> st.TextLayer:
    count, size, columns = SCENES[name]
    given = glyph_runs(name)
    text = st.TextLayer("".join(glyph[0] for glyph in given), font_size=size, foreground_color="black")
    if name.startswith("T4"):
        text.font = st.Font(font_file(name))
    if name == "T1":
        # The text layer wraps the page of text to the width of a row in the other libraries.
        text.frame, text.wrapped = (20, 20, columns * size * 0.8, HEIGHT), True
        return text
    boxes = text.copies()
    moves = []
    for box, (_, x, y, turn, scale) in zip(boxes, given, strict=True):
        move = st.Transform3D.translation(x - box.x, y - box.baseline)
        if not alive:
            move = move.rotated(turn).scaled(scale)
        moves.append(move)
    text.instance_transforms = moves
    if alive:
        for path, start, end in (("transform.rotation.z", -0.5, 0.5), ("transform.scale", 0.8, 1.2)):
            swing = st.BasicAnimation(path, from_value=start, to_value=end, duration=1, autoreverses=True)
            swing.repeat_count = math.inf
            text.glyph.add_animation(swing)
        text.instance_delays = [0.001 * k for k in range(count)]
    if name == "T3":
        text.instance_colors = [(*color(k), 1) for k in range(count)]
        text.foreground_color = "white"
    return text


def own_time(name: str, *, alive: bool = False) -> float:
    """Milliseconds per frame that Stretto needs for a text scene."""
    scene = st.Scene(WIDTH, HEIGHT, background="white")
    scene.add_sublayer(text_of(name, alive=alive))
    out = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    return milliseconds(
        lambda k: scene.render(2 + 0.02 * k if alive else 0, out=out, premultiplied=True, threads=1)
    )


def theirs(peer: str, name: str) -> float | None:
    """Milliseconds per frame that another library needs for a text scene, or None if the library does not
    draw the scene.
    """
    command = [str(PEERS_PYTHON), str(Path(__file__).with_name("peer_text.py")), peer, name]
    answer: float | None = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return answer


def layout_costs() -> tuple[float, float]:
    """Milliseconds per 1,000 characters for a new string, and for another font size of a known string."""
    text = st.TextLayer("", font_size=12, wrapped=True, bounds=(0, 0, 400, 400))
    scene = st.Scene(8, 8)
    scene.add_sublayer(text)
    numbers = itertools.count()
    page = LINE * 10

    def new_string(_: int) -> None:
        text.string = f"{next(numbers):08}" + page[:992]
        text.lines(0)

    def new_size(k: int) -> None:
        text.font_size = 12 + k % 7
        text.lines(0)

    return milliseconds(new_string), milliseconds(new_size)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--no-peers", action="store_true", help="this library alone")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the milliseconds, for report.py")
    arguments = parser.parse_args()
    peers = () if arguments.no_peers else PEERS
    if peers:
        install_peers()
    print("ms a frame     stretto" + "".join(f"{peer:>10}{'ratio':>7}" for peer in peers))
    write(FONTS["vectors"], EMOJI)
    results: dict[str, dict[str, float]] = {}
    for row in ("T1", "T2", "T2 alive", "T3", "T4 vectors", "T4 bitmaps"):
        name = row.removesuffix(" alive")
        own = own_time(name, alive="alive" in row)
        results[row] = {"stretto": own}
        cells = ""
        for peer in peers:
            other = theirs(peer, name)
            if other is not None:
                results[row][peer] = other
            cells += " " * 17 if other is None else f"{other:10.1f}{own / other:7.2f}"
        print(f"{row:12}{own:10.1f}{cells}")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    new_string, new_size = layout_costs()
    print(
        f"\nlayout, ms for 1,000 characters: a new string {new_string:.2f}, another font size {new_size:.2f}"
    )


if __name__ == "__main__":
    main()
