"""Carousel: cards around a pole. The nearest card is in front, whatever the order of sublayers."""

import math

import stretto as st
from save import save

COLORS = ("#ef476f", "#ffd166", "#06d6a0", "#8f6fe0")

ring = st.TransformLayer(bounds=(0, 0, 160, 120), position=(80, 60))
for index, color in enumerate(COLORS):
    card = st.Layer(bounds=(0, 0, 48, 62), position=(80, 60), corner_radius=7, background_color=color)
    card.add_sublayer(st.Layer(frame=(7, 8, 34, 26), corner_radius=4, background_color="#ffffffb0"))
    card.add_sublayer(st.Layer(frame=(7, 42, 24, 4), corner_radius=2, background_color="#ffffffb0"))
    card.add_sublayer(st.Layer(frame=(7, 50, 16, 4), corner_radius=2, background_color="#ffffff70"))
    angle = index * math.tau / len(COLORS)
    card.transform = st.Transform3D.translation(0, 0, 48) @ st.Transform3D.rotation(angle, 0, 1, 0)
    ring.add_sublayer(card)
angles = [index * math.tau / len(COLORS) for index in range(len(COLORS) + 1)]
turn = st.KeyframeAnimation("transform.rotation.y", values=angles, duration=3, repeat_count=math.inf)
turn.timing_functions = ["ease-in-out"] * len(COLORS)
ring.add_animation(turn)

table = st.TransformLayer(bounds=(0, 0, 160, 120), position=(80, 60))
table.transform = st.Transform3D.rotation(-0.22, 1, 0, 0)
table.add_sublayer(ring)
stage = st.Layer(frame=(0, 0, 160, 120), sublayer_transform=st.Transform3D.perspective(330))
stage.add_sublayer(table)
scene = st.Scene(160, 120, background="#12141c")
scene.add_sublayer(stage)
save(scene, "carousel")
