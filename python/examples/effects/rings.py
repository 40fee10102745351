"""Rings: six rotating copies of an open ring, each smaller and later than the previous copy."""

import math

import stretto as st
from save import save

ring = st.ShapeLayer(bounds=(0, 0, 104, 104), position=(80, 60), path=st.Path.ellipse(4, 4, 96, 96))
ring.fill_color, ring.stroke_color, ring.line_width, ring.line_cap = None, "white", 7, "round"
ring.stroke_end = 0.7
turn = st.BasicAnimation("transform.rotation.z", from_value=0, to_value=math.tau, duration=2.4)
turn.timing_function, turn.repeat_count = "ease-in-out", math.inf
ring.add_animation(turn)

rings = st.ReplicatorLayer(bounds=(0, 0, 160, 120), position=(80, 60), instance_count=5, instance_delay=0.16)
rings.instance_transform = st.Transform3D.scale(0.74)
rings.instance_colors = ["#06d6a0", "#1b9aaa", "#4f8cff", "#9b5de5", "#ef476f"]
rings.add_sublayer(ring)
scene = st.Scene(160, 120, background="#101820")
scene.add_sublayer(rings)
save(scene, "rings")
