"""Counter: keyframes of strings, with digits of equal width."""

import stretto as st
from save import save

number = st.TextLayer("0", font_size=48, font_features="tnum", foreground_color="#1b4332", position=(190, 45))
number.alignment_mode, number.vertical_alignment_mode = "right", "center"
count = st.KeyframeAnimation("string", values=[f"{n:,}" for n in range(0, 10001, 250)], duration=2)
count.calculation_mode, count.timing_function = "discrete", "ease-out"
count.fill_mode, count.removed_on_completion = "both", False
number.add_animation(count)
scene = st.Scene(240, 90, background="#d8f3dc")
scene.add_sublayer(number)
save(scene, "counter", duration=2.6)
