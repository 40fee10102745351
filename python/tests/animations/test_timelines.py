"""Timelines: the values of random ones against a model in plain Python, and what each kind of step says."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

import stretto as st
import timeline_oracle as oracle
from timeline_oracle import Act

EASES: Mapping[str, Callable[[float], float]] = {
    "linear": lambda p: p,
    "ease-in-quad": lambda p: p * p,
    "steps(4, jump-end)": lambda p: math.floor(4 * p + 1e-9) / 4,
    "steps(2, jump-start)": lambda p: min(1, (math.floor(2 * p + 1e-9) + 1) / 2),
    "linear(0, 1 25%, 0.5, 0.75)": lambda p: float(np.interp(p, [0, 0.25, 0.625, 1], [0, 1, 0.5, 0.75])),
}
BASE = {
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


def write(timeline: st.Timeline, act: Act, target: st.Layer) -> None:
    """The act as a user writes it."""
    name = next((name for name, ease in EASES.items() if ease is act.ease), "linear")
    instance = None if act.copy is None else (act.copy,)
    given = {
        "at": act.begin,
        "duration": act.duration,
        "easing": name,
        "repeat": act.repeat,
        "yoyo": act.yoyo,
    }
    one = lambda row: row if len(row) > 1 else row[0]  # noqa: E731
    if act.acts:
        inner = st.Timeline()
        for item in act.acts:
            write(inner, item, target)
        inner.wait(act.duration - inner.duration)
        timeline.add(inner, at=act.begin, repeat=act.repeat, yoyo=act.yoyo)
    elif act.duration == 0 and act.start is None and act.end is not None:
        timeline.set(target, {act.path: one(act.end)}, at=act.begin, instance=instance)
    elif act.start is None and act.end is not None:
        timeline.to(target, {act.path: one(act.end)}, instance=instance, **given)  # type: ignore[arg-type]
    elif act.end is None and act.start is not None:
        timeline.from_(target, {act.path: one(act.start)}, instance=instance, **given)  # type: ignore[arg-type]
    elif act.start is not None and act.end is not None:
        ends = {act.path: one(act.start)}, {act.path: one(act.end)}
        timeline.from_to(target, *ends, instance=instance, **given)  # type: ignore[arg-type]


def some_acts(chance: random.Random, count: int) -> list[Act]:
    """Acts that begin apart from each other, so that the order of writing says nothing."""
    begins = chance.sample([k * 0.25 for k in range(24)], count)
    return [some_act(chance, begin) for begin in begins]


def check(
    target: st.Layer,
    acts: list[Act],
    base: Mapping[str, float] = BASE,
    paths: Sequence[str] = tuple(oracle.PARTS),
    copy: int | None = None,
) -> None:
    instance = () if copy is None else (copy,)
    for path in paths:
        for time in TIMES:
            wanted = [oracle.value(acts, base, part, time) for part in oracle.PARTS[path]]
            found = np.atleast_1d(target.presentation_value(path, time, instance=instance))
            if not np.allclose(found, wanted, atol=1e-5):
                raise AssertionError(f"{path} at {time}: {found} for {wanted}\n" + "\n".join(map(str, acts)))


@pytest.mark.parametrize("seed", range(60))
def test_random_steps_are_what_the_model_says(seed: int) -> None:
    chance = random.Random(seed)
    acts = some_acts(chance, chance.randint(1, 8))
    scene, target = st.Scene(60, 60), layer()
    scene.add_sublayer(target)
    timeline = st.Timeline(scene)
    for act in acts:
        write(timeline, act, target)
    check(target, acts)


@pytest.mark.parametrize("seed", range(60))
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
GLYPH = {**BASE, "opacity": 1.0, "angle": 0.0, "along": 0.0}


@pytest.mark.parametrize("seed", range(60))
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


@pytest.mark.parametrize("seed", range(30))
def test_the_order_of_writing_says_nothing(seed: int) -> None:
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
        assert np.allclose(*ends, atol=1e-9), "what it ends with is what it is, too"
    for time in (0.0, 1.3, 2.9, 4.4, 20.0):
        assert (first.render(time) == second.render(time)).all()


@pytest.mark.parametrize("seed", range(30))
def test_documents_carry_it(seed: int) -> None:
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
