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
    """Shows another layer, its `source_layer`, a second time.

    The origin of the source's bounds is placed at the origin of the portal's bounds, and the portal's
    transform, opacity and clip apply on top. The source is shown at the scene's time, shifted and scaled by
    the portal's `time_offset` and `speed`, so a portal can show another time. A portal that lies inside its
    own source draws nothing. A portal without a source, or with a hidden source, draws nothing.

    - what is shown: `source_layer`, `hides_source_layer`
    - which properties of the source apply: `matches_position`, `matches_transform`, `matches_opacity`,
      `inherits_time`
    - and all properties of a `Layer`
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.PORTAL

    def _exchanged(self, name: str, before: Layer | None, after: Layer | None) -> None:
        if name != "source_layer":
            super()._exchanged(name, before, after)
        elif after is not None and after._carries():  # the source stays in its own superlayer
            self._retained[name] = after
        else:
            self._retained.pop(name, None)


class Proxy(ProxyProperties, Layer):
    """Shows the source of the view replicator whose sublayer the proxy is.

    You can position, rotate, fade, mask and animate a proxy like any layer, and its time offset and speed
    show the source at another time. `source_rect` selects a part of the source. A proxy's own sublayers are
    not drawn. Each proxy is one copy of the source, with its `index`.
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.PROXY

    @property
    def index(self) -> int:
        """Index of the proxy among the proxies of its view replicator, from 0.

        Raises:
            InvalidArgument: If the proxy is in no view replicator.
        """
        around = self.superlayer
        proxies = around.proxies if isinstance(around, ViewReplicator) else ()
        for index, proxy in enumerate(proxies):
            if proxy is self:
                return index
        raise InvalidArgument(f"{self!r} is in no view replicator, so it is not one of its copies")


class ViewReplicator(ViewReplicatorProperties, Layer):
    """Shows a source layer in each of its proxies, and nowhere else.

        emoji = st.Layer(bounds=(0, 0, 128, 128), ...)
        preview = st.ViewReplicator(emoji)
        small = preview.add_proxy(frame=(40, 170, 32, 32))

    The source's own position, transform and opacity are ignored. Every change to the source or to a proxy
    appears in the next frame. The view replicator is the superlayer of the source.

    An app can show the same picture with public features of Core Animation, by two nested replicators with
    time offsets. `construction` returns the nested replicators, and `export_source` writes the replicators as
    Swift. `technique` stores which technique a program intends, and has no effect on the picture.

    - what is shown: `source`, which is `source_layer`
    - where: `add_proxy`, `proxies`
    - in Core Animation: `construction`, `export_source`, `technique`
    - and all properties of a `Layer`

    Args:
        source: The layer to show.
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
        """The layer that the proxies show. The attribute is a shorter name of `source_layer`."""
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
        """The proxies in order. Later proxies are drawn over earlier proxies."""
        return tuple(layer for layer in self.sublayers if isinstance(layer, Proxy))

    def add_proxy(self, **properties: Unpack[k.ProxyKeywords]) -> Proxy:
        """Adds a proxy above the other proxies, and returns the new proxy.

        Without `source_rect` a proxy shows the whole source, stretched to the proxy's bounds and not clipped.
        With `source_rect` a proxy shows that part of the source, stretched to the proxy's bounds and clipped.
        `remove_from_superlayer` removes a proxy.

        Args:
            **properties: Properties of the proxy, as for a `Layer`.
        """
        proxy = Proxy(**properties)
        self.add_sublayer(proxy)
        return proxy

    def construction(self) -> Layer:
        """Returns a layer that shows the same picture by public features of Core Animation only, to replace
        this layer.

        The result is a copy of the source in two nested replicators. The result has no superlayer, and is
        empty if the view replicator shows nothing.

        The outer replicator shifts the time of each proxy by a window of 16,777,216 seconds. The inner
        replicator takes the position of a proxy in the proxy's window, and shifts the source's time back. The
        picture is correct from time 0 to the end of the first window. The result omits values for single
        copies, animated bounds and `z_position` of proxies and source, and properties that differ between
        proxies and cannot be animated. If a proxy has a mask, additive particles and blend modes are not
        blended with the picture behind the proxy.
        """
        pointer = ffi.new(c.LayerPointer, ffi.lib.stretto_layer_get_construction, self._pointer)
        return handle.adopt(pointer, Layer)  # type: ignore[no-any-return]

    def export_source(self, language: str = "swift") -> str:
        """Returns the `construction` as source code for UIKit and Core Animation, with public API only.

        The source code is a function that takes the source layer and returns a layer, which the app adds to
        its layer tree.

        Args:
            language: "swift" is the only language.

        Raises:
            InvalidArgument: If the proxies have animations, masks or a speed, or if there are no proxies.
        """
        if not isinstance(language, str) or language != "swift":
            raise InvalidArgument(f'language was given {shown(language)}; "swift" is the only one')
        return ffi.text(ffi.lib.stretto_layer_export_source, self._pointer)
