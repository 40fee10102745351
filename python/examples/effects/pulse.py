"""Pulse: a dot emits circles that grow and fade, each half a second after the previous circle."""

import math

import stretto as st
from save import save

circle = st.Layer(bounds=(0, 0, 110, 110), position=(80, 60), corner_radius=55, background_color="#4f8cff")
circle.opacity = 0
for key_path, start, end in (("transform.scale", 0, 1), ("opacity", 0.7, 0)):
    grow = st.BasicAnimation(key_path, from_value=start, to_value=end, duration=2, repeat_count=math.inf)
    grow.timing_function = "ease-out"
    circle.add_animation(grow)

circles = st.ReplicatorLayer(instance_count=4, instance_delay=0.5)
circles.add_sublayer(circle)
scene = st.Scene(160, 120, background="#0f1729")
scene.add_sublayer(circles)
scene.add_sublayer(st.Layer(frame=(70, 50, 20, 20), corner_radius=10, background_color="white"))
save(scene, "pulse")
