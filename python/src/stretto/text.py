"""Texts whose glyphs are copies: a letter is a layer, shown in its own place and at its own time."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ._ffi import ffi, handle, interruptible
from ._ffi import signatures as c
from ._ffi.numbers import number, point_of, shown, text_like, uint32
from ._ffi.signatures import LayerKind, TextKind
from ._model.convert import Curve
from ._model.geometry import Size
from ._model.key_paths import spelled
from ._model.properties import GlyphLayerProperties, TextLayerProperties
from ._model.words import text_segments as text_segments
from ._motion.staggers import stagger
from .errors import InvalidArgument
from .instance import Instance
from .layer import CopiedLayer, Layer
from .path import Path

__all__ = ["Characters", "GlyphLayer", "TextCopy", "TextLayer", "TextLine", "TextUnit", "text_segments"]

_lib = ffi.lib
#: Units of a text whose copies share a delay: all, one character, word or line. "visible" is a character
#: that is no white space.
TextUnit: TypeAlias = Literal["character", "visible", "word", "line"]
_UNITS: dict[str, int] = {unit.name.lower(): unit for unit in TextKind}


@dataclasses.dataclass(frozen=True)
class TextCopy:
    """Place of a text's copy at rest, in the text layer's coordinates: its advance wide, ascent and
    descent high.
    """

    #: The first of its characters, counted from 0 in graphemes of the string, and how many they are.
    character: int
    character_count: int
    x: float
    y: float
    width: float
    height: float
    #: The y of the line that it stands on.
    baseline: float
    line: int
    #: The word that it is in; None for white space.
    word: int | None
    #: True if no font has this glyph and a box is drawn instead.
    is_missing: bool

    @property
    def characters(self) -> range:
        """Indices of the characters that it shows, in graphemes of the string."""
        return range(self.character, self.character + self.character_count)


@dataclasses.dataclass(frozen=True)
class TextLine:
    """Place of a line of text, in the text layer's coordinates; white space that hangs at its end is
    left out.
    """

    x: float
    y: float
    width: float
    height: float
    #: The y of the line that its letters stand on.
    baseline: float
    character: int
    character_count: int

    @property
    def characters(self) -> range:
        """Its characters, counted from 0 in graphemes of the string."""
        return range(self.character, self.character + self.character_count)


class GlyphLayer(GlyphLayerProperties, Layer):
    """Layer that stands for each letter, word or line of a text: `TextLayer.glyph`.

    It is a layer like any other, shown once for each copy, `text.letter(k)`: animations run at the copy's own
    time, transforms turn about `anchor_point`, a fraction of the copy's box. It may have sublayers. Where it
    lies is said by the layout; to set `position`, `bounds` or `frame` is a `KeyPathError`.

    - the letter: `foreground_color`, `font_variations`
    - its outline: `stroke_color`, `line_width`, `strokes_first`, `stroke_start`, `stroke_end`, `line_cap`,
      `line_join`, `miter_limit`, `line_dash_pattern`, `line_dash_phase`
    - and all else that every `Layer` has
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.GLYPH

    def _create(self, given: dict[str, Any]) -> None:
        raise TypeError("a GlyphLayer comes with its text: use TextLayer(...).glyph")

    def __repr__(self) -> str:
        if self.closed:
            return "<GlyphLayer, closed>"
        around = self.superlayer
        return f"<GlyphLayer of {around!r}>" if around else "<GlyphLayer of a text that is gone>"


class TextLayer(TextLayerProperties, CopiedLayer):
    """A text (CATextLayer), which is a replicator of its letters.

    `glyph` is shown once for each character (or word, or line, by `instance_unit`): a delay, a transform or
    a colour a copy and one animation of the glyph make all letters move, each at its own time, by which it is
    removed from each, too. Characters are graphemes of `string`, white space included, whatever font,
    ligatures and wrapping do. Without size nothing wraps, and the text is aligned about its position: below
    it, unless `vertical_alignment_mode` is "center" or "bottom". Fonts are embedded or files
    (`stretto.Font`), so the pixels are the same everywhere.

        title = st.TextLayer("Hello", font_size=72, position=(320, 180), alignment_mode="center")
        title.glyph.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, fill_mode="both"))
        title.instance_delays = title.stagger(each=0.1)

    - the text: `string`, `font`, `font_size`, `foreground_color`, `font_variations`, `font_features`,
      `fallback_fonts`, `language`, `tracking`, `leading`; of some characters alone: `set_value`
    - a number in place of the string, which counts when it is animated: `number`, and `number_format`, which
      is "{}" if a number is set without one
    - lines: `wrapped`, `truncation_mode`, `alignment_mode`, `vertical_alignment_mode`, `writing_direction`
    - along a path: `text_path`, `text_path_offset`, `text_path_rotates`
    - copies: `glyph`, `instance_unit`, `instance_anchor`, `instance_count`, `clips_instances`
    - one rule for all: `instance_delay`, `instance_transform`, `instance_color`, `instance_red_offset`,
      `instance_green_offset`, `instance_blue_offset`, `instance_alpha_offset`
    - each copy its own: `instance_delays`, `instance_transforms`, `instance_colors`, `instance_opacities`,
      `instance_masks`, `stagger`
    - where things are: `copies`, `lines`, `path`, `character_at`, `letter`, `characters`, `fitting_size`,
      `fitting_font_size`
    - and all that every `Layer` has
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.TEXT
    # A value brings a format, unless one is given.
    _LAST = ("number_format", *CopiedLayer._LAST)

    def __repr__(self) -> str:
        if self.closed:
            return "<TextLayer, closed>"
        name = f" {self.name!r}" if self.name else ""
        text = self.string if len(self.string) <= 24 else self.string[:23] + "…"
        return f"<TextLayer{name} {text!r}, {self.font_size:g} points>"

    @property
    def glyph(self) -> GlyphLayer:
        """The layer that each copy shows. It belongs to this text."""
        glyph: GlyphLayer = handle.new(c.LayerPointer, _lib.stretto_layer_get_layer, self._pointer, b"glyph")
        return glyph

    def letter(self, index: int) -> Instance[GlyphLayer]:
        """Returns one copy of the text: a character, word or line, by `instance_unit`.

        Args:
            index: The index of the copy, from 0 in string order.
        """
        return self.glyph.instance(index)

    def _below(self) -> Iterator[Layer]:
        yield self.glyph
        yield from super()._below()

    @property
    def instance_count(self) -> int:
        """Number of copies: characters, words or lines of the string. It cannot be set."""
        return int(ffi.number(_lib.stretto_layer_get_number, self._pointer, b"instanceCount"))

    # -------------------------------------------------------------- where things are

    def copies(self, time: float = 0) -> list[TextCopy]:
        """Returns the positions of the copies, without the transforms of the glyph layer and of the copies.

        Args:
            time: Seconds of the scene.
        """
        return self._copies(time)

    def _copies(self, time: float, instance: Sequence[int] = ()) -> list[TextCopy]:
        """`copies` of one copy of this text."""
        rows = self._ask(c.TextCopyStruct, _lib.stretto_layer_get_text_copies, time, instance)
        return [
            TextCopy(
                row.character, row.character_count, row.x, row.y, row.width, row.height, row.baseline,
                row.line, None if row.word < 0 else row.word, row.is_missing,
            )
            for row in rows
        ]  # fmt: skip

    def lines(self, time: float = 0) -> list[TextLine]:
        """Returns the positions of the lines.

        Args:
            time: Seconds of the scene.
        """
        rows = self._ask(c.TextLineStruct, _lib.stretto_layer_get_text_lines, time)
        return [
            TextLine(row.x, row.y, row.width, row.height, row.baseline, row.character, row.character_count)
            for row in rows
        ]

    def _ask(self, kind: Any, function: Any, time: float, instance: Sequence[int] = ()) -> list[Any]:
        indices, moment = ffi.int32s(instance), number(time, "time")
        return interruptible.ask(ffi.structs, kind, function, self._pointer, moment, indices, len(instance))

    def path(self, time: float = 0) -> Path:
        """Returns the outlines of all letters in this layer's coordinates, without transforms of letters.

        Bitmap glyphs, as of most emoji, have no outlines.

        Args:
            time: Seconds of the scene.
        """
        asked = _lib.stretto_layer_get_text_path, self._pointer, number(time, "time"), None, 0
        outlines: Path = handle.adopt(interruptible.ask(ffi.new, c.PathPointer, *asked))
        return outlines

    def character_at(self, point: Iterable[float], time: float = 0) -> int | None:
        """Returns the index of the character whose box contains a point, or the nearest one; None for an
        empty string.

        It serves carets. `Scene.hit_test` finds what is painted.

        Args:
            point: (x, y) in this layer's coordinates.
            time: Seconds of the scene.
        """
        place, moment = point_of((point,), "point"), number(time, "time")
        found = interruptible.ask(
            ffi.integer, _lib.stretto_layer_get_character_at, self._pointer, *place, moment
        )
        return None if found < 0 else found

    # -------------------------------------------------------------- sizes

    def fitting_size(self, width: float | None = None) -> Size:
        """Returns the (width, height) that the text needs (CALayer's preferredFrameSize).

        Args:
            width: Width at which the text wraps. None does not wrap.
        """
        most = 0.0 if width is None else number(width, "width")
        return Size(interruptible.ask(ffi.pair, "d", _lib.stretto_layer_get_text_size, self._pointer, most))

    def fitting_font_size(self, width: float, height: float | None = None) -> float:
        """Returns the largest `font_size` at which the text fits into a box.

        Args:
            width: Points.
            height: Points. None is no limit.
        """
        most = 0.0 if height is None else number(height, "height")
        given = number(width, "width")
        return interruptible.ask(
            ffi.number, _lib.stretto_layer_get_text_font_size, self._pointer, given, most
        )

    # -------------------------------------------------------------- copies one after another

    def stagger(
        self,
        from_: str | float | Sequence[float] = "first",
        *,
        each: float | None = None,
        amount: float | None = None,
        by: TextUnit | None = None,
        order: Literal["logical", "visual"] = "logical",
        ease: Curve = "linear",
        seed: int = 0,
    ) -> npt.NDArray[np.float64]:
        """Returns a delay in seconds for each copy, for `instance_delays`.

        Arguments that are not listed here are those of `stretto.stagger`.

        Args:
            from_: As in `stretto.stagger`.
            each: As in `stretto.stagger`.
            amount: As in `stretto.stagger`.
            by: "character", "visible", "word" or "line", whose copies share one delay. None is the copy
                itself.
            order: "logical" is string order. "visual" goes from left to right in each line.
            ease: As in `stretto.stagger`.
            seed: As in `stretto.stagger`.
        """
        unit = "character" if by is None else by
        if not isinstance(unit, str) or unit not in _UNITS:
            raise InvalidArgument(
                f"by was given {shown(by)}; allowed are {', '.join(map(repr, _UNITS))}, or None"
            )
        if not isinstance(order, str) or order not in ("logical", "visual"):
            raise InvalidArgument(f"order was given {shown(order)}; allowed are 'logical' and 'visual'")
        if by is None and order == "logical":
            ranks = np.arange(self.instance_count)
        else:
            asked = _lib.stretto_layer_get_text_ranks, self._pointer, _UNITS[unit], order == "visual"
            found = interruptible.ask(ffi.rows, c.int32, *asked)
            ranks = np.array(found, np.int64)
        steps = int(ranks.max()) + 1 if len(ranks) else 0
        delays = stagger(steps, from_, each=each, amount=amount, ease=ease, seed=seed)
        return delays[ranks] if len(ranks) else delays

    # -------------------------------------------------------------- styles of characters

    def characters(self, start: int, end: int) -> Characters:
        """Returns a range of characters, to give them a style.

            title.characters(2, 5).set_value("foregroundColor", "red")

        Args:
            start: The first character. Characters are graphemes of `string`, counted from 0.
            end: The end, which is not included.
        """
        return Characters(self, start, end)


class Characters:
    """Characters of a text that get a style of their own: `title.characters(2, 5)`."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: TextLayer, start: int, end: int) -> None:
        self.text, self.start, self.end = text, uint32(start, "start"), uint32(end, "end")

    def set_value(self, key_path: str, value: Any) -> None:
        """Sets a style of these characters: "font", "fontSize", "foregroundColor", "tracking",
        "baselineShift", "fontFeatures" or "language".

        Where styles overlap, the latest wins. Setting `string` removes them.

        Args:
            key_path: The property.
            value: What the property accepts.

        Raises:
            InvalidArgument: If the text does not have these characters.
            KeyPathError: If characters have no such property.
        """
        path = spelled(text_like(key_path, "set_value", "foregroundColor"))
        length = len(self.text.string)  # in code points, of which there are as many as characters or more
        if self.start >= length:
            raise InvalidArgument(
                f"characters was given {(self.start, self.end)}, and the text has at most {length}"
            )
        asked = self.text._pointer, self.start, self.end
        target = ffi.new(c.CharactersPointer, _lib.stretto_layer_get_characters, *asked)
        try:
            self.text._write(path, self.text._KINDS.get(path), value, target, name=key_path)
        finally:
            _lib.stretto_characters_release(target)

    def __repr__(self) -> str:
        return f"{self.text!r}.characters({self.start}, {self.end})"
