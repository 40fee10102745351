"""Clips that are one loop: their length, and the messages for scenes that have none."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from stretto._ffi.lazy import lazily
from stretto._ffi.numbers import number
from stretto.errors import InvalidArgument, LimitError, warn

if TYPE_CHECKING:
    from stretto import reports
    from stretto.movie import Movie
    from stretto.scene import Scene
else:
    reports = lazily("stretto.reports")

#: Times that differ by fewer seconds count as equal.
_SAME_TIME = 1e-6
#: Frames a second, unless given.
USUAL_RATE = 30
#: Longer side in pixels of pictures that are compared for a seam, and an invisible difference of levels.
_SEAM_SIZE, _SEAM_LEVELS = 256, 8
#: Seconds of a loop that few expect of a scene for which they gave no duration.
_LONG = 180.0
#: The most things that a sentence lists.
_MOST = 4


def duration(scene: Scene, report: reports.LoopReport, start: float | None, fps: float | None) -> float:
    """Seconds of a clip without a duration: one loop, or until the scene stands still."""
    if report.duration:
        return report.duration
    begin = 0.0 if start is None else number(start, "start")
    if ends(report, begin):
        rate = USUAL_RATE if fps is None else number(fps, "fps")
        return _until_still(scene, report.steady_from, begin, rate if 0 < rate < math.inf else USUAL_RATE)
    raise InvalidArgument(f"a clip of this scene needs a duration, for {why_none(scene, report)}")


def ends(report: reports.LoopReport, start: float) -> bool:
    """Whether a scene moves after a time, and stands still later."""
    return report.duration == 0 and report.steady_from > start + _SAME_TIME


def _until_still(scene: Scene, end: float, start: float, fps: float) -> float:
    """Seconds until a scene stands still, with a frame of how it does; told of once."""
    told = "ends", 0, ""
    if told not in scene._warned:
        scene._warned.add(told)
        _tell(
            scene, told[0],
            f"the scene stands still from {end:g} s on, and the clip ends there. For a longer clip write "
            "movie(duration); for endless motion set repeat_count=math.inf before add_animation",
        )  # fmt: skip
    return (math.ceil((end - start) * fps - _SAME_TIME) + 1) / fps


def why_none(scene: Scene, report: reports.LoopReport) -> str:
    """Why a scene has no loop, and what helps: the end of a sentence."""
    if not (scene.sublayers or report.entries):
        return "the scene has no layers: add_sublayer(layer) puts one into it"
    if report.duration is None:
        return "the scene never repeats: " + _endless(report)
    found = [str(diagnostic) for diagnostic in scene.diagnostics()]
    more = f"; and {len(found) - _MOST} more (scene.diagnostics())" if len(found) > _MOST else ""
    noticed = f". What was noticed: {'; '.join(found[:_MOST])}{more}. Else" if found else ":"
    return (
        f"the scene stands still from {report.steady_from:g} s on{noticed} give the seconds that the clip "
        "should show. For endless motion set repeat_count=math.inf before add_animation"
    )


def _endless(report: reports.LoopReport) -> str:
    endless = [entry for entry in report.entries if entry.period == math.inf]
    if not endless:
        return f"{_periods(report)} have no common multiple"
    emits = any(entry.kind is reports.LoopKind.EMITTER for entry in endless)
    return "; ".join(map(str, endless[:_MOST])) + (_OF_EMITTERS if emits else "")


_OF_EMITTERS = (
    ". An emitter repeats after the seconds that its loop says, and with warm=True it begins as if it had "
    "always emitted: EmitterLayer(loop_duration=2, warm=True, ...)"
)


def _periods(report: reports.LoopReport) -> str:
    """The seconds after which the parts of a scene repeat: "1.73, 2.31 and 2.97 s"."""
    found = dict.fromkeys(
        f"{period:g}" for period in sorted(entry.period for entry in report.entries) if period
    )
    if len(found) > _MOST:
        return f"{', '.join([*found][:_MOST])} s and {len(found) - _MOST} more"
    *first, last = found
    return f"{', '.join(first)} and {last} s" if first else f"{last} s"


# ------------------------------------------------------------------ what is told


def warn_of_length(scene: Scene, movie: Movie, report: reports.LoopReport) -> None:
    """Warns once, at the line that asked for one loop, if that lasts minutes."""
    told = "long-loop", 0, ""
    if movie.duration <= _LONG or told in scene._warned:
        return
    scene._warned.add(told)
    is_joint = any(0 < entry.period < movie.duration - _SAME_TIME for entry in report.entries)
    why = (
        f"{_periods(report)} come together no sooner. Durations that divide each other make a short loop"
        if is_joint
        else "durations are in seconds"
    )
    _tell(
        scene, told[0],
        f"one loop of this scene lasts {movie.duration:g} s, {len(movie)} frames: {why}, and "
        "movie(duration) is a part of it",
    )  # fmt: skip


def warn_of_start(scene: Scene, start: float, report: reports.LoopReport) -> None:
    """Warns, at the line that asked for the clip, if a repeating scene has not fully begun by then."""
    if report.duration and start < report.steady_from - _SAME_TIME:
        scene._warned.add(_seam_of(start, None))
        _tell(
            scene, "not-steady",
            f"the clip starts at {start:g} s, and the scene repeats from {report.steady_from:g} s on: "
            "the clip has a seam where it begins again, unless it starts there",
        )  # fmt: skip


def warn_of_seam(scene: Scene, movie: Movie) -> None:
    """Warns, at the line that saved an endless clip, if the picture jumps where it repeats."""
    report = scene.loop_report()
    told = {_seam_of(movie.start, None), _seam_of(movie.start, movie.duration)}
    why = _seam(movie, report)
    if not why or told & scene._warned or not _jumps(scene, movie):
        return
    scene._warned.add(_seam_of(movie.start, movie.duration))
    _tell(
        scene, "seam",
        f"the clip lasts {movie.duration:g} s from {movie.start:g} s on, and {why}",
    )  # fmt: skip


def _seam(movie: Movie, report: reports.LoopReport) -> str:
    """Why a clip has a seam where the pictures differ; "" for what has no other end, or is a whole loop."""
    once = "and save(..., loop=None) plays once"
    if report.duration is None and any(entry.kind is reports.LoopKind.EMITTER for entry in report.entries):
        return f"repeated for ever, it has a seam: {_endless(report)}, {once}"
    if not report.duration:
        return ""
    loops = movie.duration / report.duration
    is_whole = loops > 0.5 and math.isclose(loops, round(loops), rel_tol=_SAME_TIME)
    if is_whole and movie.start >= report.steady_from - _SAME_TIME:
        return ""
    return (
        f"the scene repeats every {report.duration:g} s from {report.steady_from:g} s on: repeated for ever, "
        f"it has a seam. scene.movie() without a duration is one whole loop, {once}"
    )


def _jumps(scene: Scene, movie: Movie) -> bool:
    """Whether the pictures of both ends differ: copies may make up for each other, and much that moves is not
    seen.
    """
    scale = min(movie.scale, max(_SEAM_SIZE / max(scene.size), 1 / min(scene.size)))
    ends = (movie.start, movie.start + movie.duration)
    try:
        first, after = (_premultiplied(scene.render(time, scale=scale)) for time in ends)
    except LimitError:  # what comes after the clip need not be drawable
        return False
    return bool(np.abs(after - first).max(initial=0) > _SEAM_LEVELS)


def _tell(scene: Scene, code: str, message: str) -> None:
    warn(reports.DiagnosticWarning(reports.Diagnostic(code, scene.root, "", message)))


def _seam_of(start: float, duration: float | None) -> tuple[str, int, str]:
    """Key of a seam that was reported; without a duration, for every clip from there."""
    return "seam", 0, f"{start} {duration}"


def _premultiplied(frame: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    colors = frame.astype(np.float64)
    colors[..., :3] *= colors[..., 3:] / 255
    return colors
