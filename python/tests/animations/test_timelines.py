"""Tests of timelines: random timelines are compared with a model in plain Python, and each kind of step is
checked.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import pathlib
import random
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import stretto as st
import timeline_oracle as oracle
from chance import seeds
from stretto import easing
from timeline_oracle import Act

EASES: Mapping[str, Callable[[float], float]] = {
    "linear": lambda p: p,
    "ease-in-quad": lambda p: p * p,
    "steps(4, jump-end)": lambda p: math.floor(4 * p + 1e-9) / 4,
    "steps(2, jump-start)": lambda p: min(1, (math.floor(2 * p + 1e-9) + 1) / 2),
    "linear(0, 1 25%, 0.5, 0.75)": lambda p: float(np.interp(p, [0, 0.25, 0.625, 1], [0, 1, 0.5, 0.75])),
}
MODEL = {
    "opacity": 0.75, "x": 30.0, "y": 20.0, "left": 1.0, "top": 2.0, "width": 16.0, "height": 12.0,
    "angle": 0.25, "along": 4.0,
}  # fmt: skip
TIMES = [-1.0, 0.0, *(k * 0.37 + 0.011 for k in range(25)), 1e6]


def layer() -> st.Layer:
    made = st.Layer(bounds=(1, 2, 16, 12), position=(30, 20), opacity=0.75, background_color="navy")
    made.transform = st.Transform3D.rotation(0.25)
    made.set_value("transform.translation.x", 4)
    return made


def numbers(path: str, chance: random.Random) -> tuple[float, ...]:
    low, high = {"opacity": (0, 1), "transform.rotation.z": (-1.5, 1.5)}.get(path, (1, 50))
    return tuple(round(chance.uniform(low, high), 3) for _ in oracle.PARTS[path])


def some_act(chance: random.Random, begin: float, paths: Sequence[str] = tuple(oracle.PARTS)) -> Act:
    path = chance.choice(paths)
    verb = chance.choice(["to", "to", "to", "from_", "from_to", "set"])
    repeat = chance.choice([1, 1, 1, 2, 3, math.inf]) if verb != "set" else 1
    duration = 0.0 if verb == "set" else chance.choice([0.5, 1.0, 2.0, 0.25, 0.0 if repeat == 1 else 0.3])
    return Act(
        begin,
        duration,
        path,
        start=numbers(path, chance) if verb in ("from_", "from_to") else None,
        end=None if verb == "from_" else numbers(path, chance),
        reaches_back=verb in ("from_", "from_to"),
        ease=chance.choice(list(EASES.values())),
        repeat=repeat,
        yoyo=chance.random() < 0.5,
    )


def one(row: Any) -> Any:
    """Returns the only element of a row of length 1, and any longer row unchanged."""
    return row if len(row) > 1 else row[0]


def turns_back(act: Act) -> bool:
    """True if a timeline step plays backwards in every second iteration. A step with `yoyo` needs at least
    two iterations.
    """
    return act.yoyo and act.repeat > 1


def write(timeline: st.Timeline, act: Act, target: st.Layer) -> None:
    """Adds a step of the model to a timeline, with the call that a user would write."""
    name = next((name for name, ease in EASES.items() if ease is act.ease), "linear")
    copy = target if act.copy is None else target.instance(act.copy)
    given = {
        "at": act.begin,
        "duration": act.duration,
        "easing": name,
        "repeat": act.repeat,
        "yoyo": turns_back(act),
    }
    if act.acts:
        inner = st.Timeline()
        for item in act.acts:
            write(inner, item, target)
        inner.wait(act.duration - inner.duration)
        timeline.add(inner, at=act.begin, repeat=act.repeat, yoyo=turns_back(act))
    elif act.duration == 0 and act.start is None and act.end is not None:
        timeline.set(copy, {act.path: one(act.end)}, at=act.begin)
    elif act.start is None and act.end is not None:
        timeline.to(copy, {act.path: one(act.end)}, **given)  # type: ignore[arg-type]
    elif act.end is None and act.start is not None:
        timeline.from_(copy, {act.path: one(act.start)}, **given)  # type: ignore[arg-type]
    elif act.start is not None and act.end is not None:
        ends = {act.path: one(act.start)}, {act.path: one(act.end)}
        timeline.from_to(copy, *ends, **given)  # type: ignore[arg-type]


def some_acts(chance: random.Random, count: int) -> list[Act]:
    """Random steps with different begin times, so that the order of the calls has no effect."""
    begins = chance.sample([k * 0.25 for k in range(24)], count)
    return [some_act(chance, begin) for begin in begins]


def check(
    target: st.Layer,
    acts: list[Act],
    model: Mapping[str, float] = MODEL,
    paths: Sequence[str] = tuple(oracle.PARTS),
    copy: int | None = None,
) -> None:
    instance = () if copy is None else (copy,)
    for path in paths:
        for time in TIMES:
            wanted = [oracle.value(acts, model, part, time) for part in oracle.PARTS[path]]
            found = np.atleast_1d(target.presentation_value(path, time, instance=instance))
            if not np.allclose(found, wanted, atol=1e-5):
                raise AssertionError(f"{path} at {time}: {found} for {wanted}\n" + "\n".join(map(str, acts)))


@pytest.mark.parametrize("seed", seeds(6, 25, 60))
def test_random_steps_are_what_the_model_says(seed: int) -> None:
    chance = random.Random(seed)
    acts = some_acts(chance, chance.randint(1, 8))
    scene, target = st.Scene(60, 60), layer()
    scene.add_sublayer(target)
    timeline = st.Timeline(scene)
    for act in acts:
        write(timeline, act, target)
    check(target, acts)


@pytest.mark.parametrize("seed", seeds(6, 25, 60))
def test_random_loops_are_what_the_model_says(seed: int) -> None:
    chance = random.Random(1000 + seed)
    begins = chance.sample([k * 0.5 for k in range(12)], chance.randint(1, 3))
    acts = [some_act(chance, begin) for begin in begins]
    inner = [act for act in some_acts(chance, chance.randint(1, 4)) if act.repeat < math.inf]
    length = max((act.begin + act.duration * act.repeat for act in inner), default=0) + 0.5
    loop = Act(1.7, length, repeat=chance.choice([2, 3, math.inf]), yoyo=chance.random() < 0.5, acts=inner)
    if inner:
        acts.append(loop)
    scene, target = st.Scene(60, 60), layer()
    scene.add_sublayer(target)
    timeline = st.Timeline(scene)
    for act in acts:
        write(timeline, act, target)
    check(target, acts)


GLYPH_PATHS = ("opacity", "transform.rotation.z", "transform.translation.x")
GLYPH = {**MODEL, "opacity": 1.0, "angle": 0.0, "along": 0.0}


@pytest.mark.parametrize("seed", seeds(6, 25, 60))
def test_random_steps_of_single_letters(seed: int) -> None:
    chance = random.Random(2000 + seed)
    begins = chance.sample([k * 0.25 for k in range(24)], chance.randint(2, 8))
    acts = [
        dataclasses.replace(some_act(chance, begin, GLYPH_PATHS), copy=chance.choice([None, None, 0, 1, 2]))
        for begin in begins
    ]
    scene, text = st.Scene(60, 60), st.TextLayer("abc", font_size=20)
    scene.add_sublayer(text)
    timeline = st.Timeline(scene)
    for act in acts:
        write(timeline, act, text.glyph)
    for copy in range(3):
        own = [act for act in acts if act.copy in (None, copy)]
        check(text.glyph, own, GLYPH, GLYPH_PATHS, copy)


@pytest.mark.parametrize("seed", seeds(4, 12, 30))
def test_steps_may_be_written_in_any_order(seed: int) -> None:
    chance = random.Random(3000 + seed)
    acts = some_acts(chance, 8)
    scenes = []
    for _ in range(2):
        scene, target = st.Scene(60, 60, background="white"), layer()
        scene.add_sublayer(target)
        timeline = st.Timeline(scene)
        for act in acts:
            write(timeline, act, target)
        scenes.append(scene)
        chance.shuffle(acts)
        check(target, acts)
    first, second = scenes
    for path in oracle.PARTS:
        ends = [scene.sublayers[0].value(path) for scene in scenes]
        assert np.allclose(ends[0], ends[1], atol=1e-9), "what it ends with is what it is, too"
    for time in (0.0, 1.3, 2.9, 4.4, 20.0):
        assert (first.render(time) == second.render(time)).all()


@pytest.mark.parametrize("seed", seeds(4, 12, 30))
def test_documents_keep_timelines(seed: int) -> None:
    chance = random.Random(4000 + seed)
    scene, target = st.Scene(60, 60, background="white"), layer()
    text = st.TextLayer("abc", font_size=20, foreground_color="black", position=(20, 30))
    scene.add_sublayer(target, text)
    timeline = st.Timeline(scene)
    for act in some_acts(chance, 6):
        write(timeline, act, target)
    timeline.from_(text.glyph, opacity=0, duration=0.3, stagger=0.1, at=0.2, easing="ease-out-elastic")
    timeline.to(text, background_color="orange", at=1, easing=lambda p: p**3)
    again = st.Scene.from_bytes(scene.to_bytes())
    assert again == scene
    for time in (-0.5, 0.0, 0.4, 1.1, 2.3, 3.9, 30.0):
        assert (again.render(time) == scene.render(time)).all()


# Positions in a timeline


@pytest.fixture
def scene() -> st.Scene:
    return st.Scene(100, 100, background="white")


@pytest.fixture
def ball(scene: st.Scene) -> st.Layer:
    return scene.root.add_sublayer(st.Layer(frame=(0, 0, 10, 10), background_color="tomato", name="ball"))


@pytest.mark.parametrize(
    ("at", "begin"),
    [
        (None, 5),  # the current end of the timeline
        (1.5, 1.5),
        ("1.5", 1.5),
        ("+=0.5", 5.5),
        ("-=.5", 4.5),
        ("+= 0.5", 5.5),
        ("<", 2),
        (">", 4),
        ("<0.25", 2.25),
        ("<+=0.25", 2.25),
        ("<-0.25", 1.75),
        (">-.5", 3.5),
        (">+0.5", 4.5),
        ("here", 0.5),
        ("here+=1", 1.5),
        ("here-=0.25", 0.25),
        ("fade-in", 3),
        ("fade-in+=1", 4),
        ("fade-in -= 50%", 2.5),  # half of the step's duration of 1 s earlier
        ("-=50%", 4.5),
        ("+=100%", 6),
        ("<25%", 2.5),  # a quarter of the previous step's 2 s
        (">-50%", 3),
        ("<+=25%", 2.25),  # a quarter of the step's own 1 s
    ],
)
def test_steps_begin_at_the_position_given(
    scene: st.Scene, ball: st.Layer, at: float | str | None, begin: float
) -> None:
    timeline = st.Timeline(scene, easing="linear")
    timeline.label("here", at=0.5).label("fade-in", at=3)
    timeline.wait(5)
    timeline.to(ball, corner_radius=2, at=2, duration=2)
    timeline.to(ball, opacity=0, at=at, duration=1)
    animation = ball.animation("to opacity")
    assert animation is not None
    assert animation.begin_time == pytest.approx(begin)
    assert timeline.duration == pytest.approx(max(5, begin + 1))


@pytest.mark.parametrize(
    ("at", "named"),
    [
        ("her", "'here'"),
        ("here+1", "seconds"),
        ("+=x", "seconds"),
        ("<<", "seconds"),
        ("", "seconds"),
        ("<=", '"<25%"'),
        (">=", '"-=50%"'),
        ("<=0.2", "seconds"),
        ("<+", "seconds"),
        ("50%", '"-=50%"'),
        ("there+=1", "'here'"),
        ("-=9", "timeline"),
        (-1, "timeline"),
        (math.nan, "timeline"),
    ],
)
def test_wrong_positions_are_refused(scene: st.Scene, ball: st.Layer, at: float | str, named: str) -> None:
    timeline = st.Timeline(scene).label("here")
    with pytest.raises(st.InvalidArgument, match=named):
        timeline.to(ball, opacity=0, at=at)
    assert not ball.animation_keys
    assert timeline.duration == 0


def test_timelines_have_labels(scene: st.Scene) -> None:
    timeline = st.Timeline(scene).wait(1).label("one").wait(1).label("two", at="one+=0.5")
    assert dict(timeline.labels) == {"one": 1, "two": 1.5}
    for name, named in (
        ("one", "1 s"),
        ("3", "number"),
        ("a<", "<"),
        ("", "needed"),
    ):
        with pytest.raises(st.InvalidArgument, match=named):
            timeline.label(name)


def test_a_wait_is_a_step(scene: st.Scene, ball: st.Layer) -> None:
    timeline = st.Timeline(scene).to(ball, opacity=0, duration=1).wait(2)
    timeline.to(ball, corner_radius=3, at="<0.5", duration=1)
    animation = ball.animation("to cornerRadius")
    assert animation is not None
    assert animation.begin_time == 1.5
    with pytest.raises(st.InvalidArgument, match=r"wait.*-1"):
        timeline.wait(-1)


# Animations that steps write


def test_steps_are_written_as_core_animation_s_animations(scene: st.Scene, ball: st.Layer) -> None:
    st.Timeline(scene).to(ball, {"position.x": 80}, opacity=0.5, duration=2, easing="ease-out", at=1)
    animation = ball.animation("to position.x")
    assert isinstance(animation, st.BasicAnimation)
    assert (animation.from_value, animation.to_value) == (5, 80)
    assert (animation.begin_time, animation.duration, animation.fill_mode) == (1, 2, "both")
    assert animation.timing_function == pytest.approx((0, 0, 0.58, 1))
    assert not animation.removed_on_completion
    assert ball.position == (80, 5)
    assert ball.opacity == 0.5
    assert [*ball.animation_keys] == ["to position.x", "to opacity"]


def test_keys_distinguish_steps(scene: st.Scene, ball: st.Layer) -> None:
    timeline = st.Timeline(scene)
    timeline.to(ball, opacity=0).from_(ball, opacity=1).to(ball, opacity=0.5).set(ball, opacity=1)
    assert [*ball.animation_keys] == ["to opacity", "from opacity", "to opacity 2", "set opacity"]
    ball.animate(opacity=0, begin=5)
    assert ball.animation_keys[-1] == "to opacity 3"


def test_key_paths_in_either_spelling(scene: st.Scene, ball: st.Layer) -> None:
    st.Timeline(scene).to(ball, {"background_color": "navy", "shadow_offset.width": 4, "shadowRadius": 2})
    assert {item.key_path for item in ball.animations.values()} == {
        "backgroundColor", "shadowOffset.width", "shadowRadius",
    }  # fmt: skip


def test_an_animation_to_no_colour_fades_out(scene: st.Scene) -> None:
    bare = scene.root.add_sublayer(st.Layer(frame=(0, 0, 9, 9)))
    st.Timeline(scene, easing="linear").to(bare, background_color="red", duration=1).to(
        bare, background_color=None
    )
    assert bare.presentation_value("background_color", 0.5) == pytest.approx((1, 0, 0, 0.5))
    assert bare.presentation_value("background_color", 9) == pytest.approx((1, 0, 0, 0))
    assert bare.background_color is None
    shape = scene.root.add_sublayer(st.ShapeLayer(fill_color="red"))
    st.Timeline(scene).to(shape, path="M0 0L9 9L0 9Z")
    assert (scene.render(0.1) != scene.render(0.4)).any()
    with pytest.raises(st.InvalidArgument, match="lineDashPattern"):
        st.Timeline(scene).to(shape, line_dash_pattern=[2, 3])


def test_pictures_and_texts_change_halfway(scene: st.Scene) -> None:
    text = scene.root.add_sublayer(st.TextLayer("one"))
    st.Timeline(scene).to(text, string="two", duration=1, easing="linear").set(text, string="three", at=3)
    strings = [text.presentation_value("string", time) for time in (0, 0.4, 0.6, 2.9, 3)]
    assert strings == ["one", "one", "two", "two", "three"]
    assert text.string == "three"
    red, blue = (st.Image.solid(2, 2, color) for color in ("red", "blue"))
    card = scene.root.add_sublayer(st.Layer(frame=(20, 20, 10, 10), contents=red))
    st.Timeline(scene).to(card, contents=blue, duration=1, easing="linear")
    assert scene.render(0.5)[25, 25] == pytest.approx([128, 0, 128, 255], abs=1)
    assert scene.render(5)[25, 25] == pytest.approx([0, 0, 255, 255])


def test_several_layers_and_a_stagger(scene: st.Scene) -> None:
    layers = [scene.root.add_sublayer(st.Layer(frame=(0, 0, 9, 9))) for _ in range(4)]

    def begins(key: str) -> list[float]:
        found = [layer.animation(key) for layer in layers]
        return [animation.begin_time for animation in found if animation is not None]

    timeline = st.Timeline(scene).to(layers, opacity=0, duration=1, stagger=0.25)
    assert begins("to opacity") == [0, 0.25, 0.5, 0.75]
    assert timeline.duration == 1.75
    timeline.to(layers, corner_radius=1, stagger=-0.25, at=0)
    assert begins("to cornerRadius") == [0.75, 0.5, 0.25, 0]
    timeline.to(layers, border_width=1, stagger=st.stagger(4, "center", each=0.5), at=0)
    assert begins("to borderWidth") == pytest.approx(st.stagger(4, "center", each=0.5))
    timeline.to(layers, shadow_opacity=1, at=0, stagger=0.25).to(layers[0], z_position=1, at="<")
    assert layers[0].animation("to zPosition").begin_time == 0  # type: ignore[union-attr]
    with pytest.raises(st.InvalidArgument, match=r"3.*4"):
        timeline.to(layers, opacity=1, stagger=[0, 1, 2])
    with pytest.raises(st.InvalidArgument, match="layers"):
        timeline.to([], opacity=1)


def test_a_stagger_of_copies(scene: st.Scene) -> None:
    dot = st.Layer(frame=(0, 0, 9, 9))
    row = st.ReplicatorLayer(dot, instance_count=3, instance_transform=st.Transform3D.translation(10, 0))
    grid = st.ReplicatorLayer(row, instance_count=2, instance_transform=st.Transform3D.translation(0, 10))
    scene.add_sublayer(grid)
    st.Timeline(scene, easing="linear").from_(dot, opacity=0, duration=1, stagger=0.5)
    for outer in range(2):
        found = [dot.presentation_value("opacity", 1, instance=(outer, inner)) for inner in range(3)]
        assert found == pytest.approx([1, 0.5, 0])
    st.Timeline(scene).to(dot.instance(1, 2), corner_radius=3)
    assert dot.presentation_value("corner_radius", 9, instance=(1, 2)) == 3
    assert dot.presentation_value("corner_radius", 9, instance=(0, 2)) == 0
    assert dot.value("corner_radius", instance=(1, 2)) == 3
    alone = scene.root.add_sublayer(st.Layer())
    with pytest.raises(st.InvalidArgument, match="no copies"):
        st.Timeline(scene).to(alone, opacity=0, stagger=0.1)
    with pytest.raises(st.InvalidArgument, match="glyph"):
        st.Timeline(scene).to(scene.root.add_sublayer(st.TextLayer("abc")), opacity=0, stagger=0.1)


def test_letters_inside_copies(scene: st.Scene) -> None:
    text = st.TextLayer("ab")
    scene.add_sublayer(st.ReplicatorLayer(text, instance_count=2))
    st.Timeline(scene, easing="linear").from_(text.glyph, opacity=0, duration=1, stagger=1)
    for outer in range(2):
        assert text.glyph.presentation_value("opacity", 0.5, instance=(outer, 0)) == 0.5
        assert text.glyph.presentation_value("opacity", 0.5, instance=(outer, 1)) == 0
        assert text.glyph.presentation_value("opacity", 1.5, instance=(outer, 1)) == 0.5


def test_proxies_one_after_another(scene: st.Scene) -> None:
    wheel = st.Layer(bounds=(0, 0, 10, 10))
    spoke = wheel.add_sublayer(st.Layer(frame=(0, 0, 5, 5)))
    view = st.ViewReplicator(wheel)
    scene.add_sublayer(view)
    for x in (0, 20, 40):
        view.add_proxy(frame=(x, 0, 10, 10))
    st.Timeline(scene, easing="linear").from_(spoke, opacity=0, duration=1, stagger=1)
    assert [spoke.presentation_value("opacity", 1.5, instance=(k,)) for k in range(3)] == [1, 0.5, 0]


def test_show_hides_a_layer_before_and_after(scene: st.Scene, ball: st.Layer) -> None:
    timeline = st.Timeline(scene).wait(1).label("out", at=4)
    timeline.show(ball, until="+=1").show(ball, at=3, until="out")
    seen = [
        not ball.presentation_value("hidden", time) for time in (0, 0.99, 1, 1.99, 2, 2.99, 3, 3.99, 4, 99)
    ]
    assert seen == [False, False, True, True, False, False, True, True, False, False]
    assert ball.hidden
    assert timeline.duration == 4
    other = scene.root.add_sublayer(st.Layer())
    timeline.show(other, at=2)
    assert [other.presentation_value("hidden", time) for time in (1.9, 2, 99)] == [True, False, False]
    with pytest.raises(st.InvalidArgument, match=r"show\(.*ball"):
        timeline.show(ball, at=3, until=2)


def test_steps_for_ever_count_once(scene: st.Scene, ball: st.Layer) -> None:
    timeline = st.Timeline(scene, easing="linear")
    timeline.to(ball, {"transform.rotation.z": 1}, duration=2, repeat=math.inf)
    timeline.to(ball, opacity=0, duration=1)
    assert timeline.duration == 3
    assert ball.presentation_value("transform.rotation.z", 101) == pytest.approx(0.5)
    assert ball.presentation_value("opacity", 2.5) == 0.5


def test_a_film_is_as_long_as_its_timeline(scene: st.Scene, ball: st.Layer) -> None:
    timeline = st.Timeline(scene).to(ball, opacity=0, duration=1.25)
    movie = scene.movie(timeline, fps=8)
    assert (movie.duration, movie.start, len(movie)) == (1.25, 0, 10)
    assert scene.movie(timeline, start=0.5).start == 0.5
    with pytest.raises(st.InvalidArgument, match="scene"):
        st.Scene(9, 9).movie(timeline)
    with pytest.raises(st.InvalidArgument, match=r"st\.Timeline\(scene\)\.add\(timeline\)"):
        scene.movie(st.Timeline().wait(1))
    with pytest.raises(st.InvalidArgument, match="0 s"):
        scene.movie(st.Timeline(scene))


def test_timelines_in_timelines(scene: st.Scene, ball: st.Layer) -> None:
    hop = (
        st.Timeline(easing="linear")
        .to(ball, {"position.y": 25}, duration=1)
        .to(ball, {"position.y": 5}, duration=1)
    )
    twice = st.Timeline().add(hop, repeat=2)
    timeline = st.Timeline(scene).wait(1).add(twice).add(hop, at="+=1")
    assert st.Timeline().add(hop).duration == 2, "it can be added several times"
    assert timeline.duration == 8
    heights = [
        ball.presentation_value("position.y", time) for time in (0, 1.5, 2, 2.5, 3, 3.5, 4, 5.5, 6.5, 7, 9)
    ]
    assert heights == pytest.approx([5, 15, 25, 15, 5, 15, 25, 5, 15, 25, 5])
    assert "loop position.y" in ball.animation_keys
    with pytest.raises(st.InvalidArgument, match="added"):
        hop.to(ball, opacity=0)
    with pytest.raises(st.InvalidArgument, match="scene"):
        timeline.add(st.Timeline(scene))
    with pytest.raises(st.InvalidArgument, match="repeated"):
        timeline.add(st.Timeline().set(ball, opacity=1), repeat=2)
    assert st.Timeline().to(ball, opacity=0).duration == 0.5
    assert ball.opacity == 1, "a timeline of no scene writes nothing"


def test_a_step_leaves_what_others_move(scene: st.Scene, ball: st.Layer) -> None:
    """Before a step begins, an animation that was added by hand is visible. After the step's begin, the
    animation with the latest begin is visible.
    """
    ball.add_animation(st.BasicAnimation("opacity", from_value=0.2, to_value=0.4, duration=4), "by hand")
    st.Timeline(scene, easing="linear").to(ball, opacity=0.8, duration=1, at=2)
    found = [ball.presentation_value("opacity", time) for time in (-1, 1, 2, 2.5, 9)]
    assert found == pytest.approx([1, 0.25, 0.3, 0.55, 0.8])


def test_a_copy_of_a_layer_goes_on(scene: st.Scene, ball: st.Layer) -> None:
    """Steps that a layer got from a document or a copy stay in effect until other steps begin."""
    st.Timeline(scene, easing="linear").to(ball, opacity=0.5, duration=1)
    again = st.Scene.from_bytes(scene.to_bytes())
    twin = again.find("ball")
    twin.animate(opacity=0, begin=2, duration=1, easing="linear")
    found = [twin.presentation_value("opacity", time) for time in (0, 0.5, 1.5, 2.5, 3)]
    assert found == pytest.approx([1, 0.75, 0.5, 0.25, 0])
    assert [*twin.animation_keys][-2:] == ["to opacity", "to opacity 2"]


def test_values_between_steps_survive_the_layer_s_python_object(scene: st.Scene) -> None:
    """A layer keeps its values between two steps even if only the tree refers to the layer and its Python
    object is gone.
    """
    scene.add_sublayer(st.Layer(name="ball", opacity=0.5))
    scene.find("ball").animate(opacity=1, begin=4, duration=1, easing="linear")
    scene.find("ball").animate(opacity=0, begin=1, duration=1, easing="linear")
    found = [scene.find("ball").presentation_value("opacity", time) for time in (0, 1.5, 3, 4.5, 6)]
    assert found == pytest.approx([0.5, 0.25, 0, 0.5, 1])


def test_steps_after_remove_all_animations_begin_with_the_layer_s_value(
    scene: st.Scene, ball: st.Layer
) -> None:
    timeline = st.Timeline(scene).to(ball, opacity=0, duration=1)
    ball.remove_all_animations()
    ball.opacity = 0.5
    timeline.to(ball, opacity=1, duration=1, easing="linear")
    assert [ball.presentation_value("opacity", time) for time in (0.5, 1.5, 3)] == [0.5, 0.75, 1]


def test_a_layers_own_time(scene: st.Scene) -> None:
    """Times of steps are in the layer's time, so a layer with speed 2 reaches the end in half the time."""
    fast = scene.root.add_sublayer(st.Layer(speed=2))
    st.Timeline(scene, easing="linear").to(fast, opacity=0, duration=1, at=1)
    assert [fast.presentation_value("opacity", time) for time in (0.5, 0.75, 1)] == [1, 0.5, 0]


def test_whole_transforms_and_parts(scene: st.Scene, ball: st.Layer) -> None:
    timeline = st.Timeline(scene, easing="linear")
    timeline.to(ball, {"transform.rotation.z": 1}, duration=1)
    timeline.to(ball, {"transform.scale.x": 2}, duration=1, at=0.5)
    timeline.to(ball, transform=st.Transform3D.scale(3), duration=1, at=2)
    assert ball.presentation_value("transform.rotation.z", 1.25) == pytest.approx(1)
    assert ball.presentation_value("transform.scale.x", 1) == pytest.approx(1.5)
    assert ball.presentation_value("transform.rotation.z", 2.5) == pytest.approx(0.5)
    assert ball.presentation_value("transform.scale.x", 2.5) == pytest.approx(2.5)
    assert ball.presentation_value("transform", 0) == st.Transform3D()
    assert ball.transform == st.Transform3D.scale(3)


def test_values_of_filters_sublayers_and_cells(scene: st.Scene, ball: st.Layer) -> None:
    ball.filters = [st.Filter("gaussianBlur", name="blur", input_radius=0)]
    hand = ball.add_sublayer(st.Layer(name="hand"))
    st.Timeline(scene, easing="linear").to(
        ball, {"filters.blur.input_radius": 4, "sublayers.hand.opacity": 0.5}, duration=1
    )
    assert ball.presentation_value("filters.blur.inputRadius", 0.5) == 2
    assert hand.presentation_value("opacity", 0.5) == 0.75
    spark = st.EmitterCell(name="spark", birth_rate=10, lifetime=1)
    emitter = scene.root.add_sublayer(st.EmitterLayer(emitter_cells=[spark]))
    st.Timeline(scene, easing="linear").to(emitter, {"emitterCells.spark.birthRate": 20}, duration=1)
    assert emitter.presentation_value("emitterCells.spark.birthRate", 0.5) == 15


# Steps that raise an error


def _refused(
    step: Callable[[st.Timeline, list[st.Layer]], object], error: type[Exception], named: str
) -> None:
    scene = st.Scene(50, 50)
    layers: list[st.Layer] = [st.ShapeLayer(name="a", path="M0 0L9 9"), st.Layer(name="b")]
    for layer in layers:
        scene.add_sublayer(layer)
    timeline = st.Timeline(scene).wait(2)
    before = scene.to_bytes()
    with pytest.raises(error, match=named):
        step(timeline, layers)
    assert scene.to_bytes() == before, "nothing has changed"
    assert timeline.duration == 2
    assert timeline._recent == (0, 2)


@pytest.mark.parametrize(
    ("step", "error", "named"),
    [
        (
            lambda tl, ab: tl.to(ab[0], opacity="x"),
            TypeError,
            r"to\(<ShapeLayer 'a'.*opacity",
        ),
        (lambda tl, ab: tl.to(ab, path="M0 0L1 1"), st.KeyPathError, r"to\(<Layer 'b'.*path"),
        (lambda tl, ab: tl.to(ab, opacity=0.5, bounds=(0, 0, math.inf, 1)), st.InvalidArgument, "bounds"),
        (lambda tl, ab: tl.to(ab[0], background_color="rde"), st.InvalidArgument, "'red'"),
        (lambda tl, ab: tl.to(ab[0], position=(1, 2, 3)), st.InvalidArgument, "position"),
        (lambda tl, ab: tl.to(ab[0], opacity=math.inf), st.InvalidArgument, "opacity"),
        (lambda tl, ab: tl.to(ab[0], opacity=None), st.InvalidArgument, "opacity"),
        (lambda tl, ab: tl.to(ab[0], opactiy=1), st.KeyPathError, "opactiy"),
        (lambda tl, ab: tl.to(ab[0], {"x": 1}, x=1), TypeError, "'x'"),
        (lambda tl, ab: tl.to(ab[0], name="z"), st.KeyPathError, "name"),
        (lambda tl, ab: tl.to(ab[0], mask=ab[1]), st.KeyPathError, "mask"),
        (lambda tl, ab: tl.to(ab[0]), TypeError, r"to\(layer, opacity=0\)"),
        (lambda tl, ab: tl.to(ab[0], 3), TypeError, "dict"),
        (lambda tl, ab: tl.to("a", opacity=1), TypeError, r"scene\.find\('a'\)"),
        (lambda tl, ab: tl.to(*ab, opacity=1), TypeError, r"to\(\[a, b\]"),
        (lambda tl, ab: tl.to(*ab, *ab, opacity=1), TypeError, r"to\(\[a, b\]"),
        (lambda tl, ab: tl.from_(*ab, opacity=1), TypeError, r"from_\(\[a, b\]"),
        (lambda tl, ab: tl.from_to(*ab, opacity=(0, 1)), TypeError, r"from_to\(\[a, b\]"),
        (lambda tl, ab: tl.set(*ab, opacity=1), TypeError, r"set\(\[a, b\]"),
        (lambda tl, ab: tl.show(*ab), TypeError, r"show\(\[a, b\]"),
        (lambda tl, ab: tl.add(ab[0]), TypeError, "Timeline.*Layer.* to\\("),
        (lambda tl, ab: tl.to(ab[0], {"position.x": "+=40"}), TypeError, r"layer\.value\('position\.x'\)"),
        (lambda tl, ab: tl.to(ab[0], position=("-=4", 0)), TypeError, r"layer\.value\('position'\)"),
        (lambda tl, ab: tl.from_(ab[0], opacity="x"), TypeError, r"^from_\(.*opacity"),
        (lambda tl, ab: tl.to(ab[0], position_x=5), st.KeyPathError, '"position_x".*"position.x"'),
        (
            lambda tl, ab: tl.to(ab[1], fill_color="red"),
            st.KeyPathError,
            '^[^A-Z]*<Layer[^>]*>[^A-Z]*"fill_color"',
        ),
        (lambda tl, ab: tl.to(ab[1], {"fillColor": "red"}), st.KeyPathError, '"fillColor"'),
        (lambda tl, ab: tl.to(ab[0], opacity=1, yoyo=True), st.InvalidArgument, "yoyo.*repeat=2"),
        (lambda tl, ab: ab[0].animate(opacity=1, yoyo=True), st.InvalidArgument, "yoyo.*repeat=2"),
        (lambda tl, ab: tl.add(st.Timeline().wait(1), yoyo=True), st.InvalidArgument, "yoyo.*repeat=2"),
        (lambda tl, ab: tl.to(st.TextLayer("3"), number=5), st.InvalidArgument, "number.*number_format"),
        (lambda tl, ab: tl.to([ab[0], 3], opacity=1), TypeError, "int 3"),
        (lambda tl, ab: tl.to(ab[0], opacity=1, duration=-1), st.InvalidArgument, "duration.*-1"),
        (
            lambda tl, ab: tl.to(ab[0], opacity=1, duration=math.inf),
            st.InvalidArgument,
            "duration.*inf",
        ),
        (lambda tl, ab: tl.to(ab[0], opacity=1, repeat=0), st.InvalidArgument, "repeat.*0"),
        (lambda tl, ab: tl.to(ab[0], opacity=1, repeat=1.5), st.InvalidArgument, r"repeat.*1\.5"),
        (lambda tl, ab: tl.to(ab[0], opacity=1, yoyo="yes"), TypeError, "yoyo.*True.*False"),
        (lambda tl, ab: tl.to(ab[0], opacity=1, easing="esae"), st.InvalidArgument, "'ease'"),
        (lambda tl, ab: tl.to(ab[0], opacity=1, stagger="x"), TypeError, "stagger"),
        (lambda tl, ab: tl.from_(ab[0]), TypeError, "from_"),
        (
            lambda tl, ab: tl.from_to(ab[0], {"opacity": 1}, {}),
            st.InvalidArgument,
            "'opacity'",
        ),
        (lambda tl, ab: tl.from_to(ab[0], opacity=1), TypeError, r"opacity=\(start, end\)"),
        (lambda tl, ab: tl.add("x"), TypeError, "add.*Timeline"),
        (lambda tl, ab: tl.add(tl), st.InvalidArgument, "scene"),
        (lambda tl, ab: tl.morph(ab[1], "x"), TypeError, "morph.*TextLayer or a ShapeLayer"),
        (lambda tl, ab: tl.morph(ab[0], "x"), ValueError, "morph.*SVG path"),
        (lambda tl, ab: ab[1].animate(opacity=0, begin=math.nan), st.InvalidArgument, "begin.*nan"),
        (lambda tl, ab: ab[1].animate(), TypeError, "animate"),
    ],
)
def test_refusals_name_the_step_and_change_nothing(
    step: Callable[[st.Timeline, list[st.Layer]], object], error: type[Exception], named: str
) -> None:
    _refused(step, error, named)


def test_values_have_the_ranges_of_their_properties(scene: st.Scene) -> None:
    text = scene.root.add_sublayer(st.TextLayer("a", font_size=12))
    with pytest.raises(st.InvalidArgument, match=r"font_size.*-1"):
        st.Timeline(scene).to(text, opacity=0, font_size=-1)
    assert (text.opacity, text.font_size) == (1, 12)
    assert not text.animation_keys


def test_a_timeline_takes_a_scene_and_a_duration() -> None:
    with pytest.raises(TypeError, match=r"Timeline.*Scene.*Layer"):
        st.Timeline(st.Layer())  # type: ignore[arg-type]
    with pytest.raises(st.InvalidArgument, match=r"duration.*-1"):
        st.Timeline(duration=-1)
    assert repr(st.Timeline().wait(2)) == "<Timeline of 2 s, of no scene>"
    with pytest.raises(AttributeError, match="'to'"):
        st.Timeline().too  # type: ignore[attr-defined]  # noqa: B018


def test_a_scene_is_no_layer_and_a_step_may_end_at_a_time() -> None:
    dot = st.Layer()
    scene = st.Scene(20, 20, sublayers=[dot])
    timeline = st.Timeline(scene)
    with pytest.raises(TypeError, match=r"scene\.sublayers"):
        timeline.to(scene, opacity=0)  # type: ignore[arg-type]
    timeline.label("end", at=5).to(scene.sublayers, opacity=0, duration=0.7, at="end-=100%")
    assert timeline.duration == pytest.approx(5)
    assert dot.presentation_value("opacity", 4.3) == 1
    assert dot.presentation_value("opacity", 4.99) < 0.01


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("fromTo", "'from_to'"),
    ],
)
def test_what_a_timeline_does_not_do_leads_to_what_does(word: str, meant: str) -> None:
    for timeline in (st.Timeline(), st.Timeline(st.Scene(9, 9))):
        with pytest.raises(AttributeError) as error:
            getattr(timeline, word)
        assert f"{word!r}; did you mean {meant}?" in str(error.value)


def test_a_movie_is_of_a_scene_and_leads_from_a_timeline() -> None:
    timeline = st.Timeline(st.Scene(9, 9)).wait(2)
    for given in ({}, {"duration": 3}):
        with pytest.raises(TypeError, match=r"Movie.*Timeline.*scene\.movie\(timeline\)"):
            st.Movie(timeline, **given)  # type: ignore[arg-type]


def test_times_of_labels_are_seconds(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(9, 9, "white")
    timeline = st.Timeline(scene).wait(2).label("end")
    asked: list[Callable[..., object]] = [
        scene.render,
        functools.partial(scene.save_png, tmp_path / "a.png"),
        functools.partial(scene.save_svg, tmp_path / "a.svg"),
        functools.partial(scene.save_pdf, tmp_path / "a.pdf"),
    ]
    for ask in asked:
        with pytest.raises(TypeError, match=r"timeline\.labels\['end'\]"):
            ask(time="end")
    assert not [*tmp_path.iterdir()]
    assert scene.render(timeline.labels["end"]).shape == (9, 9, 4)


def test_a_movie_warns_of_layers_that_are_not_in_the_scene(scene: st.Scene) -> None:
    names = "inside", "outside", "elsewhere", "mask", "masked", "part"
    inside, outside, elsewhere, mask, masked, part = (
        st.Layer(name=name, frame=(0, 0, 9, 9), background_color="navy") for name in names
    )
    st.Scene(9, 9, sublayers=elsewhere)
    source = st.Layer(bounds=(0, 0, 9, 9), sublayers=part)
    masked.mask, title, view = mask, st.TextLayer("Hi"), st.ViewReplicator(source)
    view.add_proxy(frame=(0, 0, 9, 9))
    scene.add_sublayer(inside, title, masked, view)
    fine = st.Timeline(scene).to([inside, mask, part, title.glyph], opacity=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene.movie(fine)
        fine.to([outside, elsewhere], opacity=0)
        scene.movie(fine, diagnose=False)
    with pytest.warns(UserWarning, match=r"'outside'.*scene\.add_sublayer") as caught:
        scene.movie(fine)
    assert caught[0].filename == __file__
    scene.add_sublayer(outside)
    with pytest.warns(UserWarning, match="'elsewhere'"):
        scene.movie(fine)
    scene.add_sublayer(elsewhere)
    assert scene.movie(fine).duration == fine.duration


def test_the_help_of_a_step_names_every_easing() -> None:
    for name in easing._FAMILIES:
        assert f'"{name}"' in (st.Timeline.to.__doc__ or "")
