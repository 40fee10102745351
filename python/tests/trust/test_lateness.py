"""Tests that a call ends within 50 ms of processor time after its timeout or `cancel`.

The tests use documents of `attack_kit` whose frames and reports take longer than the timeout.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from typing import TypeAlias

import pytest

import attack_kit
import stretto as st
from cancellation import Cancellation

Ask: TypeAlias = "Callable[[st.Scene, float | None], object]"

ASKS: dict[str, Ask] = {
    "render": lambda scene, timeout: scene.render(0.5, timeout=timeout),
    "hit_test": lambda scene, timeout: scene.hit_test(5, 5, 0.5, timeout=timeout),
    "diagnostics": lambda scene, timeout: scene.diagnostics(timeout=timeout),
    "loop_report": lambda scene, timeout: scene.loop_report(timeout=timeout),
}
#: Documents and calls that take longer than the timeout on any machine.
LONG = [
    ("720,000 characters", "loop_report"),
    ("720,000 characters", "diagnostics"),
    ("directions in directions", "hit_test"),
    ("450,000 letters that join", "render"),
    ("round dashes", "hit_test"),
    ("portals that multiply", "hit_test"),
    ("6,000 sheets through each other", "render"),
    ("45,000 layers", "render"),
]


@pytest.mark.slow  # too slow without optimisation, as in `make check`
@pytest.mark.parametrize("cause", ["timeout", "cancel"])
@pytest.mark.parametrize(("name", "ask"), LONG)
def test_a_call_ends_soon_after_its_timeout_or_cancel(name: str, ask: str, cause: str) -> None:
    scene = st.Scene.from_bytes(attack_kit.KIT[name].encode())
    cancellation = Cancellation(scene.cancel if cause == "cancel" else None)
    assert cancellation.late(lambda timeout: ASKS[ask](scene, timeout)) < Cancellation.LATE
    assert cancellation.is_cancelled


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "name",
    [
        "40,000 axes of a font",
        "7,000 values of a state",
        "2,000 states in a chain",
    ],
)
def test_opening_ends_soon_after_its_timeout(name: str) -> None:
    data = attack_kit.KIT[name].encode()
    late = Cancellation().late(lambda timeout: st.Scene.from_bytes(data, timeout=timeout))
    assert late < Cancellation.LATE


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_first_query_after_changes_of_many_values_ends_with_its_time() -> None:
    scene = st.Scene.from_bytes(attack_kit.values_of_a_state(7000, 0).encode())
    for k in range(400):
        scene.set_state("ab"[k % 2], k)
    assert Cancellation().late(lambda timeout: scene.render(0.5, timeout=timeout)) < Cancellation.LATE


@pytest.mark.longer
@pytest.mark.large
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", attack_kit.KIT)
def test_any_query_of_a_hostile_document_ends_soon(name: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.caml"
    path.write_text(attack_kit.KIT[name])
    late = {"open": Cancellation().late(lambda timeout: st.Scene.open(path, timeout=timeout))}
    try:
        scene = st.Scene.open(path)
    except st.Error:
        return
    asks = {**ASKS, "save": lambda scene, timeout: clip(scene, tmp_path / "a.gif", timeout)}
    for ask, call in asks.items():
        for cause, cancel in {"timeout": None, "cancel": scene.cancel}.items():

            def asked(timeout: float | None, call: Ask = call) -> object:
                return call(scene, timeout)

            late[f"{ask}, {cause}"] = Cancellation(cancel).late(asked)
    assert {what: seconds for what, seconds in late.items() if seconds >= Cancellation.LATE} == {}


def clip(scene: st.Scene, path: pathlib.Path, timeout: float | None) -> None:
    scene.movie(1, 50, diagnose=False).save(path, timeout=timeout)
