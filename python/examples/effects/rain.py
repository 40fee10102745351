"""Rain: letters fall one after the other, and a replicator shows the word twenty-eight times."""

import math
import random

import stretto as st
from save import save

drop = st.TextLayer("rain", font_size=13, foreground_color="#3d5a80", position=(0, -10))
drop.glyph.add_animation(
    st.BasicAnimation(
        "transform.translation.y", from_value=0, to_value=150, duration=2, repeat_count=math.inf
    )
)
drop.instance_delays = drop.stagger(each=0.06)
chance = random.Random(4)
rain = st.ReplicatorLayer(instance_count=28)
rain.instance_transforms = [st.Transform3D.translation(chance.uniform(-10, 220), 0) for _ in range(28)]
rain.instance_delays = [chance.uniform(-2, 0) for _ in range(28)]
rain.instance_opacities = [chance.uniform(0.3, 1) for _ in range(28)]
rain.add_sublayer(drop)
scene = st.Scene(240, 130, background="#e0fbfc")
scene.add_sublayer(rain)
save(scene, "rain")
