"""When an animation does what."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Phases:
    """When an animation does what, in seconds of its layer."""

    #: When it begins.
    begin: float
    #: When it ends; infinite if it goes on for ever.
    end: float
    #: How long one way through it takes; with autoreverse the way back takes as long again.
    cycle: float
    autoreverses: bool
    #: Whether its first value shows before it begins, and its last after it ended.
    fills_before: bool
    fills_after: bool
