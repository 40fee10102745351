"""matplotlib's Axes for annotations, without loading matplotlib before a graph is drawn."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
else:
    Axes = Any

__all__ = ["Axes"]
