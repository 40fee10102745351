"""Text path: a line of text moves around a circle, and the path rotates every letter."""

import math

import stretto as st
from save import save

RADIUS = 40
circle = st.Path.ellipse(-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS)
ring = st.TextLayer("round and round and ", foreground_color="#c2185b", position=(65, 65))
# The largest font size at which the text with its last space fits the circle once.
ring.font_size *= math.tau * RADIUS / sum(box.width for box in ring.copies())
ring.text_path = circle
turn = st.BasicAnimation("textPathOffset", from_value=0, to_value=math.tau * RADIUS, duration=3)
turn.repeat_count = math.inf
ring.add_animation(turn)
scene = st.Scene(130, 130, background="#fff0f5")
scene.add_sublayer(ring)
save(scene, "text_path")
