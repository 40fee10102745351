"""Stretto draws animated layers without a display, and shows one animation as many copies.

Each copy has its own position, colour and time offset. A scene is a tree of layers with animations, and a
frame is a pure function of the tree and a time in seconds. The model and the names of properties are Core
Animation's, in snake_case.

    import math
    import stretto as st

    scene = st.Scene(240, 60, background="black")  # points; y grows downwards
    row = st.ReplicatorLayer(instance_count=5, instance_delay=0.1)
    row.instance_transform = st.Transform3D.translation(45, 0)
    dot = st.Layer(bounds=(0, 0, 30, 30), position=(30, 30), background_color="white", corner_radius=15)
    fade = st.BasicAnimation("opacity", to_value=0.2, duration=0.5, autoreverses=True)
    fade.repeat_count = math.inf
    dot.add_animation(fade)
    row.add_sublayer(dot)
    scene.add_sublayer(row)
    scene.movie(2).save("dots.gif")
    pixels = scene.render(0.5)  # (60, 240, 4) uint8, straight RGBA

Names by groups (`help(st.Layer)` and the help of other classes also begin with groups of names):

- a scene and its clips: `Scene`, `Movie`; copies: `Instance`, `Appearance`; the layer at a point: `Hit`
- layers: `Layer`, `ShapeLayer`, `GradientLayer`, `TransformLayer`; particles: `EmitterLayer`, `EmitterCell`,
  `EmitterBehavior`
- copies: `ReplicatorLayer`; `PortalLayer`; `ViewReplicator` and its `Proxy`; delays for them: `stagger`
- text: `TextLayer`, its `GlyphLayer`; `Font`
- motion: `BasicAnimation`, `KeyframeAnimation`, `SpringAnimation`, `AnimationGroup`, `Transition`, and
  their bases `Animation` and `PropertyAnimation`; animated files: `animated_contents`
- animations step by step: `Timeline`; a single step: `Layer.animate`
- values: `Path`, `Transform3D`, `Image`, `Filter`; `Point`, `Size`, `Rect`; colours (`ColorLike`) are names,
  "#rrggbb" or three or four numbers, and properties return four numbers
- reports of a scene: `Diagnostic`, `DiagnosticWarning`; stretto.reports has more
- types for annotations: stretto.typing; emoji for chats: stretto.emoji
- graphs, with matplotlib: `plot`
- errors, whose base is `Error`: `InvalidArgument`, `KeyPathError`, `LimitError`, `ClosedError`, `Cancelled`,
  `LoadError`, `MissingPackageError`, `DocumentError`, `WriteError`
"""

from typing import TYPE_CHECKING

from ._ffi import ffi as _library
from ._ffi.lazy import load
from ._model import words as _words
from ._model.geometry import Point, Rect, Size
from ._motion.staggers import stagger
from .animation import (
    Animation,
    AnimationGroup,
    BasicAnimation,
    KeyframeAnimation,
    PropertyAnimation,
    SpringAnimation,
    Transition,
)
from .color import ColorLike
from .errors import (
    Cancelled,
    ClosedError,
    DocumentError,
    Error,
    InvalidArgument,
    KeyPathError,
    LimitError,
    LoadError,
    MissingPackageError,
    WriteError,
)
from .filter import Filter
from .font import Font
from .image import Image
from .instance import Instance
from .layer import (
    EmitterBehavior,
    EmitterCell,
    EmitterLayer,
    GradientLayer,
    Layer,
    ReplicatorLayer,
    ShapeLayer,
    TransformLayer,
)
from .path import Path
from .portal import PortalLayer, Proxy, ViewReplicator
from .scene import Appearance, Scene
from .text import GlyphLayer, TextLayer
from .transform import Transform3D

if TYPE_CHECKING:
    from . import plot
    from .animated import animated_contents
    from .movie import Movie
    from .reports import Diagnostic, DiagnosticWarning, Hit
    from .timeline import Timeline

#: Public names, by module. A module is imported at the first use of one of its names, because a first picture
#: does not need all modules.
_LATER = {
    "animated": "animated_contents",
    "movie": "Movie",
    "timeline": "Timeline",
    "reports": "Diagnostic DiagnosticWarning Hit",
}
_HOMES = {name: module for module, names in _LATER.items() for name in names.split()}

#: Version of the loaded library.
__version__: str = _library.lib.stretto_version().decode("ascii")

__all__ = [
    "Animation",
    "AnimationGroup",
    "Appearance",
    "BasicAnimation",
    "Cancelled",
    "ClosedError",
    "ColorLike",
    "Diagnostic",
    "DiagnosticWarning",
    "DocumentError",
    "EmitterBehavior",
    "EmitterCell",
    "EmitterLayer",
    "Error",
    "Filter",
    "Font",
    "GlyphLayer",
    "GradientLayer",
    "Hit",
    "Image",
    "Instance",
    "InvalidArgument",
    "KeyPathError",
    "KeyframeAnimation",
    "Layer",
    "LimitError",
    "LoadError",
    "MissingPackageError",
    "Movie",
    "Path",
    "Point",
    "PortalLayer",
    "PropertyAnimation",
    "Proxy",
    "Rect",
    "ReplicatorLayer",
    "Scene",
    "ShapeLayer",
    "Size",
    "SpringAnimation",
    "TextLayer",
    "Timeline",
    "Transform3D",
    "TransformLayer",
    "Transition",
    "ViewReplicator",
    "WriteError",
    "__version__",
    "animated_contents",
    "plot",
    "stagger",
]

if not TYPE_CHECKING:  # a type checker would allow any name

    def __getattr__(name: str) -> object:
        if name == "plot":
            return load("stretto.plot")
        if name in _HOMES:
            globals()[name] = getattr(load(f"stretto.{_HOMES[name]}"), name)
            return globals()[name]
        bare = name.removeprefix("CA")
        near = _words.near(bare, __all__ if bare == name else {bare} & {*__all__})
        raise AttributeError(f"module 'stretto' has no attribute {name!r}{near}")

    def __dir__() -> list[str]:
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
