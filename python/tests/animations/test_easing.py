"""Tests of easings against closed forms, CSS's definitions, and functions that are not known in advance."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

import stretto as st
from stretto.easing import easing

FRACTIONS = [k / 997 for k in range(998)]
_BACK, _BACK_BOTH = 1.70158, 1.70158 * 1.525


def _out_bounce(p: float) -> float:
    hops = ((1, 0, 0), (2, 1.5, 0.75), (2.5, 2.25, 0.9375), (math.inf, 2.625, 0.984375))
    shift, height = next((shift, height) for end, shift, height in hops if p < end / 2.75)
    return 7.5625 * (p - shift / 2.75) ** 2 + height


def _in_elastic(p: float) -> float:
    return p if p in (0, 1) else -(2 ** (10 * p - 10)) * math.sin((10 * p - 10.75) * 2 * math.pi / 3)


def _in_out_elastic(p: float) -> float:
    wave = math.sin((20 * p - 11.125) * 2 * math.pi / 4.5) / 2
    return p if p in (0, 1) else -(2 ** (20 * p - 10)) * wave if p < 0.5 else 2 ** (10 - 20 * p) * wave + 1


#: The ease-in function of each family, as its author published it.
FAMILIES: Mapping[str, Callable[[float], float]] = {
    "sine": lambda p: 1 - math.cos(p * math.pi / 2),
    "quad": lambda p: p**2,
    "cubic": lambda p: p**3,
    "quart": lambda p: p**4,
    "quint": lambda p: p**5,
    "expo": lambda p: 0 if p == 0 else 2 ** (10 * p - 10),
    "circ": lambda p: 1 - math.sqrt(1 - p * p),
    "back": lambda p: (_BACK + 1) * p**3 - _BACK * p**2,
    "elastic": _in_elastic,
    "bounce": lambda p: 1 - _out_bounce(1 - p),
}
#: Ease-in-out functions that do not consist of an ease-in and an ease-out.
BOTH: Mapping[str, Callable[[float], float]] = {
    "back": lambda p: (
        4 * p**2 * ((_BACK_BOTH + 1) * 2 * p - _BACK_BOTH) / 2
        if p < 0.5
        else ((2 * p - 2) ** 2 * ((_BACK_BOTH + 1) * (2 * p - 2) + _BACK_BOTH) + 2) / 2
    ),
    "elastic": _in_out_elastic,
}
#: Penner's expo and elastic functions jump by about 0.001 at their ends. Stretto's easings smooth the jumps
#: out.
FAR = {"expo": 1.1e-3, "elastic": 6e-4}


def closed_form(family: str, variant: str) -> Callable[[float], float]:
    begin = FAMILIES[family]
    if variant == "in":
        return begin
    if variant == "out":
        return lambda p: 1 - begin(1 - p)
    return BOTH.get(family) or (lambda p: begin(2 * p) / 2 if p < 0.5 else 1 - begin(2 - 2 * p) / 2)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["in", "out", "in-out"])
@pytest.mark.parametrize("family", FAMILIES)
def test_penners_family(family: str, variant: str) -> None:
    curve, wanted = easing(f"ease-{variant}-{family}"), closed_form(family, variant)
    assert max(abs(curve(p) - wanted(p)) for p in FRACTIONS) < FAR.get(family, 1.1e-4)
    assert curve(0) == 0
    assert curve(1) == 1
    assert len(curve.levels) < 20, "a few curves are enough"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ease-out-bounce", "easeOutBounce"),
        ("ease-out-bounce", "bounce"),
        ("ease-out-bounce", "bounce.out"),
        ("ease-in-out-back", "back.inOut"),
        ("elastic", "ease-out-elastic"),
        ("ease-in-quad", "power1.in"),
        ("ease-out-quint", "power4"),
        ("ease-in-out", "easeInEaseOut"),
        ("ease", "cubic-bezier(.25, .1, .25, 1)"),
        ("ease-in-out", "cubic-bezier(0.42, 0, 0.58, 1)"),
        ("steps(3)", "steps( 3 , jump-end)"),
        ("steps(3, start)", "steps(3, jump-start)"),
        ("step-start", "steps(1, jump-start)"),
    ],
)
def test_names_for_one_easing(one: str, other: str) -> None:
    assert all(math.isclose(easing(one)(p), easing(other)(p), abs_tol=1e-6) for p in FRACTIONS)


def _bezier(x1: float, y1: float, x2: float, y2: float, p: float) -> float:
    """Returns the level of a CSS cubic Bézier curve at progress `p`, found by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        x = 3 * x1 * middle * (1 - middle) ** 2 + 3 * x2 * middle**2 * (1 - middle) + middle**3
        low, high = (middle, high) if x < p else (low, middle)
    return 3 * y1 * low * (1 - low) ** 2 + 3 * y2 * low**2 * (1 - low) + low**3


def test_curves_of_css() -> None:
    chance = random.Random(1)
    for _ in range(40):
        x1, x2 = chance.choice([0, 1, chance.random()]), chance.choice([0, 1, chance.random()])
        y1, y2 = chance.uniform(-2, 3), chance.uniform(-2, 3)
        curve = easing(f"cubic-bezier({x1}, {y1}, {x2}, {y2})")
        assert all(abs(curve(p) - _bezier(x1, y1, x2, y2, p)) < 1e-6 for p in FRACTIONS[::37])
        assert easing((x1, y1, x2, y2)) == curve


@pytest.mark.parametrize(
    ("written", "levels"),
    [
        # Expected levels at the given progresses, by CSS Easing Functions Level 2.
        ("steps(2)", {0: 0, 0.49: 0, 0.5: 0.5, 0.99: 0.5, 1: 1}),
        ("steps(2, jump-start)", {0: 0.5, 0.49: 0.5, 0.5: 1, 1: 1}),
        ("steps(3, jump-none)", {0: 0, 0.32: 0, 0.34: 0.5, 0.67: 1, 1: 1}),
        ("steps(2, jump-both)", {0: 1 / 3, 0.49: 1 / 3, 0.5: 2 / 3, 0.99: 2 / 3, 1: 1}),
        ("step-end", {0: 0, 0.999: 0, 1: 1}),
        ("linear(0, 1)", {0: 0, 0.3: 0.3, 1: 1}),
        ("linear(0, 0.25 75%, 1)", {0: 0, 0.375: 0.125, 0.75: 0.25, 0.875: 0.625, 1: 1}),
        ("linear(0, 0.5, 0.2, 1)", {0: 0, 1 / 6: 0.25, 0.5: 0.35, 5 / 6: 0.6, 1: 1}),
        ("linear(0, 0.5 25% 75%, 1)", {0.125: 0.25, 0.25: 0.5, 0.6: 0.5, 0.875: 0.75}),
        ("linear(0, 0.3 50%, 0.7 50%, 1)", {0.49: 0.294, 0.5: 0.7, 0.75: 0.85}),
        ("linear(0 20%, 1 80%)", {0: -1 / 3, 0.2: 0, 0.5: 0.5, 0.8: 1, 1: 4 / 3}),
        ("linear(0, 0.4 60%, 0.8 20%, 1)", {0.3: 0.2, 0.6: 0.8, 0.8: 0.9}),
        ("linear(0.5)", {0: 0.5, 1: 0.5}),
    ],
)
def test_steps_and_lines_of_css(written: str, levels: Mapping[float, float]) -> None:
    curve = easing(written)
    for fraction, level in levels.items():
        assert math.isclose(curve(fraction), level, abs_tol=1e-9), (fraction, curve(fraction))


FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "there and back": lambda p: math.sin(math.pi * p),
    "wiggle": lambda p: p + 0.2 * math.sin(30 * p),
    "corner": lambda p: abs(p - 0.3),
    "polynomial": lambda p: 7 * p**5 - 3 * p**2 - 3 * p,
    "flat": lambda _p: 0.25,
    "cliff": lambda p: float(p >= 0.5),
    "fast": lambda p: math.sin(2 * math.pi * 64 * p),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_python_function_is_sampled_as_an_easing(name: str) -> None:
    function = FUNCTIONS[name]
    curve = easing(function)
    near_cliff = [p for p in FRACTIONS if abs(p - 0.5) < 1 / 2048] if name == "cliff" else []
    assert all(abs(curve(p) - function(p)) < 3e-4 for p in FRACTIONS if p not in near_cliff)
    assert math.isclose(curve(1), function(1), abs_tol=1e-9)


def test_few_curves_are_enough() -> None:
    assert len(easing(lambda p: p * p).times) == 2, "a parabola is one curve"
    assert len(easing(lambda p: 3 * p**2 - 2 * p**3).times) == 2, "and so is a cubic"
    assert len(easing(FUNCTIONS["corner"]).times) <= 4
    assert len(easing(FUNCTIONS["there and back"]).times) <= 7


@pytest.mark.parametrize(
    "name", ["ease-in-out", "ease-in-back", "bounce", "steps(5, jump-both)", "elastic", "linear(0, 1, 0)"]
)
def test_animated_layers_follow_the_easing(name: str) -> None:
    """The animation that `animate` adds follows the easing, and holds the last level after its end."""
    layer, curve = st.Layer(position=(10, 0)), easing(name)
    layer.animate({"position.x": 210}, begin=1, duration=2, easing=name)
    for p in FRACTIONS[::7]:
        found = layer.presentation_value("position.x", 1 + 2 * p)
        assert math.isclose(found, 10 + 200 * curve(p), abs_tol=1e-3), p
    assert layer.presentation_value("position.x", 0.9) == 10
    assert layer.position[0] == pytest.approx(10 + 200 * curve(1))


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("ease-out-bonce", "'ease-out-bounce'"),
        ("", "names"),
        ("ease-out-in-back", "ease-out-in-back"),
        ("steps(0)", "4096"),
        ("steps(1, jump-none)", "jump-none"),
        ("steps(2, jump)", "jump-start, jump-end"),
        ("steps(99999)", "4096"),
        ("cubic-bezier(2, 0, 0, 1)", "within 0...1"),
        ("cubic-bezier(0, 0, 1)", "four"),
        ("cubic-bezier(0, 0, 1, x)", "'x'"),
        ("cubic-bezier(0, inf, 1, 1)", "finite"),
        ("linear()", "levels"),
        ("linear(0 1 2, 1)", "levels"),
        ((1, 2, 3), "four"),
        (lambda _p: math.nan, r"easing\(0\).*nan"),
        (lambda p: 1 / p if p else 0, ""),
    ],
)
def test_what_is_no_easing(given: Any, named: str) -> None:
    if named:
        with pytest.raises(st.InvalidArgument, match=named):
            easing(given)
    else:
        assert easing(given)(1) == 1, "what is steep is followed as far as that goes"


def test_easings_of_another_kind() -> None:
    with pytest.raises(TypeError, match="easing"):
        easing(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"easing\(0\)"):
        easing(lambda _p: "x")  # type: ignore[arg-type, return-value]
