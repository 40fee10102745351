"""Typewriter: a line is written letter by letter. All letters stand at their final positions and differ only
in their delays.
"""

import stretto as st
from save import save

line = st.TextLayer("Hello, world", font_size=32, foreground_color="#2b2a33", position=(120, 45))
line.alignment_mode = line.vertical_alignment_mode = "center"
appear = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=0.01, fill_mode="both")
appear.removed_on_completion = False
line.glyph.add_animation(appear)
line.instance_delays = line.stagger(each=0.1) + 0.2

# Another animation fades out the whole line, so that the loop has no discontinuity.
leave = st.BasicAnimation("opacity", from_value=1, to_value=0, begin_time=2.2, duration=0.4)
leave.fill_mode, leave.removed_on_completion = "forwards", False
line.add_animation(leave)
scene = st.Scene(240, 90, background="#fff6ec")
scene.add_sublayer(line)
save(scene, "typewriter", duration=2.8)
