"""Timelines, which write animations of layers as steps, so that you need not compute begin times."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias, cast

from ._ffi import handle
from ._ffi.numbers import flag, is_series, number, numbers, shown, text_like, wrong_type
from ._ffi.signatures import LayerKind
from ._model.convert import EasingLike, Kind, listed, mapping
from ._model.key_paths import kind_of, spelled
from ._model.words import NameSuggestions, as_keyword, near
from ._motion import between, tracks
from ._motion import morph as _morph
from ._motion.matching import matched
from ._motion.steps import NOT_GIVEN, Loop, Pattern, Step, length, pattern_of
from .animation import BasicAnimation
from .easing import Easing, easing
from .errors import Error, InvalidArgument, KeyPathError, warn
from .instance import Instance, check_depth, replicators_around
from .path import Path

if TYPE_CHECKING:
    from .layer import Layer, ShapeLayer
    from .portal import ViewReplicator
    from .scene import Scene
    from .text import TextLayer
else:  # this module is imported by the modules of the classes, so it knows a class by its properties
    from ._model.properties import LayerProperties as Layer
    from ._model.properties import ShapeLayerProperties as ShapeLayer
    from ._model.properties import TextLayerProperties as TextLayer
    from ._model.properties import ViewReplicatorProperties as ViewReplicator

__all__ = ["Position", "Target", "Timeline"]

#: Default duration in seconds and default easing of a step.
DURATION, EASING = 0.5, "ease"
#: One or more layers or copies that a step animates.
Target: TypeAlias = Layer | Instance[Any] | Iterable[Layer | Instance[Any]]
#: A position on a timeline: seconds, or a text such as "+=0.5".
Position: TypeAlias = float | str

_Given = ParamSpec("_Given")
_StepMethod: TypeAlias = Callable[Concatenate["Timeline", _Given], "Timeline"]


def _of_one_target(step: _StepMethod[_Given]) -> _StepMethod[_Given]:
    """Makes a step raise TypeError, with the correct form, for layers that are given one by one instead of as
    a list.
    """

    @functools.wraps(step)
    def checked(self: Timeline, /, *given: _Given.args, **named: _Given.kwargs) -> Timeline:
        if sum(isinstance(value, (Layer, Instance)) for value in given) > 1:
            name = step.__name__
            raise TypeError(f"{name} takes one layer or a list of layers; write {name}([a, b], ...)")
        return step(self, *given, **named)

    return checked


class Timeline(NameSuggestions):
    """Writes animations of layers as steps, each of which begins where the step before it ends.

        tl = st.Timeline(scene)
        tl.from_(title, opacity=0)  # the title appears
        tl.to(ball, position=(200, 40), duration=1, easing="ease-out-bounce")
        tl.to(ball, {"transform.scale": 2}, at="<")  # together with the step before
        tl.to([a, b, c], background_color="navy", stagger=0.1, at="+=0.5")  # half a second later
        scene.movie(tl).save("film.gif")

    A timeline writes Core Animation's animations and final values onto the layers, and does nothing else. A
    frame therefore stays a pure function of the time, and documents contain the animations. A timeline
    without a scene writes nothing until you add it to a timeline that has a scene.

    The times of a step are local times of the step's layer. Local time equals scene time unless the layer has
    timing of its own or is a delayed copy.

    The argument `at` of a step says where the step begins:

    - None, the default, is the end of the timeline so far.
    - A number is seconds, and the name of a label is the position of the label.
    - "+=0.5" and "-=0.5" count seconds from the end of the timeline, "intro+=0.3" from the label "intro".
    - "<" and ">" are the begin and the end of the step before; "<0.2" and ">-0.1" count seconds from there.
    - A percentage in place of seconds is a share of the duration of the new step ("-=50%"). A percentage
      after "<" or ">" is a share of the duration of the previous step ("<25%").

    A call of `wait` counts as a step. A step that must end at 5 s is written as `tl.label("end", at=5)`, then
    `at="end-=100%"`.

    Properties are keywords (`background_color="navy"`) or a dict by key path ({"position.x": 40}). Angles are
    in radians. The value of a property in a step is the value at the end of the step, not a difference. All
    layers of a scene are `scene.sublayers`. A step starts from the value that the property has when the step
    begins, whatever the order of the calls. Between two steps a property keeps its value. After a step, the
    model value of the layer is the value at the end of the step.

    - steps: `to`, `from_`, `from_to`, `set`, `show`, `morph`
    - time: `wait`, `label`, `add`, `duration`, `labels`

    Args:
        scene: The scene that the steps are written into.
        duration: Duration in seconds of steps that do not give a duration.
        easing: Easing of steps that do not give an easing.
    """

    __slots__ = (
        "_duration", "_easing", "_end", "_is_added", "_items", "_labels", "_layers", "_recent", "_scene",
    )  # fmt: skip

    def __init__(
        self, scene: Scene | None = None, *, duration: float = DURATION, easing: EasingLike = EASING
    ) -> None:
        if scene is not None and not hasattr(scene, "root"):
            raise wrong_type("Timeline", "a Scene or None", scene)
        self._scene = scene
        self._duration, self._easing = _seconds(duration, "duration"), _easing(easing)
        #: Steps that wait until the timeline is added to one that has a scene.
        self._items: list[Step | Loop] = []
        self._end = 0.0
        #: Begin and end of the latest step, in seconds.
        self._recent = (0.0, 0.0)
        self._labels: dict[str, float] = {}
        #: The layers that have steps, in the order of their first steps.
        self._layers: dict[Layer, None] = {}
        self._is_added = False

    @property
    def scene(self) -> Scene | None:
        """The scene of the timeline, or None."""
        return self._scene

    @property
    def duration(self) -> float:
        """Seconds until all steps have ended. A step that repeats for ever counts as one play."""
        return self._end

    def _length_in(self, scene: Any, diagnose: bool) -> float:
        """Returns the seconds of a movie of the scene for `Scene.movie`, and warns of layers outside the
        scene.
        """
        if self._scene is not scene:
            which = (
                "another scene"
                if self._scene
                else "no scene; st.Timeline(scene).add(timeline) puts it into one"
            )
            raise InvalidArgument(f"movie was given a timeline that has {which}")
        if self._end <= 0:
            raise InvalidArgument("movie was given a timeline of 0 s; at least one step needs a duration")
        apart = [layer for layer in self._layers if not _is_in(layer, scene)] if diagnose else []
        if apart:
            more = f" and {len(apart) - 1} more have" if len(apart) > 1 else " has"
            advice = "scene.add_sublayer(layer) puts one there"
            warn(f"{apart[0]!r}{more} steps in the timeline but is not in the scene; {advice}")
        return self._end

    @property
    def labels(self) -> Mapping[str, float]:
        """Position of each label in seconds, for example for stills: `scene.save_png("end.png",
        tl.labels["end"])`.
        """
        return MappingProxyType(self._labels)

    def __repr__(self) -> str:
        return f"<Timeline of {self._end:g} s{'' if self._scene else ', of no scene'}>"

    # Steps

    @_of_one_target
    def to(
        self,
        target: Target,
        values: Mapping[str, Any] | None = None,
        /,
        *,
        at: Position | None = None,
        duration: float | None = None,
        easing: EasingLike | None = None,
        stagger: float | Iterable[float] = 0,
        repeat: float = 1,
        yoyo: bool = False,
        **properties: Any,
    ) -> Timeline:
        """Animates properties to new values, from the values that the properties have when the step begins.
        Returns the timeline.

            tl.to(card, opacity=0.5, position=(40, 20), duration=0.3, easing="ease-out")
            tl.to(card, {"transform.rotation.z": math.pi})

        The argument `easing` is a name, a notation of CSS, or a function:

        - "linear", "ease", "ease-in", "ease-out", "ease-in-out"
        - "ease-in-", "ease-out-" or "ease-in-out-" with "sine", "quad", "cubic", "quart", "quint", "expo",
          "circ", "back", "elastic" or "bounce"; "bounce" alone is "ease-out-bounce"
        - "cubic-bezier(.2, 0, 0, 1)", "steps(4, jump-end)", "linear(0, .6 30%, 1)"
        - a function of the progress in time, 0...1, such as `lambda p: p * p`

        Args:
            target: A layer, a copy such as `tick.instance(3)`, or a list of layers and copies.
            values: New values by key path.
            at: Position at which the step begins, as `Timeline` describes. The default is the end of the
                timeline.
            duration: Seconds. The default is the duration that the timeline was given.
            easing: Easing of the step. The default is the easing that the timeline was given.
            stagger: Seconds between one target and the next, or a delay for each target, as `st.stagger`
                returns. A negative number begins with the last target. For a single layer that is shown in
                copies, such as a glyph layer, the targets are its copies.
            repeat: Number of plays, `math.inf` for ever.
            yoyo: Whether every second play runs backwards. After two plays the property has its former value.
            **properties: New values by attribute name.

        Raises:
            KeyPathError: If a layer has no such property, or the property cannot be animated.
            InvalidArgument: If a value, a time or a position is not allowed. No layer changes then.
        """
        ends = _changes("to", values, properties)
        changes = {name: (NOT_GIVEN, end) for name, end in ends.items()}
        how = self._how(duration, easing, stagger, repeat, yoyo)
        return self._play("to", target, changes, how, at)

    @_of_one_target
    def from_(
        self,
        target: Target,
        values: Mapping[str, Any] | None = None,
        /,
        *,
        at: Position | None = None,
        duration: float | None = None,
        easing: EasingLike | None = None,
        stagger: float | Iterable[float] = 0,
        repeat: float = 1,
        yoyo: bool = False,
        **properties: Any,
    ) -> Timeline:
        """Animates properties from values to their present values. Returns the timeline.

            tl.from_(title.glyph, opacity=0, stagger=0.05)  # the letters appear one after another

        The start values are shown before the step begins, unless an earlier step animates the property.

        Args:
            target: As in `to`.
            values: Start values by key path.
            at: As in `to`.
            duration: As in `to`.
            easing: As in `to`.
            stagger: As in `to`.
            repeat: As in `to`.
            yoyo: As in `to`.
            **properties: Start values by attribute name.

        Raises:
            KeyPathError: As in `to`.
            InvalidArgument: As in `to`.
        """
        starts = _changes("from_", values, properties)
        changes = {name: (start, NOT_GIVEN) for name, start in starts.items()}
        how = self._how(duration, easing, stagger, repeat, yoyo)
        return self._play("from", target, changes, how, at, reaches_back=True)

    @_of_one_target
    def from_to(
        self,
        target: Target,
        start: Mapping[str, Any] | None = None,
        end: Mapping[str, Any] | None = None,
        /,
        *,
        at: Position | None = None,
        duration: float | None = None,
        easing: EasingLike | None = None,
        stagger: float | Iterable[float] = 0,
        repeat: float = 1,
        yoyo: bool = False,
        **properties: tuple[Any, Any],
    ) -> Timeline:
        """Animates properties from start values to end values. Returns the timeline.

            tl.from_to(bar, {"bounds.size.width": 0}, {"bounds.size.width": 200})
            tl.from_to(bar, opacity=(0, 1))

        The layer shows the start values before the step begins, as in `from_`.

        Args:
            target: As in `to`.
            start: Start values by key path.
            end: End values by key path.
            at: As in `to`.
            duration: As in `to`.
            easing: As in `to`.
            stagger: As in `to`.
            repeat: As in `to`.
            yoyo: As in `to`.
            **properties: (start, end) by attribute name.

        Raises:
            KeyPathError: As in `to`.
            InvalidArgument: As in `to`.
        """
        changes = _pairs(start, end, properties)
        how = self._how(duration, easing, stagger, repeat, yoyo)
        return self._play("from_to", target, changes, how, at, reaches_back=True)

    @_of_one_target
    def set(
        self,
        target: Target,
        values: Mapping[str, Any] | None = None,
        /,
        *,
        at: Position | None = None,
        stagger: float | Iterable[float] = 0,
        **properties: Any,
    ) -> Timeline:
        """Sets properties at a time, without animation. Returns the timeline.

        Args:
            target: As in `to`.
            values: Values by key path.
            at: As in `to`.
            stagger: As in `to`.
            **properties: Values by attribute name.

        Raises:
            KeyPathError: As in `to`.
            InvalidArgument: As in `to`.
        """
        changes = {name: (NOT_GIVEN, end) for name, end in _changes("set", values, properties).items()}
        return self._play("set", target, changes, self._how(0, None, stagger, 1, False), at)

    @_of_one_target
    def show(
        self,
        target: Target,
        *,
        at: Position | None = None,
        until: Position | None = None,
        stagger: float | Iterable[float] = 0,
    ) -> Timeline:
        """Shows layers from a time on, and hides them before that time. Returns the timeline.

            tl.show(caption, at="intro", until="+=2")

        A step of `show` animates the property `hidden`. You can show a layer several times.

        Args:
            target: As in `to`.
            at: As in `to`.
            until: Position at which the layers are hidden again; "+=2" counts from `at`. None never hides
                them.
            stagger: As in `to`.

        Raises:
            InvalidArgument: If `until` is not after `at`.
        """
        how = self._how(0, None, stagger, 1, False)
        begin, steps = self._planned("show", target, {"hidden": (True, False)}, how, at, True)
        end = begin
        if until is not None:
            with _About("show", target, begin):
                end = self._time_of(until, "until", lambda: 0, (begin, begin), begin)
                if end <= begin:
                    raise InvalidArgument(f"until is at {end:g} s; it must be after the begin")
            _, hiding = self._planned("show", target, {"hidden": (NOT_GIVEN, True)}, how, end, False)
            steps += hiding
        # At its begin a step without duration has its end value, and before its begin its start value.
        return self._take(steps, begin, max(_end_of(steps), end))

    def morph(
        self,
        target: TextLayer | ShapeLayer,
        to: str | Path,
        *,
        at: Position | None = None,
        duration: float | None = None,
        easing: EasingLike | None = None,
        stagger: float = 0.03,
    ) -> Timeline:
        """Turns a text into another text letter by letter, or a shape into another shape. Returns the
        timeline.

            tl.morph(title, "Goodbye")
            tl.morph(sun, st.Path.rect(12, 12, 36, 36))

        Letters that both texts share move to their new positions. All other letters fade out or in, each
        `stagger` seconds after the previous letter. The text layer has the new string from the begin of the
        step on. A copy of the text layer, which is a sublayer of the text layer while the step runs, shows
        the letters that fade out.

        Contours of two paths are paired by area and position, and begin at the points that have the shortest
        way to go. A contour without a partner in the other path grows from a point or shrinks to a point.
        `KeyframeAnimation("path", ..., matched=True)` interpolates two paths in this way without a timeline.

        Args:
            target: A text layer or a shape layer.
            to: The new string, or the new path in the coordinates of the shape. A path can be SVG path data.
            at: As in `to`.
            duration: As in `to`.
            easing: As in `to`.
            stagger: Seconds between letters. Shapes ignore this argument.

        Raises:
            InvalidArgument: If a time or a position is not allowed, or the shape has no path.
            LimitError: For a path of more than 262,144 elements.
        """
        self._check_open("morph")
        if isinstance(target, ShapeLayer):
            return self._morph_shape(target, to, self._how(duration, easing, 0, 1, False), at)
        lasting, apart = self._lasting(duration), _seconds(stagger, "stagger")
        ease = self._easing if easing is None else _easing(easing)
        if not isinstance(cast(object, target), TextLayer):
            raise wrong_type("morph", "a TextLayer or a ShapeLayer", target)
        begin = self._time_of(at, "at", lambda: lasting)
        with _About("morph", target, begin):
            old = str(self._value_at(target, "string", begin))
            around = (None,) * len(replicators_around(target))
            steps = _morph.steps(target, old, cast(str, to), begin, lasting, ease, apart, around)
        return self._take(steps, begin, _end_of(steps))

    def _morph_shape(self, shape: ShapeLayer, to: str | Path, how: How, at: Position | None) -> Timeline:
        begin = self._time_of(at, "at", lambda: how.duration)
        with _About("morph", shape, begin):
            other = Path(to) if isinstance(to, str) else to
            if not isinstance(cast(object, other), Path):
                raise wrong_type("morph", "a Path for a shape", to)
            path = self._value_at(shape, "path", begin)
            if path is None:
                raise InvalidArgument(f"{shape!r} has no path to start from")
            start, end = matched([path, other])
        return self._play("morph", shape, {"path": (start, end)}, how, at)

    def _value_at(self, layer: Layer, key_path: str, time: float) -> Any:
        """The value at the end of the latest step before a time, or the value of the layer if there is no
        such step.
        """
        waiting = [
            step
            for item in self._items
            for step in item.steps()
            if step.layer is layer and step.key_path == key_path and step.begin <= time
        ]
        if waiting:
            return max(waiting, key=lambda step: step.begin).end
        track = layer._tracks.get(key_path)
        return track.lanes[None].values.at(key_path, time) if track else getattr(layer, key_path)

    # Time

    def wait(self, seconds: float) -> Timeline:
        """Lets time pass after the end of the timeline. Returns the timeline.

        Args:
            seconds: Duration of the pause.
        """
        self._check_open("wait")
        begin = self._end
        self._recent = begin, begin + _seconds(seconds, "wait")
        self._end = self._recent[1]
        return self

    def label(self, name: str, at: Position | None = None) -> Timeline:
        """Names a position, which `at` can then refer to. Returns the timeline.

        Args:
            name: The label.
            at: The position, as in `to`. None is the end of the timeline.

        Raises:
            InvalidArgument: If the label exists already, or the name reads as a position, such as "2" or "<".
        """
        self._check_open("label")
        text_like(name, "label", "intro")
        if not name.strip() or _ALONE.fullmatch(name) or set(name) & set("<>=%") or name != name.strip():
            raise InvalidArgument(
                f"label was given {shown(name)}; a name without <, >, = and % that is no number is needed"
            )
        if name in self._labels:
            raise InvalidArgument(f"label {shown(name)} exists already, at {self._labels[name]:g} s")
        self._labels[name] = self._time_of(at, "at", lambda: 0)
        return self

    def add(
        self, timeline: Timeline, *, at: Position | None = None, repeat: float = 1, yoyo: bool = False
    ) -> Timeline:
        """Adds the steps of another timeline, which must not have a scene. Returns this timeline.

            blink = st.Timeline().to(eye, opacity=0, duration=0.1)
            tl.add(blink, repeat=4, yoyo=True)

        You can add a timeline several times. You can add no more steps to a timeline that was added to
        another timeline.

        Args:
            timeline: The other timeline.
            at: As in `to`.
            repeat: Number of plays of the whole other timeline. Each play has the same values.
            yoyo: Whether every second play runs backwards.

        Raises:
            InvalidArgument: As in `to`, and for a timeline that has a scene.
        """
        self._check_open("add")
        if not isinstance(cast(object, timeline), Timeline):
            is_layer = isinstance(cast(object, timeline), Layer)
            advice = "; to(layer, opacity=0) is a step of it" if is_layer else ""
            raise wrong_type("add", "a Timeline", timeline, advice)
        if timeline is self or timeline._scene is not None:
            raise InvalidArgument(
                "add was given a timeline that has a scene, so its steps are already written there; "
                "make one without a scene: st.Timeline()"
            )
        (iterations, back), inner = _play_count(repeat, yoyo), timeline._end
        if iterations > 1 and inner <= 0:
            raise InvalidArgument(
                "add was given a timeline of 0 s; a timeline that lasts 0 s cannot be repeated"
            )
        whole = Loop(tuple(timeline._items), 0, inner, iterations, back)
        begin = self._time_of(at, "at", lambda: length(whole))
        items = [whole.later(begin)] if iterations > 1 else [item.later(begin) for item in timeline._items]
        self._take(items, begin, begin + length(whole))
        timeline._is_added = True
        return self

    # Positions

    def _time_of(
        self,
        at: Position | None,
        what: str,
        own: Callable[[], float],
        recent: tuple[float, float] | None = None,
        end: float | None = None,
    ) -> float:
        """Returns a position in seconds. `own` returns the duration of the new step. `recent` is the begin
        and the end of the previous step, and `end` the end of the timeline. `recent` and `end` default to the
        present values.
        """
        end = self._end if end is None else end
        if at is None:
            return end
        begin = (
            self._read_time(at, what, own, recent or self._recent, end)
            if isinstance(at, str)
            else number(at, what)
        )
        if not (math.isfinite(begin) and begin > -1e-9):
            raise InvalidArgument(
                f"{what} was given {shown(at)}, which is {begin:g} s; a timeline begins at 0"
            )
        return max(0.0, begin)

    def _read_time(
        self, at: str, what: str, own: Callable[[], float], recent: tuple[float, float], end: float
    ) -> float:
        text = at.strip()
        if text in self._labels:
            return self._labels[text]
        found = _RELATIVE.fullmatch(text) or _AFTER.fullmatch(text) or _ALONE.fullmatch(text)
        name = found["from"].strip() if found else text
        if not found or (name not in ("", "<", ">") and name not in self._labels):
            raise InvalidArgument(f"{what} was given {shown(at)}; {self._allowed_times(name)}")
        sign = found["sign"] or ""
        amount = float(found["amount"] or 0) * (-1 if "-" in sign else 1)
        if found["percent"]:
            # A percentage refers to the previous step, unless the position is written as "<+=25%".
            is_recent = name in ("<", ">") and "=" not in sign
            amount *= (recent[1] - recent[0] if is_recent else own()) / 100
        if name in ("<", ">"):
            return recent[name == ">"] + amount
        return self._labels.get(name, end if sign else 0.0) + amount

    def _allowed_times(self, name: str) -> str:
        known = ", ".join(map(repr, self._labels)) or "none yet"
        forms = (
            'seconds, "+=0.5", "-=0.5", "-=50%" (of its own length), "<", ">", "<0.2", "<25%" (of the step '
            'before), and labels, with "label+=0.3"'
        )
        return f"allowed are {forms}; labels are {known}{near(name, self._labels)}"

    # Making of steps

    def _lasting(self, duration: float | None) -> float:
        return self._duration if duration is None else _seconds(duration, "duration")

    def _how(
        self,
        duration: float | None,
        easing: EasingLike | None,
        stagger: float | Iterable[float],
        repeat: float,
        yoyo: bool,
    ) -> How:
        lasting = self._lasting(duration)
        return How.of(lasting, self._easing if easing is None else easing, stagger, repeat, yoyo)

    def _play(
        self,
        verb: str,
        target: Target,
        changes: dict[str, tuple[Any, Any]],
        how: How,
        at: Position | None,
        reaches_back: bool = False,
    ) -> Timeline:
        begin, steps = self._planned(verb, target, changes, how, at, reaches_back)
        return self._take(steps, begin, _end_of(steps))

    def _planned(
        self,
        verb: str,
        target: Target,
        changes: dict[str, tuple[Any, Any]],
        how: How,
        at: Position | None,
        reaches_back: bool,
    ) -> tuple[float, list[Step]]:
        self._check_open(verb)
        plan = functools.partial(planned, verb, target, changes, how, reaches_back)
        begin = self._time_of(at, "at", lambda: _end_of(plan(0.0)))
        return begin, plan(begin)

    def _check_open(self, verb: str) -> None:
        if self._is_added:
            raise InvalidArgument(
                f"{verb} was called on a timeline whose steps were already added to another one; call {verb} "
                "before add, or on the other one"
            )

    def _take(self, items: Iterable[Step | Loop], begin: float, end: float) -> Timeline:
        """Writes steps onto their layers, or keeps the steps until the timeline has a scene."""
        items = list(items)
        if self._scene is not None:
            tracks.write(items)
        else:
            self._items += items
        self._layers.update((step.layer, None) for item in items for step in item.steps())
        self._recent = begin, end
        self._end = max(self._end, end)
        return self


_AMOUNT = r"(?P<amount>\d+\.?\d*|\.\d+)(?P<percent>%?)"
#: A position such as "<0.2" counts seconds from the begin or the end of the previous step.
_RELATIVE = re.compile(rf"(?P<from>[<>])\s*(?:(?P<sign>|[+-]=?)\s*{_AMOUNT})?")
#: A position such as "+=0.5" or "label-=0.5" counts seconds from the end of the timeline or from a label.
_AFTER = re.compile(rf"(?P<from>[^<>=%]*?)(?P<sign>[+-]=)\s*{_AMOUNT}")
#: "1.5": seconds.
_ALONE = re.compile(r"(?P<from>)(?P<sign>)(?P<amount>\d+\.?\d*|\.\d+)(?P<percent>)")


@dataclass(frozen=True)
class How:
    """Timing that all steps of one call share."""

    duration: float
    easing: Easing
    stagger: float | list[float]
    repeat: float
    yoyo: bool

    @classmethod
    def of(
        cls,
        duration: float,
        easing: EasingLike | Easing,
        stagger: float | Iterable[float],
        repeat: float,
        yoyo: bool,
    ) -> How:
        """Checks the arguments of a call and makes the timing."""
        return cls(
            _seconds(duration, "duration"),
            _easing(easing),
            _staggered(stagger),
            *_play_count(repeat, yoyo),
        )


def animate(
    target: Layer | Instance[Any],
    values: Mapping[str, Any] | None,
    properties: dict[str, Any],
    begin: float,
    how: How,
) -> None:
    """Writes the steps of `Layer.animate`."""
    changes = {name: (NOT_GIVEN, end) for name, end in _changes("animate", values, properties).items()}
    start_time = number(begin, "begin")
    if not math.isfinite(start_time):
        raise InvalidArgument(f"begin was given {start_time}; it must be finite")
    tracks.write(planned("to", target, changes, how, False, start_time))


def planned(
    verb: str,
    target: Target,
    changes: dict[str, tuple[Any, Any]],
    how: How,
    reaches_back: bool,
    begin: float,
) -> list[Step]:
    """The checked steps of one call."""
    steps: list[Step] = []
    targets = _spread(target, how, begin, verb)
    for (layer, pattern), delay in zip(targets, _delays(how.stagger, len(targets)), strict=True):
        with _About(verb, layer, begin + delay):
            for name, (start, end) in changes.items():
                path = spelled(name)
                _check_path(layer, path, pattern, name)
                start, end = (_checked(layer, path, pattern, value, name) for value in (start, end))
                steps.append(
                    Step(
                        verb, layer, path, pattern, begin + delay, how.duration, how.easing,
                        start, end, how.repeat, how.yoyo, reaches_back,
                    )
                )  # fmt: skip
    return steps


def _end_of(steps: Iterable[Step]) -> float:
    return max((step.begin + length(step) for step in steps), default=0.0)


# Checks of arguments


#: Keywords of other animation libraries that are no properties, with Stretto's keywords of the same meaning.
_OTHER_KEYWORDS = {
    "ease": "easing", "timing_function": "easing", "delay": "at", "start": "at", "begin": "at", "time": "at",
    "end": "duration", "seconds": "duration", "run_time": "duration", "loop": "repeat", "repeats": "repeat",
}  # fmt: skip


def _changes(verb: str, values: Mapping[str, Any] | None, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the new values, from a dict by key path and from keywords."""
    given = {} if values is None else dict(mapping(values, verb, "key path"))
    for name in given:
        text_like(name, f"the dict of {verb}", "position.x")
    for name, value in properties.items():
        if name in _OTHER_KEYWORDS:
            raise TypeError(f"{verb} has no {name!r}; did you mean {_OTHER_KEYWORDS[name]!r}?")
        if name in given:
            raise TypeError(f"{verb} was given {name!r} twice")
        given[name] = value
    if not given:
        raise TypeError(f"{verb} was given nothing to change; write {verb}(layer, opacity=0)")
    return given


def _pairs(
    start: Mapping[str, Any] | None, end: Mapping[str, Any] | None, properties: Mapping[str, Any]
) -> dict[str, tuple[Any, Any]]:
    starts = {} if start is None else dict(mapping(start, "from_to", "key path"))
    ends = {} if end is None else dict(mapping(end, "from_to", "key path"))
    alone = set(starts) ^ set(ends)
    if alone:
        raise InvalidArgument(
            f"from_to was given {shown(min(map(str, alone)))} in one dict only; both dicts need a value"
        )
    for name, pair in properties.items():
        if not isinstance(cast(object, pair), (tuple, list)) or len(pair) != 2:
            raise TypeError(f"from_to takes pairs, {name}=(start, end), not {shown(pair)}")
        if name in starts:
            raise TypeError(f"from_to was given {name!r} twice")
        starts[name], ends[name] = pair
    _changes("from_to", starts, {})
    return {name: (starts[name], ends[name]) for name in starts}


def _seconds(value: float, what: str) -> float:
    seconds = number(value, what)
    if not 0 <= seconds < math.inf:
        raise InvalidArgument(
            f"{what} was given {seconds:g}; a finite number of seconds, at least 0, is allowed"
        )
    return seconds


def _repeat(value: float) -> float:
    count = number(value, "repeat")
    if not (count >= 1 and (count == math.inf or count == int(count))):
        raise InvalidArgument(
            f"repeat was given {count:g}; a number of plays is allowed: 1, 2, ... or math.inf"
        )
    return count


def _play_count(repeat: float, yoyo: bool) -> tuple[float, bool]:
    """Number of plays of a step, and whether every second one runs backwards."""
    count, turns = _repeat(repeat), flag(yoyo, "yoyo")
    if turns and count == 1:
        raise InvalidArgument(
            "yoyo needs repeat >= 2; with repeat=2 the property returns to its former value"
        )
    return count, turns


def _easing(value: EasingLike | Easing) -> Easing:
    return value if isinstance(value, Easing) else easing(value)


def _staggered(value: float | Iterable[float]) -> float | list[float]:
    if not is_series(value):
        seconds = number(value, "stagger")
        if not math.isfinite(seconds):
            raise InvalidArgument(f"stagger was given {seconds}; it must be finite")
        return seconds
    delays = numbers(value, "stagger")
    for delay in delays:
        _seconds(delay, "stagger")
    return delays


def _delays(stagger: float | list[float], count: int) -> list[float]:
    """Delays in seconds of `count` targets, from one number or from a list."""
    if isinstance(stagger, list):
        if len(stagger) != count:
            raise InvalidArgument(
                f"stagger was given {len(stagger)} delays for {count} targets; one delay for each is needed"
            )
        return stagger
    ranks = range(count) if stagger >= 0 else range(count - 1, -1, -1)
    return [rank * abs(stagger) for rank in ranks]


# Targets of steps


def _spread(target: Target, how: How, begin: float, verb: str) -> list[tuple[Layer, Pattern]]:
    """The layers that a step animates, each with the copies that the step is for."""
    if isinstance(target, Instance):
        return [_named(target)]
    if isinstance(target, Layer):
        if not how.stagger:
            return [(target, None)]
        with _About(verb, target, begin):
            return [(target, pattern) for pattern in _copies(target, begin)]
    if hasattr(target, "root"):
        raise TypeError(f"{verb} takes a layer or a list of layers; those of a scene are scene.sublayers")
    if isinstance(cast(object, target), str):
        advice = f"scene.find({shown(target)}) is the layer of that name"
        raise TypeError(f"{verb} takes a layer or a list of layers, not str {shown(target)}; {advice}")
    layers = listed(target, verb, "layers")
    for layer in layers:
        if not isinstance(layer, (Layer, Instance)):
            raise wrong_type(verb, "a layer or a list of layers", layer)
    if not layers:
        raise InvalidArgument(f"{verb} was given no layers")
    return [_named(layer) if isinstance(layer, Instance) else (layer, None) for layer in layers]


def _named(copy: Instance[Any]) -> tuple[Layer, Pattern]:
    """The layer of a copy, and the pattern of its indices."""
    layer, pattern = copy._owner(), pattern_of(copy.indices)
    check_depth(layer, copy.indices)
    return layer, pattern


def _copies(layer: Layer, time: float) -> list[Pattern]:
    """The indices of all copies that the nearest replicator or text above a layer makes of the layer."""
    around = replicators_around(layer)
    if not around:
        inside = "; its letters are copies of its glyph" if isinstance(layer, TextLayer) else ""
        raise InvalidArgument(f"stagger was given for one layer, which has no copies{inside}")
    nearest, outer = around[0], (None,) * (len(around) - 1)
    if isinstance(nearest, ViewReplicator):
        count = len(nearest.proxies)
    elif isinstance(nearest, TextLayer):
        moves = not {"string", "number"}.isdisjoint(nearest._tracks)
        count = len(nearest.copies(time)) if moves else nearest.instance_count
    else:
        count = int(nearest.value("instanceCount"))
    return [pattern_of((*outer, index)) for index in range(count)]


def _checked(layer: Layer, path: str, pattern: Pattern, value: Any, name: str) -> Any:
    """The value of a property in the form in which a layer returns the value. Raises an error for a value
    that the property cannot have.
    """
    if value is NOT_GIVEN:
        return value
    kind = kind_of(path, layer._KINDS)
    parts = value if isinstance(value, (tuple, list)) else [value]
    if kind not in _ANYTHING and any(isinstance(part, str) and _BY.match(part) for part in parts):
        advice = f"what it had is layer.value({shown(name)})"
        raise TypeError(f"{name} takes the value at the end, not a change such as {shown(value)}; {advice}")
    found = between.canonical(kind, value, name)
    if kind not in _ANYTHING and value is not None:
        _try_on(layer, path, found, name)
    return found


#: Kinds of values without a range that could be exceeded.
_ANYTHING = frozenset({Kind.STRING, Kind.PATH, Kind.IMAGE, Kind.BOOLEAN})
#: Notation of other libraries for a change by an amount, such as "+=40".
_BY = re.compile(r"\s*[-+*/]=")


def _check_path(layer: Layer, path: str, pattern: Pattern, name: str) -> None:
    """Raises KeyPathError if the layer lacks the property or the property cannot be animated."""
    try:
        if _is_of_its_own(path) or pattern is not None:
            layer.value(path, pattern)
            _check_animatable(path)
        else:
            _check_known(layer._LAYER_KIND, path)
    except KeyPathError as error:
        raise KeyPathError(as_keyword(str(error), name)) from None
    if path == "number" and isinstance(layer, TextLayer) and not layer.number_format:
        raise InvalidArgument('number is not shown without a number_format, such as "{:,.0f}"')


def _is_in(layer: Layer, scene: Any) -> bool:
    """Whether a layer is in the tree of a scene, or a portal or proxy shows the layer there."""
    if layer.closed:
        return True
    top = layer
    while (above := top.superlayer) is not None:
        top = above
    if top is scene.root:
        return True
    try:
        scene.instances(layer)
    except InvalidArgument:
        return False
    return True


def _is_of_its_own(path: str) -> bool:
    """Whether a key path leads into a filter, a cell, a sublayer or a font axis of one certain layer."""
    return "." in path and between.root_of(path) == path


@functools.lru_cache(maxsize=4096)
def _check_known(kind: int, path: str) -> None:
    _other(kind).value(path)
    _check_animatable(path)


@functools.lru_cache(maxsize=1024)
def _check_animatable(path: str) -> None:
    BasicAnimation(path)


def _try_on(layer: Layer, path: str, value: Any, name: str) -> None:
    """Sets a value on a scratch layer of the same kind, which raises an error if the value is not allowed."""
    if _is_of_its_own(path):
        before = layer.value(path)
        layer.set_value(name, value)
        layer.set_value(path, before)
    else:
        _other(layer._LAYER_KIND).set_value(name, value)


@functools.lru_cache(maxsize=16)
def _other(kind: int) -> Layer:
    """A cached scratch layer of a kind, to try values on."""
    made: Layer = handle.layer(LayerKind.TEXT if kind == LayerKind.GLYPH else kind)
    return cast(Any, made).glyph if kind == LayerKind.GLYPH else made


class _About:
    """Adds the name, target and begin of a step to the message of an error."""

    __slots__ = ("begin", "target", "verb")

    def __init__(self, verb: str, target: object, begin: float) -> None:
        self.verb, self.target, self.begin = verb, target, begin

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: object
    ) -> None:
        if isinstance(error, (Error, TypeError)) and isinstance(self.target, Layer):
            verb = "from_" if self.verb == "from" else self.verb
            step = f"{verb}({self.target!r}) at {self.begin:g} s"
            raise type(error)(f"{step}: {error}") from None
