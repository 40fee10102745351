"""Reflection: a replicator's second copy is mirrored, paler, and fades downwards through a mask."""

import math

import stretto as st
from save import save

letters = st.Layer(bounds=(0, 0, 160, 64), anchor_point=(0, 0))
for index, color in enumerate(["#ff595e", "#ffca3a", "#8ac926", "#1982c4"]):
    block = st.Layer(frame=(22 + 30 * index, 36, 24, 24), corner_radius=6, background_color=color)
    hop = st.KeyframeAnimation("position.y", values=[48, 18, 48, 48], key_times=[0, 0.25, 0.5, 1])
    hop.timing_functions = ["ease-out", "ease-in", "linear"]
    hop.duration, hop.repeat_count, hop.begin_time = 1.6, math.inf, 0.12 * index
    block.add_animation(hop)
    letters.add_sublayer(block)

# Copies are mirrored about the middle of the replicator's bounds, which is the floor.
mirror = st.ReplicatorLayer(instance_count=2, instance_alpha_offset=-0.55, frame=(0, 0, 160, 128))
mirror.instance_transform = st.Transform3D.scale(1, -1)
mirror.add_sublayer(letters)
stage = st.Layer(frame=(0, 0, 160, 120))
stage.mask = st.GradientLayer(
    frame=(0, 0, 160, 120), colors=["black", "black", "#00000000"], locations=[0, 0.55, 1]
)
stage.add_sublayer(mirror)
scene = st.Scene(160, 120, background="white")
scene.add_sublayer(stage)
save(scene, "reflection")
