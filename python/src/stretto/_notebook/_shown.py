"""Display in notebooks: the methods that IPython calls.

What is shown for which class is registered above the classes, in `_display`.
"""

from __future__ import annotations

import functools
from typing import Any, TypeAlias

from stretto._border._lazy import from_above

#: Bundle of IPython's: data by MIME type, and metadata for each.
Bundle: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
#: A PNG and its size on the page; None for what is closed or paints nothing.
Still: TypeAlias = tuple[bytes, dict[str, int]] | None


@functools.singledispatch
def still(_shown: object) -> Still:
    """The picture of a thing."""
    return None


@functools.singledispatch
def bundle(shown: object) -> Bundle:
    """Text, and the picture; text alone if there is none."""
    picture = still(shown)
    data: dict[str, Any] = {"text/plain": repr(shown)}
    if picture is None:
        return data, {}
    data["image/png"], about = picture
    return data, {"image/png": about}


class Shown:
    """Base of classes that a notebook can display."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        from_above("display")  # registers what is shown
        return bundle(self)


class Pictured(Shown):
    """Base of classes that a notebook displays as a picture."""

    __slots__ = ()

    def _repr_png_(self) -> Still:
        from_above("display")
        return still(self)
