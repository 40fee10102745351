"""Karaoke: each word of the text is a copy with its own window of time."""

import stretto as st
from save import save

LYRICS = "row, row, row your boat, gently down the stream"
TIMES = [
    (0.2, 0.6),
    (0.6, 1.0),
    (1.0, 1.3),
    (1.3, 1.5),
    (1.5, 2.0),
    (2.1, 2.6),
    (2.6, 2.9),
    (2.9, 3.1),
    (3.1, 3.7),
]
song = st.TextLayer(LYRICS, instance_unit="word", font_size=23, foreground_color="#c5cad3")
song.font_variations = {"wght": 800}
song.frame, song.wrapped, song.alignment_mode = (8, 8, 224, 90), True, "center"
for k, (start, stop) in enumerate(TIMES):
    sung = st.BasicAnimation("foregroundColor", from_value="#c5cad3", to_value="#d90429", begin_time=start)
    sung.duration, sung.fill_mode, sung.removed_on_completion = stop - start, "forwards", False
    song.glyph.instance(k).add_animation(sung)
scene = st.Scene(240, 100, background="white")
scene.add_sublayer(song)
save(scene, "karaoke", duration=4.2)
