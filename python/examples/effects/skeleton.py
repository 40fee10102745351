"""Skeleton: three grey outlines of a card that pulse from top to bottom while the card loads."""

import math

import stretto as st
from save import save

row = st.Layer(frame=(14, 12, 132, 28))
row.add_sublayer(st.Layer(frame=(0, 0, 28, 28), corner_radius=14, background_color="#ccd3e0"))
row.add_sublayer(st.Layer(frame=(38, 4, 84, 8), corner_radius=4, background_color="#ccd3e0"))
row.add_sublayer(st.Layer(frame=(38, 17, 56, 8), corner_radius=4, background_color="#dde2ec"))
breathe = st.BasicAnimation("opacity", from_value=1, to_value=0.35, duration=0.8)
breathe.autoreverses, breathe.repeat_count, breathe.timing_function = True, math.inf, "ease-in-out"
row.add_animation(breathe)

rows = st.ReplicatorLayer(instance_count=3, instance_delay=0.25)
rows.instance_transform = st.Transform3D.translation(0, 34)
rows.add_sublayer(row)
scene = st.Scene(160, 120, background="white")
scene.add_sublayer(rows)
save(scene, "skeleton")
