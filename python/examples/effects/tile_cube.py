"""Tile cube: 125 copies of one tile in depth, by a replicator for each axis, with colour offsets."""

import math

import stretto as st
from save import save

tile = st.Layer(bounds=(0, 0, 9, 9), position=(10, 10), background_color="white")
tile.border_width, tile.border_color = 0.75, "#00000050"
copies: st.Layer = tile
for axis, offset in enumerate(("instance_red_offset", "instance_green_offset", "instance_blue_offset")):
    translation = [0.0, 0.0, 0.0]
    translation[axis] = 15
    row = st.ReplicatorLayer(bounds=(0, 0, 20, 20), position=(10, 10), instance_count=5)
    row.preserves_depth = True
    row.instance_transform = st.Transform3D.translation(*translation)
    setattr(row, offset, -0.2)
    row.add_sublayer(copies)
    copies = row

# The block of tiles extends by four steps from its first tile along each axis, and the translation moves the
# middle of the block to the pole.
block = st.TransformLayer(bounds=(0, 0, 20, 20), position=(80, 60))
block.sublayer_transform = st.Transform3D.translation(-30, -30, -30)
turn = st.BasicAnimation("transform.rotation.y", from_value=0, to_value=math.tau, duration=1.92)
turn.repeat_count = math.inf
block.add_animation(turn)
block.add_sublayer(copies)

table = st.TransformLayer(bounds=(0, 0, 160, 120), position=(80, 60))
table.transform = st.Transform3D.rotation(-0.5, 1, 0, 0)
table.add_sublayer(block)
stage = st.Layer(frame=(0, 0, 160, 120), sublayer_transform=st.Transform3D.perspective(260))
stage.add_sublayer(table)
scene = st.Scene(160, 120, background="#10121a")
scene.add_sublayer(stage)
save(scene, "tile_cube")
