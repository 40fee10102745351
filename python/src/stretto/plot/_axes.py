"""matplotlib's Axes for annotations, without loading matplotlib before a graph is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
else:
    Axes = Any

__all__ = ["Axes", "AxesArray", "width_of"]


def width_of(ax: Axes) -> float:
    """The width of a graph's frame, in inches."""
    return float(ax.get_window_extent().width / ax.figure.dpi)


class AxesArray(np.ndarray[Any, np.dtype[Any]]):
    """Axes of one figure, with the attribute `figure` that each of them has."""

    @property
    def figure(self) -> Any:
        """The figure of all of them."""
        return self.flat[0].figure
