"""Cube: six faces in a transform layer, which preserves their depth."""

import math

import stretto as st
from save import save

cube = st.TransformLayer(bounds=(0, 0, 60, 60), position=(80, 60))
faces = (
    ("#ef476f", 0, (0, 1, 0)),
    ("#ffd166", math.pi / 2, (0, 1, 0)),
    ("#06d6a0", math.pi, (0, 1, 0)),
    ("#118ab2", -math.pi / 2, (0, 1, 0)),
    ("#8f6fe0", math.pi / 2, (1, 0, 0)),
    ("#f78c6b", -math.pi / 2, (1, 0, 0)),
)
for color, angle, axis in faces:
    face = st.Layer(frame=(0, 0, 60, 60), corner_radius=8, background_color=color, opacity=0.85)
    face.border_width, face.border_color = 2, "white"
    # Each face is moved to the front first, and then rotated to its side of the cube.
    face.transform = st.Transform3D.translation(0, 0, 30) @ st.Transform3D.rotation(angle, *axis)
    cube.add_sublayer(face)
turn = st.BasicAnimation("transform.rotation.y", from_value=0, to_value=math.tau, duration=4)
turn.repeat_count = math.inf
cube.add_animation(turn)

# The cube is seen from above, with the eye at a distance of 300 points.
table = st.TransformLayer(bounds=(0, 0, 160, 120), position=(80, 60))
table.transform = st.Transform3D.rotation(-0.5, 1, 0, 0)
table.add_sublayer(cube)
stage = st.Layer(frame=(0, 0, 160, 120), sublayer_transform=st.Transform3D.perspective(300))
stage.add_sublayer(table)
scene = st.Scene(160, 120, background="#20222c")
scene.add_sublayer(stage)
save(scene, "cube")
