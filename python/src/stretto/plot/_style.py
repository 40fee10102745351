"""Axes, colours and labels that all graphs share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stretto._ffi.lazy import load
from stretto._ffi.numbers import wrong_type
from stretto.errors import MissingPackageError

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
else:
    Axes = Any  # matplotlib is imported when a graph is drawn

#: Colours of Okabe and Ito, which people with any colour vision can distinguish, highest contrast first.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7A5C00", "#000000")
INK, FAINT, GRID = "#33323b", "#9a98a6", "#e6e4ec"
#: Largest number of characters of a text in the name of a copy.
_SHOWN = 12


class AxesArray(np.ndarray[Any, np.dtype[Any]]):
    """Axes of one figure as an array, with their `figure`."""

    @property
    def figure(self) -> Any:
        """The figure of all Axes."""
        return self.flat[0].figure


def width_of(ax: Axes) -> float:
    """Width of a graph's frame in inches."""
    return float(ax.get_window_extent().width / ax.figure.dpi)


def color(index: int) -> str:
    """Colour of a copy or curve by its number. Colours repeat."""
    return COLORS[index % len(COLORS)]


def colors(count: int) -> list[str]:
    """A colour for each of `count` copies: colours of Okabe and Ito if they are enough, otherwise a scale of
    colours.
    """
    if count <= len(COLORS):
        return list(COLORS[:count])
    colormaps, to_hex = load("matplotlib").colormaps, load("matplotlib.colors").to_hex
    # The scale of colours ends at a green that is visible on white.
    return [to_hex(colormaps["viridis"](0.85 * index / (count - 1))) for index in range(count)]


def new_axes(rows: int, columns: int, size: tuple[float, float], **options: Any) -> Any:
    """An array (rows, columns) of Axes in a new figure of `size` inches."""
    try:
        pyplot = load("matplotlib.pyplot")
    except ImportError as error:
        raise MissingPackageError("a graph", "matplotlib", "plot") from error
    _figure, axes = pyplot.subplots(
        rows, columns, figsize=size, squeeze=False, layout="constrained", **options
    )
    return axes


def one_axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """The given Axes, or new Axes."""
    made: Axes = new_axes(1, 1, size)[0, 0] if ax is None else checked(ax)
    return made


def checked(ax: Any) -> Any:
    """Returns the Axes. Raises TypeError for an object that is no Axes."""
    if not hasattr(ax, "get_window_extent"):
        raise wrong_type("ax", "matplotlib Axes", ax)
    return ax


def tidy(ax: Axes, *, grid: str = "both") -> None:
    """Draws a faint grid behind the graph, and removes the box."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(FAINT)
    ax.tick_params(colors=INK, labelsize=9)
    ax.xaxis.set_major_locator(load("stretto.plot._ticks").Roomy(ax))
    ax.set_axisbelow(True)
    ax.grid(visible=True, axis=grid, color=GRID, linewidth=0.8)  # type: ignore[arg-type]


def legend(ax: Axes) -> None:
    """Adds a legend beside the graph if the figure has space for it, otherwise inside the graph.

    If there are more copies than distinct colours, only the first and the last copy are named.
    """
    handles, labels = ax.get_legend_handles_labels()
    if len(handles) > len(COLORS):
        handles, labels = [handles[0], handles[-1]], [labels[0], labels[-1]]
    if ax.figure.get_layout_engine() is not None:
        ax.legend(handles, labels, frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1, 1))
    else:
        ax.legend(handles, labels, framealpha=0.9, edgecolor=GRID, fontsize=9, loc="best")


def name_copy(index: tuple[int, ...]) -> str:
    """Name of a copy: "copy 2", "copy 1, 2"."""
    return "copy " + ", ".join(str(number) for number in index) if index else "the layer"


def quoted(text: str) -> str:
    """A letter or a word as the name of a copy, with escaped dollar signs, which begin a formula in
    matplotlib.
    """
    bare = " ".join(text.split()) or " "
    short = bare if len(bare) <= _SHOWN else bare[: _SHOWN - 1] + "…"
    return '"' + short.replace("$", r"\$") + '"'


def can_write(text: str) -> bool:
    """Whether the font of the graphs has all characters of a text. For missing characters, matplotlib warns
    and draws boxes.
    """
    fonts = load("matplotlib.font_manager")
    known = fonts.get_font(fonts.findfont(fonts.FontProperties())).get_charmap()
    return all(character.isspace() or ord(character) in known for character in text)
