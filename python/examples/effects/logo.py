"""Logo: the weight of every letter changes, from the middle outwards, and no letter moves."""

import math

import stretto as st
from save import save

name = st.TextLayer("STRETTO", font_size=46, tracking=3, foreground_color="#22223b", position=(120, 50))
name.alignment_mode = name.vertical_alignment_mode = "center"
breathe = st.KeyframeAnimation(
    "fontVariations.wght", values=[100, 900, 100], duration=1.6, repeat_count=math.inf
)
breathe.timing_functions = ["ease-in-out", "ease-in-out"]
name.glyph.add_animation(breathe)
name.instance_delays = name.stagger("center", each=-0.12)
scene = st.Scene(240, 100, background="#f2e9e4")
scene.add_sublayer(name)
save(scene, "logo")
