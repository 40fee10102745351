"""Fireworks: rockets that burst into sparks, made of nested emitter cells. The emitter repeats."""

import math

import numpy as np

import stretto as st
from save import save

y, x = np.mgrid[0:16, 0:16] - 7.5
glow = np.full((16, 16, 4), 255, np.uint8)
glow[..., 3] = (np.clip(1 - np.hypot(x, y) / 8, 0, 1) ** 1.5 * 255).astype(np.uint8)
dot = st.Image(glow)

spark = st.EmitterCell(
    contents=dot, birth_rate=3000, duration=0.05, lifetime=1.2, velocity=42, velocity_range=34
)
spark.emission_range, spark.y_acceleration = math.tau, 30
spark.color, spark.red_range, spark.green_range, spark.blue_range = (0.9, 0.6, 0.5), 0.8, 0.8, 0.8
# The scale and the colour of a spark multiply those of the rocket that emits the spark.
spark.scale, spark.scale_speed, spark.alpha_speed = 1.9, -0.55, -0.6
burst = st.EmitterCell(birth_rate=1, lifetime=0.3, emitter_cells=[spark])
trail = st.EmitterCell(contents=dot, birth_rate=60, lifetime=0.5, velocity=10, emission_longitude=math.pi)
trail.scale, trail.color, trail.alpha_speed = 0.55, (1, 0.8, 0.5, 0.6), -1
rocket = st.EmitterCell(contents=dot, birth_rate=1, lifetime=1.02, velocity=105, velocity_range=30)
rocket.emission_longitude, rocket.emission_range, rocket.y_acceleration = -math.pi / 2, 0.9, 35
rocket.scale, rocket.emitter_cells = 0.18, [trail, burst]

sky = st.EmitterLayer(emitter_position=(80, 118), emitter_cells=[rocket], render_mode="additive")
sky.loop_duration, sky.warm, sky.seed = 3, True, 4
scene = st.Scene(160, 120, background="#060814")
scene.add_sublayer(sky)
save(scene, "fireworks")
