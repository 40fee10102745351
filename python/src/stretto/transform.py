"""3-D transforms with Core Animation's algebra."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from types import MethodType
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias

import numpy as np
import numpy.typing as npt

from ._ffi import ffi
from ._ffi.numbers import is_series, number, numbers, shown
from ._model.words import NameSuggestions
from .errors import InvalidArgument

__all__ = ["Transform3D", "TransformLike"]

_lib = ffi.lib
_Given = ParamSpec("_Given")

#: Core Animation's names of the elements, row by row.
_ELEMENTS = tuple(f"m{row}{column}" for row in range(1, 5) for column in range(1, 5))


class _ChainedMethod(Generic[_Given]):
    """Descriptor of a method that returns a transform. Called on a transform, the method applies the new
    transform before that transform.
    """

    def __init__(self, make: Callable[Concatenate[Transform3D, _Given], Transform3D]) -> None:
        @functools.wraps(make)
        def chained(transform: Transform3D, /, *given: _Given.args, **named: _Given.kwargs) -> Transform3D:
            return make(transform, *given, **named) @ transform

        self._make, self._chained = make, chained

    def __get__(
        self, transform: Transform3D | None, kind: type[Transform3D]
    ) -> Callable[_Given, Transform3D]:
        if transform is None:
            return MethodType(self._make, object.__new__(kind))
        return MethodType(self._chained, transform)


class _Element:
    """One of the sixteen elements of a transform."""

    def __init__(self, index: int) -> None:
        self._index = index

    def __get__(self, owner: Transform3D, cls: type) -> float:
        return owner._values[self._index]


class Transform3D(NameSuggestions):
    """A 4x4 matrix for row vectors (CATransform3D): `point @ matrix`, with the translation in the last row.

        Transform3D.translation(110, 0)
        Transform3D.translation(0, 102).scale(1, -1)  # mirrored first, then moved

    A transform never changes, is hashable and can be pickled. `a @ b` applies a first, then b. The methods
    `translation`, `scale`, `rotation` and `perspective` of the class return a new transform. Called on a
    transform `t`, the methods apply the new transform before `t`, as CATransform3DTranslate does.
    `t.translated`, `t.scaled` and `t.rotated` also apply a new transform before `t`.

    `Transform3D()` is the identity. `Transform3D(values)` takes 16 numbers row by row, or a 4x4 array. Core
    Animation's names of the elements set and read single elements: `Transform3D(m34=-1 / 500)`,
    `Transform3D(t, m41=0)`, `t.m34`.
    """

    __slots__ = ("_values",)
    _values: tuple[float, ...]

    def __init__(
        self,
        values: TransformLike | None = None,
        *,
        m11: float | None = None,
        m12: float | None = None,
        m13: float | None = None,
        m14: float | None = None,
        m21: float | None = None,
        m22: float | None = None,
        m23: float | None = None,
        m24: float | None = None,
        m31: float | None = None,
        m32: float | None = None,
        m33: float | None = None,
        m34: float | None = None,
        m41: float | None = None,
        m42: float | None = None,
        m43: float | None = None,
        m44: float | None = None,
    ) -> None:
        given = locals()
        if values is None:
            made = ffi.transform(_lib.stretto_transform_make_identity)
        else:
            made = tuple(numbers(_items(values), "Transform3D"))
        if len(made) != 16:
            raise InvalidArgument(f"Transform3D takes 16 numbers, not {len(made)}")
        if any(given[name] is not None for name in _ELEMENTS):
            made = tuple(
                value if given[name] is None else number(given[name], f"Transform3D({name}=)")
                for name, value in zip(_ELEMENTS, made, strict=True)
            )
        object.__setattr__(self, "_values", made)

    m11 = _Element(0)
    m12 = _Element(1)
    m13 = _Element(2)
    m14 = _Element(3)
    m21 = _Element(4)
    m22 = _Element(5)
    m23 = _Element(6)
    m24 = _Element(7)
    m31 = _Element(8)
    m32 = _Element(9)
    m33 = _Element(10)
    m34 = _Element(11)
    m41 = _Element(12)
    m42 = _Element(13)
    m43 = _Element(14)
    m44 = _Element(15)

    @classmethod
    def _of(cls, values: tuple[float, ...]) -> Transform3D:
        """Returns the transform of 16 floats of the library, without checks."""
        made = cls.__new__(cls)
        object.__setattr__(made, "_values", values)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Transform3D never changes; make a new one")

    @classmethod
    def identity(cls) -> Transform3D:
        """Returns the identity (CATransform3DIdentity)."""
        return cls()

    @_ChainedMethod
    def translation(self, x: float, y: float = 0, z: float = 0) -> Transform3D:
        """Returns a translation (CATransform3DMakeTranslation).

        Args:
            x: Points along x.
            y: Points along y.
            z: Points along z.
        """
        return self._call("make_translation", x, y, z)

    @_ChainedMethod
    def scale(self, x: float, y: float | None = None, z: float = 1) -> Transform3D:
        """Returns a scale (CATransform3DMakeScale).

        Args:
            x: Factor along x.
            y: Factor along y. None is `x`.
            z: Factor along z.
        """
        return self._call("make_scale", x, x if y is None else y, z)

    @_ChainedMethod
    def rotation(self, angle: float, x: float = 0, y: float = 0, z: float = 1) -> Transform3D:
        """Returns a rotation about an axis (CATransform3DMakeRotation).

        A rotation by +pi/2 about z maps (1, 0) to (0, 1), which is clockwise on the screen, where y grows
        downwards.

        Args:
            angle: Radians.
            x: x of the axis. The default axis is z, which rotates in the plane.
            y: y of the axis.
            z: z of the axis. An axis of length 0 gives the identity.
        """
        return self._call("make_rotation", angle, x, y, z)

    @_ChainedMethod
    def perspective(self, distance: float) -> Transform3D:
        """Returns the identity with m34 = -1/distance.

        Args:
            distance: Points from the eye to the plane. 0 gives the identity.

        Raises:
            InvalidArgument: For a negative distance. `Transform3D(m34=...)` accepts any number.
        """
        if not number(distance, "Transform3D.perspective") >= 0:
            raise InvalidArgument(
                f"Transform3D.perspective was given {shown(distance)}; a distance of at least 0 is allowed. "
                "For any other m34 write Transform3D(m34=...)"
            )
        return self._call("make_perspective", distance)

    def translated(self, x: float, y: float = 0, z: float = 0) -> Transform3D:
        """Returns a translation followed by this transform (CATransform3DTranslate).

        Args:
            x: Points along x.
            y: Points along y.
            z: Points along z.
        """
        return self.translation(x, y, z)

    def scaled(self, x: float, y: float | None = None, z: float = 1) -> Transform3D:
        """Returns a scale followed by this transform (CATransform3DScale).

        Args:
            x: Factor along x.
            y: Factor along y. None is `x`.
            z: Factor along z.
        """
        return self.scale(x, y, z)

    def rotated(self, angle: float, x: float = 0, y: float = 0, z: float = 1) -> Transform3D:
        """Returns a rotation followed by this transform (CATransform3DRotate).

        Args:
            angle: Radians.
            x: x of the axis. The default axis is z.
            y: y of the axis.
            z: z of the axis.
        """
        return self.rotation(angle, x, y, z)

    def inverted(self) -> Transform3D:
        """Returns the inverse, or this transform if it has no inverse (CATransform3DInvert)."""
        return self._of(ffi.transform(_lib.stretto_transform_invert, self._values))

    def __matmul__(self, other: Transform3D) -> Transform3D:
        """This transform followed by the other transform (CATransform3DConcat)."""
        if not isinstance(other, Transform3D):
            return NotImplemented
        return self._of(ffi.transform(_lib.stretto_transform_concat, self._values, other._values))

    def __mul__(self, other: object) -> Transform3D:
        if isinstance(other, Transform3D):
            raise TypeError("transforms are multiplied by @: a @ b means a first, then b")
        return NotImplemented

    @classmethod
    def _call(cls, name: str, *arguments: float) -> Transform3D:
        what = f"Transform3D.{name.removeprefix('make_')}"
        first: Any = arguments[0] if len(arguments) > 1 else None
        if isinstance(first, (tuple, list, np.ndarray)) and is_series(first):
            given = ", ".join(map(shown, first))
            raise TypeError(f"{what} takes numbers, not {shown(first)}: write {what}({given})")
        checked = [number(argument, what) for argument in arguments]
        return cls._of(ffi.transform(getattr(_lib, "stretto_transform_" + name), *checked))

    def __iter__(self) -> Any:
        """The 16 numbers, row by row."""
        return iter(self._values)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """A (4, 4) array: `numpy.asarray(transform)`."""
        return np.array(self._values, dtype=dtype or np.float64).reshape(4, 4)

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, Transform3D) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values)

    def __reduce__(self) -> Any:
        return Transform3D, (self._values,)

    def _repr_html_(self) -> str:
        cells = [
            "".join(f"<td>{0.0 if abs(v) < 1e-12 else v:.6g}</td>" for v in row) for row in np.asarray(self)
        ]
        return f"<table><caption>Transform3D</caption><tr>{'</tr><tr>'.join(cells)}</tr></table>"

    def _repr_latex_(self) -> str:
        rows = (self._values[row : row + 4] for row in range(0, 16, 4))
        table = r" \\ ".join(" & ".join(f"{0.0 if abs(v) < 1e-12 else v:.6g}" for v in row) for row in rows)
        return rf"$\begin{{bmatrix}} {table} \end{{bmatrix}}$"

    def __repr__(self) -> str:
        if self == IDENTITY:
            return "Transform3D()"
        rows = (self._values[row : row + 4] for row in range(0, 16, 4))
        return (
            "Transform3D(["
            + ", ".join("[" + ", ".join(f"{item:g}" for item in row) + "]" for row in rows)
            + "])"
        )


def _items(values: Any) -> list[Any]:
    """The 16 numbers of a matrix, row by row."""
    try:
        items = [] if isinstance(values, (str, bytes)) else list(values)
        rows = [list(item) if hasattr(item, "__len__") else [item] for item in items]
        if [len(row) for row in rows] in ([4] * 4, [1] * len(rows)):
            items = [item for row in rows for item in row]
            if items:
                return items
    except TypeError:  # the value cannot be iterated
        pass
    found = f"{type(values).__name__} {shown(values)}"
    raise TypeError(f"Transform3D takes 16 numbers or a 4x4 array, not {found}")


#: The identity (CATransform3DIdentity).
IDENTITY = Transform3D()
#: A `Transform3D`, its 16 numbers row by row, or four rows of four numbers.
TransformLike: TypeAlias = Transform3D | Iterable[float] | Iterable[Iterable[float]]
