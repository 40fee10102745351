"""Message confetti: an explosion, air resistance, waves, increasing gravity, and paper that tumbles.

The numbers and the eight steps are those of Bryce Bostwick's study of the confetti in Apple's Messages
(bryce.co). The birth rate is lower than in Messages, because the picture is smaller. A dim burst, half as
large, is behind the first burst.
"""

import math

import stretto as st
from save import save

SIZE = 160
COLORS = [
    (149, 58, 255), (255, 195, 41), (255, 101, 26), (123, 92, 255), (76, 126, 255), (71, 192, 255),
    (255, 47, 39), (255, 91, 134), (233, 122, 208),
]  # fmt: skip


# Step 1: two shapes of paper in nine colours.
def papers() -> list[st.Image]:
    """Images of a rectangle and of a disc in each colour."""
    disc = st.ShapeLayer(st.Path.ellipse(0, 0, 10, 10))
    images = []
    for color in COLORS:
        shade = tuple(channel / 255 for channel in color)
        images.append(st.Image.solid(20, 13, shade))
        disc.fill_color = shade
        circle = st.Scene(10, 10)
        circle.add_sublayer(disc)
        images.append(st.Image(circle.render(0)))
    return images


def confetti(scale: float) -> st.EmitterLayer:
    """An emitter that emits one burst of paper at the given scale."""
    # Step 2: the animated birth rate of the emitter limits the time in which the cells emit particles.
    # Step 3: particles are planes that spin in space.
    cells = [
        st.EmitterCell(
            name=f"paper{k}", contents=paper, begin_time=0.1, birth_rate=10, lifetime=10,
            emission_range=math.pi, spin=4, spin_range=8, scale=scale, particle_type="plane",
            orientation_range=math.pi, orientation_longitude=math.pi / 2, orientation_latitude=math.pi / 2,
        )
        for k, paper in enumerate(papers())
    ]  # fmt: skip
    x, y = SIZE / 2, SIZE * 0.3
    layer = st.EmitterLayer(
        frame=(0, 0, SIZE, SIZE), emitter_cells=cells, birth_rate=0, emitter_position=(x, y),
        emitter_size=(50, 50), emitter_shape="sphere", seed=11,
    )  # fmt: skip
    # Step 4: waves. Step 5: particles within 300 points are pushed outwards. Step 7: air resistance.
    layer.emitter_behaviors = [
        st.EmitterBehavior("wave", force=(100, 0, 0), frequency=0.5),
        st.EmitterBehavior("wave", force=(0, 500, 0), frequency=3),
        st.EmitterBehavior(
            "attractor", name="attractor", falloff=-290, radius=300, stiffness=10, position=(x, y + 20),
            z_position=-70,
        ),
        st.EmitterBehavior("drag", name="drag", drag=2),
    ]  # fmt: skip
    # Step 6: the force of the explosion decreases, and the emitter stops emitting particles. Step 7: air
    # resistance and gravity increase.
    layer.add_animation(st.BasicAnimation(from_value=1, to_value=0, duration=1), "birthRate")
    stiffness = st.KeyframeAnimation(
        values=[80, 5, 5], key_times=[0, 0.4, 1], duration=3, timing_function="easeOut"
    )
    layer.add_animation(stiffness, "emitterBehaviors.attractor.stiffness")
    layer.add_animation(
        st.BasicAnimation(from_value=0, to_value=2, duration=0.35), "emitterBehaviors.drag.drag"
    )
    for cell in cells:
        gravity = st.KeyframeAnimation(
            values=[0, 0, 100, 2000, 4000], key_times=[0, 0.05, 0.1, 0.5, 1], duration=6
        )
        layer.add_animation(gravity, f"emitterCells.{cell.name}.yAcceleration")
    return layer


# Step 8: a burst in the foreground and a burst in the background.
scene = st.Scene(SIZE, SIZE, background="white")
front, back = confetti(0.6), confetti(0.3)
back.opacity, back.speed = 0.5, 0.95
for layer in (back, front):
    scene.add_sublayer(layer)

save(scene, "message_confetti", duration=2.8, loop=None)
