"""Stroke spinner: the two ends of a circle's stroke chase each other while the circle rotates."""

import math

import stretto as st
from save import save

circle = st.ShapeLayer(bounds=(0, 0, 72, 72), position=(80, 60), path=st.Path.ellipse(4, 4, 64, 64))
circle.fill_color, circle.stroke_color, circle.line_width, circle.line_cap = None, "#e4572e", 7, "round"
for key_path, values in (("strokeEnd", [0.02, 0.75, 0.77]), ("strokeStart", [0, 0.02, 0.75])):
    run = st.KeyframeAnimation(key_path, values=values, duration=1.4, repeat_count=math.inf)
    run.timing_functions = ["ease-in-out", "ease-in-out"]
    circle.add_animation(run)
# In each iteration, the end of the stroke moves by three quarters of a turn. The rotation of the layer adds
# the last quarter of a turn.
turn = st.BasicAnimation("transform.rotation.z", from_value=0, to_value=math.tau / 4, duration=1.4)
turn.repeat_count, turn.cumulative = math.inf, True
spinner = st.Layer(bounds=(0, 0, 160, 120), position=(80, 60))
spinner.add_animation(turn)
spinner.add_sublayer(circle)
scene = st.Scene(160, 120, background="white")
scene.add_sublayer(spinner)
save(scene, "stroke_spinner", duration=1.4)
