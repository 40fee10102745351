"""Telling how far the work is, and being told to stop."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np

from stretto._ffi.lazy import load
from stretto._ffi.numbers import shown
from stretto.errors import Cancelled

#: True shows a bar; a function is told (done, total), and stops the work by returning False.
Progress: TypeAlias = bool | Callable[[int, int], object] | None
Report: TypeAlias = Callable[[int, int], None]


@contextlib.contextmanager
def reporting(progress: Progress) -> Iterator[Report]:
    """A function to call with (done, total) after each frame; it raises `Cancelled` if told to stop."""
    if callable(progress):
        yield lambda done, total: _ask(progress, done, total)
    elif progress is not None and not (isinstance(progress, (int, np.bool_)) and progress in (0, 1)):
        raise TypeError(f"progress takes True, or a function of (done, total), not {shown(progress)}")
    elif progress:
        with _bar() as report:
            yield report
    else:
        yield lambda done, total: None


def _ask(callback: Callable[[int, int], object], done: int, total: int) -> None:
    answer = callback(done, total)
    if answer is not None and not answer:
        raise Cancelled(f"stopped after {done} of {total} frames")


@contextlib.contextmanager
def _bar() -> Iterator[Report]:
    """A bar by tqdm, in a notebook or a terminal; without tqdm, two numbers on the standard error."""
    try:
        tqdm = load("tqdm.auto").tqdm
    except ImportError:
        yield _print
        return
    with tqdm(unit="frame") as bar:

        def report(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield report


def _print(done: int, total: int) -> None:
    print(f"\r{done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
