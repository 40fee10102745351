"""SAConfettiView (github.com/sudeepag/SAConfettiView): a cell for each colour, emitted from a line along the
top.
"""

import math

import stretto as st

WIDTH, HEIGHT, INTENSITY = 320, 400, 0.5
COLORS = [(0.95, 0.4, 0.27), (1, 0.78, 0.36), (0.48, 0.78, 0.64), (0.3, 0.76, 0.85), (0.58, 0.39, 0.55)]
TIMES = (0.5, 2, 6)


def paper() -> st.Image:
    """An image of a white square of 22 pixels without one corner. The original iOS effect uses an image file
    in place of the square.
    """
    shape = st.ShapeLayer(
        path=st.Path.polygon([(0, 0), (22, 0), (22, 14), (14, 22), (0, 22)]), fill_color="white"
    )
    return st.Image(st.Scene(22, 22, sublayers=[shape]).render(0))


def cell(color: tuple[float, float, float], image: st.Image) -> st.EmitterCell:
    return st.EmitterCell(
        birth_rate=6 * INTENSITY,
        lifetime=14 * INTENSITY,
        lifetime_range=0,
        color=color,
        velocity=350 * INTENSITY,
        velocity_range=80 * INTENSITY,
        emission_longitude=math.pi,
        emission_range=math.pi,
        spin=3.5 * INTENSITY,
        spin_range=4 * INTENSITY,
        scale_range=INTENSITY,
        scale_speed=-0.1 * INTENSITY,
        contents=image,
    )


def scene() -> st.Scene:
    image = paper()
    emitter = st.EmitterLayer(emitter_shape="line", emitter_position=(WIDTH / 2, 0), emitter_size=(WIDTH, 1))
    emitter.emitter_cells = [cell(color, image) for color in COLORS]
    return st.Scene(WIDTH, HEIGHT, background="white", sublayers=[emitter])
