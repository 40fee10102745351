"""Outlines of lines and curves."""

from __future__ import annotations

from . import _ffi, _handle
from ._numbers import number, text_like
from ._shown import Pictured
from .errors import InvalidArgument

_lib = _ffi.lib
_VERBS = {"M": "move_to", "L": "line_to", "Q": "quad_to", "C": "curve_to", "Z": "close"}
_COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class Path(_handle.Handle, Pictured):
    """An outline in points, y downwards; empty at first.

    The drawing methods return the path, so that they can be chained. Layers and animations take a copy: a
    path that was given to one, or read from one, is `frozen`, and drawing on it is refused. `copy()` gives
    one to draw on.
    """

    __slots__ = ("_frozen",)
    _frozen: bool
    _RELEASE = "stretto_path_release"

    def __init__(self) -> None:
        self._own(_ffi.new(_ffi.PathPointer, _lib.stretto_path_create))
        self._frozen = False

    def _adopted(self) -> None:
        self._frozen = True  # it is what a layer or an animation has

    def _freeze(self) -> None:
        self._frozen = True

    @property
    def frozen(self) -> bool:
        """Whether it was given to a layer or an animation, or read from one, and stays as it is."""
        return self._frozen

    def copy(self) -> Path:
        """The same outline once more, to draw on."""
        twin = Path()
        for letter, numbers in self.elements():
            twin._add(_VERBS[letter], *numbers)
        return twin

    def __copy__(self) -> Path:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Path:
        return self.copy()

    @classmethod
    def rect(cls, x: float, y: float, width: float, height: float) -> Path:
        """A rectangle, from (x, y) along +x first. Sizes may be negative."""
        return cls()._add("add_rect", x, y, width, height)

    @classmethod
    def ellipse(cls, x: float, y: float, width: float, height: float) -> Path:
        """The ellipse inside a rectangle, from (max x, mid y) towards +y."""
        return cls()._add("add_ellipse", x, y, width, height)

    @classmethod
    def rounded_rect(
        cls, x: float, y: float, width: float, height: float, radius: float, radius_y: float | None = None
    ) -> Path:
        """A rectangle with round corners. The radii, at least 0, are clamped to half the sides."""
        return cls()._add(
            "add_rounded_rect", x, y, width, height, radius, radius if radius_y is None else radius_y
        )

    @classmethod
    def svg(cls, text: str) -> Path:
        """The outline in SVG's path notation, such as "M0 0L10 0L10 10Z".

        Raises `InvalidArgument` naming the byte where it cannot be read.
        """
        path = cls()
        notation = text_like(text, "Path.svg", "M0 0L10 10")
        _lib.stretto_path_add_svg(path._pointer, _ffi.encode(notation, "Path.svg"))
        return path

    def move_to(self, x: float, y: float) -> Path:
        """Begins a subpath at (x, y)."""
        return self._add("move_to", x, y)

    def line_to(self, x: float, y: float) -> Path:
        """A straight line to (x, y). In an empty path it starts at (0, 0)."""
        return self._add("line_to", x, y)

    def quad_to(self, cx: float, cy: float, x: float, y: float) -> Path:
        """A quadratic curve with one control point, to (x, y)."""
        return self._add("quad_to", cx, cy, x, y)

    def curve_to(self, c1x: float, c1y: float, c2x: float, c2y: float, x: float, y: float) -> Path:
        """A cubic curve with two control points, to (x, y)."""
        return self._add("curve_to", c1x, c1y, c2x, c2y, x, y)

    def close(self) -> Path:
        """A line back to where the subpath began."""
        return self._add("close")

    def elements(self) -> list[tuple[str, tuple[float, ...]]]:
        """What the path is made of: a letter of M L Q C Z and its numbers (2, 2, 4, 6 or 0), in order."""
        letters, values = _ffi.path_elements(self._pointer)
        found, start = [], 0
        for letter in letters:
            end = start + _COUNTS[letter]
            found.append((letter, tuple(values[start:end])))
            start = end
        return found

    def __repr__(self) -> str:
        parts = [
            letter + " ".join(f"{value:g}" for value in values) for letter, values in self.elements()[:20]
        ]
        return f"<Path {''.join(parts)}>"

    def _add(self, verb: str, *arguments: float) -> Path:
        if self._frozen:
            raise InvalidArgument(
                "this path is a layer's or an animation's and stays as it is: draw on path.copy() and set it"
            )
        getattr(_lib, "stretto_path_" + verb)(
            self._pointer, *(number(item, f"Path.{verb}") for item in arguments)
        )
        return self


_handle.register(_ffi.PathPointer, lambda _pointer: Path)
