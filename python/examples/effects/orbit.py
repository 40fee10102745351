"""Orbit: planets with fading tails move around a sun, the inner planets faster, in a tilted plane."""

import math

import stretto as st
from save import save

system = st.Layer(bounds=(0, 0, 160, 120), position=(80, 60))
system.transform = st.Transform3D.rotation(-0.35).rotated(1.05, 1, 0, 0)
system.add_sublayer(st.Layer(frame=(68, 48, 24, 24), corner_radius=12, background_color="#ffd166"))
for radius, seconds, size, color in ((26, 1, 8, "#ef476f"), (44, 2, 10, "#06d6a0"), (64, 4, 12, "#4f8cff")):
    arm = st.Layer(bounds=(0, 0, 2 * radius, 2 * radius), position=(80, 60))
    planet = (2 * radius - size / 2, radius - size / 2, size, size)
    arm.add_sublayer(st.Layer(frame=planet, corner_radius=size / 2, background_color=color))
    turn = st.BasicAnimation("transform.rotation.z", from_value=0, to_value=math.tau, duration=seconds)
    turn.repeat_count = math.inf
    arm.add_animation(turn)
    tail = st.ReplicatorLayer(instance_count=12, instance_delay=seconds / 40, instance_alpha_offset=-0.085)
    tail.add_sublayer(arm)
    system.add_sublayer(tail)
scene = st.Scene(160, 120, background="#0b132b")
scene.add_sublayer(system)
save(scene, "orbit")
