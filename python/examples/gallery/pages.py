"""Entries of the gallery: functions that make scenes, usually of 96 x 96 points."""

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
    """An entry of the gallery: the function that makes the scene, the time of its still, and the duration of
    its clip.
    """

    make: Callable[[], st.Scene]
    at: float
    seconds: float | None

    @property
    def title(self) -> str:
        """The name of the entry's function, in which abbreviations have their usual spelling."""
        return self.make.__name__.replace("_", " ").replace("svg", "SVG").replace("uikit", "UIKit")

    @property
    def chapter(self) -> str:
        """The name of the entry's module."""
        return self.make.__module__.rpartition(".")[2]

    @property
    def source(self) -> str:
        """The lines of the entry's function, without the decorator."""
        lines = inspect.getsource(self.make).splitlines()
        return "\n".join(line for line in lines if not line.startswith("@"))


ENTRIES: list[Entry] = []


def entry(
    at: float = 0, seconds: float | None = None
) -> Callable[[Callable[[], st.Scene]], Callable[[], st.Scene]]:
    """Adds a function to the gallery, with a still at the given time, and a clip if `seconds` is given."""

    def register(make: Callable[[], st.Scene]) -> Callable[[], st.Scene]:
        ENTRIES.append(Entry(make, at, seconds))
        return make

    return register


def page(*layers: st.Layer, background: st.ColorLike = PAPER) -> st.Scene:
    """A scene of the size of a gallery entry, with the given layers."""
    scene = st.Scene(SIZE, SIZE, background=background)
    for layer in layers:
        scene.add_sublayer(layer)
    return scene


def within(parent: st.Layer, *children: st.Layer) -> st.Layer:
    """Adds the children to the parent, and returns the parent."""
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
    """Names for a loop. The type is Any, because type checkers cannot tell that the names are allowed."""
    return words


def line(*points: tuple[float, float]) -> st.Path:
    """An open polygon through the points."""
    path = st.Path().move_to(*points[0])
    for point in points[1:]:
        path.line_to(*point)
    return path


def endless(key_path: str, from_value: Any, to_value: Any, duration: float, **more: Any) -> st.BasicAnimation:
    """An animation from one value to another, repeated without end."""
    return st.BasicAnimation(
        key_path, from_value=from_value, to_value=to_value, duration=duration, repeat_count=math.inf, **more
    )
