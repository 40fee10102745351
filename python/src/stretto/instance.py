"""One copy of a layer, or several copies, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._ffi import ffi, interruptible
from ._ffi import signatures as c
from ._ffi.numbers import copy_pattern, instance_of, number, wrong_type
from ._model import convert
from ._model.convert import EasingLike
from ._model.geometry import Point, Rect
from .errors import InvalidArgument

if TYPE_CHECKING:
    from .animation import Animation
    from .layer import CopiedLayer, Layer
    from .portal import Proxy, ViewReplicator
else:  # this module is imported by the modules of the classes, so it knows a class by its properties
    from ._model.properties import InstancesProperties as CopiedLayer
    from ._model.properties import LayerProperties as Layer
    from ._model.properties import ProxyProperties as Proxy
    from ._model.properties import ViewReplicatorProperties as ViewReplicator
from ._model.properties import GlyphLayerProperties, TextLayerProperties

__all__ = ["Instance"]

_lib = ffi.lib
Of = TypeVar("Of", bound="Layer")


class Instance(Generic[Of]):
    """One copy of a layer, or several copies: `layer.instance(3)`. Instances are compared by value.

        tick.instance(3).add_animation(flash)
        hand.instance(None, 2).set_value("opacity", 0.5)  # copy 2 in every copy of the outer replicator
        dot.instance(2).through(mirror).convert_point((0, 0), to=dot.instance(1))

    Args:
        layer: The layer.
        indices: One index for each replicator, text or view replicator around the layer, outermost first.
            None stands for every copy, and a proxy for its index. Missing indices at the end are 0.
        portal: The portal or proxy through which the copy is seen.
    """

    __slots__ = ("indices", "layer", "portal")
    #: The layer.
    layer: Of
    #: One index for each replicator, text or view replicator around the layer, outermost first. None is every
    #: copy.
    indices: tuple[int | None, ...]
    #: The portal or proxy through which the copy is seen.
    portal: Instance[Any] | None

    def __init__(
        self, layer: Of, indices: Iterable[int | Layer | None] = (), portal: Instance[Any] | None = None
    ) -> None:
        instance_of(Layer, layer)
        given: list[Any] = [item.index if isinstance(item, Proxy) else item for item in indices]
        pattern = copy_pattern(given)
        self.layer, self.portal = layer, portal
        self.indices = tuple(None if index < 0 else index for index in pattern)

    def through(self, portal: Layer | Instance[Any]) -> Instance[Of]:
        """Returns the same copy as seen through a portal or a proxy.

        The returned copy can convert points, rectangles and times, but you cannot set its values.

        Args:
            portal: A portal or proxy, or a copy of one.
        """
        seen = portal if isinstance(portal, Instance) else Instance(portal)
        return Instance(self.layer, self.indices, seen)

    # Values and animations of copies

    def set_value(self, key_path: str, value: Any) -> None:
        """Sets a value of these copies only, as `Layer.set_value` with `instance`.

        Args:
            key_path: The property.
            value: A value that the property accepts.

        Raises:
            KeyPathError: If this kind of layer has no such property.
            InvalidArgument: If the property cannot have the value.
        """
        self._owner().set_value(key_path, value, instance=self.indices)

    def value(self, key_path: str) -> Any:
        """Returns the model value that these copies have of their own, or else the common value.

        Args:
            key_path: The property.

        Raises:
            KeyPathError: If this kind of layer has no such property.
        """
        return self._owner().value(key_path, instance=self.indices)

    def add_animation(self, animation: Animation, key: str | None = None) -> str:
        """Adds an animation to these copies only, and returns its key.

        Args:
            animation: The animation, which is copied.
            key: As in `Layer.add_animation`.

        Raises:
            KeyPathError: If the layer has no such property.
        """
        return self._owner().add_animation(animation, key, instance=self.indices)

    def animation(self, key: str) -> Animation | None:
        """Returns a frozen copy of the animation of exactly these copies, or None.

        Args:
            key: The key.
        """
        return self._owner().animation(key, instance=self.indices)

    def remove_animation(self, key: str) -> None:
        """Removes the animation of exactly these copies. The call does nothing if the copies have no
        animation with the key.

        Args:
            key: The key.
        """
        self._owner().remove_animation(key, instance=self.indices)

    def animate(
        self,
        values: Mapping[str, Any] | None = None,
        /,
        *,
        begin: float = 0,
        duration: float = 0.5,
        easing: EasingLike = "ease",
        repeat: float = 1,
        yoyo: bool = False,
        **properties: Any,
    ) -> None:
        """Animates properties of these copies only.

        Args:
            values: New values by key path.
            begin: Seconds of local time.
            duration: Seconds.
            easing: As in `Timeline.to`.
            repeat: Number of plays, `math.inf` for ever.
            yoyo: Whether every second play runs backwards.
            **properties: New values by attribute name.

        Raises:
            KeyPathError: As in `Layer.animate`.
            InvalidArgument: As in `Layer.animate`.
        """
        self._owner()._animate(self, values, properties, begin, (duration, easing, 0, repeat, yoyo))

    # Values at a time

    def presentation_value(self, key_path: str, time: float = 0) -> Any:
        """Returns the animated value of a property in this copy, as `Layer.presentation_value`.

        Args:
            key_path: The property.
            time: Seconds of the scene.

        Raises:
            KeyPathError: As in `Layer.presentation_value`.
        """
        return self.layer.presentation_value(key_path, time, instance=self._one())

    def local_time(self, time: float = 0) -> float:
        """Returns the local time of this copy in seconds.

        Args:
            time: Seconds of the scene.
        """
        return self.layer.local_time(time, instance=self._one())

    def scene_times(self, local_time: float, start: float, stop: float) -> list[float]:
        """Returns the times of the scene at which this copy has a local time, as `Layer.scene_times`.

        Args:
            local_time: Seconds of local time.
            start: Begin of the search, in seconds of the scene.
            stop: End of the search, in seconds of the scene.
        """
        indices = self._one()
        return interruptible.ask(
            ffi.numbers,
            _lib.stretto_layer_get_scene_times,
            self.layer._pointer,
            number(local_time, "local_time"),
            number(start, "start"),
            number(stop, "stop"),
            ffi.int32s(indices),
            len(indices),
        )

    # Conversion of coordinates and times

    def convert_point(
        self, point: Iterable[float], to: Layer | Instance[Any] | None = None, *, time: float = 0
    ) -> Point:
        """Returns a point of this copy in the coordinates of another layer or copy, or of the scene.

        Args:
            point: (x, y) in the layer's own coordinates.
            to: A layer, a copy of one, or None for the scene.
            time: Seconds of the scene.

        Raises:
            InvalidArgument: As in `Layer.convert_point`.
        """
        values = ffi.doubles(convert.flatten(convert.Kind.POINT, point, "point"))
        seconds = number(time, "time")
        _lib.stretto_appearance_convert_points(self._struct(), _struct_of(to), seconds, values, 1)
        return Point(values)

    def convert_rect(
        self, rect: Iterable[float], to: Layer | Instance[Any] | None = None, *, time: float = 0
    ) -> Rect:
        """Returns the bounding rectangle of the four converted corners of a rectangle of this copy.

        Args:
            rect: (x, y, width, height) in the layer's own coordinates.
            to: A layer, a copy of a layer, or None for the scene.
            time: Seconds of the scene.

        Raises:
            InvalidArgument: As in `Layer.convert_point`.
        """
        values = ffi.doubles(convert.flatten(convert.Kind.RECT, rect, "rect"))
        seconds = number(time, "time")
        _lib.stretto_appearance_convert_rect(self._struct(), _struct_of(to), seconds, values)
        return Rect(values)

    def convert_time(self, time: float, to: Layer | Instance[Any] | None = None) -> float:
        """Returns a local time of this copy as the local time of another layer or copy, or of the scene.

        Args:
            time: Seconds of this copy's local time.
            to: A layer, a copy of one, or None for the scene.
        """
        seconds = number(time, "time")
        return ffi.number(_lib.stretto_appearance_convert_time, self._struct(), _struct_of(to), seconds)

    def _struct(self) -> c.AppearanceStruct:
        indices, portal = self._one(), self.portal
        outer = portal._one() if portal else ()
        return c.AppearanceStruct(
            ffi.APPEARANCE_SIZE,
            self.layer._pointer,
            ffi.int32s(indices),
            len(indices),
            portal.layer._pointer if portal else None,
            ffi.int32s(outer),
            len(outer),
        )

    def _one(self) -> tuple[int, ...]:
        """The indices of the copy, if the object stands for exactly one copy. Raises InvalidArgument if the
        object stands for several copies.
        """
        indices = tuple(index for index in self.indices if index is not None)
        if len(indices) < len(self.indices):
            raise InvalidArgument(f"{self!r} is several copies; one of them is needed")
        return indices

    def _owner(self) -> Of:
        """The layer. Raises InvalidArgument for a copy that is seen through a portal."""
        if self.portal:
            raise InvalidArgument(f"{self!r} is seen through a portal, where it has no values of its own")
        return self.layer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.layer, self.indices, self.portal

    def __repr__(self) -> str:
        seen = f".through({self.portal!r})" if self.portal else ""
        return f"{self.layer!r}.instance({', '.join(map(repr, self.indices))}){seen}"


def _struct_of(to: object) -> c.AppearanceStruct | None:
    """The struct for the target of a conversion; None for the scene."""
    if to is None:
        return None
    if isinstance(to, Layer):
        to = Instance(to)
    if not isinstance(to, Instance):
        raise wrong_type("to", "a Layer, a copy of one, or None", to)
    return to._struct()


def replicators_around(layer: Layer) -> list[CopiedLayer | ViewReplicator]:
    """Replicators, texts and view replicators above a layer that make copies of the layer, nearest first."""
    found: list[CopiedLayer | ViewReplicator] = []
    inner, above = layer, layer.superlayer
    while above is not None:
        # A text makes copies of its glyph layer only.
        is_copied = not isinstance(above, TextLayerProperties) or isinstance(inner, GlyphLayerProperties)
        if isinstance(above, (CopiedLayer, ViewReplicator)) and is_copied:
            found.append(above)
        inner, above = above, above.superlayer
    return found


def check_depth(layer: Layer, pattern: Sequence[int | None]) -> None:
    """Raises InvalidArgument for a copy of a replicator, because the sublayers of the replicator have the
    copies.
    """
    if not isinstance(layer, (CopiedLayer, ViewReplicator)) or len(pattern) <= len(replicators_around(layer)):
        return
    indices = ", ".join("None" if index is None or index < 0 else str(index) for index in pattern)
    below, has = "sublayers", "dot"
    if isinstance(layer, TextLayerProperties):
        below, has = "letters", "text.glyph"
    elif isinstance(layer, ViewReplicator):
        below, has = "source and what is in it", "dot"
    raise InvalidArgument(
        f"{layer!r} has no copy ({indices}): its {below} have the copies, as in {has}.instance({indices})"
    )
