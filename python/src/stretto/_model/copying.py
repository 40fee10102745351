"""Copies of a layer with the tree below it, for `copy.copy` and `copy.deepcopy`."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from stretto._ffi import ffi, handle
from stretto._ffi import signatures as c
from stretto.errors import InvalidArgument

_lib = ffi.lib


class Copied:
    """A layer, which is copied with all that is below it: the copy stands alone.

    `copy.deepcopy` copies the attributes of the user's own classes as well; `copy.copy` takes them over,
    except that what is a layer of the tree becomes its copy.
    """

    __slots__ = ()

    def __copy__(self) -> Any:
        twins, memo = _twins(self)
        for old, new in twins:
            if hasattr(old, "__dict__"):
                vars(new).update({name: memo.get(id(value), value) for name, value in vars(old).items()})
        return memo[id(self)]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        twins, known = _twins(self)
        memo.update(known)
        for old, new in twins:
            if hasattr(old, "__dict__"):
                vars(new).update(copy.deepcopy(vars(old), memo))
        return known[id(self)]


def _twins(layer: Any) -> tuple[list[tuple[Any, Any]], dict[int, Any]]:
    """Pairs of every layer of a tree and its copy, and the copies by the identity of what they are of."""
    copied = ffi.new(c.LayerPointer, _lib.stretto_layer_copy, layer._pointer)
    twins = list(_pairs(layer, handle.adopt(copied, type(layer))))
    return twins, {id(old): new for old, new in twins}


def _pairs(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    yield old, new
    below: list[tuple[str, tuple[Any, ...], Any]] = [
        ("get_sublayer", (index,), layer) for index, layer in enumerate(old.sublayers)
    ]
    masks = getattr(old, "instance_masks", ())
    below += [("get_instance_mask", (index,), mask) for index, mask in enumerate(masks) if mask is not None]
    attributes = {b"mask": "mask", b"sourceLayer": "source", b"glyph": "glyph"}
    for key, verb in ((key, "get_layer") for key in attributes):
        found = getattr(old, attributes[key], None)
        if found is not None:
            below.append((verb, (key,), found))
    for verb, arguments, layer in below:
        get = getattr(_lib, "stretto_layer_" + verb)
        try:
            pointer = ffi.new(c.LayerPointer, get, new._pointer, *arguments)
        except InvalidArgument:  # another thread has changed the old one since: the copy has none there
            continue
        is_alike = not pointer.value or handle.class_of(pointer) is handle.class_of(layer._pointer)
        twin = handle.adopt(pointer, type(layer) if is_alike else None)
        if twin is not None and is_alike:  # or another thread has put another one in its place
            new._keep(twin)
            yield from _pairs(layer, twin)
