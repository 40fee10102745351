"""Imports a logo as SVG, draws its outlines, fills its colours, and lets its parts fall one after the other.

The script needs the extra `svg-layers`. With `--svg` the script uses another drawing, in which each path is a
part.

    python svg_layers.py [--out folder] [--svg logo.svg]
"""

import argparse
import pathlib
from collections.abc import Iterator

import stretto as st

LOGO = """<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180" viewBox="0 0 240 180">
  <style>
    path, circle { stroke: #22333b; stroke-width: 4; stroke-linecap: round; stroke-linejoin: round }
    .wave { fill: none; stroke: #2a9d8f; stroke-width: 6 }
  </style>
  <circle id="sun" cx="172" cy="48" r="24" fill="#ffb703"/>
  <path id="mainsail" d="M118 22V112H62Q104 76 118 22Z" fill="#f4a261"/>
  <path id="jib" d="M128 40Q160 84 168 112H128Z" fill="#e9c46a"/>
  <path id="mast" d="M122 14V124" fill="none"/>
  <path id="hull" d="M48 122H192Q182 150 160 150H84Q58 150 48 122Z" fill="#e76f51"/>
  <g id="sea">
    <path id="upper" class="wave" d="M28 158q12 -10 24 0t24 0t24 0t24 0t24 0t24 0t24 0t16 -2"/>
    <path id="lower" class="wave" d="M44 171q12 -10 24 0t24 0t24 0t24 0t24 0t24 0"/>
  </g>
</svg>"""
SIZE, PAPER = (320, 240), "#f8f4ec"


def parts(layer: st.Layer) -> Iterator[st.ShapeLayer]:
    """The shape layers of a drawing, the lowest layer first."""
    if isinstance(layer, st.ShapeLayer):
        yield layer
        return
    for sublayer in layer.sublayers:
        yield from parts(sublayer)


def make(svg: str | pathlib.Path = LOGO) -> tuple[st.Scene, st.Timeline]:
    """The scene and its timeline: outlines, colours, and the fall."""
    logo = st.Layer.from_svg(svg)
    logo.position = (SIZE[0] / 2, SIZE[1] / 2)
    scene = st.Scene(*SIZE, background=PAPER, sublayers=[logo])
    film = st.Timeline(scene)
    shapes = list(parts(logo))
    lines = [shape for shape in shapes if shape.stroke_color is not None]
    fills = [(shape, shape.fill_color) for shape in shapes if shape.fill_color is not None]
    if lines:
        film.from_(lines, stroke_end=0, stagger=0.15, duration=0.9, easing="ease-in-out")
    for index, (shape, color) in enumerate(fills):
        film.from_(shape, fill_color=(*color[:3], 0), at=0.8 + 0.12 * index, duration=0.5)
    film.wait(0.6).label("fall")
    for index, shape in enumerate(shapes):
        turn = (0.9, -0.7, 0.5)[index % 3]
        fall = {"transform.translation.y": SIZE[1] + 40.0, "transform.rotation.z": turn}
        film.to(shape, fall, at=film.labels["fall"] + 0.14 * index, duration=0.8, easing="ease-in-cubic")
    return scene, film


def main() -> None:
    """Writes the clip."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"), help="folder for the clip")
    parser.add_argument("--svg", type=pathlib.Path, help="a drawing in place of the boat")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    scene, film = make(options.svg or LOGO)
    path = options.out / "svg_layers.gif"
    scene.movie(film, fps=25).save(path)
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
