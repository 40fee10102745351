"""Reports about a scene, which are hits, loop reports, phases and diagnostics."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ._ffi import ffi, handle
from ._ffi import signatures as c
from ._ffi.numbers import number
from ._ffi.signatures import LoopKind as LoopKind
from ._model import diagnostics as sentences
from ._model.geometry import Point
from .animation import Animation, AnimationGroup, SpringAnimation
from .errors import Cancelled, InvalidArgument, LimitError, printable, warn
from .instance import Instance
from .layer import Layer
from .text import GlyphLayer, TextLayer

if TYPE_CHECKING:
    from .movie import Movie
    from .scene import Scene

__all__ = [
    "Diagnostic",
    "DiagnosticWarning",
    "Hit",
    "LoopEntry",
    "LoopKind",
    "LoopReport",
    "SyncGroup",
    "SyncReport",
]

Item = TypeVar("Item")

#: Largest number of characters of a text in the path of a layer.
_MOST = 20
#: Offsets that differ by less than this many seconds are equal: far above rounding errors, far below a frame.
_SAME = 1e-9


@dataclasses.dataclass(frozen=True)
class Hit:
    """The topmost layer at a point, and its copy."""

    layer: Layer
    #: Index of the copy in each replicator around the layer, outermost first.
    instance: tuple[int, ...]
    #: (x, y) of the point in the layer's own coordinates.
    point: Point
    #: Index of the character at the point, in graphemes, for the glyph layer of a text; None for other
    #: layers.
    character: int | None = None
    #: The portal or proxy through which the layer is seen, the innermost of several; None if the layer is
    #: seen directly.
    via: Layer | None = None
    #: Index of the portal's or proxy's copy in each replicator around it, outermost first.
    via_instance: tuple[int, ...] = ()

    @property
    def copy(self) -> Instance[Layer]:
        """The copy at the point. `hit.copy.convert_point(hit.point)` is the point in the scene."""
        found = self.layer.instance(*self.instance)
        return found if self.via is None else found.through(self.via.instance(*self.via_instance))


# Loops


@dataclasses.dataclass(frozen=True)
class LoopEntry:
    """The repetition of one animation, layer or emitter in a scene."""

    layer: Layer
    #: Key path of the animation; "" for a group, for a layer's own timing and for an emitter.
    key_path: str
    #: Kind of the repetition, or a plain number if a newer library has more kinds.
    kind: LoopKind | int
    #: Period in seconds of the scene; math.inf for a part that never repeats, 0 for a part that ends.
    period: float

    def __str__(self) -> str:
        return self._line(_LayerPaths())

    def _line(self, paths: _LayerPaths, count: int = 1) -> str:
        """The sentence about this entry and `count` - 1 similar entries."""
        words: dict[int, str] = {
            LoopKind.REPEATS: f"repeats every {self.period:g} s",
            LoopKind.ENDS: "ends",
            LoopKind.CUMULATIVE: "goes on from where it was, and never repeats",
            LoopKind.EMITTER: "emits random particles, which never repeat",
        }
        word = words.get(self.kind, "does an unknown kind, from a newer version of the library")
        return printable(f"{_named(self.layer, self.key_path, paths, count)} {word}")


@dataclasses.dataclass(frozen=True)
class LoopReport:
    """Whether and when a scene repeats, with which period."""

    #: Seconds of the shortest clip that repeats without a seam; 0 if nothing moves, None if a part never
    #: repeats or two periods have no common multiple.
    duration: float | None
    #: Seconds of the scene from which the scene is periodic: every part has begun, and finite parts have
    #: ended.
    steady_from: float
    entries: tuple[LoopEntry, ...]

    def __str__(self) -> str:
        if self.duration is None:
            head = "never repeats"
        elif self.duration == 0:
            head = f"stands still from {self.steady_from:g} s"
        else:
            head = f"repeats every {self.duration:g} s from {self.steady_from:g} s"
        paths = _LayerPaths()
        alike = _together(
            self.entries, lambda item: (paths.kind(item.layer), item.key_path, item.kind, item.period)
        )
        lines = (items[0]._line(paths, len(items)) for items in alike)
        return "\n  ".join([head, *lines])


def loop_report(scene: c.ScenePointer) -> LoopReport:
    """Returns the loop report of a scene."""
    duration, steady_from, found = ffi.loop_report(scene)
    known = set(LoopKind)  # a newer library may have more kinds
    entries = tuple(
        LoopEntry(layer, row.key_path, LoopKind(row.kind) if row.kind in known else row.kind, row.period)
        for row, layer in zip(found, _layers(found), strict=True)
    )
    return LoopReport(None if math.isnan(duration) else duration, steady_from, entries)


# Phases


@dataclasses.dataclass(frozen=True)
class SyncGroup:
    """Copies of a layer that are in phase."""

    #: Seconds by which the local time of the group is ahead of the first copy, without whole periods.
    offset: float
    #: The indices of each copy, in drawing order.
    instances: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return f"{self.offset:+g} s: {', '.join(map(str, self.instances))}"


@dataclasses.dataclass(frozen=True)
class SyncReport:
    """Which copies of a layer are in phase at a time, and how far apart the others are."""

    #: Seconds of the scene.
    time: float
    #: Groups of copies in the order of their offsets; empty if no copy of the layer is shown.
    groups: tuple[SyncGroup, ...]

    @property
    def in_phase(self) -> bool:
        """Whether all copies are in phase."""
        return len(self.groups) <= 1

    def __str__(self) -> str:
        count = sum(len(group.instances) for group in self.groups)
        head = f"{count} copies at {self.time:g} s, " + (
            "all in phase" if self.in_phase else f"in {len(self.groups)} phases"
        )
        return "\n  ".join([head, *map(str, self.groups)])


def sync_report(time: float, instances: Iterable[tuple[int, ...]], offsets: Iterable[float]) -> SyncReport:
    """Returns the copies grouped by their offsets."""
    groups: list[tuple[float, list[tuple[int, ...]]]] = []
    # Sorting is stable, so copies with equal offsets stay in drawing order.
    for offset, instance in sorted(zip(offsets, instances, strict=True), key=lambda pair: pair[0]):
        if not groups or offset - groups[-1][0] > _SAME:
            groups.append((offset, []))
        groups[-1][1].append(instance)
    return SyncReport(time, tuple(SyncGroup(offset, tuple(copies)) for offset, copies in groups))


# Diagnostics


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A probable mistake in a scene."""

    #: "removed-too-soon", "black-source", "pivot-at-corner", "delay-beyond-clip", "matrix-steps",
    #: "spring-cut-off", "array-too-short", "source-own-motion", "group-cuts-off", "snaps-back", "no-values",
    #: "delay-without-motion", "degrees", "no-such-copy", "stroke-without-color", "offset-without-effect",
    #: "not-a-fraction", "ignored-property", "animation-replaced", "keyframes-do-not-fit",
    #: "gradient-through-grey", "path-steps", "no-such-part" or "light-not-drawn"; of a vector file
    #: "no-vector-form"; of texts "missing-glyph",
    #: "color-glyph-not-drawn" or "color-of-background"; of what is not seen "no-size", "nothing-to-paint",
    #: "outside", "mostly-outside", "empty-cell", "sublayer-not-shown" or "hidden-motion"; of a clip
    #: alone "not-steady", "long-loop", "ends" or "seam". Codes never change.
    code: str
    layer: Layer
    #: Key path of the property; "" for the whole layer. A diagnostic "no-vector-form" describes the property
    #: in words.
    key_path: str
    #: A sentence with the problem and a remedy.
    message: str
    #: Further layers with this problem, whose paths differ from the layer's path only in numbers.
    others: tuple[Layer, ...] = ()

    def __str__(self) -> str:
        return printable(f"{self.message} [{self.code}]")


class DiagnosticWarning(UserWarning):
    r"""A warning about a `Diagnostic`, which `code` and `diagnostic` identify.

    `scene.movie(..., diagnose=False)` turns off the warnings for one clip, and
    `warnings.filterwarnings("ignore", category=st.DiagnosticWarning)` for a program. A warnings filter with
    `message=r".*\[black-source\]"` turns off the warnings of one code.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic

    @property
    def code(self) -> str:
        """The code of the diagnostic."""
        return self.diagnostic.code


def diagnostics(
    scene: c.ScenePointer, clip: float, vector: tuple[int, Any] | None = None
) -> list[Diagnostic]:
    """Returns the diagnostics of a clip of `clip` seconds, and of a vector file if `vector` is given.

    Args:
        scene: The scene.
        clip: Seconds of the clip.
        vector: The number of the vector format, and the options of the file.
    """
    found = ffi.structs(c.DiagnosticStruct, ffi.lib.stretto_scene_diagnose, scene, clip)
    if vector is not None:
        found += ffi.structs(c.DiagnosticStruct, ffi.lib.stretto_scene_diagnose_vectors, scene, *vector)
    cut_off: dict[Layer, dict[str, str]] = {}
    facts = [_fact(row, layer, cut_off) for row, layer in zip(found, _layers(found), strict=True)]
    paths = _LayerPaths()
    # One layer may have one problem twice.
    met = Counter[_Fact]()

    def key(fact: _Fact) -> tuple[object, ...]:
        met[fact] += 1
        return (*fact[:3], paths.kind(fact[3]), met[fact])

    alike = _together(facts, key)
    return [_diagnostic(facts, paths) for facts in alike]


#: Code, key path and sentence of a diagnostic, and the layer.
_Fact: TypeAlias = tuple[str, str, str, Layer]


def _fact(row: Any, layer: Layer, cut_off: dict[Layer, dict[str, str]]) -> _Fact:
    ffi.check_cancelled()
    code, key_path = sentences.code(row.code), row.key_path
    # A newer library may have more kinds of diagnostics.
    sentence = sentences.MESSAGES.get(row.code, "has an unknown kind, from a newer version of the library")
    return code, key_path, sentence + _details(code, layer, key_path, cut_off), layer


def _diagnostic(facts: Sequence[_Fact], paths: _LayerPaths) -> Diagnostic:
    """One diagnostic for all layers that have the same problem."""
    code, key_path, sentence, layer = facts[0]
    message = f"{_named(layer, key_path, paths, len(facts))} {sentence}"
    return Diagnostic(code, layer, key_path, message, tuple(fact[-1] for fact in facts[1:]))


def _details(code: str, layer: Layer, key_path: str, cut_off: dict[Layer, dict[str, str]]) -> str:
    """End of a diagnostic's sentence, with values of the layer. The argument `cut_off` caches the springs of
    layers.
    """
    if code == "no-size" and isinstance(layer, TextLayer):
        return ", to a text bounds=(0, 0, *text.fitting_size())"
    if code == "spring-cut-off":
        if layer not in cut_off:
            cut_off[layer] = _cut_off(layer)
        return cut_off[layer].get(key_path, "")
    if code == "nothing-to-paint" and key_path == "sublayers" and layer.superlayer is None:
        return ". The scene has no layers but its root: scene.add_sublayer(layer) puts one in"
    if code == "nothing-to-paint" and key_path == "strokeColor":
        return ". Its path encloses no area that a fill would show, and a line needs stroke_color"
    if code == "delay-without-motion":
        return " (text.glyph)" if isinstance(layer, TextLayer) else " (the sublayers)"
    if code == "degrees":
        for angle in _angles(layer.animations.values(), key_path):
            return f" ({angle:g} degrees are {math.radians(angle):.4g})"
    return ""


def _angles(animations: Iterable[Animation], key_path: str) -> Iterator[float]:
    """Angles other than 0 at the ends of the animations of a key path, the last angle first."""
    for animation in animations:
        if isinstance(animation, AnimationGroup):
            yield from _angles(animation.animations, key_path)
        elif getattr(animation, "key_path", "") == key_path:
            ends = [getattr(animation, name, None) for name in ("to_value", "by_value", "from_value")]
            for value in [*ends, *reversed(getattr(animation, "values", None) or ())]:
                if isinstance(value, (int, float)) and value:
                    yield value


def _cut_off(layer: Layer) -> dict[str, str]:
    """For each key path, duration and settling time of the first spring that is cut off."""
    found: dict[str, str] = {}
    for spring, lasts in _springs(layer.animations.values(), 0.25):
        settles = spring.settling_duration
        if lasts < settles / 2 and spring.key_path is not None:
            found.setdefault(spring.key_path, f" ({lasts:g} s here, and it settles in {settles:g} s)")
    return found


def _springs(animations: Iterable[Animation], duration: float) -> Iterator[tuple[SpringAnimation, float]]:
    """The springs, also inside groups, and the duration of each in seconds: `duration` for a spring without
    one.
    """
    for animation in animations:
        lasts = animation.duration or duration
        if isinstance(animation, AnimationGroup):
            yield from _springs(animation.animations, lasts)
        elif isinstance(animation, SpringAnimation):
            yield animation, lasts


# Clips of one loop

#: Two times that differ by fewer seconds than this tolerance count as equal.
_CLOSE = 1e-6
#: Default frames per second.
USUAL_RATE = 30
#: Longer side in pixels of the pictures at the start and the end of a clip that are compared, and largest
#: difference of channels (of 255) that is invisible.
_SEAM_SIZE, _SEAM_LEVELS = 256, 8
#: A loop that is longer than this many seconds is reported if no duration was given.
_LONG = 180.0
#: Largest number of entries that a sentence lists.
_LISTED = 4


def clip_duration(scene: Scene, report: LoopReport, start: float | None, fps: float | None) -> float:
    """Duration in seconds of a clip whose duration was not given: one loop, or the time until the scene
    stands still.
    """
    if report.duration:
        return report.duration
    begin = 0.0 if start is None else number(start, "start")
    if ends(report, begin):
        rate = USUAL_RATE if fps is None else number(fps, "fps")
        return _until_static(scene, report.steady_from, begin, rate if 0 < rate < math.inf else USUAL_RATE)
    raise InvalidArgument(f"a clip of this scene needs a duration, for {why_no_loop(scene, report)}")


def ends(report: LoopReport, start: float) -> bool:
    """Whether a scene moves after a time and later stands still."""
    return report.duration == 0 and report.steady_from > start + _CLOSE


def _until_static(scene: Scene, end: float, start: float, fps: float) -> float:
    """Seconds until a scene stands still, plus one frame of the still scene. Warns once."""
    key = "ends", 0, ""
    if key not in scene._warned:
        scene._warned.add(key)
        _warn(
            scene, key[0],
            f"the scene stands still from {end:g} s on, and the clip ends there. For a longer clip write "
            "movie(duration); for endless motion set repeat_count=math.inf before add_animation",
        )  # fmt: skip
    return (math.ceil((end - start) * fps - _CLOSE) + 1) / fps


def why_no_loop(scene: Scene, report: LoopReport) -> str:
    """Why a scene has no loop, with a remedy, as the end of a sentence."""
    if not (scene.sublayers or report.entries):
        return "the scene has no layers: add_sublayer(layer) puts one into it"
    if report.duration is None:
        return "the scene never repeats: " + _endless(report)
    found = [str(diagnostic) for diagnostic in scene.diagnostics()]
    more = f"; and {len(found) - _LISTED} more (scene.diagnostics())" if len(found) > _LISTED else ""
    noticed = f". What was noticed: {'; '.join(found[:_LISTED])}{more}. Else" if found else ":"
    return (
        f"the scene stands still from {report.steady_from:g} s on{noticed} give the seconds that the clip "
        "should show. For endless motion set repeat_count=math.inf before add_animation"
    )


def _endless(report: LoopReport) -> str:
    endless = [entry for entry in report.entries if entry.period == math.inf]
    if not endless:
        return f"{_periods(report)} have no common multiple"
    emits = any(entry.kind is LoopKind.EMITTER for entry in endless)
    return "; ".join(map(str, endless[:_LISTED])) + (_OF_EMITTERS if emits else "")


_OF_EMITTERS = (
    ". An emitter repeats after the seconds that its loop says, and with warm=True it begins as if it had "
    "always emitted: EmitterLayer(loop_duration=2, warm=True, ...)"
)


def _periods(report: LoopReport) -> str:
    """The periods of a scene as text: "1.73, 2.31 and 2.97 s"."""
    found = dict.fromkeys(
        f"{period:g}" for period in sorted(entry.period for entry in report.entries) if period
    )
    if len(found) > _LISTED:
        return f"{', '.join([*found][:_LISTED])} s and {len(found) - _LISTED} more"
    *first, last = found
    return f"{', '.join(first)} and {last} s" if first else f"{last} s"


def warn_of_length(scene: Scene, movie: Movie, report: LoopReport) -> None:
    """Warns once, at the user's line that asked for one loop, if the loop lasts minutes."""
    key = "long-loop", 0, ""
    if movie.duration <= _LONG or key in scene._warned:
        return
    scene._warned.add(key)
    is_joint = any(0 < entry.period < movie.duration - _CLOSE for entry in report.entries)
    why = (
        f"{_periods(report)} come together no sooner. Durations that divide each other make a short loop"
        if is_joint
        else "durations are in seconds"
    )
    _warn(
        scene, key[0],
        f"one loop of this scene lasts {movie.duration:g} s, {len(movie)} frames: {why}, and "
        "movie(duration) is a part of it",
    )  # fmt: skip


def warn_of_start(scene: Scene, start: float, report: LoopReport) -> None:
    """Warns, at the user's line that asked for the clip, if the scene is not yet periodic at the start."""
    if report.duration and start < report.steady_from - _CLOSE:
        scene._warned.add(_seam_of(start, None))
        _warn(
            scene, "not-steady",
            f"the clip starts at {start:g} s, and the scene repeats from {report.steady_from:g} s on: "
            "the clip has a seam where it begins again, unless it starts there",
        )  # fmt: skip


def warn_of_seam(scene: Scene, movie: Movie) -> None:
    """Warns, at the user's line that saved an endless clip, if the picture jumps where the clip repeats."""
    report = scene.loop_report()
    keys = {_seam_of(movie.start, None), _seam_of(movie.start, movie.duration)}
    why = _seam(movie, report)
    if not why or keys & scene._warned or not _jumps(scene, movie):
        return
    scene._warned.add(_seam_of(movie.start, movie.duration))
    _warn(
        scene, "seam",
        f"the clip lasts {movie.duration:g} s from {movie.start:g} s on, and {why}",
    )  # fmt: skip


def _seam(movie: Movie, report: LoopReport) -> str:
    """Why a clip whose first and last pictures differ has a seam; "" for a whole loop and for a scene that
    does not repeat.
    """
    once = "and save(..., loop=None) plays once"
    if report.duration is None and any(entry.kind is LoopKind.EMITTER for entry in report.entries):
        return f"repeated for ever, it has a seam: {_endless(report)}, {once}"
    if not report.duration:
        return ""
    loops = movie.duration / report.duration
    is_whole = loops > 0.5 and math.isclose(loops, round(loops), rel_tol=_CLOSE)
    if is_whole and movie.start >= report.steady_from - _CLOSE:
        return ""
    return (
        f"the scene repeats every {report.duration:g} s from {report.steady_from:g} s on: repeated for ever, "
        f"it has a seam. scene.movie() without a duration is one whole loop, {once}"
    )


def _jumps(scene: Scene, movie: Movie) -> bool:
    """Whether the pictures at both ends of a clip differ. The pictures can be equal although the scene moves,
    because copies may take each other's positions and much motion is invisible.
    """
    scale = min(movie.scale, max(_SEAM_SIZE / max(scene.size), 1 / min(scene.size)))
    ends = (movie.start, movie.start + movie.duration)
    try:
        first, after = (_premultiplied(scene.render(time, scale=scale)) for time in ends)
    except LimitError:  # the scene after the clip may be too large to draw
        return False
    return bool(np.abs(after - first).max(initial=0) > _SEAM_LEVELS)


def _warn(scene: Scene, code: str, message: str) -> None:
    warn(DiagnosticWarning(Diagnostic(code, scene.root, "", message)))


def _seam_of(start: float, duration: float | None) -> tuple[str, int, str]:
    """Key of a reported seam. A cache key without a duration stands for every clip with the given start."""
    return "seam", 0, f"{start} {duration}"


def _premultiplied(frame: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    colors = frame.astype(np.float64)
    colors[..., :3] *= colors[..., 3:] / 255
    return colors


# Names of layers


class _LayerPaths:
    """Paths of layers for one report. The words of layers are read once."""

    def __init__(self) -> None:
        self._steps_to: dict[Layer, tuple[tuple[str, str], ...]] = {}
        self._entered: set[Layer] = set()

    def path(self, layer: Layer) -> str:
        """Returns the layer's repr with the names from the root to the layer: <Layer 'spinner 3 / dot', ...>.

        The path omits the root. A layer without a name appears by its class, and a text by its string.
        Siblings with equal names get numbers from 0.
        """
        steps = [word + number for word, number in self._steps(layer)]
        text, name = repr(layer), f" {layer.name!r}"
        if layer.name and name in text:
            return text.replace(name, f" '{' / '.join(steps)}'", 1)
        around = " / ".join(steps if layer.name else steps[:-1])
        return f"{text} in '{around}'" if around else text

    def kind(self, layer: Layer) -> tuple[str, ...]:
        """Returns the path without numbers, which is equal for layers that are copies of each other."""
        return tuple(word for word, _ in self._steps(layer))

    def _steps(self, layer: Layer) -> tuple[tuple[str, str], ...]:
        """The word and the number of each layer from the root to a layer."""
        known = self._steps_to.get(layer)
        if known is not None:
            return known
        above = layer.superlayer
        if above is None:  # a root with a name, or a source without a superlayer
            return ((_word(layer), ""),) if layer.name or type(layer) is not Layer else ()
        around = self._steps(above)
        if above not in self._entered:
            self._entered.add(above)
            self._enter(above.sublayers, around)
        return self._steps_to.setdefault(layer, (*around, (_word(layer), "")))

    def _enter(self, layers: Sequence[Layer], around: tuple[tuple[str, str], ...]) -> None:
        """Finds the word of each sibling, with a number if another sibling has the same word."""
        words = {item: _word(item) for item in layers}
        count, met = Counter(words.values()), Counter[str]()
        for item, word in words.items():
            self._steps_to[item] = *around, (word, f" {met[word]}" if count[word] > 1 else "")
            met[word] += 1


def _word(layer: Layer) -> str:
    """The name of a layer in its path."""
    if name := layer.name:
        return name
    if isinstance(layer, GlyphLayer):
        return "glyph"
    if isinstance(layer, TextLayer) and layer.string:
        text = " ".join(layer.string.split())
        return repr(text if len(text) <= _MOST else text[: _MOST - 3] + "...")
    return type(layer).__name__


def _together(items: Iterable[Item], key: Callable[[Item], object]) -> Iterator[list[Item]]:
    """Groups of items with equal keys, in the order of their first items. Raises Cancelled if the call is
    cancelled.
    """
    groups: dict[object, list[Item]] = {}
    for item in items:
        ffi.check_cancelled()
        groups.setdefault(key(item), []).append(item)
    yield from groups.values()


def _more(count: int) -> str:
    """Text for a sentence about several layers, such as "(and 8 more like it)"."""
    return f" (and {count - 1} more like it)" if count > 1 else ""


# Structs of the library


def _layers(rows: Sequence[Any]) -> list[Layer]:
    """The layer of each row. Python objects for all layers of the rows are made first, so that no reference
    leaks after an error.
    """
    layers: list[Layer] = []
    try:
        for row in rows:
            ffi.check_cancelled()
            layers.append(handle.adopt(row.layer))
    except Cancelled:
        for row in rows[len(layers) :]:
            ffi.release(row)
        raise
    return layers


def _named(layer: Layer, key_path: str, paths: _LayerPaths, count: int = 1) -> str:
    path = paths.path(layer) + _more(count)
    return f"{key_path} of {path}" if key_path else path


def hit(scene: c.ScenePointer, x: float, y: float, time: float) -> Hit | None:
    """The layer and the copy at a point, or None."""
    return hits(scene, (x, y), time)[0]


def hits(scene: c.ScenePointer, points: Sequence[float], time: float) -> list[Hit | None]:
    """The layer and the copy at each of several points, or None."""
    rows = ffi.hit_test(scene, points, time)
    # Python objects for all layers of the rows are made first, so that no reference leaks after an error.
    pairs = [(handle.adopt(row.layer), handle.adopt(row.portal)) for row in rows]
    return [_hit(row, *pair) for row, pair in zip(rows, pairs, strict=True)]


def _hit(row: Any, layer: Layer | None, portal: Layer | None) -> Hit | None:
    if layer is None:
        return None
    character = None if row.character < 0 else row.character
    copy = tuple(row.portal_index[: row.portal_index_count])
    return Hit(layer, indices(row), Point((row.x, row.y)), character, portal, copy)


def indices(row: Any) -> tuple[int, ...]:
    """The index of the copy in a struct."""
    if not row.index_count:
        return ()
    found: Sequence[int] = row.index[: row.index_count]
    return tuple(found)
