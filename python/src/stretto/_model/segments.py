"""Texts in pieces, by Unicode's rules."""

from __future__ import annotations

from typing import Literal

from stretto._ffi import ffi
from stretto._ffi import signatures as c
from stretto._ffi.numbers import text_like
from stretto._ffi.signatures import SegmentKind
from stretto.errors import InvalidArgument

_SEGMENTS: dict[str, int] = {unit.name.lower(): unit for unit in SegmentKind}


def text_segments(text: str, by: Literal["character", "word", "unbroken"] = "character") -> list[str]:
    """Splits a string by Unicode's rules; the pieces joined are the string again.

    "character": graphemes, which a text counts as its characters (`characters=`, `instance=`). "word": as a
    double click finds them; spaces and punctuation are words of their own. "unbroken": what stands between
    two places where a line may break.
    """
    if not isinstance(by, str) or by not in _SEGMENTS:
        raise InvalidArgument(f"by was given {by!r}; {', '.join(map(repr, _SEGMENTS))} are allowed")
    data = ffi.encode(text_like(text, "text_segments", "Hello, world"), "text_segments")
    ends = ffi.rows(c.int32, ffi.lib.stretto_text_get_segments, data, _SEGMENTS[by])
    return [data[start:end].decode() for start, end in zip([0, *ends], ends, strict=False)]
