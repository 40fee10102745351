"""Kinds of the values that key paths lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from stretto._ffi.numbers import text_like

from . import properties as p
from . import words
from .convert import Kind

#: The inputs of filters.
FILTER_INPUTS: dict[str, Kind] = {
    "inputRadius": Kind.NUMBER,
    "inputNormalizeEdges": Kind.BOOLEAN,
    "inputColorMatrix": Kind.NUMBERS,
    "inputAmount": Kind.NUMBER,
    "inputAngle": Kind.NUMBER,
    "inputColor": Kind.COLOR,
    "inputBias": Kind.NUMBER,
}

#: Every property of any kind of layer, for the values of animations.
ALL_KINDS: dict[str, Kind] = {
    key_path: kind
    for table in (
        p.LayerProperties,
        p.InstancesProperties,
        p.ReplicatorLayerProperties,
        p.ShapeLayerProperties,
        p.GradientLayerProperties,
        p.EmitterLayerProperties,
        p.PortalLayerProperties,
        p.ViewReplicatorProperties,
        p.ProxyProperties,
        p.TextLayerProperties,
        p.GlyphLayerProperties,
    )
    for key_path, kind in table._KINDS.items()
}


def spelled(key_path: str) -> str:
    """A key path in Core Animation's spelling, whichever of the two it was given in."""
    return words.camel_case(text_like(key_path, "key_path", "opacity"))


def kind_of(key_path: str, kinds: Mapping[str, Kind] = ALL_KINDS) -> Kind | None:
    """The kind of value behind a key path; None for components and unknown ones.

    What a component takes shows in the value itself. "emitterCells.red.color" is the colour of a cell,
    "sublayers.hand.opacity" the opacity of the sublayer of that name.
    """
    if not isinstance(cast(object, key_path), str):
        text_like(key_path, "key_path", "opacity")
    first, _, rest = key_path.partition(".")
    # Trees are not deeper.
    for _ in range(256):
        if first != "sublayers" or key_path in kinds:
            break
        key_path, kinds = rest.partition(".")[2], ALL_KINDS
        first, _, rest = key_path.partition(".")
    if key_path in kinds:
        return kinds[key_path]
    if first in ("filters", "backgroundFilters"):
        return FILTER_INPUTS.get(rest.partition(".")[2])
    if first == "emitterBehaviors":
        return p.EmitterBehaviorProperties._KINDS.get(rest.partition(".")[2])
    while first == "emitterCells":  # cells in cells, as deep as they lie
        inner = rest.partition(".")[2]
        first, _, rest = inner.partition(".")
        if first != "emitterCells":
            return p.EmitterCellProperties._KINDS.get(inner)
    return None
