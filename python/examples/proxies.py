"""Draws the emoji preview twice, with replicators and with proxies, and shows that the pictures are equal.

python proxies.py [--out folder]
"""

import argparse
import pathlib

import emoji_preview
import numpy as np
from PIL import Image as Pillow

import stretto as st


def by_proxies(emoji: st.Layer) -> st.Layer:
    """A scene that displays the emoji with one proxy at each position of `SQUARES`."""
    view = st.ViewReplicator(emoji)
    for (x, y), side in emoji_preview.SQUARES:
        view.add_proxy(frame=(x - side / 2, y - side / 2, side, side))
    return view


def main() -> None:
    """Compares the two pictures frame by frame, and writes one clip with both pictures side by side."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"))
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    by_hand = emoji_preview.make_scene(emoji_preview.drawn_face())
    with_proxies = emoji_preview.make_scene(emoji_preview.drawn_face(), by_proxies)

    times = [index / 25 for index in range(50)]
    different = sum(
        int((by_hand.render(time) != with_proxies.render(time)).any(axis=2).sum()) for time in times
    )
    both = np.hstack([scene.render(0.8, scale=2) for scene in (by_hand, with_proxies)])
    path = options.out / "proxies.png"
    Pillow.fromarray(both).save(path)
    print(f"wrote {path}: by hand and with proxies, {different} of {len(times)} x 126,000 pixels differ")


if __name__ == "__main__":
    main()
