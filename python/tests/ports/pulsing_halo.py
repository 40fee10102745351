"""PulsingHalo (github.com/shu223/PulsingHalo): discs that grow and fade, as copies of a replicator."""

import math

import stretto as st

TIMES = (7, 7.3, 7.6, 7.9, 8.1)


def scene() -> st.Scene:
    radius, count, duration = 200, 6, 7
    disc = st.Layer(bounds=(0, 0, 2 * radius, 2 * radius), corner_radius=radius, opacity=0)
    disc.background_color = (0, 0.46, 0.76)
    grow = st.BasicAnimation("transform.scale.xy", from_value=0, to_value=1, duration=duration)
    fade = st.KeyframeAnimation("opacity", values=[0.45, 0.45, 0], key_times=[0, 0.2, 1], duration=duration)
    pulse = st.AnimationGroup(animations=[grow, fade], duration=duration, repeat_count=math.inf)
    pulse.timing_function = "default"
    disc.add_animation(pulse, "pulse")
    halo = st.ReplicatorLayer(disc, position=(187.5, 210), instance_count=count)
    halo.instance_delay = duration / count
    return st.Scene(375, 420, background="white", sublayers=[halo])
