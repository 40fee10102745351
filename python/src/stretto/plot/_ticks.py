"""Tick locator for axes. This module imports matplotlib."""

from __future__ import annotations

from typing import Any

from matplotlib.ticker import MaxNLocator

from ._axes import Axes, width_of

#: The width of a digit, in inches, and the room between two numbers, in digits.
_DIGIT, _BETWEEN = 0.085, 1.5


class Roomy(MaxNLocator):
    """Fewer numbers where they are long: none touches the next, and one at least is left."""

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
            if inside * (longest + _BETWEEN) * _DIGIT <= width_of(self._ax):
                break
            self.set_params(nbins=bins)
            ticks = super().tick_values(vmin, vmax)
        return ticks
