"""One confetti emoji in five places at once: large, and in two sizes of a chat, on a light and a dark ground.

The confetti is random, yet every place shows the same piece at the same moment: there is one emoji, seen five times.

    python emoji_preview.py [--image picture.png] [--out folder]
"""

import argparse
import math
import pathlib

from PIL import Image as Pillow

import stretto as st

EMOJI = 128  # points
SECONDS = 2.0  # of the clip, which then begins again without a seam
#: Where the emoji is shown: the middle, and the side of its square.
PLACES = [((180, 96), 128), ((76, 292), 56), ((47, 343), 24), ((248, 292), 56), ((219, 343), 24)]


def drawn_face() -> st.Layer:
    """A round face with two eyes, cheeks and a smile."""
    face = st.Layer(bounds=(0, 0, EMOJI, EMOJI), position=(EMOJI / 2, EMOJI / 2))
    face.add_sublayer(
        st.GradientLayer(
            frame=(8, 8, 112, 112), type="radial", start_point=(0.38, 0.28), end_point=(1.05, 0.95),
            colors=["#fff0a0", "#ffd23f", "#f5a11d"], locations=[0, 0.5, 1], corner_radius=56,
        )
    )  # fmt: skip
    for x in (30, 98):
        face.add_sublayer(st.Layer(bounds=(0, 0, 20, 12), position=(x, 76), corner_radius=6, background_color="#ff7a5966"))
    for x in (46, 82):
        eye = st.Layer(bounds=(0, 0, 13, 20), position=(x, 54), corner_radius=6.5, background_color="#5d3a00")
        eye.add_animation(
            st.KeyframeAnimation(
                "transform.scale.y", values=[1, 1, 0.1, 1, 1], key_times=[0, 0.62, 0.66, 0.7, 1],
                duration=SECONDS, repeat_count=math.inf,
            )
        )  # fmt: skip
        face.add_sublayer(eye)
    smile = st.Path()
    smile.move_to(38, 78)
    smile.curve_to(48, 106, 80, 106, 90, 78)
    face.add_sublayer(
        st.ShapeLayer(path=smile, fill_color=None, stroke_color="#5d3a00", line_width=6, line_cap="round")
    )
    return face


def picture_of(path: pathlib.Path) -> st.Layer:
    """The user's picture, at the size that an emoji has."""
    with Pillow.open(path) as picture:
        picture = picture.convert("RGBA")
        picture.thumbnail((EMOJI, EMOJI), Pillow.Resampling.LANCZOS)
        contents = st.Image(picture)
    return st.Layer(frame=(0, 0, EMOJI, EMOJI), contents=contents, contents_gravity="resizeAspect")


def confetti() -> st.Layer:
    """Paper that falls through the emoji, in a loop of `SECONDS`."""
    emitter = st.EmitterLayer(
        emitter_position=(EMOJI / 2, -8), emitter_size=(EMOJI, 0), emitter_shape="line", render_mode="oldestFirst", seed=7
    )
    emitter.emitter_cells = [
        st.EmitterCell(
            name=color, contents=st.Image.solid(width, height, color), birth_rate=7, lifetime=SECONDS,
            velocity=52, velocity_range=30, emission_longitude=math.pi, emission_range=0.7, y_acceleration=36,
            spin_range=14, scale=0.9, scale_range=0.5, alpha_speed=-0.25,
        )
        for color in ("#ff3b5c", "#21c17a", "#2e8bff", "#a855f7")
        for width, height in ((9, 5), (6, 6))
    ]  # fmt: skip
    # Paper is thrown for one round and falls for two. A second copy looks one round ahead: it shows what the round
    # before left in the air, so that the end of a round runs into its beginning.
    emitter.add_animation(
        st.KeyframeAnimation(
            "birthRate", values=[1, 0], calculation_mode="discrete", duration=2 * SECONDS, removed_on_completion=False
        )
    )
    rounds = st.ReplicatorLayer(instance_count=2, instance_delay=-SECONDS, duration=SECONDS, repeat_count=math.inf)
    rounds.add_sublayer(emitter)
    return rounds


def in_places(emoji: st.Layer) -> st.Layer:
    """The emoji in all `PLACES`, in step: a replicator whose delay is animated, inside one with a delay.

    The outer one shows windows of time, a thousand seconds apart. In each the inner one has a place of its own, and a
    delay that brings the emoji back to the present.
    """
    window = 1000.0

    def by_window(key_path: str, values: list) -> st.KeyframeAnimation:
        return st.KeyframeAnimation(
            key_path, values=values, calculation_mode="discrete", duration=window * len(values), removed_on_completion=False
        )

    # The first copy has no delay whatever its replicator says: it is hidden, the second one is seen.
    inner = st.ReplicatorLayer(
        bounds=emoji.bounds, instance_count=2, instance_color=(1, 1, 1, 0), instance_alpha_offset=1
    )
    inner.add_sublayer(emoji)
    inner.add_animation(by_window("instanceDelay", [k * window for k in range(len(PLACES))]))
    inner.add_animation(by_window("position", [middle for middle, _ in PLACES]))
    inner.add_animation(by_window("transform", [st.Transform3D.scale(side / EMOJI) for _, side in PLACES]))
    outer = st.ReplicatorLayer(instance_count=len(PLACES), instance_delay=-window)
    outer.add_sublayer(inner)
    return outer


def chat(left: float, ground: str, ink: str, faint: str) -> st.Layer:
    """A window with messages; the emoji comes into it from outside."""
    panel = st.Layer(frame=(left, 192, 160, 176), background_color=ground, corner_radius=12)

    def bar(x: float, y: float, width: float, height: float, color: str, radius: float | None = None) -> st.Layer:
        layer = st.Layer(frame=(x, y, width, height), background_color=color)
        layer.corner_radius = height / 2 if radius is None else radius
        panel.add_sublayer(layer)
        return layer

    bar(12, 14, 24, 24, "#7c5cff", 6)
    bar(44, 15, 46, 7, ink)
    bar(44, 28, 100, 6, faint)
    bar(44, 39, 72, 6, faint)
    bar(12, 60, 24, 24, "#12b5a5", 6)
    bar(44, 61, 58, 7, ink)
    pill = bar(16, 136, 66, 30, "#2e8bff1f")
    pill.border_width, pill.border_color = 1.5, "#2e8bff"
    bar(54, 147, 16, 8, "#2e8bff")
    return panel


def make_scene(emoji: st.Layer) -> st.Scene:
    """The whole screen, 360 x 380 points."""
    scene = st.Scene(360, 380, background="#dcd8e8")
    scene.add_sublayer(st.Layer(frame=(12, 12, 336, 168), background_color="#f7f6fb", corner_radius=12))
    guide = st.Path.rounded_rect(110, 26, 140, 140, 8, 8)
    scene.add_sublayer(
        st.ShapeLayer(path=guide, fill_color=None, stroke_color="#c9c3da", line_dash_pattern=[4, 4])
    )
    scene.add_sublayer(chat(12, "#ffffff", ink="#3c3a46", faint="#d9d7e0"))
    scene.add_sublayer(chat(188, "#1a1d21", ink="#e6e6ea", faint="#4a4d55"))
    scene.add_sublayer(in_places(emoji))
    return scene


def main() -> None:
    """Draws the clip and a still at twice the size."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--image", type=pathlib.Path, help="a picture to use in place of the drawn face")
    arguments.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"))
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    emoji = st.Layer(bounds=(0, 0, EMOJI, EMOJI), position=(EMOJI / 2, EMOJI / 2), masks_to_bounds=True)
    emoji.add_sublayer(picture_of(options.image) if options.image else drawn_face())
    emoji.add_sublayer(confetti())
    scene = make_scene(emoji)

    clip, still = options.out / "emoji_preview.gif", options.out / "emoji_preview.png"
    scene.movie(duration=SECONDS, fps=25).save(clip)
    scene.save_png(still, time=0.8, scale=2)
    for path in (clip, still):
        print(f"wrote {path} ({path.stat().st_size / 1000:.0f} kB)")


if __name__ == "__main__":
    main()
