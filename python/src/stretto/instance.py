"""One copy of a layer, or several, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._model.geometry import Point, Rect
from .errors import InvalidArgument

if TYPE_CHECKING:
    from .animation import Animation
    from .layer import Layer

Of = TypeVar("Of", bound="Layer")


class Instance(Generic[Of]):
    """A layer in one of its copies: what `layer.instance(...)` gives. A value: it is compared and hashed.

    Indices are those of the replicators, texts and view replicators around the layer, outermost first; None
    stands for every copy at that place, and a proxy for its index.
    """

    __slots__ = ("indices", "layer", "portal")

    def __init__(
        self, layer: Of, indices: Iterable[int | Layer | None] = (), portal: Instance[Layer] | None = None
    ) -> None:
        self.layer, self.portal = layer, portal
        self.indices: tuple[int | None, ...] = tuple(
            index if index is None or isinstance(index, int) else index.index  # type: ignore[attr-defined]
            for index in indices
        )

    def through(self, portal: Layer | Instance[Layer]) -> Instance[Of]:
        """The same copy, as it is seen through a portal or a proxy."""
        return Instance(
            self.layer, self.indices, portal if isinstance(portal, Instance) else Instance(portal)
        )

    # -------------------------------------------------------------- what the copy has of its own

    def set_value(self, key_path: str, value: Any) -> None:
        """Sets a value of these copies alone, in place of that of all."""
        self._here().set_value(key_path, value, instance=self.indices)

    def value(self, key_path: str) -> Any:
        """The value that was set for these copies, or else for all."""
        return self._here().value(key_path, instance=self.indices)

    def add_animation(self, animation: Animation, key: str | None = None) -> str:
        """Gives these copies alone an animation, and returns its key."""
        return self._here().add_animation(animation, key, instance=self.indices)

    def remove_animation(self, key: str) -> None:
        """Takes away what was given to these copies under a key."""
        self._here().remove_animation(key, instance=self.indices)

    def animate(self, values: Mapping[str, Any] | None = None, /, **given: Any) -> None:
        """Moves properties of these copies, as `Layer.animate`."""
        self._here().animate(values, instance=self.indices, **given)

    # -------------------------------------------------------------- at a time

    def presentation_value(self, key_path: str, time: float = 0) -> Any:
        """The animated value in this copy."""
        return self.layer.presentation_value(key_path, time, instance=self._one())

    def local_time(self, time: float = 0) -> float:
        """The time of the layer in this copy, in seconds."""
        return self.layer.local_time(time, instance=self._one())

    def scene_times(self, local_time: float, start: float, stop: float) -> list[float]:
        """When this copy shows a time of its own."""
        return self.layer.scene_times(local_time, start, stop, instance=self._one())

    def convert_point(
        self, point: Iterable[float], to: Layer | Instance[Any] | None = None, *, time: float = 0
    ) -> Point:
        """A point of this copy in the coordinates of a layer, of another copy, or of the scene (None)."""
        return self.layer.convert_point(point, time=time, **self._both(to))

    def convert_rect(
        self, rect: Iterable[float], to: Layer | Instance[Any] | None = None, *, time: float = 0
    ) -> Rect:
        """The rectangle around one of this copy, elsewhere."""
        return self.layer.convert_rect(rect, time=time, **self._both(to))

    def _both(self, to: Layer | Instance[Any] | None) -> dict[str, Any]:
        other = to if isinstance(to, Instance) or to is None else Instance(to)
        given: dict[str, Any] = {"instance": self._one()}
        if self.portal:
            given |= {"portal": self.portal.layer, "portal_instance": self.portal._one()}
        if other:
            given |= {"to": other.layer, "to_instance": other._one()}
        if other and other.portal:
            given |= {"to_portal": other.portal.layer, "to_portal_instance": other.portal._one()}
        return given

    def _one(self) -> tuple[int, ...]:
        indices = tuple(index for index in self.indices if index is not None)
        if len(indices) < len(self.indices):
            raise InvalidArgument(f"{self!r} is several copies; one of them is needed")
        return indices

    def _here(self) -> Of:
        if self.portal:
            raise InvalidArgument(
                f"{self!r} is seen through a portal, where a layer has no values of its own"
            )
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
