"""Party: confetti falls behind a word, which is the mask."""

import math

import numpy as np

import stretto as st
from save import save

paper = st.Image(np.full((5, 9, 4), 255, np.uint8))
cells = [
    st.EmitterCell(
        contents=paper, color=color, birth_rate=50, lifetime=3, velocity=50, velocity_range=20,
        emission_longitude=math.pi, emission_range=0.5, spin_range=8, scale=1.2, scale_range=0.5,
    )
    for color in ("#ff595e", "#ffca3a", "#8ac926", "#1982c4", "#6a4c93")
]  # fmt: skip
confetti = st.EmitterLayer(
    frame=(0, 0, 240, 100), emitter_shape="line", emitter_position=(120, -8), emitter_size=(240, 0),
    emitter_cells=cells, warm=True, seed=3, loop_duration=2,
)  # fmt: skip
word = st.TextLayer("PARTY", font_size=66, font_variations={"wght": 900}, position=(120, 50))
word.alignment_mode = word.vertical_alignment_mode = "center"
confetti.background_color = "#2b2d42"
confetti.mask = word
scene = st.Scene(240, 100, background="#edf2f4")
scene.add_sublayer(confetti)
save(scene, "party", duration=2)
