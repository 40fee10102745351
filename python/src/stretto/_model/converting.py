"""Places and times of one layer as another sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from stretto._ffi import ffi
from stretto._ffi.numbers import instance_indices, number, point_of, shown
from stretto.errors import InvalidArgument

from .convert import Kind, flatten
from .geometry import Point, Rect

if TYPE_CHECKING:
    from stretto.layer import Layer

_lib = ffi.lib


class Converting:
    """Conversion of places and times between layers."""

    __slots__ = ()
    _pointer: Any

    @overload
    def contains(self, point: Iterable[float], /) -> bool: ...
    @overload
    def contains(self, x: float, y: float, /) -> bool: ...
    def contains(self, *point: Any) -> bool:
        """Whether a point of the layer's own coordinates, (x, y) or x and y, is within its bounds, as they
        were set. Their greater edges are not.
        """
        x, y = point_of(point, "contains")
        return ffi.boolean(_lib.stretto_layer_contains_point, self._pointer, x, y)

    def convert_point(
        self,
        point: Iterable[float],
        to: Layer | None = None,
        *,
        time: float = 0,
        instance: Iterable[int] = (),
        portal: Layer | None = None,
        portal_instance: Iterable[int] = (),
        to_instance: Iterable[int] = (),
        to_portal: Layer | None = None,
        to_portal_instance: Iterable[int] = (),
    ) -> Point:
        """A point of this layer in the coordinates of the layer `to`, or of the scene (None), at a time of
        the scene: the place that is seen at the same pixel.

        `instance` and `to_instance` name copies, as in `local_time`. `portal` and `to_portal` say through
        which portal or proxy a layer is seen, where that is meant: one that shows it, or a layer around it.
        `portal_instance` and `to_portal_instance` name the copy of that.

        Raises `InvalidArgument` for layers of another tree, for a proxy that there is not, for an instance
        that a proxy does not show, if a layer on the way is over at that time, and if one is seen from its
        edge.
        """
        here = _appearance(self, instance, portal, portal_instance)
        there = _appearance(to, to_instance, to_portal, to_portal_instance)
        values = ffi.doubles(flatten(Kind.POINT, point, "point"))
        _lib.stretto_appearance_convert_points(here, there, number(time, "time"), values, 1)
        return Point(values)

    def convert_rect(
        self,
        rect: Iterable[float],
        to: Layer | None = None,
        *,
        time: float = 0,
        instance: Iterable[int] = (),
        portal: Layer | None = None,
        portal_instance: Iterable[int] = (),
        to_instance: Iterable[int] = (),
        to_portal: Layer | None = None,
        to_portal_instance: Iterable[int] = (),
    ) -> Rect:
        """The rectangle (x, y, width, height) around the four corners of one of this layer, elsewhere; all
        else as in `convert_point`.
        """
        here = _appearance(self, instance, portal, portal_instance)
        there = _appearance(to, to_instance, to_portal, to_portal_instance)
        values = ffi.doubles(flatten(Kind.RECT, rect, "rect"))
        _lib.stretto_appearance_convert_rect(here, there, number(time, "time"), values)
        return Rect(values)

    def convert_time(
        self,
        time: float,
        to: Layer | None = None,
        *,
        instance: Iterable[int] = (),
        to_instance: Iterable[int] = (),
    ) -> float:
        """A time of this layer in the time of the layer `to`, or of the scene (None); copies as in
        `local_time`.

        Timing and delays count as they were set, without what animates them. Nothing is clamped before a
        begin, and a speed of 0, which has no inverse, gives 0. The time of the scene in a layer is
        `local_time`.
        """
        here, there = _appearance(self, instance), _appearance(to, to_instance)
        return ffi.number(_lib.stretto_appearance_convert_time, here, there, number(time, "time"))


def _appearance(
    layer: Any, instance: Iterable[int], portal: Any = None, portal_instance: Iterable[int] = ()
) -> ffi.AppearanceStruct | None:
    """The struct for one appearance of a layer; None for the scene."""
    indices, outer = instance_indices(instance), instance_indices(portal_instance)
    for value, name in ((layer, "to"), (portal, "portal")):
        if value is not None and not isinstance(value, Converting):
            raise TypeError(f"{name} takes a Layer or None, not {type(value).__name__} {shown(value)}")
    if layer is None:
        if indices or portal is not None:
            raise InvalidArgument(
                "to is None, which stands for the scene; to_instance and to_portal are for a layer"
            )
        return None
    if portal is None and outer:
        raise InvalidArgument(
            "portal_instance was given without portal; it says which copy of the portal is meant"
        )
    return ffi.AppearanceStruct(
        ffi.APPEARANCE_SIZE,
        layer._pointer,
        ffi.int32s(indices),
        len(indices),
        portal._pointer if portal is not None else None,
        ffi.int32s(outer),
        len(outer),
    )
