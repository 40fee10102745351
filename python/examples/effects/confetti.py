"""Confetti: an emitter along the upper edge, with a cell for each colour, repeats after `loop_duration`."""

import math

import stretto as st
from save import save

paper = st.Image.solid(6, 9, "white")
cells = [
    st.EmitterCell(
        contents=paper, color=color, birth_rate=6, lifetime=4, scale=0.8, scale_range=0.5,
        velocity=40, velocity_range=30, emission_longitude=math.pi, emission_range=0.8,
        y_acceleration=35, spin=2, spin_range=8,
    )
    for color in ("#ff595e", "#ffca3a", "#8ac926", "#1982c4", "#9b5de5")
]  # fmt: skip
emitter = st.EmitterLayer(emitter_shape="line", emitter_position=(80, -8), emitter_size=(170, 0))
emitter.emitter_cells, emitter.seed, emitter.loop_duration, emitter.warm = cells, 7, 1.6, True
scene = st.Scene(160, 120, background="#22223b")
scene.add_sublayer(emitter)
save(scene, "confetti")
