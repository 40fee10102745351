"""Text layers, whose letters are copies of one glyph layer, each with its own position and local time."""

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
#: Units whose copies share one delay in `TextLayer.stagger`. "visible" is a character that is not white
#: space.
TextUnit: TypeAlias = Literal["character", "visible", "word", "line"]
_UNITS: dict[str, int] = {unit.name.lower(): unit for unit in TextKind}


@dataclasses.dataclass(frozen=True)
class TextCopy:
    """Layout of one copy of a text, in the coordinates of the text layer.

    The box of the copy is as wide as the advance, and as high as ascent and descent together.
    """

    #: Index of the first character of the copy, in graphemes of the string from 0, and the number of its
    #: characters.
    character: int
    character_count: int
    x: float
    y: float
    width: float
    height: float
    #: The y of the baseline.
    baseline: float
    line: int
    #: Index of the copy's word; None for white space.
    word: int | None
    #: True if no font has the character. A box is then drawn in place of the character.
    is_missing: bool

    @property
    def characters(self) -> range:
        """Indices of the characters that the copy shows, in graphemes of the string."""
        return range(self.character, self.character + self.character_count)


@dataclasses.dataclass(frozen=True)
class TextLine:
    """Layout of one line of a text, in the coordinates of the text layer, without white space at its end."""

    x: float
    y: float
    width: float
    height: float
    #: The y of the baseline.
    baseline: float
    character: int
    character_count: int

    @property
    def characters(self) -> range:
        """Indices of the line's characters, in graphemes of the string from 0."""
        return range(self.character, self.character + self.character_count)


class GlyphLayer(GlyphLayerProperties, Layer):
    """The layer that each letter, word or line of a text shows: `TextLayer.glyph`.

    A glyph layer is shown once for each copy, `text.letter(k)`. Animations of a glyph layer run at the local
    time of the copy, and its transform is applied about `anchor_point`, a fraction of the copy's box. A glyph
    layer may have sublayers. The layout determines the position of a glyph layer, so setting `position`,
    `bounds` or `frame` raises `KeyPathError`.

    - the letter: `foreground_color`, `font_variations`
    - its outline: `stroke_color`, `line_width`, `strokes_first`, `stroke_start`, `stroke_end`, `line_cap`,
      `line_join`, `miter_limit`, `line_dash_pattern`, `line_dash_phase`
    - and the other properties of a `Layer`
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

        title = st.TextLayer("Hello", font_size=72, position=(320, 180), alignment_mode="center")
        title.glyph.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, fill_mode="both"))
        title.instance_delays = title.stagger(each=0.1)

    The layer `glyph` is shown once for each character, or for each word or line (`instance_unit`). An
    animation of the glyph layer animates every letter at the local time of the letter, and is removed
    from each letter separately. Characters are graphemes of `string`, including white space, whatever the
    font, ligatures and line breaks. A string has at most 2^20 characters and 64 MiB of UTF-8, and setting
    a longer string raises InvalidArgument. A text layer without a size does not wrap its text, and aligns
    the text about its position: below the position unless `vertical_alignment_mode` is "center" or
    "bottom". Fonts are embedded or files (`stretto.Font`), so the pixels are the same on every machine.

    - the text: `string`, `font`, `font_size`, `foreground_color`, `font_variations`, `font_features`,
      `fallback_fonts`, `language`, `tracking`, `leading`
    - a number in place of the string, which counts while it is animated: `number`, with `number_format`,
      which becomes "{}" if you set a number without a format
    - lines: `wrapped`, `truncation_mode`, `alignment_mode`, `vertical_alignment_mode`, `writing_direction`
    - along a path: `text_path`, `text_path_offset`, `text_path_rotates`
    - copies: `glyph`, `instance_unit`, `instance_anchor`, `instance_count`, `clips_instances`
    - one rule for all copies: `instance_delay`, `instance_transform`, `instance_color`,
      `instance_red_offset`, `instance_green_offset`, `instance_blue_offset`, `instance_alpha_offset`
    - values for each copy: `instance_delays`, `instance_transforms`, `instance_colors`, `instance_opacities`,
      `instance_masks`, `stagger`
    - layout and style: `copies`, `lines`, `path`, `character_at`, `letter`, `characters`, `fitting_size`,
      `fitting_font_size`
    - and all properties of a `Layer`
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.TEXT
    # Setting `number` sets a format, so a given `number_format` comes after the number.
    _LAST = ("number_format", *CopiedLayer._LAST)

    def __repr__(self) -> str:
        if self.closed:
            return "<TextLayer, closed>"
        name = f" {self.name!r}" if self.name else ""
        text = self.string if len(self.string) <= 24 else self.string[:23] + "…"
        return f"<TextLayer{name} {text!r}, {self.font_size:g} points>"

    @property
    def glyph(self) -> GlyphLayer:
        """The layer that each copy shows. The glyph layer belongs to this text."""
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
        """Number of copies: the characters, words or lines of the string. You cannot set the number of
        copies.
        """
        return int(ffi.number(_lib.stretto_layer_get_number, self._pointer, b"instanceCount"))

    # Layout

    def copies(self, time: float = 0) -> list[TextCopy]:
        """Returns the positions of the copies, without the transforms of the glyph layer and of the copies.

        Args:
            time: Seconds of the scene.
        """
        return self._copies(time)

    def _copies(self, time: float, instance: Sequence[int] = ()) -> list[TextCopy]:
        """The `copies` of the text, for one copy of the text layer."""
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
        indices, seconds = ffi.int32s(instance), number(time, "time")
        return interruptible.ask(ffi.structs, kind, function, self._pointer, seconds, indices, len(instance))

    def path(self, time: float = 0) -> Path:
        """Returns the outlines of all letters in this layer's coordinates, without the transforms of the
        letters.

        Bitmap glyphs, such as most emoji, have no outlines.

        Args:
            time: Seconds of the scene.
        """
        asked = _lib.stretto_layer_get_text_path, self._pointer, number(time, "time"), None, 0
        outlines: Path = handle.adopt(interruptible.ask(ffi.new, c.PathPointer, *asked))
        return outlines

    def character_at(self, point: Iterable[float], time: float = 0) -> int | None:
        """Returns the index of the character whose box contains a point, or of the nearest character.

        The result is None for an empty string. Use the method to place a caret. `Scene.hit_test` finds the
        painted letter at a point.

        Args:
            point: (x, y) in this layer's coordinates.
            time: Seconds of the scene.
        """
        location, seconds = point_of((point,), "point"), number(time, "time")
        found = interruptible.ask(
            ffi.integer, _lib.stretto_layer_get_character_at, self._pointer, *location, seconds
        )
        return None if found < 0 else found

    # Sizes

    def fitting_size(self, width: float | None = None) -> Size:
        """Returns the (width, height) that the text needs (CALayer's preferredFrameSize).

        Args:
            width: Width at which the text wraps. With None the text does not wrap.
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

    # Delays of copies

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

        Args:
            from_: As in `stretto.stagger`.
            each: As in `stretto.stagger`.
            amount: As in `stretto.stagger`.
            by: Unit whose copies share one delay: "character", "visible", "word" or "line". With None each
                copy has its own delay.
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

    # Styles of characters

    def characters(self, start: int, end: int) -> Characters:
        """Returns a range of characters, which can have a style of their own.

            title.characters(2, 5).set_value("foregroundColor", "red")

        Args:
            start: The first character. Characters are graphemes of `string`, counted from 0.
            end: The end of the range, which is not included.
        """
        return Characters(self, start, end)


class Characters:
    """A range of characters of a text, which can have a style of its own: `title.characters(2, 5)`."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: TextLayer, start: int, end: int) -> None:
        self.text, self.start, self.end = text, uint32(start, "start"), uint32(end, "end")

    def set_value(self, key_path: str, value: Any) -> None:
        """Sets a style of the characters in the range.

        If several styles apply to a character, the latest style is used. Setting `string` removes all styles.

        Args:
            key_path: "font", "fontSize", "foregroundColor", "tracking", "baselineShift", "fontFeatures" or
                "language".
            value: A value that the property accepts.

        Raises:
            InvalidArgument: If the text does not have these characters.
            KeyPathError: If characters have no such property.
        """
        path = spelled(text_like(key_path, "set_value", "foregroundColor"))
        length = len(self.text.string)  # in code points, of which there are at least as many as characters
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
