"""Entries of the picture book: functions that make scenes, of 96 x 96 points as a rule."""

import inspect
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import stretto as st

SIZE = 96
PAPER, INK, RED, YELLOW, GREEN, BLUE, VIOLET = (
    "#f6f4ee", "#2b2d42", "#ef476f", "#ffd166", "#06d6a0", "#118ab2", "#8f6fe0",
)  # fmt: skip


class Entry(NamedTuple):
    """One idea: what draws it, the moment of its still, and for how many seconds it moves."""

    make: Callable[[], st.Scene]
    at: float
    seconds: float | None

    @property
    def title(self) -> str:
        """The name of its function."""
        return self.make.__name__.replace("_", " ")

    @property
    def chapter(self) -> str:
        """The module that it is in."""
        return self.make.__module__.rpartition(".")[2]

    @property
    def source(self) -> str:
        """The lines of the function, without the decorator."""
        lines = inspect.getsource(self.make).splitlines()
        return "\n".join(line for line in lines if not line.startswith("@"))


ENTRIES: list[Entry] = []


def entry(
    at: float = 0, seconds: float | None = None
) -> Callable[[Callable[[], st.Scene]], Callable[[], st.Scene]]:
    """Puts a function into the book: shown at a moment, and as a clip if `seconds` are given."""

    def register(make: Callable[[], st.Scene]) -> Callable[[], st.Scene]:
        ENTRIES.append(Entry(make, at, seconds))
        return make

    return register


def page(*layers: st.Layer, background: st.ColorLike = PAPER) -> st.Scene:
    """A scene of an entry's size with these layers."""
    scene = st.Scene(SIZE, SIZE, background=background)
    for layer in layers:
        scene.add_sublayer(layer)
    return scene


def within(parent: st.Layer, *children: st.Layer) -> st.Layer:
    """The parent, after its children were put in."""
    for child in children:
        parent.add_sublayer(child)
    return parent


def star(points: int, outer: float, inner: float, center: tuple[float, float] = (48, 48)) -> st.Path:
    """A star, or with equal radii a polygon of twice as many corners."""
    turn = math.pi / points
    radii = (outer, inner)
    return st.Path.polygon(
        (center[0] + radii[k % 2] * math.sin(k * turn), center[1] - radii[k % 2] * math.cos(k * turn))
        for k in range(2 * points)
    )


def names(*words: Any) -> tuple[Any, ...]:
    """Names for a loop: that they are among those allowed, no type checker can follow."""
    return words


def line(*points: tuple[float, float]) -> st.Path:
    """An open polygon."""
    path = st.Path().move_to(*points[0])
    for point in points[1:]:
        path.line_to(*point)
    return path


def endless(key_path: str, from_value: Any, to_value: Any, duration: float, **more: Any) -> st.BasicAnimation:
    """From one value to the other, again and again."""
    return st.BasicAnimation(
        key_path, from_value=from_value, to_value=to_value, duration=duration, repeat_count=math.inf, **more
    )
