"""Fonts."""

from __future__ import annotations

from . import _handle


class Font(_handle.Handle):
    """A font, which never changes: its tables, and a place on each of its axes."""

    __slots__ = ()
    _RELEASE = "stretto_font_release"
