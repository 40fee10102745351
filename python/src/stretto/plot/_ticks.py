"""Tick locator of graphs. A pickled figure contains the name of the locator's class, so the class
is in a module that imports matplotlib.
"""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

#: Width of a digit in inches, and space between two numbers in digits.
_DIGIT, _BETWEEN = 0.085, 1.5


class Roomy(MaxNLocator):
    """Draws fewer numbers if they are long, so that no two numbers touch. The axis always has at least one
    number.
    """

    def __init__(self, ax: Axes) -> None:
        super().__init__(nbins="auto", steps=[1, 2, 2.5, 5, 10], min_n_ticks=1)
        self._ax = ax

    def tick_values(self, vmin: float, vmax: float) -> Any:
        self.set_params(nbins="auto")
        ticks = super().tick_values(vmin, vmax)
        for bins in range(len(ticks), 0, -1):
            texts = self._ax.xaxis.get_major_formatter().format_ticks(list(ticks))
            longest = max(map(len, texts), default=0)
            inside = sum(vmin <= tick <= vmax for tick in ticks)
            width = self._ax.get_window_extent().width / self._ax.figure.dpi
            if inside * (longest + _BETWEEN) * _DIGIT <= width:
                break
            self.set_params(nbins=bins)
            ticks = super().tick_values(vmin, vmax)
        return ticks
