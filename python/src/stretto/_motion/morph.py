"""Morphing of a text into another text, letter by letter."""

from __future__ import annotations

import copy
import difflib
import operator
from itertools import takewhile
from typing import TYPE_CHECKING

from stretto._ffi import ffi, handle
from stretto._ffi import signatures as c
from stretto._ffi.numbers import text_like
from stretto._model.properties import LayerProperties
from stretto._model.property import Property
from stretto._model.words import text_segments
from stretto.easing import Easing, easing, later
from stretto.errors import InvalidArgument

from .steps import NOT_GIVEN, Pattern, Step, length

if TYPE_CHECKING:
    from stretto.layer import Layer
    from stretto.text import TextCopy, TextLayer

#: Distance by which letters rise while they fade, as a fraction of the font size.
_RISE = 0.3
_LINEAR = easing("linear")
#: Greatest number of pairs of letters that are compared at once.
_COMPARED = 64 * 64


def steps(
    text: TextLayer, old: str, new: str, begin: float, duration: float, ease: Easing, stagger: float,
    around: tuple[None, ...],
) -> list[Step]:  # fmt: skip
    """Returns the steps from one string to another, and adds a copy of the text for the letters that fade
    out.

    `around` has one None for each replicator around the text.
    """
    if text.number_format:
        raise InvalidArgument(f"{text!r} shows a number, which to(text, number=...) counts")
    ghost = _ghost(text, old, begin)
    after = copy.deepcopy(ghost)
    after.string = text_like(new, "morph", "Goodbye")
    gone, come = ghost.copies(), after.copies()
    stay = _alike(_texts_of(old, gone), _texts_of(new, come))
    rise = _RISE * text.font_size
    found = [Step("morph", text, "string", None, begin, 0, _LINEAR, end=new)]

    def move(layer: Layer, index: int, path: str, start: object, end: object) -> None:
        """Adds a step of one letter, which begins after the steps of the letters before."""
        wait = index * stagger
        whole = wait + duration
        curve = later(ease, wait / whole) if whole else ease
        pattern: Pattern = (*around, index)
        found.append(Step("morph", layer, path, pattern, begin, whole, curve, start, end))

    for index, letter in enumerate(come):
        if index in stay:
            target = gone[stay[index]]
            for axis, distance in (("x", target.x - letter.x), ("y", target.baseline - letter.baseline)):
                if distance:
                    move(text.glyph, index, f"transform.translation.{axis}", distance, NOT_GIVEN)
        else:
            move(text.glyph, index, "opacity", 0.0, NOT_GIVEN)
            move(text.glyph, index, "transform.translation.y", rise, NOT_GIVEN)
    staying = set(stay.values())
    for index in range(len(gone)):
        if index in staying:
            ghost.glyph.set_value("hidden", True, (*around, index))
        else:
            move(ghost.glyph, index, "opacity", NOT_GIVEN, 0.0)
            move(ghost.glyph, index, "transform.translation.y", NOT_GIVEN, -rise)
    end = max((step.begin + step.duration for step in found), default=begin)
    found += [
        Step("show", ghost, "hidden", None, begin, 0, _LINEAR, True, False, reaches_back=True),
        Step("show", ghost, "hidden", None, end, 0, _LINEAR, end=True),
    ]
    text.add_sublayer(ghost)
    return found


def _ghost(text: TextLayer, string: str, begin: float) -> TextLayer:
    """Returns a copy of a text for the letters that fade out from `begin` on. The copy covers the text layer
    and moves with the text layer.

    The copy contains no copies and no finished animations of earlier morphs, so that morphs do not copy each
    other.
    """
    # A letter that has a delay plays its animations later than the text layer.
    lag = max(0.0, text.instance_delay * len(string), *(text.instance_delays or ()))
    ghost: TextLayer = handle.new(
        c.LayerPointer, ffi.lib.stretto_layer_copy_alone, text._pointer, begin - lag
    )
    for key in _over(text.glyph, begin):
        ghost.glyph.remove_animation(key)
    plain: Layer = handle.layer()
    plain.bounds, plain.anchor_point, plain.position = text.bounds, (0, 0), text.bounds[:2]
    for name, attribute in vars(LayerProperties).items():
        if isinstance(attribute, Property):
            setattr(ghost, name, getattr(plain, name))
    for key, animation in ghost.animations.items():
        first = (animation.key_path or "").partition(".")[0]
        if first in plain._KINDS or first in ("", "string"):
            ghost.remove_animation(key)
    ghost.string = string
    return ghost


def _over(glyph: Layer, time: float) -> list[str]:
    """Keys of the last animation of each letter whose last morph is over by a time, for properties that
    nothing else animates. Without its last animation, a letter would look as before the morph.
    """
    return [
        entry.key
        for track in glyph._tracks.values()
        if track.is_alone and not track.lanes[None].values.entries
        for lane in track.lanes.values()
        for entry in lane.values.entries[-1:]
        if entry.key and entry.item.verb == "morph" and entry.item.begin + length(entry.item) <= time
    ]


def _texts_of(string: str, copies: list[TextCopy]) -> list[str]:
    """The part of a string that each copy of a text shows."""
    characters = text_segments(string)
    return ["".join(characters[one.character : one.character + one.character_count]) for one in copies]


def _alike(old: list[str], new: list[str]) -> dict[int, int]:
    """Index in the old text of each letter of the new text that both share, by the index in the new text.

    Shared letters keep their order. `difflib` alone would take cubic time, so it only compares parts of up to
    `_COMPARED` pairs of letters. Longer parts are divided at a shared block or, without such a block, in
    their middle.
    """
    numbers: dict[str, int] = {}
    one, two = ("".join(chr(numbers.setdefault(each, len(numbers))) for each in text) for text in (old, new))
    shared: dict[int, int] = {}
    parts = [(0, len(one), 0, len(two))]
    while parts:
        first, end, low, high = parts.pop()
        if (end - first) * (high - low) <= _COMPARED:
            matcher = difflib.SequenceMatcher(None, one[first:end], two[low:high], autojunk=False)
            blocks = [(first + block.a, low + block.b, block.size) for block in matcher.get_matching_blocks()]
        else:
            block = _block(one[first:end], two[low:high])
            begin, start, size = first + block[0], low + block[1], block[2]
            blocks = [(begin, start, size)]
            parts += [(first, begin, low, start), (begin + size, end, start + size, high)]
        for begin, start, size in blocks:
            shared.update(zip(range(start, start + size), range(begin, begin + size), strict=True))
    return shared


def _block(one: str, two: str) -> tuple[int, int, int]:
    """The start in each of two strings and the size of a block that both strings share. If no sixteenth of
    the first string is in the second string, the block is empty and in the middle.
    """
    best = (len(one) // 2, len(two) // 2, 0)
    length = -(-len(one) // 16)
    for begin in range(0, len(one), length):
        if best[2] and begin < best[0] + best[2]:
            continue
        part = one[begin : begin + length]
        near = begin * len(two) // len(one)
        # `rfind` may take quadratic time, `find` takes linear time.
        behind = two.find(part, near)
        before = two[: near + len(part)][::-1].find(part[::-1])
        starts = [behind] if behind >= 0 else []
        if before >= 0:
            starts.append(min(near + len(part), len(two)) - len(part) - before)
        if not starts:
            continue
        start = min(starts, key=lambda at: abs(at - near))
        before = _shared(one[:begin][::-1], two[:start][::-1])
        size = before + _shared(one[begin:], two[start:])
        if size > best[2]:
            best = (begin - before, start - before, size)
    return best


def _shared(one: str, two: str) -> int:
    """The number of equal letters at the beginning of two strings."""
    return sum(1 for _ in takewhile(bool, map(operator.eq, one, two)))
