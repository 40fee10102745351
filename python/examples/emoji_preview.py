"""One confetti emoji in five places: large, and in two sizes of a chat, on a light and a dark background.

The confetti is random, but every place shows the same piece at the same time, because there is only one
emoji, shown five times.

    python emoji_preview.py [--emoji 🎉 | --image picture.png] [--out folder]
"""

import argparse
import math
import pathlib
from collections.abc import Callable
from typing import Any

from PIL import Image as Pillow
from PIL import ImageOps

import stretto as st

EMOJI = 128  # side of the emoji in points
SECONDS = 2.0  # duration of the loop
#: Centre and side length of each copy of the emoji, in points.
SQUARES = [((106, 106), 160), ((284, 66), 52), ((275, 118), 22), ((284, 210), 52), ((275, 262), 22)]


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
        face.add_sublayer(
            st.Layer(bounds=(0, 0, 20, 12), position=(x, 76), corner_radius=6, background_color="#ff7a5966")
        )
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


def emoji_of(character: str) -> st.Layer:
    """A real emoji from the machine's emoji font: a text of one letter that swings."""
    emoji = st.TextLayer(
        character, font_size=100, bounds=(0, 0, EMOJI, EMOJI), position=(EMOJI / 2, EMOJI / 2)
    )
    emoji.alignment_mode = emoji.vertical_alignment_mode = "center"
    if any(box.is_missing for box in emoji.copies()):
        raise ValueError(f"no font here has {character!r}; Debian's package fonts-noto-color-emoji has emoji")
    emoji.font_size *= 0.92 * EMOJI / max(emoji.fitting_size())
    emoji.glyph.add_animation(
        st.KeyframeAnimation(
            "transform.rotation.z", values=[0, 0.14, 0, -0.14, 0], duration=SECONDS, repeat_count=math.inf,
            calculation_mode="cubic",
        )
    )  # fmt: skip
    return emoji


def picture_of(path: pathlib.Path) -> st.Layer:
    """The picture that the user names, at the size of an emoji."""
    with Pillow.open(path) as file:
        picture = ImageOps.exif_transpose(file).convert("RGBA")
        # The picture has more pixels than the largest copy of the emoji needs at scale 2. Smaller copies of
        # the emoji scale the picture down.
        picture.thumbnail((4 * EMOJI, 4 * EMOJI), Pillow.Resampling.LANCZOS)
        contents = st.Image(picture)
    return st.Layer(frame=(0, 0, EMOJI, EMOJI), contents=contents, contents_gravity="resizeAspect")


def confetti() -> st.Layer:
    """Pieces of paper that tumble through the emoji, in a loop of `SECONDS`."""
    emitter = st.EmitterLayer(
        emitter_position=(EMOJI / 2, -8),
        emitter_size=(EMOJI, 0),
        emitter_shape="line",
        render_mode="oldestFirst",
        seed=7,
    )
    emitter.emitter_cells = [
        st.EmitterCell(
            name=color, contents=st.Image.solid(width, height, color), birth_rate=5, lifetime=SECONDS,
            velocity=80, velocity_range=50, emission_longitude=math.pi, emission_range=0.7, y_acceleration=75,
            particle_type="plane", orientation_range=math.pi, spin=4, spin_range=12, rotation_range=math.tau,
            scale=1, scale_range=0.5, alpha_speed=-0.12,
        )
        for color in ("#ff3b5c", "#21c17a", "#2e8bff", "#a855f7")
        for width, height in ((9, 5), (6, 6))
    ]  # fmt: skip
    # Pieces of paper tumble, sway, and fall with air resistance.
    emitter.emitter_behaviors = [
        st.EmitterBehavior("drag", drag=1.2),
        st.EmitterBehavior("wave", force=(110, 0, 0), frequency=1 / SECONDS),
    ]
    # The emitter emits paper for one iteration of the loop, and the paper falls for two iterations. A second
    # copy is one iteration ahead and shows the paper that the previous iteration left in the air, so that the
    # end of the loop leads to its beginning.
    emitter.add_animation(
        st.KeyframeAnimation(
            "birthRate",
            values=[1, 0],
            calculation_mode="discrete",
            duration=2 * SECONDS,
            removed_on_completion=False,
        )
    )
    rounds = st.ReplicatorLayer(
        instance_count=2, instance_delay=-SECONDS, duration=SECONDS, repeat_count=math.inf
    )
    rounds.add_sublayer(emitter)
    return rounds


def in_squares(emoji: st.Layer) -> st.Layer:
    """Shows the emoji in all `SQUARES` at one local time, with a replicator with an animated delay inside a
    replicator with a delay.

    The outer replicator shows windows of time that are a thousand seconds apart. In each window the inner
    replicator has another position, and a delay that brings the emoji back to the present.
    """
    window = 1000.0

    def by_window(key_path: str, values: list[Any]) -> st.KeyframeAnimation:
        return st.KeyframeAnimation(
            key_path,
            values=values,
            calculation_mode="discrete",
            duration=window * len(values),
            removed_on_completion=False,
        )

    # The first copy of a replicator never has a delay, so the first copy is hidden and the second copy is
    # visible.
    inner = st.ReplicatorLayer(
        bounds=emoji.bounds, instance_count=2, instance_color=(1, 1, 1, 0), instance_alpha_offset=1
    )
    inner.add_sublayer(emoji)
    inner.add_animation(by_window("instanceDelay", [k * window for k in range(len(SQUARES))]))
    inner.add_animation(by_window("position", [middle for middle, _ in SQUARES]))
    inner.add_animation(by_window("transform", [st.Transform3D.scale(side / EMOJI) for _, side in SQUARES]))
    outer = st.ReplicatorLayer(instance_count=len(SQUARES), instance_delay=-window)
    outer.add_sublayer(inner)
    return outer


def bar(frame: tuple[float, float, float, float], color: str, radius: float | None = None) -> st.Layer:
    """A rectangle with round ends: a line of text that is too small to read, or a button."""
    return st.Layer(
        frame=frame, background_color=color, corner_radius=frame[3] / 2 if radius is None else radius
    )


def chat(top: float, ground: str, ink: str, faint: str) -> st.Layer:
    """A window with a message. The caller places the emoji over this chat window."""
    window = st.Layer(frame=(212, top, 196, 132), background_color=ground, corner_radius=12)
    window.add_sublayer(bar((12, 12, 24, 24), "#7c5cff", radius=6))
    window.add_sublayer(bar((46, 13, 58, 7), ink))
    window.add_sublayer(bar((110, 14, 24, 5), faint))
    for y, width in ((38, 70), (50, 58), (62, 64)):
        window.add_sublayer(bar((112, y, width, 6), faint))
    reaction = bar((46, 91, 62, 30), "#2e8bff1f")
    reaction.border_width, reaction.border_color = 1.5, "#2e8bff"
    reaction.add_sublayer(bar((37, 11, 13, 8), "#2e8bff"))
    window.add_sublayer(reaction)
    return window


def checkers(x: float, y: float, side: float) -> st.Layer:
    """A chequered background, as editors show transparency, made of squares by replicators."""
    cell = side / 8
    ground = st.Layer(
        frame=(x, y, side, side), background_color="white", corner_radius=4, masks_to_bounds=True
    )
    pair = st.ReplicatorLayer(instance_count=2, instance_transform=st.Transform3D.translation(cell, cell))
    row = st.ReplicatorLayer(instance_count=4, instance_transform=st.Transform3D.translation(2 * cell, 0))
    rows = st.ReplicatorLayer(instance_count=4, instance_transform=st.Transform3D.translation(0, 2 * cell))
    pair.add_sublayer(st.Layer(frame=(0, 0, cell, cell), background_color="#efedf6"))
    row.add_sublayer(pair)
    rows.add_sublayer(row)
    ground.add_sublayer(rows)
    return ground


def make_scene(subject: st.Layer, arrange: Callable[[st.Layer], st.Layer] = in_squares) -> st.Scene:
    """The whole scene of 420 x 300 points, with confetti over the emoji. The function `arrange` displays the
    given emoji at every position of `PLACES`.
    """
    emoji = st.Layer(bounds=(0, 0, EMOJI, EMOJI), position=(EMOJI / 2, EMOJI / 2), masks_to_bounds=True)
    emoji.add_sublayer(subject)
    emoji.add_sublayer(confetti())
    scene = st.Scene(420, 300, background="#dcd8e8")
    editor = st.Layer(frame=(12, 12, 188, 276), background_color="#f7f6fb", corner_radius=12)
    scene.add_sublayer(editor)
    scene.add_sublayer(checkers(26, 26, 160))
    editor.add_sublayer(bar((14, 192, 84, 8), "#3c3a46"))
    editor.add_sublayer(bar((14, 210, 160, 6), "#d9d7e0"))
    editor.add_sublayer(bar((14, 224, 132, 6), "#d9d7e0"))
    editor.add_sublayer(bar((14, 244, 64, 20), "#7c5cff"))
    editor.add_sublayer(bar((86, 244, 64, 20), "#e3e0ee"))
    scene.add_sublayer(chat(12, "#ffffff", ink="#3c3a46", faint="#d9d7e0"))
    scene.add_sublayer(chat(156, "#1a1d21", ink="#e6e6ea", faint="#4a4d55"))
    scene.add_sublayer(arrange(emoji))
    return scene


def main() -> None:
    """Saves the scene as a clip, and one frame at scale 2 as a picture."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--emoji", help="an emoji to use in place of the drawn face, such as 🎉")
    arguments.add_argument("--image", type=pathlib.Path, help="a picture to use in place of the drawn face")
    arguments.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"))
    options = arguments.parse_args()
    try:
        if options.emoji:
            subject = emoji_of(options.emoji)
        else:
            subject = picture_of(options.image) if options.image else drawn_face()
    except ValueError as error:
        arguments.error(str(error))
    except OSError as error:
        arguments.error(f"{options.image} cannot be read as a picture: {error}")
    options.out.mkdir(parents=True, exist_ok=True)

    scene = make_scene(subject)
    clip, still = options.out / "emoji_preview.gif", options.out / "emoji_preview.png"
    scene.movie(duration=SECONDS, fps=25).save(clip, colors=128)
    scene.save_png(still, time=0.8, scale=2)
    for path in (clip, still):
        print(f"wrote {path} ({path.stat().st_size / 1000:.0f} kB)")


if __name__ == "__main__":
    main()
