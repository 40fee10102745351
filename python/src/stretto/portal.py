"""Layers that show another layer: portals, and view replicators with their proxies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Unpack

from ._ffi import ffi, handle
from ._ffi import signatures as c
from ._ffi.lazy import lazily
from ._ffi.numbers import shown
from ._ffi.signatures import LayerKind
from ._model.properties import PortalLayerProperties, ProxyProperties, ViewReplicatorProperties
from .errors import InvalidArgument
from .layer import Layer

if TYPE_CHECKING:
    from ._model import keywords as k
else:
    k = lazily("stretto._model.keywords")

__all__ = ["PortalLayer", "Proxy", "ViewReplicator"]


class PortalLayer(PortalLayerProperties, Layer):
    """Shows another layer, its `source_layer`, once more and live.

    The source's bounds are laid over the portal's, origin to origin; the portal's own transform, opacity and
    clip come on top. It is seen at the scene's time, through the portal's own `time_offset` and `speed`: a
    portal can look into another time. A portal inside its own source draws nothing there; neither does one
    without a source or with a hidden one.

    - what is shown: `source_layer`, `hides_source_layer`
    - what counts of it: `matches_position`, `matches_transform`, `matches_opacity`, `inherits_time`
    - and all that every `Layer` has
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.PORTAL

    def _exchanged(self, name: str, before: Layer | None, after: Layer | None) -> None:
        if name != "source_layer":
            super()._exchanged(name, before, after)
        elif after is not None and after._carries():  # which stays where it is
            self._kept[name] = after
        else:
            self._kept.pop(name, None)


class Proxy(ProxyProperties, Layer):
    """Stands for the source of the view replicator that it is a sublayer of.

    It is a layer: it can be placed, turned, faded, masked and animated, and its time offset and speed show
    the source at another time. Its own sublayers are not drawn. It is a copy like any other, named by its
    `index`. `source_rect` chooses a part of the source.
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.PROXY

    @property
    def index(self) -> int:
        """The place among the proxies of its view replicator now, from 0.

        Raises `InvalidArgument` if it is in none.
        """
        around = self.superlayer
        proxies = around.proxies if isinstance(around, ViewReplicator) else ()
        for place, proxy in enumerate(proxies):
            if proxy is self:
                return place
        raise InvalidArgument(f"{self!r} is in no view replicator, so it is not one of its copies")


class ViewReplicator(ViewReplicatorProperties, Layer):
    """Shows a source layer in place of each of its proxies, and nowhere else.

        emoji = st.Layer(bounds=(0, 0, 128, 128), ...)
        preview = st.ViewReplicator(emoji)
        small = preview.add_proxy(frame=(40, 170, 32, 32))

    The source's own position, transform and opacity do not count. Any change to it, to a proxy or to their
    number shows in the next frame. The view replicator is the source's superlayer.

    An app can show the same with Core Animation's public features, by two nested replicators and time
    travel: `construction` gives these layers, `export_source` writes them as Swift. `technique` keeps which
    way a program means; the picture is the same.

    - what is shown: `source`, which is `source_layer`
    - where: `add_proxy`, `proxies`
    - elsewhere: `construction`, `export_source`, `technique`
    - and all that every `Layer` has
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.VIEW_REPLICATOR

    def _create(self, given: dict[str, Any]) -> None:
        if given.get("source") is not None:
            given["source_layer"] = given["source"]
        given.pop("source", None)
        super()._create(given)

    @property
    def source(self) -> Layer | None:
        """The layer that the proxies show: `source_layer` by a shorter name."""
        return self.source_layer

    @source.setter
    def source(self, layer: Layer | None) -> None:
        self.source_layer = layer

    def _below(self) -> Iterator[Layer]:
        if self.source_layer is not None:
            yield self.source_layer
        yield from super()._below()

    @property
    def proxies(self) -> tuple[Proxy, ...]:
        """The proxies in order: those later in the list are drawn over the earlier ones."""
        return tuple(layer for layer in self.sublayers if isinstance(layer, Proxy))

    def add_proxy(self, **properties: Unpack[k.ProxyKeywords]) -> Proxy:
        """Adds a place where the source is shown, above the others; keywords as for a layer.

        Without a `source_rect` it shows all of the source, stretched to the proxy's bounds; with one just
        that part of it, in the source's coordinates, cut off at the bounds. `remove_from_superlayer` takes a
        proxy away.
        """
        proxy = Proxy(**properties)
        self.add_sublayer(proxy)
        return proxy

    def construction(self) -> Layer:
        """A layer that shows the same by public features of Core Animation alone, to stand in this one's
        place: a copy of the source in two nested replicators. It stands alone, and is empty if there is
        nothing to show.

        The outer replicator looks ahead, a window of 16,777,216 seconds for each proxy; the inner one takes
        that proxy's place in its window, and winds the source's clock back. The picture is this layer's from
        time 0 to the end of the first window. Values for single copies, animated bounds and `z_position` of
        proxies and source, and properties of proxies that differ and cannot be animated are left out; where
        some proxy has a mask, additive particles and blend modes see nothing behind their proxy.
        """
        pointer = ffi.new(c.LayerPointer, ffi.lib.stretto_layer_get_construction, self._pointer)
        return handle.adopt(pointer, Layer)  # type: ignore[no-any-return]

    def export_source(self, language: str = "swift") -> str:
        """Returns the `construction` as source code for UIKit and Core Animation, without private API.

        The code is a function that takes the source layer and returns a layer to be added.

        Args:
            language: "swift" is the only language.

        Raises:
            InvalidArgument: If the proxies have animations, masks or a speed, or if there are no proxies.
        """
        if not isinstance(language, str) or language != "swift":
            raise InvalidArgument(f'language was given {shown(language)}; "swift" is the only one')
        return ffi.text(ffi.lib.stretto_layer_export_source, self._pointer)
