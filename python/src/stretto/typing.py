"""Types for annotations in programs that use the package.

from stretto.typing import ColorLike, LayerKeywords

def card(color: ColorLike, **properties: Unpack[LayerKeywords]) -> st.Layer: ...
"""

from __future__ import annotations

from ._clips.clip import Dither
from ._clips.drawing import Progress
from ._clips.formats import Preset
from ._model import keywords, names
from ._model.convert import Animatable, Curve, CurveName, EasingLike, ImageLike, Outline
from ._model.keywords import *  # noqa: F403
from ._model.names import *  # noqa: F403
from .animated import AnimatedSize
from .color import RGBA, ColorLike
from .text import TextUnit
from .timeline import Position, Target
from .transform import TransformLike

__all__ = [
    "RGBA",
    "Animatable",
    "AnimatedSize",
    "ColorLike",
    "Curve",
    "CurveName",
    "Dither",
    "EasingLike",
    "ImageLike",
    "Outline",
    "Position",
    "Preset",
    "Progress",
    "Target",
    "TextUnit",
    "TransformLike",
]
__all__ += keywords.__all__
__all__ += names.__all__
