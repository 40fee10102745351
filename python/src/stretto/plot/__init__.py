"""Draws graphs of the local time of copies, the time spans of animations, and the frames of clips.

Every function draws with matplotlib (`pip install 'stretto[plot]'`), which is imported at the first call. The
argument `ax` is the Axes to draw on, which the function returns. If `ax` is not given, the function makes a
figure and does not show the figure. Use `.figure.savefig("graph.png")` to save the figure. `Scene.sample`,
`windows`, `phases` and `montage` return the data of the graphs.

    st.plot.values(dot, "opacity", scene).figure.savefig("values.png")

`explorer` is interactive: a live scene with the graph of its time windows, in a page or a notebook.
"""

from ._animations import Phases, curve, phases, timeline
from ._clip import animate_graph, filmstrip, montage, onion_skin
from ._explorer import Explorer, explorer
from ._style import COLORS
from ._time import Window, time_map, time_windows, values, windows

__all__ = [
    "COLORS",
    "Explorer",
    "Phases",
    "Window",
    "animate_graph",
    "curve",
    "explorer",
    "filmstrip",
    "montage",
    "onion_skin",
    "phases",
    "time_map",
    "time_windows",
    "timeline",
    "values",
    "windows",
]
