"""Text wave: one animation of the glyph layer, with a delay per letter."""

import math

import stretto as st
from save import save

line = st.TextLayer("surf’s up", font_size=44, foreground_color="#0a7ea4", position=(120, 60))
line.alignment_mode = line.vertical_alignment_mode = "center"
swing = st.KeyframeAnimation(
    "transform.translation.y", values=[0, -12, 0, 12, 0], duration=1.2, repeat_count=math.inf
)
swing.calculation_mode = "cubic"
line.glyph.add_animation(swing)
line.instance_delays = line.stagger(each=-0.09)
scene = st.Scene(240, 120, background="#e8f7fb")
scene.add_sublayer(line)
save(scene, "text_wave")
