"""Kinds of the values of key paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from stretto._ffi.numbers import text_like

from . import properties as p
from . import words
from .convert import Kind

#: Kinds of the inputs of filters.
FILTER_INPUTS: dict[str, Kind] = {
    "inputRadius": Kind.NUMBER,
    "inputNormalizeEdges": Kind.BOOLEAN,
    "inputColorMatrix": Kind.NUMBERS,
    "inputAmount": Kind.NUMBER,
    "inputAngle": Kind.NUMBER,
    "inputColor": Kind.COLOR,
    "inputBias": Kind.NUMBER,
}

#: Kinds of all properties of any layer, for the values of animations.
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
    """A key path in Core Animation's spelling, from Core Animation's or Python's spelling."""
    return words.camel_case(text_like(key_path, "key_path", "opacity"))


def kind_of(key_path: str, kinds: Mapping[str, Kind] = ALL_KINDS) -> Kind | None:
    """Returns the kind of value of a key path; None for a component of a value and for an unknown key path.

    "emitterCells.red.color" is the colour of a cell, and "sublayers.hand.opacity" the opacity of the sublayer
    "hand".
    """
    if not isinstance(cast(object, key_path), str):
        text_like(key_path, "key_path", "opacity")
    first, _, rest = key_path.partition(".")
    # Layer trees are at most 256 layers deep, so key paths have a limited length.
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
    while first == "emitterCells":  # cells may contain cells
        inner = rest.partition(".")[2]
        first, _, rest = inner.partition(".")
        if first != "emitterCells":
            return p.EmitterCellProperties._KINDS.get(inner)
    return None
