"""Bars: an equaliser of copies. The delays of the copies increase from the middle to the sides."""

import math

import stretto as st
from save import save

bar = st.Layer(bounds=(0, 0, 12, 84), position=(26, 102), anchor_point=(0.5, 1), corner_radius=6)
bar.background_color = "white"
bounce = st.KeyframeAnimation("bounds.size.height", values=[14, 84, 30, 60, 14], duration=1.2)
bounce.timing_functions = ["ease-in-out"] * 4
bounce.repeat_count = math.inf
bar.add_animation(bounce)

bars = st.ReplicatorLayer(instance_count=7, instance_transform=st.Transform3D.translation(18, 0))
bars.instance_delays = st.stagger(7, "center", each=0.12)
bars.instance_colors = ["#ffd166", "#fcbf49", "#f8a531", "#f77f00", "#e85d04", "#dc2f02", "#c1121f"]
bars.add_sublayer(bar)
scene = st.Scene(160, 120, background="#1b1b2f")
scene.add_sublayer(bars)
save(scene, "bars")
