"""Star button: a grey star shrinks to nothing, a golden star pops up, and twelve rays fly outwards."""

import math

import stretto as st
from save import save

POINTS = [(math.tau * k / 10 - math.pi / 2, 26 if k % 2 == 0 else 11) for k in range(10)]
OUTLINE = "M" + "L".join(f"{26 + r * math.cos(a):.2f} {26 + r * math.sin(a):.2f}" for a, r in POINTS) + "Z"


def star(color: str, key_times: list[float], scales: list[float]) -> st.ShapeLayer:
    """A star whose scale is animated with the keyframes `scales`."""
    made = st.ShapeLayer(bounds=(0, 0, 52, 52), position=(80, 60), path=OUTLINE, fill_color=color)
    pop = st.KeyframeAnimation("transform.scale", values=scales, key_times=key_times, duration=2.4)
    pop.timing_functions, pop.repeat_count = ["ease-out"] * (len(scales) - 1), math.inf
    made.add_animation(pop)
    return made


ray = st.Layer(
    bounds=(0, 0, 3, 10), position=(80, 26), corner_radius=1.5, background_color="#ffb703", opacity=0
)
for key_path, values in (("position.y", [36, 36, 10, 10]), ("opacity", [0, 1, 0, 0])):
    fly = st.KeyframeAnimation(key_path, values=values, key_times=[0, 0.3, 0.55, 1], duration=2.4)
    fly.timing_functions, fly.repeat_count = ["linear", "ease-out", "linear"], math.inf
    ray.add_animation(fly)
rays = st.ReplicatorLayer(bounds=(0, 0, 160, 120), position=(80, 60), instance_count=12)
rays.instance_transform = st.Transform3D.rotation(math.tau / 12)
rays.add_sublayer(ray)

scene = st.Scene(160, 120, background="white")
scene.add_sublayer(star("#c9c9d3", [0, 0.15, 0.25, 0.9, 1], [1, 1, 0, 0, 1]))
scene.add_sublayer(rays)
scene.add_sublayer(star("#ffb703", [0, 0.25, 0.37, 0.45, 0.85, 0.92, 1], [0, 0, 1.25, 1, 1, 0, 0]))
save(scene, "star_button")
