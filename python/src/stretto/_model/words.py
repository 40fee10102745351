"""Spelling of names, suggestions for unknown names, and segments of texts."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from stretto._ffi import ffi
from stretto._ffi.lazy import lazily
from stretto._ffi.numbers import text_like
from stretto._ffi.signatures import SegmentKind, int32
from stretto.errors import InvalidArgument

if TYPE_CHECKING:
    import difflib
else:
    difflib = lazily("difflib")

#: Longest name for which a nearest name is searched, because the search takes long.
_LONGEST = 99

#: Names from CSS, SVG, GSAP, Pillow and matplotlib, with Stretto's names of the same meaning, likeliest
#: first. A message suggests only names that the class of the object has. The first word of each text is a
#: name of another tool.
OTHER_NAMES: dict[str, str] = {
    "color colour": "foreground_color | background_color | fill_color | instance_color",
    "background bg": "background_color | background",
    "image picture src background_image": "contents",
    "fill facecolor": "fill_color | background_color",
    "stroke edgecolor": "stroke_color | border_color",
    "border": "border_width | border_color",
    "stroke_width": "line_width | border_width",
    "dash dashes stroke_dasharray": "line_dash_pattern",
    "radius border_radius": "corner_radius",
    "shadow box_shadow": "shadow_opacity",
    "shadow_blur": "shadow_radius",
    "blur filter": 'filters = ["gaussianBlur"]',
    "backdrop_filter": "background_filters",
    "blend_mode mix_blend_mode": "compositing_filter",
    "clip clips overflow": "masks_to_bounds",
    "clip_path": "mask",
    "alpha": "opacity",
    "visible visibility": "hidden",
    "size": "font_size | bounds | frame",
    "width height": "bounds | frame | scene.size",
    "rect": "frame | bounds",
    "x y left top center move_to": "position",
    "position_x": 'set_value("position.x", points)',
    "position_y": 'set_value("position.y", points)',
    "z z_index": "z_position",
    "rotation rotate angle": 'set_value("transform.rotation.z", radians)',
    "scale": 'set_value("transform.scale", factor)',
    "anchor pivot transform_origin": "anchor_point",
    "perspective m34": "sublayer_transform = st.Transform3D.perspective(distance)",
    "text content": "string",
    "weight font_weight": "font_variations",
    "letter_spacing": "tracking",
    "line_height": "leading",
    "align text_align": "alignment_mode",
    "children": "sublayers",
    "parent": "superlayer",
    "add append add_layer add_child": "add_sublayer(layer) | add_animation(animation)",
    "remove_all clear": "sublayers = []",
    "get_layer find_layer layer": 'find("name")',
    "letters chars characters glyphs": "glyph",
    "count copies": "instance_count",
    "delay": "instance_delay | time_offset=-seconds | begin_time",
    "offset": "time_offset",
    "ease easing": "timing_function | timing_functions",
    "loop repeat repeats": "repeat_count",
    "yoyo autoreverse direction": "autoreverses",
    "keyframes": "values",
    "times": "key_times",
    "friction": "damping",
    "source": "source_layer",
    "save_gif save_mp4 save_webp write export": 'movie().save("clip.gif") | save("clip.gif")',
    "savefig save_image": 'save_png("picture.png")',
    "draw show to_array": "render(time)",
    "fps": "movie(duration, fps)",
    "n_frames": "frame_count",
    "bezier_curve_to cubic_to": "curve_to",
    "quadratic_to quad_curve_to": "quad_to",
    "close_path": "close()",
}


_NAME_OF = re.compile(r"\W")


@functools.cache
def _meanings() -> dict[str, list[str]]:
    return {word: meant.split(" | ") for words, meant in OTHER_NAMES.items() for word in words.split()}


@functools.lru_cache(maxsize=1024)
def snake_case(name: str) -> str:
    """Python's spelling of a name of Core Animation: z_position for zPosition."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z](?=[a-z]))", lambda m: "_" + m[0], name).lower()


#: Words of a key path after which a user's name, or the axis of a font, follows.
COLLECTIONS = frozenset(
    {"sublayers", "filters", "backgroundFilters", "emitterCells", "emitterBehaviors", "fontVariations"}
)


@functools.lru_cache(maxsize=1024)
def camel_case(key_path: str) -> str:
    """Core Animation's spelling of a key path: "shadowOffset.width" for "shadow_offset.width".

    Names of layers, filters, emitter cells and behaviors in the key path, and axes of fonts, stay unchanged.
    """
    if "_" not in key_path:
        return key_path
    found: list[str] = []
    is_name = False
    for word in key_path.split("."):
        is_name = not is_name and bool(found) and found[-1] in COLLECTIONS
        found.append(word if is_name else _UNDERSCORE.sub(lambda letter: letter[1].upper(), word))
    return ".".join(found)


_UNDERSCORE = re.compile("(?<=[a-z0-9])_([a-z0-9])")


def quoted(message: str) -> str:
    """The quoted name at the begin of a message; "" if there is none."""
    return message.split('"')[1] if message.startswith('"') else ""


#: Core Animation's names of the values of an animation.
_ENDS = re.compile(r"\b(from|to|by)Value\b")


def in_python(message: str) -> str:
    """A message with Python's names of the property at its begin and of the values of an animation."""
    word, colon, rest = message.partition(": ")
    named = snake_case(word) + colon + rest if word.isidentifier() else message
    return _ENDS.sub(r"\1_value", named)


def as_spelled(message: str, given: str) -> str:
    """A message about a key path, in the spelling of the given key path."""
    if "_" not in given:
        return message
    message = message.replace(camel_case(given), given)
    first = given.partition(".")[0]
    return message.replace(f'"{camel_case(first)}"', f'"{first}"')


def as_keyword(message: str, given: str) -> str:
    """A message about a key path, with Python's names if the given key path has Python's spelling."""
    if not given.islower():
        return message
    return _NAME.sub(lambda name: snake_case(name[0]), as_spelled(message, given))


#: A quoted name.
_NAME = re.compile(r'"[A-Za-z.]+"')


def near(name: str, known: Iterable[str]) -> str:
    """End of the message about an unknown name, which suggests the nearest known name."""
    found = difflib.get_close_matches(name, sorted(known), n=1) if len(name) <= _LONGEST else []
    return f"; did you mean {found[0]!r}?" if found else ""


def bare(name: str) -> str:
    """A name in lower case, without hyphens, underscores and spaces."""
    return name.lower().translate(_LEFT_OUT)


_LEFT_OUT = str.maketrans("", "", "-_ ")


#: Values of CSS and UIKit, with Core Animation's values of the same meaning.
_OTHER_VALUES = {
    "aspectfit": "resizeAspect",
    "contain": "resizeAspect",
    "cover": "resizeAspectFill",
    "fill": "resize",
}


def nearest_name(refusal: str, given: object) -> str:
    """End of a message that suggests the most similar name in the message; "" if no name is similar."""
    names = re.findall(r"[\w-]+", refusal.partition("allowed: ")[2])
    # The comparison of long texts would take too long.
    if not names or not isinstance(given, str) or len(given) > 99 or len(bare(given)) < 3:
        return ""
    word = bare(given)
    found = [name for name in names if bare(name) == word or name == _OTHER_VALUES.get(word)]
    found = found or [name for name in names if bare(name).startswith(word) or word.startswith(bare(name))]
    found = found or [name for name in names if word in bare(name)]
    return f"; did you mean {found[0]!r}?" if found else near(given, names)


def hint(name: str, kind: type, others: Iterable[type] = ()) -> str:
    """End of the message about a name that a class lacks: a suggestion, or which of the other classes have
    the name.
    """
    if name.startswith("_"):
        return ""
    snake = snake_case(name)
    if snake != name and hasattr(kind, snake):
        return f"; did you mean {snake!r}?"
    meant = [text for text in _meanings().get(snake, []) if hasattr(kind, _NAME_OF.split(text)[0])]
    if meant:
        return f"; did you mean {' or '.join(repr(text) if text.isidentifier() else text for text in meant)}?"
    owners = [other for other in others if hasattr(other, snake)]
    first = [other.__name__ for other in owners if not any(base in owners for base in other.__mro__[1:])]
    if first:
        return f"; {' and '.join(first)} {'have' if len(first) > 1 else 'has'} it"
    return near(snake, (other for other in dir(kind) if other[0] != "_"))


def hint_for_key_path(word: str, known: Iterable[str]) -> str:
    """End of a message that suggests a known key path for a user's word; "" if no key path is similar."""
    paths = set(known)
    meant = [re.sub(r'^set_value\("(.*)",.*', r"\1", text) for text in _meanings().get(word, [])]
    found = [
        path for text in meant if (path := camel_case(text.partition(" ")[0])).partition(".")[0] in paths
    ]
    return f"; did you mean {' or '.join(map(repr, found))}?" if found else near(camel_case(word), paths)


class NameSuggestions:
    """Base of classes whose errors about unknown names suggest a known name."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker would allow any name

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # the property exists, so its own exception is raised again
                return object.__getattribute__(self, name)
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}" + self._hint(name))

        def __setattr__(self, name: str, value: Any) -> None:
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                if hasattr(type(self), name):
                    raise
                meant = f"{type(self).__name__} has no property {name!r}{self._hint(name)}"
                raise AttributeError(meant) from None

    def _hint(self, name: str) -> str:
        return hint(name, type(self))


_SEGMENTS: dict[str, int] = {unit.name.lower(): unit for unit in SegmentKind}


def text_segments(text: str, by: Literal["character", "word", "unbroken"] = "character") -> list[str]:
    """Splits a string by Unicode's rules. Joining all segments gives the string again.

    Args:
        text: The string.
        by: "character" splits into graphemes, which are the characters of a text layer. "word" splits as a
            double click selects, so that spaces and punctuation are segments of their own. "unbroken" splits
            where a line may break.

    Returns:
        The segments, in order.

    Raises:
        InvalidArgument: For another unit.
    """
    if not isinstance(by, str) or by not in _SEGMENTS:
        raise InvalidArgument(f"by was given {by!r}; {', '.join(map(repr, _SEGMENTS))} are allowed")
    data = ffi.encode(text_like(text, "text_segments", "Hello, world"), "text_segments")
    ends = ffi.rows(int32, ffi.lib.stretto_text_get_segments, data, _SEGMENTS[by])
    return [data[start:end].decode() for start, end in zip([0, *ends], ends, strict=False)]
