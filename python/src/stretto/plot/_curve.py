"""Timing functions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from stretto._ffi.numbers import flag
from stretto._model.convert import Curve
from stretto.animation import BasicAnimation
from stretto.layer import Layer

from . import _style
from ._axes import Axes

_SAMPLES = 257


def curve(*functions: Curve, handles: bool = True, ax: Axes | None = None) -> Axes:
    """Timing functions, time across and progress up, each from (0, 0) to (1, 1).

    A function is a name ("easeIn") or its four control numbers. `handles` shows the control points. The
    curve is the engine's own: it is sampled from an animation that has the function.
    """
    if any(function is None for function in functions):
        raise TypeError('curve takes timing functions: names such as "easeIn", or 4 numbers, not None')
    handles = flag(handles, "handles")
    # Sampled first: what is refused leaves no empty figure.
    sampled = [(function, _points(function), _progress(function)) for function in functions or ("default",)]
    ax = _style.one_axes(ax, (5.2, 3.8))
    across = np.linspace(0, 1, _SAMPLES)
    for position, (function, points, progress) in enumerate(sampled):
        color = _style.color(position)
        ax.plot(across, progress, color=color, linewidth=2.4, label=_name(function), zorder=3)
        if handles:
            for start, end in (((0.0, 0.0), points[:2]), ((1.0, 1.0), points[2:])):
                ax.plot(*zip(start, end, strict=True), color=color, linewidth=1, alpha=0.7, zorder=2)
                ax.plot([end[0]], [end[1]], "o", color=color, markersize=5, markerfacecolor="white", zorder=4)
    _style.tidy(ax)
    ax.plot([0, 1], [0, 1], color=_style.FAINT, linewidth=1, linestyle=":", zorder=1)
    ax.set_aspect("equal")
    ax.set_xlabel("time", fontsize=9, color=_style.INK)
    ax.set_ylabel("progress", fontsize=9, color=_style.INK)
    _style.legend(ax)
    return ax


def _animation(function: Curve) -> BasicAnimation:
    return BasicAnimation(
        "zPosition", from_value=0, to_value=1, duration=1, timing_function=function, fill_mode="both",
        removed_on_completion=False,
    )  # fmt: skip


def _progress(function: Curve) -> npt.NDArray[np.float64]:
    probe = Layer()
    probe.add_animation(_animation(function))
    return probe._sample("zPosition", 0, 1, _SAMPLES, ())


def _points(function: Curve) -> Sequence[float]:
    return _animation(function).timing_function or (0.0, 0.0, 1.0, 1.0)


def _name(function: Curve) -> str:
    return function if isinstance(function, str) else ", ".join(f"{item:g}" for item in function)
