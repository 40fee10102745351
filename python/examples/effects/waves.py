"""Waves: twelve copies of a ball that moves up and down, each copy a little later and a little greener."""

import math

import stretto as st
from save import save

ball = st.Layer(frame=(9, 52, 10, 16), corner_radius=5, background_color="#ff5d8f")
swing = st.KeyframeAnimation("position.y", values=[32, 88, 32], duration=1.2, repeat_count=math.inf)
swing.timing_functions = ["ease-in-out", "ease-in-out"]
ball.add_animation(swing)

balls = st.ReplicatorLayer(instance_count=12, instance_delay=0.1)
balls.instance_transform = st.Transform3D.translation(12, 0)
balls.instance_red_offset, balls.instance_green_offset = -0.06, 0.05
balls.instance_color = "white"
balls.add_sublayer(ball)
scene = st.Scene(160, 120, background="#fff6ec")
scene.add_sublayer(balls)
save(scene, "waves")
