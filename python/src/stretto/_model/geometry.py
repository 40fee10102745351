"""Values of properties: points and rectangles with named elements, and frozen lists and dicts.

Each value that a property returns is a copy of a value in the library, so changing the copy would have no
effect.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from stretto._ffi.numbers import shown
from stretto.errors import InvalidArgument

from .words import hint

Item = TypeVar("Item")
Key = TypeVar("Key")


class _Named:
    """Base of tuples with named elements. Setting an element raises an error, because the tuple is a copy."""

    __slots__ = ()
    _TYPE_NAME: ClassVar[str]
    #: Key paths that set an element of the tuple, for the error message.
    _EXAMPLES: ClassVar[dict[str, str]]

    if not TYPE_CHECKING:  # a type checker would allow any name

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"a {self._TYPE_NAME} has no {name!r}{hint(name, type(self))}")

    def __setattr__(self, name: str, value: object) -> None:
        if not hasattr(type(self), name):
            raise AttributeError(f"a {self._TYPE_NAME} has no {name!r}; it is a tuple {self!r}")
        path = self._EXAMPLES.get(name)
        one = f'layer.set_value("{path}", {shown(value)}) sets a part, and ' if path else ""
        whole = f"layer.{(path or 'frame').partition('.')[0]} = (...) the whole"
        raise AttributeError(
            f"{name} of a {self._TYPE_NAME} that was read cannot be set, because it is a copy: {one}{whole}"
        )


class _Part(property):
    """Descriptor of one element of a tuple, by the name of the element."""

    def __init__(self, index: int, doc: str) -> None:
        super().__init__(operator.itemgetter(index), doc=doc)
        self.__doc__ = (
            doc  # before Python 3.12 a subclass of property with a docstring hides the given docstring
        )

    if TYPE_CHECKING:

        def __get__(self, owner: Any, cls: type | None = None, /) -> float: ...  # type: ignore[override]


class Point(_Named, tuple[float, float]):
    """(x, y) in points."""

    __slots__ = ()
    _TYPE_NAME = "point"
    _EXAMPLES: ClassVar[dict[str, str]] = {"x": "position.x", "y": "position.y"}

    x = _Part(0, "Horizontal coordinate, in points to the right.")
    y = _Part(1, "Vertical coordinate, in points down.")


class Size(_Named, tuple[float, float]):
    """A size (width, height) in points."""

    __slots__ = ()
    _TYPE_NAME = "size"
    _EXAMPLES: ClassVar[dict[str, str]] = {"width": "bounds.size.width", "height": "bounds.size.height"}

    width = _Part(0, "From left to right.")
    height = _Part(1, "From top to bottom.")


class Rect(_Named, tuple[float, float, float, float]):
    """A rectangle (x, y, width, height) in points, with CGRect's names for derived values."""

    __slots__ = ()
    _TYPE_NAME = "rectangle"
    _EXAMPLES: ClassVar[dict[str, str]] = {
        "x": "bounds.origin.x", "y": "bounds.origin.y", "origin": "bounds.origin", "center": "position",
        "width": "bounds.size.width", "height": "bounds.size.height", "size": "bounds.size",
    }  # fmt: skip

    x = _Part(0, "The left edge; of a negative width the right one.")
    y = _Part(1, "The upper edge; of a negative height the lower one.")
    width = _Part(2, "From left to right.")
    height = _Part(3, "From top to bottom.")

    @property
    def origin(self) -> Point:
        """(x, y)."""
        return Point(self[:2])

    @property
    def size(self) -> Size:
        """(width, height)."""
        return Size(self[2:])

    @property
    def center(self) -> Point:
        """The centre of the rectangle."""
        return Point((self.mid_x, self.mid_y))

    @property
    def min_x(self) -> float:
        """Coordinate x of the left edge."""
        return min(self[0], self[0] + self[2])

    @property
    def mid_x(self) -> float:
        """Coordinate x of the centre."""
        return self[0] + self[2] / 2

    @property
    def max_x(self) -> float:
        """Coordinate x of the right edge."""
        return max(self[0], self[0] + self[2])

    @property
    def min_y(self) -> float:
        """Coordinate y of the upper edge."""
        return min(self[1], self[1] + self[3])

    @property
    def mid_y(self) -> float:
        """Coordinate y of the centre."""
        return self[1] + self[3] / 2

    @property
    def max_y(self) -> float:
        """Coordinate y of the lower edge."""
        return max(self[1], self[1] + self[3])


class FrozenTuple(tuple[Item, ...]):
    """Tuple whose error about a method of lists says how to set another list."""

    __slots__ = ()
    _ADVICE: ClassVar[str] = "set the property to [*what_was_read, another]"

    if not TYPE_CHECKING:  # a type checker would allow any name

        def __getattr__(self, name: str) -> Any:
            advice = f", for what was read is a copy: {self._ADVICE}" if hasattr(list, name) else ""
            raise AttributeError(f"a tuple has no {name!r}{advice}")

    def __reduce__(self) -> Any:
        return tuple, (tuple(self),)


class FrozenSublayers(FrozenTuple[Item]):
    """The sublayers of a layer."""

    __slots__ = ()
    _ADVICE = "add_sublayer(layer), or set sublayers = [...]"


def _refuse(self: object, *_given: Any, **_named: Any) -> NoReturn:
    kind = "dict" if isinstance(self, dict) else "list"
    raise InvalidArgument(
        f"this {kind} was read from a property and is a copy, which cannot be changed: change "
        f"{kind}(...) of it and set the property to that"
    )


class FrozenList(list[Item]):
    """Immutable list. `list(...)` returns a list that you can change."""

    __slots__ = ()
    append = extend = insert = remove = pop = clear = sort = reverse = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __reduce__(self) -> Any:  # a copy or a pickle is a list
        return list, (list(self),)


class FrozenDict(dict[Key, Item]):
    """Immutable dict. `dict(...)` returns a dict that you can change."""

    __slots__ = ()
    update = setdefault = pop = popitem = clear = _refuse
    __setitem__ = __delitem__ = __ior__ = _refuse

    def __reduce__(self) -> Any:
        return dict, (dict(self),)
