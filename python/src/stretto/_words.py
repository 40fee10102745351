"""What people write for what is meant, and what Core Animation has that is not there: tables for messages."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, NoReturn, ParamSpec, TypeVar

from ._lazy import lazily
from ._numbers import shown

if TYPE_CHECKING:
    import difflib
else:
    difflib = lazily("difflib")

_Self = TypeVar("_Self")
_Result = TypeVar("_Result")
_Class = TypeVar("_Class", bound=type)
_Given = ParamSpec("_Given")

#: Longer texts are no names, and to look for what is like them takes long.
_LONGEST = 99

#: What other packages call saving a clip.
_WAYS_TO_SAVE = "save_gif", "save_mp4", "save_webp", "save_video", "to_gif", "write_gif", "gif"

#: What people call things, and what is meant: names in order of likelihood, of which those are shown that the
#: thing has. A call is shown if the thing has the method.
MEANT: dict[str, tuple[str, ...]] = {
    "color": ("foreground_color", "background_color", "fill_color", "instance_color"),
    "colour": ("foreground_color", "background_color", "fill_color", "instance_color"),
    "background": ("background_color",),
    "bg": ("background_color", "background"),
    "source": ("source_layer",),
    "text": ("string",),
    "align": ("alignment_mode",),
    "weight": ("font_variations",),
    "font_weight": ("font_variations",),
    "fill": ("fill_color", "background_color"),
    "stroke": ("stroke_color", "border_color"),
    "stroke_width": ("line_width", "border_width"),
    "border": ("border_width", "border_color"),
    "dash": ("line_dash_pattern",),
    "dashes": ("line_dash_pattern",),
    "radius": ("corner_radius",),
    "shadow": ("shadow_opacity",),
    "shadow_blur": ("shadow_radius",),
    "alpha": ("opacity",),
    "visible": ("hidden",),
    "size": ("font_size", "bounds", "frame"),
    "width": ("bounds", "frame", "size"),
    "height": ("bounds", "frame", "size"),
    "rect": ("frame", "bounds"),
    "x": ("position", "frame"),
    "y": ("position", "frame"),
    "z": ("z_position",),
    "position_x": ('set_value("position.x", points)',),
    "position_y": ('set_value("position.y", points)',),
    "z_index": ("z_position",),
    "center": ("position",),
    "anchor": ("anchor_point",),
    "pivot": ("anchor_point",),
    "rotation": ('set_value("transform.rotation.z", radians)',),
    "rotate": ('set_value("transform.rotation.z", radians)',),
    "angle": ('set_value("transform.rotation.z", radians)',),
    "scale": ('set_value("transform.scale", factor)',),
    "perspective": (
        "sublayer_transform = st.Transform3D.perspective(distance)",
        "root.sublayer_transform = st.Transform3D.perspective(distance)",
    ),
    "m34": (
        "sublayer_transform = st.Transform3D(m34=-1 / distance)",
        "root.sublayer_transform = st.Transform3D(m34=-1 / distance)",
    ),
    "duration": ("movie(duration, fps)",),
    "fps": ("movie(duration, fps)",),
    "frame_rate": ("movie(duration, fps)",),
    "translation": ('set_value("transform.translation", (x, y))',),
    "image": ("contents",),
    "picture": ("contents",),
    "clip": ("masks_to_bounds",),
    "clips": ("masks_to_bounds",),
    "count": ("instance_count",),
    "copies": ("instance_count",),
    "delay": ("instance_delay", "begin_time"),
    "friction": ("damping",),
    "start": ("begin_time",),
    "time": ("begin_time", "time_offset"),
    "offset": ("time_offset",),
    "easing": ("timing_function", "timing_functions"),
    "ease": ("timing_function", "timing_functions"),
    "loop": ("repeat_count",),
    "repeat": ("repeat_count",),
    "repeats": ("repeat_count",),
    "autoreverse": ("autoreverses",),
    "yoyo": ("autoreverses",),
    "keyframes": ("values",),
    "times": ("key_times",),
    "start_value": ("from_value",),
    "end_value": ("to_value",),
    "to": ("to_value", "animate(opacity=0)"),
    "blur": ('filters = ["gaussianBlur"]',),
    **dict.fromkeys(("glyphs", "letters", "characters", "chars"), ("glyph",)),
    "children": ("sublayers",),
    "layers": ("sublayers",),
    "parent": ("superlayer",),
    "add": ("add_sublayer(layer)", "add_animation(animation)"),
    "add_layer": ("add_sublayer(layer)",),
    "add_child": ("add_sublayer(layer)",),
    "append": ("add_sublayer(layer)",),
    "animate": ("add_animation(animation)",),
    **dict.fromkeys(("fade", "fade_in", "fade_out"), ("animate(opacity=0)",)),
    **dict.fromkeys(("remove_all_sublayers", "clear", "remove_all"), ("sublayers = []",)),
    **dict.fromkeys(("move_to", "move", "shift", "translate"), ("position = (x, y)",)),
    "facecolor": ("background_color", "fill_color"),
    "edgecolor": ("border_color", "stroke_color"),
    "remove": ("remove_from_superlayer()", "remove_animation(key)"),
    "cells": ("emitter_cells",),
    "save": ('movie().save("clip.gif")', 'save_png("picture.png")'),
    "export": ('movie().save("clip.gif")', 'save_png("picture.png")'),
    "write": ('movie().save("clip.gif")', 'save_png("picture.png")'),
    **dict.fromkeys(_WAYS_TO_SAVE, ('movie().save("clip.gif")',)),
    **dict.fromkeys(
        ("get_layer", "find_layer", "layer_named", "layer_by_name", "get_layer_by_name", "layer"),
        ('find("name")',),
    ),
    **dict.fromkeys(("savefig", "save_image", "to_png", "write_png"), ('save_png("picture.png")',)),
    "draw": ("render(time)",),
    "show": ("render(time)",),
    "to_array": ("render(time)",),
    "frames": ("movie(duration, fps).frames()",),
    "n_frames": ("frame_count",),
    "durations": ("frame_times",),
    "loop_count": ("repeat_count",),
    "quad_curve_to": ("quad_to",),
    "add_quad_curve": ("quad_to",),
    "quadratic_to": ("quad_to",),
    "cubic_to": ("curve_to",),
    "cubic_curve_to": ("curve_to",),
    "add_curve": ("curve_to",),
    "bezier_curve_to": ("curve_to",),
    "add_line": ("line_to",),
    "add_line_to": ("line_to",),
    "close_path": ("close()",),
    "close_subpath": ("close()",),
    "add_arc": ("arc",),
    "add_rect": ("rect",),
    "add_ellipse": ("ellipse",),
    "oval": ("ellipse",),
    "from_svg": ("svg",),
    "apply": ("transformed",),
}

#: What some mean by a word of the table above.
_MEANT_OF: dict[tuple[str, str], tuple[str, ...]] = {
    ("Scene", "background_color"): ("background",),
    ("Proxy", "delay"): ("time_offset=-seconds",),
    **{("Movie", name): ('save("clip.gif")',) for name in (*_WAYS_TO_SAVE, "write", "export")},
    **{("Movie", name): ("scene.size",) for name in ("size", "width", "height")},
    ("Movie", "save_png"): ('scene.save_png("picture.png", time)', 'save("frames/")'),
    ("Scene", "timeline"): ("st.Timeline(scene)",),
    ("Scene", "add_timeline"): ("movie(timeline)",),
    **{("Scene", name): ("`stretto preview script.py`", "live()") for name in ("preview", "play")},
    **{("Movie", name): ("player()", 'save("clip.gif")') for name in ("preview", "play", "show")},
    **{
        ("Timeline", name): (text,)
        for names, text in (
            (("save", *_WAYS_TO_SAVE, "write", "export"), 'scene.movie(timeline).save("clip.gif")'),
            (("movie", "play", "preview", "fps"), "scene.movie(timeline)"),
            (("render", "draw", "to_array", "seek"), "scene.render(time)"),
            (("savefig", "save_image", "save_png", "to_png"), 'scene.save_png("picture.png", time)'),
            (("animate", "tween", "fade", "fade_out", "fadeOut"), "to(layer, opacity=0)"),
            (("fade_in", "fadeIn", "appear"), "from_(layer, opacity=0)"),
            (("move", "move_to", "shift"), "to(layer, position=(x, y))"),
            (("rotate", "turn"), 'to(layer, {"transform.rotation.z": radians})'),
            (("scale", "grow"), 'to(layer, {"transform.scale": factor})'),
            (("hide",), "set(layer, hidden=True)"),
            (("pause", "sleep", "delay"), "wait(seconds)"),
            (("at",), "to(layer, opacity=0, at=place)"),
            (("stagger",), "to(layers, opacity=0, stagger=0.1)"),
            (("count",), "to(text, value=100)"),
            (("append", "insert", "then"), "add(timeline)"),
            (("add_layer", "add_sublayer"), "scene.add_sublayer(layer)"),
            (("loop", "repeat", "yoyo"), "add(timeline, repeat=2, yoyo=True)"),
            (("end", "length", "time"), "duration"),
        )
        for name in names
    },
}

#: What people call the ways to make a transform.
_MEANT_OF_TRANSFORMS = {
    "identity": "Transform3D()",
    "translate": "translation(x, y, z)",
    "rotate": "rotation(angle, x, y, z)",
    **{
        name: f"rotation(angle, {axis})"
        for letter, axis in (("x", "1, 0, 0"), ("y", "0, 1, 0"), ("z", "0, 0, 1"))
        for name in (f"rotation_{letter}", f"rotate_{letter}")
    },
}

#: Core Animation's properties that are not there, in Python's spelling, by what they are for.
_ABSENT_PROPERTIES = {
    "shadows by bounds": "shadow_path_is_bounds",
    "the size of continuous corners": "corner_curve_expansion_factor",
    "choices of antialiasing": "edge_antialiasing_mask allows_edge_antialiasing",
    "opaque layers": "opaque",
    "implicit animations": "actions delegate",
    "styles": "style",
    "layouts": "layout_manager constraints autoresizing_mask needs_layout set_needs_layout",
    "drawing by a delegate": "needs_display_on_bounds_change draws_asynchronously contents_format "
    "set_needs_display",
    "high dynamic range": "wants_extended_dynamic_range_content tone_map_mode contents_headroom",
    "display links": "preferred_frame_rate_range",
}
ABSENT = {name: words for words, names in _ABSENT_PROPERTIES.items() for name in names.split()}

#: Core Animation's classes without their CA that are not there, by what they are for.
ABSENT_CLASSES = {
    "ScrollLayer": "scrolling",
    "TiledLayer": "tiles",
    "MetalLayer": "the GPU",
    "EAGLLayer": "the GPU",
    "OpenGLLayer": "the GPU",
    "EDRMetadata": "high dynamic range",
    "DisplayLink": "a running clock",
    "MetalDisplayLink": "a running clock",
    "Transaction": "implicit animations",
    "Action": "implicit animations",
    "Constraint": "layouts",
    "ConstraintLayoutManager": "layouts",
    "EmitterBehavior": "behaviours of emitters",
    "Renderer": "the GPU",
    "RemoteLayerClient": "layers of other processes",
    "RemoteLayerServer": "layers of other processes",
}
#: What can only be read, and what changes it.
CHANGED_BY = {
    "superlayer": "add_sublayer(layer) of another layer, and remove_from_superlayer()",
    "animation_keys": "add_animation(animation, key) and remove_animation(key)",
    "proxies": "add_proxy(frame=...) and remove_from_superlayer() of a proxy",
    "key_path": "nothing; another animation has another",
}
#: And what changes it in one class.
_CHANGED_BY_OF = {
    ("Timeline", "duration"): "its steps; scene.movie(seconds) is a clip of another length",
    ("Timeline", "labels"): "label(name, at=place)",
    ("Timeline", "scene"): "nothing; st.Timeline(scene) is another one",
}
#: What has another name or form here, by the words of Apple's frameworks.
ELSEWHERE = {
    "CAMediaTiming": "keywords of every layer and animation (begin_time, duration, speed, ...)",
    "CAMediaTimingFunction": 'a name such as "easeInEaseOut", or four numbers',
    "CAValueFunction": 'the keyword value_function of animations, a name such as "rotateZ"',
    "UIView": "st.Layer",
    "NSView": "st.Layer",
    "open": "st.Scene.open for documents, st.Image.open for pictures, st.animated_contents for what moves",
    "load": "st.Scene.open for documents, st.Image.open for pictures, st.animated_contents for what moves",
    "save": "scene.movie().save for clips, scene.save_png for pictures, scene.save for documents",
    "render": "scene.render(time)",
    "Circle": "st.ShapeLayer(path=st.Path.circle(x, y, radius)), or a st.Layer with a corner_radius",
    "Ellipse": "st.ShapeLayer(path=st.Path.ellipse(x, y, width, height))",
    "Rectangle": "st.Layer(frame=(x, y, width, height), background_color=...)",
    "Line": "st.ShapeLayer(path=st.Path().move_to(x, y).line_to(x, y), stroke_color=...)",
    "Square": "st.Layer(frame=(x, y, side, side), background_color=...)",
    "Polygon": "st.ShapeLayer(path=st.Path.polygon(points))",
    "Text": "st.TextLayer",
    "Label": "st.TextLayer",
    "Group": "st.Layer for layers (add_sublayer), st.AnimationGroup for animations",
    "ImageLayer": 'st.Layer(contents="picture.png")',
    **dict.fromkeys(
        ("Lottie", "LottieAnimation", "LottieAnimationView", "GIF", "Gif", "Video"),
        "a layer that plays it: layer.add_animation(st.animated_contents(path))",
    ),
    "Color": 'a text such as "white", "#d0021b", or 3 or 4 numbers in 0...1',
    "Point": "a tuple (x, y)",
    "Size": "a tuple (width, height)",
    "Rect": "a tuple (x, y, width, height), and a layer with that frame",
    "CGPath": "st.Path",
    "CGMutablePath": "st.Path",
    "UIBezierPath": "st.Path",
    "NSBezierPath": "st.Path",
    "CGImage": "st.Image",
    "UIImage": "st.Image",
    "NSImage": "st.Image",
    "CGColor": 'a text such as "white", "#d0021b", or 3 or 4 numbers in 0...1',
    "UIColor": 'a text such as "white", "#d0021b", or 3 or 4 numbers in 0...1',
    "NSColor": 'a text such as "white", "#d0021b", or 3 or 4 numbers in 0...1',
    "CGPoint": "a tuple (x, y)",
    "CGSize": "a tuple (width, height)",
    "CGRect": "a tuple (x, y, width, height)",
    "CATransform3DIdentity": "st.Transform3D()",
    "CATransform3DMakeTranslation": "st.Transform3D.translation",
    "CATransform3DMakeScale": "st.Transform3D.scale",
    "CATransform3DMakeRotation": "st.Transform3D.rotation",
    "CATransform3DTranslate": "st.Transform3D.translated",
    "CATransform3DScale": "st.Transform3D.scaled",
    "CATransform3DRotate": "st.Transform3D.rotated",
    "CATransform3DConcat": "the operator @",
    "CATransform3DInvert": "st.Transform3D.inverted",
}


#: What is given without a name where names are needed, by the class.
_BY_NAME = {
    "BasicAnimation": (1, ("from_value", "to_value")),
    "SpringAnimation": (1, ("from_value", "to_value")),
    "KeyframeAnimation": (1, ("values", "key_times")),
    "AnimationGroup": (0, ("animations",)),
    "PortalLayer": (0, ("source_layer",)),
    "ShapeLayer": (0, ("path",)),
    "GradientLayer": (0, ("colors",)),
    "ReplicatorLayer": (0, ("instance_count",)),
    "EmitterLayer": (0, ("emitter_cells",)),
}


def by_name(title: str, given: Sequence[object]) -> str:
    """How a call is written that was given values without their names; "" if that is not known."""
    are_layers = all(hasattr(value, "add_sublayer") for value in given)
    places, names = _BY_NAME.get(title, (0, ()))
    if are_layers and title != "PortalLayer":
        return f"; write {title}(sublayers=[...])"
    if title == "ReplicatorLayer" and len(given) == 2 and hasattr(given[0], "add_sublayer"):
        return f"; write {title}(layer, instance_count={shown(given[1])})"
    if title == "AnimationGroup" and all(hasattr(value, "key_path") for value in given):
        return f"; write {title}([...])"
    if places and not isinstance(given[0], str):  # a key path, which comes first
        texts = [value for value in given if isinstance(value, str)]
        if len(texts) != 1:
            return f"; the key path comes first: {title}('opacity', {names[0]}=...)"
        given = texts + [value for value in given if not isinstance(value, str)]
    if not places < len(given) <= places + len(names):
        return ""
    named = [f"{name}={shown(value)}" for name, value in zip(names, given[places:], strict=False)]
    return f"; write {title}({', '.join([*map(shown, given[:places]), *named])})"


#: What is no keyword of a constructor although there is something of that name.
_NO_KEYWORDS = {("Scene", "size"): "; write Scene(width, height)"}


def no_keyword(title: str, name: str) -> str:
    """The end of a sentence about a keyword that a constructor does not have, though the object has what it
    names.
    """
    return _NO_KEYWORDS.get((title, name)) or changed_by(name)


#: What people give to `movie`, by its own words.
_OF_MOVIE = {
    "seconds": "duration", "length": "duration", "time": "start", "frame_rate": "fps", "rate": "fps",
    "begin": "start", "resolution": "scale", "zoom": "scale", "dpi": "scale",
}  # fmt: skip


def unknown_of_movie(name: str, of_save: Iterable[str]) -> NoReturn:
    """The error about a keyword that `Scene.movie` does not have."""
    if name in {*of_save, "repeat", "repeat_count"}:
        known = "loop" if name.startswith("repeat") else name
        raise TypeError(f"movie has no keyword {name!r}; save has it: movie().save('clip.gif', {known}=...)")
    step = f"; did you mean {_OF_MOVIE[name]!r}?" if name in _OF_MOVIE else ""
    raise TypeError(f"movie has no keyword {name!r}; it has duration, fps, start, scale and diagnose{step}")


def one_by_one(
    method: Callable[Concatenate[_Self, _Given], _Result],
) -> Callable[Concatenate[_Self, _Given], _Result]:
    """A method that says how its numbers are written, to whoever gives it points."""

    @functools.wraps(method)
    def checked(self: _Self, /, *given: _Given.args, **named: _Given.kwargs) -> _Result:
        try:
            return method(self, *given, **named)
        except TypeError:
            if not any(isinstance(value, (tuple, list)) and len(value) > 1 for value in given):
                raise
            flat = [
                part for value in given for part in (value if isinstance(value, (tuple, list)) else [value])
            ]
            written = f"{method.__name__}({', '.join(map(shown, flat))})"
            title = method.__qualname__
            raise TypeError(f"{title} takes its numbers one by one: {written}") from None

    return checked


def other_words(
    **meant: str,
) -> Callable[[Callable[Concatenate[_Self, _Given], _Result]], Callable[Concatenate[_Self, _Given], _Result]]:
    """A method that says, of keywords that people write and it does not have, which are meant."""

    def decorate(
        method: Callable[Concatenate[_Self, _Given], _Result],
    ) -> Callable[Concatenate[_Self, _Given], _Result]:
        @functools.wraps(method)
        def checked(self: _Self, /, *given: _Given.args, **named: _Given.kwargs) -> _Result:
            for name in meant.keys() & named.keys():
                step = f"did you mean {meant[name]}?"
                raise TypeError(f"{method.__name__} has no keyword {name!r}; {step}")
            return method(self, *given, **named)

        return checked

    return decorate


def part_of(title: str) -> Callable[[_Class], _Class]:
    """For a class that is a part of another: Python calls its methods by the name that users know."""

    def named(part: _Class) -> _Class:
        for method in vars(part).values():
            function = getattr(method, "__func__", method)  # of a class method
            if hasattr(function, "__qualname__"):
                function.__qualname__ = f"{title}.{function.__name__}"
        return part

    return named


@functools.lru_cache(maxsize=1024)
def snake_case(name: str) -> str:
    """Core Animation's word in Python's spelling: zPosition is z_position."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z](?=[a-z]))", lambda m: "_" + m[0], name).lower()


#: What a name of the user's own comes after in a key path, or the axis of a font.
_COLLECTIONS = frozenset({"sublayers", "filters", "backgroundFilters", "emitterCells", "fontVariations"})


@functools.lru_cache(maxsize=1024)
def camel_case(key_path: str) -> str:
    """Core Animation's spelling of a key path: "shadow_offset.width" is "shadowOffset.width".

    Names of layers, filters and emitter cells in it, and axes of fonts, stay as they are.
    """
    if "_" not in key_path:
        return key_path
    found: list[str] = []
    is_name = False
    for word in key_path.split("."):
        is_name = not is_name and bool(found) and found[-1] in _COLLECTIONS
        found.append(word if is_name else _UNDERSCORE.sub(lambda letter: letter[1].upper(), word))
    return ".".join(found)


_UNDERSCORE = re.compile("(?<=[a-z0-9])_([a-z0-9])")


def quoted(message: str) -> str:
    """The name that a message begins with, between quotation marks; "" if there is none."""
    return message.split('"')[1] if message.startswith('"') else ""


#: The ends of an animation in a message.
_ENDS = re.compile(r"\b(from|to|by)Value\b")


def in_python(message: str) -> str:
    """A message that begins with a property, and may name the ends of an animation, in Python's names."""
    word, colon, rest = message.partition(": ")
    named = snake_case(word) + colon + rest if word.isidentifier() else message
    return _ENDS.sub(r"\1_value", named)


def as_spelled(message: str, given: str) -> str:
    """A message about a key path, in the spelling in which that was given."""
    if "_" not in given:
        return message
    message = message.replace(camel_case(given), given)
    first = given.partition(".")[0]
    return message.replace(f'"{camel_case(first)}"', f'"{first}"')


def as_keyword(message: str, given: str) -> str:
    """A message about a key path, with names as Python spells them if it was given as Python does."""
    if not given.islower():
        return message
    return _NAME.sub(lambda name: snake_case(name[0]), as_spelled(message, given))


#: A name between quotation marks.
_NAME = re.compile(r'"[A-Za-z.]+"')


def hint(name: str, kind: type, others: Iterable[type] = ()) -> str:
    """The end of a sentence about a name that a class does not have: what is meant, which of the other
    classes have it, or that it is missing altogether.
    """
    if name.startswith("_"):
        return ""
    snake = snake_case(name)
    if snake != name and hasattr(kind, snake):
        return f"; did you mean {snake!r}?"
    own = [_MEANT_OF[base.__name__, snake] for base in kind.__mro__ if (base.__name__, snake) in _MEANT_OF]
    meant = (
        own[0] if own else [text for text in MEANT.get(snake, ()) if hasattr(kind, re.split(r"\W", text)[0])]
    )
    if meant:
        shown = [repr(text) if text.isidentifier() else text for text in meant]
        return f"; did you mean {' or '.join(shown)}?"
    owners = [other for other in others if hasattr(other, snake)]
    first = [other.__name__ for other in owners if not any(base in owners for base in other.__mro__[1:])]
    if first:
        return f"; {' and '.join(first)} {'have' if len(first) > 1 else 'has'} it"
    near = difflib.get_close_matches(snake, [other for other in dir(kind) if other[0] != "_"], n=1)
    return absence(snake) or (f"; did you mean {near[0]!r}?" if near else "")


def near(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that is not among those that are known: which is nearest."""
    found = difflib.get_close_matches(name, sorted(known), n=1) if len(name) <= _LONGEST else []
    return f"; did you mean {found[0]!r}?" if found else ""


def changed_by(name: str, title: str = "") -> str:
    """The end of a sentence about what can only be read, of a class."""
    found = _CHANGED_BY_OF.get((title, name)) or CHANGED_BY.get(name)
    return f"; what changes it is {found}" if found else ""


def is_meant(name: str, kind: type) -> bool:
    """Whether a name can only be meant for a property of Core Animation's, not for one of the user's own."""
    snake = snake_case(name)
    return snake in ABSENT or (snake != name and hasattr(kind, snake))


#: What people write for a part of a property, as key paths.
_PARTS = {"x": "position.x", "y": "position.y", "width": "bounds.size.width", "height": "bounds.size.height"}


def absence(word: str) -> str:
    """That a property of Core Animation's is missing altogether; "" if that is not known."""
    return f": Core Animation has it for {ABSENT[word]}, and Stretto has not" if word in ABSENT else ""


def hint_for_key_path(word: str, known: Iterable[str]) -> str:
    """Which of the known key paths is meant by somebody's word; "" if that is not known."""
    paths = set(known)
    meant = [_PARTS[word]] if word in _PARTS else [_key_path(text) for text in MEANT.get(word, ())]
    found = [f'"{path}"' for path in meant if path.partition(".")[0] in paths]
    return f"; did you mean {' or '.join(found)}?" if found else ""


def _key_path(text: str) -> str:
    """The key path of a property, or the one that is named in a call."""
    if '"' in text:
        return text.split('"')[1]
    return camel_case(text.partition(" ")[0])


#: The most names that a question lists.
_MOST_NEAR = 3


def hint_for_module(name: str, public: Iterable[str]) -> str:
    """The end of a sentence about a name that the package does not have."""
    known, bare = list(public), name.removeprefix("CA")
    if name in ELSEWHERE:
        return f"; here it is {ELSEWHERE[name]}"
    if bare in known and bare != name:
        return f"; here it is st.{bare}"
    if bare in ABSENT_CLASSES:
        return f": Core Animation has CA{bare} for {ABSENT_CLASSES[bare]}, and Stretto has not"
    if name.startswith("kCA"):
        return '; Core Animation\'s constants are texts here, such as fill_mode="both"'
    kind = [other for other in known if other[0].isupper() == bare[:1].isupper()]
    near = [other for other in kind if len(bare) > 3 and bare.lower() in other.lower()]
    if not 0 < len(near) <= _MOST_NEAR:
        near = difflib.get_close_matches(bare, known, n=1)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


class Helpful:
    """What says, of a name that it does not have, which is meant."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker would take this for leave to use any name

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # the property is there: what it raised itself is raised again
                return object.__getattribute__(self, name)
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}" + self._hint(name))

        def __setattr__(self, name: str, value: Any) -> None:
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                title, found = type(self).__name__, getattr(type(self), name, None)
                if isinstance(found, property) and found.fset is None:
                    can = f"{name} of a {title} can only be read"
                    raise AttributeError(can + changed_by(name, title)) from None
                if hasattr(type(self), name):
                    raise
                meant = f"{type(self).__name__} has no property {name!r}{self._hint(name)}"
                raise AttributeError(meant) from None

    def _hint(self, name: str) -> str:
        return hint(name, type(self))


class HelpfulTransforms(type):
    """What says, of a name that a class of transforms does not have, which is meant."""

    if not TYPE_CHECKING:  # as above

        def __getattr__(cls, name: str) -> Any:
            meant = _MEANT_OF_TRANSFORMS.get(name)
            step = f"; did you mean {meant}?" if meant else hint(name, cls)
            raise AttributeError(f"{cls.__name__} has no attribute {name!r}{step}")
