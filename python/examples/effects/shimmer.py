"""Shimmer: a band of light moves over a card. The shapes of the card are the mask of a gradient."""

import math

import stretto as st
from save import save

shapes = st.Layer(frame=(0, 0, 160, 120))
for frame in ((14, 14, 132, 50), (14, 74, 100, 9), (14, 90, 70, 9)):
    shapes.add_sublayer(st.Layer(frame=frame, corner_radius=5, background_color="black"))

highlight = st.GradientLayer(
    frame=(0, 0, 160, 120), colors=["#3a3a5c", "#3a3a5c", "#8f8fbf", "#3a3a5c", "#3a3a5c"]
)
highlight.start_point, highlight.end_point, highlight.locations = (0, 0.35), (1, 0.65), [0, 0, 0, 0, 1]
run = st.KeyframeAnimation("locations", duration=1.5, repeat_count=math.inf)
run.values = [[0, 0, 0, 0.01, 1], [0, 0, 0.2, 0.4, 1], [0, 0.6, 0.8, 1, 1], [0, 0.99, 1, 1, 1]]
highlight.add_animation(run)
highlight.mask = shapes
scene = st.Scene(160, 120, background="#26263f")
scene.add_sublayer(highlight)
save(scene, "shimmer")
