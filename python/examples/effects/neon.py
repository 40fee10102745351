"""Neon: glowing outlines of letters are drawn one after the other."""

import math

import stretto as st
from save import save

sign = st.TextLayer("OPEN", font_size=60, foreground_color=None, position=(110, 60), tracking=4)
sign.alignment_mode = sign.vertical_alignment_mode = "center"
sign.glyph.stroke_color, sign.glyph.line_width = "#ff2d95", 3
sign.glyph.line_join = sign.glyph.line_cap = "round"
sign.shadow_color, sign.shadow_opacity, sign.shadow_radius, sign.shadow_offset = "#ff2d95", 1, 6, (0, 0)
write = st.KeyframeAnimation("strokeEnd", values=[0, 1, 1, 0], key_times=[0, 0.35, 0.8, 1], duration=3)
write.repeat_count = math.inf
sign.glyph.add_animation(write)
sign.instance_delays = sign.stagger(each=-0.25)
scene = st.Scene(220, 120, background="#160a18")
scene.add_sublayer(sign)
save(scene, "neon")
