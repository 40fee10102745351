"""Graphs of time: which moment every copy shows, when animations run, what a clip looks like at a glance.

Every function draws with matplotlib (`pip install 'stretto[plot]'`), which is imported when the first is
called. `ax=` says where to draw and what comes back is the Axes; without it a figure of its own is made and
never shown: that is yours to do (`.figure.savefig("graph.png")`). Numbers come first: `Scene.sample` gives
those of the curves, and `windows`, `phases` and `montage` those of the other pictures.

    st.plot.values(dot, "opacity", scene).figure.savefig("values.png")

`explorer` is the live one: a scene beside the graph of its windows, in a page of its own or in a notebook.
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
