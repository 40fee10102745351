"""Words: the words of a verse appear in a random order, which is equal in every run."""

import stretto as st
from save import save

POEM = "Wanderers Nachtlied:\nÜber allen Gipfeln ist Ruh, in allen Wipfeln spürest du kaum einen Hauch."
verse = st.TextLayer(POEM, font_size=19, foreground_color="#3a2e5c", leading=4)
verse.frame, verse.wrapped = (14, 12, 212, 126), True
appear = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=0.4, fill_mode="both")
appear.removed_on_completion = False
verse.glyph.add_animation(appear)
verse.instance_delays = verse.stagger("random", each=0.12, by="word", seed=7)
leave = st.BasicAnimation(
    "opacity", from_value=1, to_value=0, begin_time=3, duration=0.5, fill_mode="forwards"
)
leave.removed_on_completion = False
verse.add_animation(leave)
scene = st.Scene(240, 150, background="#f4f0fa")
scene.add_sublayer(verse)
save(scene, "words", duration=3.6)
