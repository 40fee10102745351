"""Writes a badge for a README, a word whose letters light up one after the other, as an animated SVG file.

    python readme_badge.py [word] [--out folder]

The README shows the badge with `![build: passing](badge.svg)`. The file contains no script, so code hosts
show it as an image.
"""

import argparse
import math
import pathlib

import stretto as st


def make_scene(word: str = "passing") -> st.Scene:
    """A badge of one line. The letters on the right half of the badge light up one after the other."""
    left, right = "build", word
    label = st.TextLayer(left, font_size=13, foreground_color="white", frame=(10, 5, 60, 20))
    letters = st.TextLayer(right, font_size=13, foreground_color="white", frame=(64, 5, 200, 20))
    letters.instance_delay = 0.08
    letters.glyph.add_animation(
        st.KeyframeAnimation(
            "opacity", values=[1, 0.35, 1, 1], key_times=[0, 0.1, 0.3, 1], duration=2, repeat_count=math.inf
        )
    )
    width = 74 + 8.2 * len(right)
    ground = st.Layer(frame=(0, 0, width, 24), corner_radius=5, background_color="#4c4c4c")
    ground.masks_to_bounds = True
    ground.add_sublayer(st.Layer(frame=(56, 0, width - 56, 24), background_color="seagreen"))
    scene = st.Scene(width, 24, sublayers=[ground, label, letters])
    scene.root.name = f"{left}: {right}"
    return scene


scene = make_scene()


def main() -> None:
    """Writes the badge."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("word", nargs="?", default="passing")
    arguments.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"))
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    target = options.out / "badge.svg"
    make_scene(options.word).save(target)
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
