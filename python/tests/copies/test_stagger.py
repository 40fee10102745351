"""Tests of delays over copies, against the documentation of GSAP and other stagger tools."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi, signatures


@pytest.mark.parametrize(
    ("from_", "steps"),
    [
        # GSAP's documentation: "start", "center", "edges", "end", or the index of the element from which the
        # stagger emanates.
        ("first", [0, 1, 2, 3, 4]),
        ("last", [4, 3, 2, 1, 0]),
        ("center", [2, 1, 0, 1, 2]),
        ("edges", [0, 1, 2, 1, 0]),
        (0, [0, 1, 2, 3, 4]),
        (1, [1, 0, 1, 2, 3]),
        (4, [4, 3, 2, 1, 0]),
        # GSAP's documentation: "decimal values representing the progress along each axis".
        ((0, 0), [0, 1, 2, 3, 4]),
        ((0.5, 0.5), [2, 1, 0, 1, 2]),
        ((1, 0), [4, 3, 2, 1, 0]),
    ],
)
def test_each_is_the_delay_between_neighbours(from_: object, steps: list[int]) -> None:
    assert st.stagger(5, from_, each=0.1) == pytest.approx([0.1 * step for step in steps])  # type: ignore[arg-type]


def test_amount_is_split_up_among_all() -> None:
    # GSAP's documentation: "if amount is 1 and there are 100 elements ... there would be 0.01 seconds between
    # each".
    delays = st.stagger(101, amount=1)
    assert np.diff(delays) == pytest.approx(0.01)
    for from_ in ("first", "center", "last", "edges", "random", 7, (0.2, 0)):
        assert st.stagger(20, from_, amount=3).max() == pytest.approx(3)


def test_a_negative_step_looks_ahead() -> None:
    assert st.stagger(3, each=-0.5) == pytest.approx([0, -0.5, -1])


def test_random_is_an_order_that_the_seed_chooses() -> None:
    delays = st.stagger(50, "random", each=1, seed=3)
    assert sorted(delays) == list(range(50))
    assert list(delays) != list(range(50))
    assert (delays == st.stagger(50, "random", each=1, seed=3)).all()
    assert (delays != st.stagger(50, "random", each=1, seed=4)).any()


def test_a_grid_is_columns_and_rows_that_are_filled_one_after_the_other() -> None:
    def grid(**options: Any) -> np.ndarray:
        return st.stagger(40, each=1, grid=(8, 5), **options).reshape(5, 8)

    y, x = np.mgrid[0:5, 0:8]
    assert grid() == pytest.approx(np.hypot(x, y))
    assert grid(from_="center") == pytest.approx(np.hypot(x - 3.5, y - 2))
    assert grid(from_="last") == pytest.approx(np.hypot(x - 7, y - 4))
    assert grid(from_=10) == pytest.approx(np.hypot(x - 2, y - 1))
    assert grid(from_=(1, 0)) == pytest.approx(np.hypot(x - 7, y))
    assert grid(from_="center", axis="x") == pytest.approx(np.abs(x - 3.5))
    assert grid(from_="center", axis="y") == pytest.approx(np.abs(y - 2))


@pytest.mark.parametrize("grid", [(1, 5), (5, 1)])
@pytest.mark.parametrize("from_", ["first", "center", "last", "edges", 2, (0.2, 0.2)])
def test_a_single_column_is_a_single_row_turned(grid: tuple[int, int], from_: Any) -> None:
    assert list(st.stagger(5, each=1, from_=from_, grid=grid)) == list(st.stagger(5, each=1, from_=from_))
    if from_ == "edges":
        assert list(st.stagger(5, each=1, from_=from_, grid=grid)) == [0, 1, 2, 1, 0]


def test_an_ease_moves_delays_between_the_ends_only() -> None:
    linear, eased = st.stagger(11, amount=1), st.stagger(11, amount=1, ease="easeOut")
    assert (eased[0], eased[-1]) == (0, 1)
    assert (eased[1:-1] > linear[1:-1]).all()
    assert (np.diff(eased) > 0).all()
    assert (st.stagger(11, amount=1, ease=(0, 0, 0.58, 1)) == eased).all()
    assert st.stagger(11, amount=1, ease=(0.3, 0.3, 0.7, 0.7)) == pytest.approx(linear)


def test_delays_go_into_a_replicator() -> None:
    dot = st.Layer()
    row = st.ReplicatorLayer(instance_count=5, instance_delays=st.stagger(5, "center", each=0.25))
    row.add_sublayer(dot)
    assert [dot.local_time(1, instance=(k,)) for k in range(5)] == [0.5, 0.75, 1, 0.75, 0.5]


@pytest.mark.parametrize("grid", [None, (1, 5), (5, 1)])
def test_the_edges_of_a_single_row_or_column_are_its_ends(grid: tuple[int, int] | None) -> None:
    assert st.stagger(5, each=1, from_="edges", grid=grid) == pytest.approx([0, 1, 2, 1, 0])


def test_stagger_of_none_and_of_one() -> None:
    assert st.stagger(0, each=1).shape == (0,)
    for from_ in ("first", "center", "last", "edges", "random", 0, (1, 1)):
        assert list(st.stagger(1, from_, amount=9)) == [0]
    assert st.stagger(3, each=1).dtype == np.float64


def test_wrong_arguments_of_stagger_are_refused() -> None:
    wrong = [
        {},
        {"each": 1, "amount": 1},
        {"each": math.inf},
        {"each": 1, "from_": "centre"},
        {"each": 1, "from_": (1, 2, 3)},
        {"each": 1, "axis": "z"},
        {"each": 1, "ease": "eazy"},
        {"each": 1, "ease": (2, 0, 0, 0)},
        {"each": 1, "grid": (2, 2)},
        {"each": 1, "grid": (0, 9)},
        {"each": 1, "seed": -1},
    ]
    for options in wrong:
        with pytest.raises(st.InvalidArgument):
            st.stagger(9, **options)  # type: ignore[arg-type]
    with pytest.raises(st.LimitError):
        st.stagger(2**22 + 1, each=1)
    with pytest.raises(TypeError):
        st.stagger(9, each="1")  # type: ignore[arg-type]


@pytest.mark.parametrize("point", [(math.nan, 1), (1, math.nan), (math.nan, math.nan), (1, math.inf)])
def test_an_origin_that_is_not_finite_is_refused_by_the_library(point: tuple[float, float]) -> None:
    stagger = signatures.StaggerStruct()
    ffi.lib.stretto_stagger_init(stagger)
    stagger.origin, stagger.seconds = 6, 1
    stagger.x, stagger.y = point
    with pytest.raises(st.InvalidArgument, match="x, y"):
        ffi.lib.stretto_stagger_get_delays(stagger, 3, ffi.doubles([0, 0, 0]))


def test_a_shuffle_without_a_seed_is_that_of_seed_0() -> None:
    assert list(st.stagger(9, "random", each=1)) == list(st.stagger(9, "random", each=1, seed=0))
    assert list(st.stagger(9, "random", each=1)) != list(st.stagger(9, "random", each=1, seed=1))
