"""Outlines of lines and curves."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from types import MethodType
from typing import Concatenate, Generic, ParamSpec

import numpy as np

from ._ffi import ffi, handle, interruptible
from ._ffi import signatures as c
from ._ffi.numbers import flag, is_series, number, point_of, shown, text_like, wrong_type
from ._model.geometry import Point, Rect
from ._model.names import CornerCurve, LineCap, LineJoin
from ._model.words import NameSuggestions
from .errors import InvalidArgument
from .font import Font, font_pointer
from .transform import Transform3D, TransformLike

__all__ = ["Path"]

_lib = ffi.lib
_COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
_Given = ParamSpec("_Given")


class _Shape(Generic[_Given]):
    """Descriptor of a drawing method that also works on the class, where each call draws on a new path."""

    def __init__(self, draw: Callable[Concatenate[Path, _Given], Path]) -> None:
        @functools.wraps(draw)
        def made(kind: type[Path], /, *given: _Given.args, **named: _Given.kwargs) -> Path:
            return draw(kind(), *given, **named)

        self._draw, self._made = draw, made

    def __get__(self, path: Path | None, kind: type[Path]) -> Callable[_Given, Path]:
        return MethodType(self._made, kind) if path is None else MethodType(self._draw, path)


class Path(handle.Handle, NameSuggestions):
    """An outline in points, with y growing downwards.

        arrow = st.Path().move_to(0, 5).line_to(20, 5).polygon([(20, 0), (30, 5), (20, 10)])
        ring = st.Path.circle(15, 15, 15).circle(15, 15, 10)

    The drawing methods add to the path and return the path, so you can chain the calls. The methods `rect`,
    `ellipse`, `rounded_rect`, `circle`, `arc`, `polygon`, `svg` and `text` also work on the class, where they
    return a new path.

    An open line through points is written as `st.Path("M" + "L".join(f"{x} {y}" for x, y in points))`.

    Layers and animations copy the path. A path that you gave to a layer or an animation, or read from one, is
    `frozen`, and its drawing methods raise InvalidArgument. `copy()` returns a path that you can draw on.

    Args:
        notation: SVG path data. None is an empty path.
    """

    __slots__ = ("_frozen",)
    _frozen: bool
    _RELEASE = "stretto_path_release"
    _INSTEAD = "pickle its elements(), or the scene that shows it"

    def __init__(self, notation: str | None = None) -> None:
        self._own(ffi.new(c.PathPointer, _lib.stretto_path_create))
        self._frozen = False
        if notation is not None:
            self.svg(text_like(notation, "Path", "M0 0L10 10"))

    def _adopted(self) -> None:
        self._frozen = True  # the path belongs to a layer or an animation

    def _freeze(self) -> None:
        self._frozen = True

    @property
    def frozen(self) -> bool:
        """Whether the path cannot be changed, because it was given to a layer or an animation or read from
        one.
        """
        return self._frozen

    def copy(self) -> Path:
        """Returns a copy of the outline that you can draw on."""
        return Path().add_path(self)

    def __copy__(self) -> Path:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Path:
        return self.copy()

    @_Shape
    def rect(self, x: float, y: float, width: float, height: float) -> Path:
        """Adds a rectangle, which starts at (x, y) along +x.

        Args:
            x: Left edge.
            y: Upper edge.
            width: Width, which may be negative.
            height: Height, which may be negative.
        """
        return self._add("add_rect", x, y, width, height)

    @_Shape
    def ellipse(self, x: float, y: float, width: float, height: float) -> Path:
        """Adds the ellipse inside a rectangle, which starts at (max x, mid y) towards +y.

        Args:
            x: Left edge of the rectangle.
            y: Upper edge of the rectangle.
            width: Width of the rectangle.
            height: Height of the rectangle.
        """
        return self._add("add_ellipse", x, y, width, height)

    @_Shape
    def rounded_rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        radius_y: float | None = None,
        *,
        corner_curve: CornerCurve = "circular",
    ) -> Path:
        """Adds a rectangle with rounded corners.

        Args:
            x: Left edge.
            y: Upper edge.
            width: Width.
            height: Height.
            radius: Radius of the corners, at least 0, clamped to half the side.
            radius_y: Vertical radius of the corners. None is `radius`.
            corner_curve: "circular", or "continuous" as on a layer. Continuous corners begin farther from the
                corner and have one radius, clamped to half the shorter side.
        """
        if corner_curve == "continuous":
            if radius_y is not None and radius_y != radius:
                raise InvalidArgument(
                    f"Path.rounded_rect: radius_y {shown(radius_y)} was given; a continuous corner has one "
                    "radius"
                )
            return self._add("add_continuous_rect", x, y, width, height, radius)
        if corner_curve != "circular":
            raise InvalidArgument(
                f'Path.rounded_rect: corner_curve {shown(corner_curve)} was given; "circular" and '
                '"continuous" are allowed'
            )
        return self._add(
            "add_rounded_rect", x, y, width, height, radius, radius if radius_y is None else radius_y
        )

    @_Shape
    def circle(self, x: float, y: float, radius: float) -> Path:
        """Adds a circle, which starts at (x + radius, y) towards +y.

        Args:
            x: x of the centre.
            y: y of the centre.
            radius: Radius.
        """
        left, top, half = (number(item, "Path.circle") for item in (x, y, radius))
        return self._add("add_ellipse", left - half, top - half, 2 * half, 2 * half)

    @_Shape
    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, clockwise: bool = True
    ) -> Path:
        """Adds an arc of a circle, after a line to the start of the arc if a subpath is open.

        Angles that differ by one whole turn make a full circle. For a larger difference each whole turn is
        drawn, as in Core Graphics: an arc from 0 to 4 pi goes round twice.

        Args:
            x: x of the centre.
            y: y of the centre.
            radius: Radius. A point of the arc is the centre plus radius (cos, sin), so a negative radius
                gives the opposite point.
            start: Angle in radians from +x towards +y.
            end: Angle in radians. A clockwise arc runs to the first equivalent angle after `start`, and a
                counterclockwise arc to the first one before `start`.
            clockwise: Direction on the screen, where y grows downwards.
        """
        given = [number(item, "Path.arc") for item in (x, y, radius, start, end)]
        self._check_thawed()
        _lib.stretto_path_add_arc(self._pointer, *given, flag(clockwise, "clockwise"))
        return self

    @_Shape
    def polygon(self, points: Iterable[Iterable[float]]) -> Path:
        """Adds a closed polygon.

        Args:
            points: (x, y) of each corner.
        """
        if not is_series(points):
            raise wrong_type("Path.polygon", "a list of points (x, y)", points)
        corners = []
        for point in points:
            if not is_series(point):
                raise wrong_type("Path.polygon", "a list of points (x, y)", point, " for one")
            corners.append(point_of((point,), "Path.polygon"))
        for index, corner in enumerate(corners):
            self._add("line_to" if index else "move_to", *corner)
        return self.close() if corners else self

    @_Shape
    def svg(self, text: str) -> Path:
        """Adds the path that SVG path data describe, such as "M0 0L10 0L10 10Z".

        Args:
            text: The path data.

        Raises:
            InvalidArgument: If the data are invalid. The message has the position of the invalid byte.
        """
        notation = text_like(text, "Path.svg", "M0 0L10 10")
        self._check_thawed()
        interruptible.ask(_lib.stretto_path_add_svg, self._pointer, ffi.encode(notation, "Path.svg"))
        return self

    @_Shape
    def text(
        self, string: str, *, font: Font | None = None, font_size: float = 36, x: float = 0, y: float = 0
    ) -> Path:
        """Adds the outlines of a text, with kerning.

        Args:
            string: The text.
            font: The font. None is Stretto Sans.
            font_size: Points, 0 to 1e6.
            x: x of the start of the first baseline.
            y: y of the first baseline.

        Raises:
            InvalidArgument: If neither the font nor Stretto Sans has an outline for a character. The message
                names such characters.
        """
        given = ffi.encode(text_like(string, "Path.text", "Hello"), "Path.text")
        size, left, baseline = number(font_size, "font_size"), number(x, "x"), number(y, "y")
        self._check_thawed()
        pointer = font_pointer(font, "Path.text")
        interruptible.ask(_lib.stretto_path_add_text, self._pointer, given, pointer, size, left, baseline)
        return self

    def move_to(self, x: float, y: float) -> Path:
        """Begins a subpath.

        Args:
            x: x of the first point.
            y: y of the first point.
        """
        return self._add("move_to", x, y)

    def line_to(self, x: float, y: float) -> Path:
        """Adds a straight line. In an empty path the line starts at (0, 0).

        Args:
            x: x of the end.
            y: y of the end.
        """
        return self._add("line_to", x, y)

    def quad_to(self, cx: float, cy: float, x: float, y: float) -> Path:
        """Adds a quadratic Bézier curve.

        Args:
            cx: x of the control point.
            cy: y of the control point.
            x: x of the end.
            y: y of the end.
        """
        return self._add("quad_to", cx, cy, x, y)

    def curve_to(self, c1x: float, c1y: float, c2x: float, c2y: float, x: float, y: float) -> Path:
        """Adds a cubic Bézier curve.

        Args:
            c1x: x of the first control point.
            c1y: y of the first control point.
            c2x: x of the second control point.
            c2y: y of the second control point.
            x: x of the end.
            y: y of the end.
        """
        return self._add("curve_to", c1x, c1y, c2x, c2y, x, y)

    def close(self) -> Path:
        """Closes the subpath with a straight line to its first point."""
        return self._add("close")

    def add_path(self, other: Path, transform: TransformLike | None = None) -> Path:
        """Adds the subpaths of another path.

        Args:
            other: The other path.
            transform: An affine transform of the other path.

        Raises:
            LimitError: If the path would have more than 4,194,304 elements.
        """
        if not isinstance(other, Path):
            raise wrong_type("Path.add_path", "a Path", other)
        self._check_thawed()
        matrix = None if transform is None else ffi.transform_pointer(tuple(Transform3D(transform)))
        _lib.stretto_path_add_path(self._pointer, other._pointer, matrix)
        return self

    def transformed(self, transform: TransformLike) -> Path:
        """Returns a transformed copy of this path.

        Args:
            transform: An affine transform.
        """
        return Path().add_path(self, transform)

    def stroked(
        self, width: float, cap: LineCap = "butt", join: LineJoin = "miter", miter: float = 10
    ) -> Path:
        """Returns the outline of a stroke along this path, to be filled with the rule "non-zero".

            ring = st.Path.circle(50, 50, 40).stroked(8)
            scene.add_sublayer(st.ShapeLayer(path=ring, fill_color="gold", stroke_color="black"))

        The outline crosses itself where the stroke does. Straight lines replace the curves of the outline,
        with an error of at most 1/100,000 of the size. Source: CGPathCreateCopyByStrokingPath.

        Args:
            width: Width of the stroke, at least 0. A width of 0 gives an empty outline.
            cap: As `ShapeLayer.line_cap`.
            join: As `ShapeLayer.line_join`.
            miter: A miter that is longer than this many widths becomes a bevel.

        Raises:
            InvalidArgument: For a negative width or an unknown word.
            LimitError: If the outline would have too many lines.
        """
        outline = Path()
        words = [ffi.encode(text_like(word, "Path.stroked", "round"), "Path.stroked") for word in (cap, join)]
        given = number(width, "Path.stroked"), number(miter, "Path.stroked")
        _lib.stretto_path_add_stroke(outline._pointer, self._pointer, given[0], *words, given[1])
        return outline

    @property
    def bounds(self) -> Rect | None:
        """(x, y, width, height) of the smallest upright rectangle around the path, including its curves
        exactly; None if the path is empty.
        """
        found = ffi.numbers(_lib.stretto_path_get_bounds, self._pointer)
        return Rect(found) if found else None

    @property
    def length(self) -> float:
        """The length in points of all lines and curves. The moves between subpaths have no length."""
        return ffi.number(_lib.stretto_path_get_length, self._pointer)

    def point_at(self, distance: float) -> Point:
        """Returns the point at a distance along the path.

        Args:
            distance: Points from the start, clamped to 0...length.

        Raises:
            InvalidArgument: For a path without lines or curves.
        """
        x, y, _ = ffi.point_at(self._pointer, number(distance, "Path.point_at"))
        return Point((x, y))

    def elements(self) -> list[tuple[str, tuple[float, ...]]]:
        """Returns the elements of the path in order: a letter of M, L, Q, C and Z with its 2, 2, 4, 6 or 0
        numbers.
        """
        letters, values = ffi.path_elements(self._pointer)
        found, start = [], 0
        for letter in letters:
            end = start + _COUNTS[letter]
            found.append((letter, tuple(values[start:end])))
            start = end
        return found

    def _repr_svg_(self) -> str | None:
        """Returns the outline with a faint fill as SVG, for notebooks."""
        elements = self.elements()
        points = np.array([value for _, values in elements for value in values]).reshape(-1, 2)
        if not len(points):
            return None
        corner, size = points.min(axis=0), points.max(axis=0) - points.min(axis=0)
        side = float(max(size)) or 1.0
        zoom = min(max(side, 160.0), 600.0) / side  # a small outline is enlarged, and a large one reduced
        (x, y), (width, height) = corner - 4 / zoom, size + 8 / zoom
        outline = " ".join(letter + " ".join(f"{value:g}" for value in values) for letter, values in elements)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * zoom:g}" height="{height * zoom:g}" '
            f'viewBox="{x:g} {y:g} {width:g} {height:g}"><path d="{outline}" fill="#0072b226" '
            f'stroke="#0072b2" stroke-width="{2 / zoom:g}"/></svg>'
        )

    def __repr__(self) -> str:
        parts = [
            letter + " ".join(f"{value:g}" for value in values) for letter, values in self.elements()[:20]
        ]
        return f"<Path {''.join(parts)}>"

    def _check_thawed(self) -> None:
        if self._frozen:
            raise InvalidArgument(
                "this path belongs to a layer or an animation: draw on path.copy() and set that"
            )

    def _add(self, verb: str, *arguments: float) -> Path:
        self._check_thawed()
        getattr(_lib, "stretto_path_" + verb)(
            self._pointer, *(number(item, f"Path.{verb.removeprefix('add_')}") for item in arguments)
        )
        return self


handle.register(c.PathPointer, lambda _pointer: Path)
