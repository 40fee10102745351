"""Base of objects with properties that are addressed by key path, and descriptors of the properties'
attributes.
"""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, overload

from stretto._ffi import ffi, handle
from stretto._ffi import signatures as c
from stretto._ffi.numbers import is_series, sequence
from stretto.color import RGBA, ColorLike
from stretto.errors import ClosedError, InvalidArgument, KeyPathError
from stretto.image import Image
from stretto.path import Path
from stretto.transform import Transform3D, TransformLike

from . import convert, geometry
from . import words as _words
from .convert import Curve, ImageLike, Kind, Outline

if TYPE_CHECKING:
    from stretto.filter import Filter
    from stretto.font import Font
    from stretto.layer import Layer

Made = TypeVar("Made")
Read = TypeVar("Read")
Write = TypeVar("Write")


# Objects with properties


def _public_kinds() -> list[type[PropertyObject]]:
    """Public classes of the package, which are subclasses of the generated classes."""
    names = {kind.__name__.removesuffix("Properties") for kind in PropertyObject.__subclasses__()}
    found: list[type[PropertyObject]] = []
    todo = PropertyObject.__subclasses__()
    while todo:
        kind = todo.pop(0)
        todo += kind.__subclasses__()
        if kind.__name__ in names and kind.__module__.startswith("stretto.") and kind not in found:
            found.append(kind)
    return found


class _InOneLine(inspect.Signature):
    """A signature that `help` shows in one line.

    From Python 3.13 on, `help` gives each parameter a line, and the description of a class would begin after
    dozens of keywords.
    """

    def format(self, **_options: Any) -> str:
        return str(inspect.Signature(list(self.parameters.values())))


class _Signature:
    """Descriptor of the signature that notebooks show and complete, with one keyword for each property.

    Type checkers read the keywords from `_model.keywords`.
    """

    def __get__(self, owner: object, cls: type[PropertyObject]) -> inspect.Signature:
        kind = inspect.Parameter
        declared = list(inspect.signature(cls.__init__).parameters.values())[1:]
        positional = [item for item in declared if item.kind is not kind.VAR_KEYWORD]
        if len(positional) == len(declared):  # a user's class without keywords of properties
            return inspect.Signature(declared)
        names = sorted(cls._KEYWORDS - {item.name for item in positional})
        return _InOneLine([*positional, *(kind(name, kind.KEYWORD_ONLY, default=...) for name in names)])


class PropertyObject(handle.Closable, _words.NameSuggestions):
    """Base of layers, animations and emitter cells: objects with properties. `_OBJECT_KIND` is the kind of
    object in names of C functions, such as "layer".
    """

    __slots__ = ()
    __signature__ = _Signature()
    _OBJECT_KIND: ClassVar[str]
    #: Functions of the library for the kind of object, by the part of their name after the kind.
    _FUNCTIONS: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    #: Setters of the attributes that descriptors define, by attribute name.
    _SETTERS: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {}
    #: Keywords of the constructor: all attributes with a setter.
    _KEYWORDS: ClassVar[frozenset[str]] = frozenset()
    #: Kind of value by key path, including inherited properties.
    _KINDS: ClassVar[Mapping[str, Kind]] = {}
    #: Keywords of the constructor that are set first, because other properties are derived from these
    #: properties.
    _FIRST: ClassVar[tuple[str, ...]] = ()
    #: Keywords of the constructor that are set last, because these properties depend on other properties.
    _LAST: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        found = {name: getattr(cls, name) for name in dir(cls) if not name.startswith("__")}
        if "_OBJECT_KIND" in vars(cls):
            cls._FUNCTIONS = ffi.functions_of(cls._OBJECT_KIND)
        cls._SETTERS = {
            name: item.__set__
            for name, item in found.items()
            if (item.fset is not None if isinstance(item, property) else hasattr(item, "__set__"))
        }
        cls._KEYWORDS = frozenset(name for name in cls._SETTERS if name[0] != "_")
        cls._KINDS = {item.key_path: item.kind for item in found.values() if isinstance(item, Property)}

    def _init(self, keywords: Mapping[str, object], **positional: Any) -> None:
        """Initialises an object. `keywords` are the given keywords, `positional` the positional arguments."""
        if not keywords.keys() <= self._KEYWORDS:
            name = min(keywords.keys() - self._KEYWORDS)
            title = type(self).__name__
            raise TypeError(f"{title}() got an unexpected keyword argument {name!r}{self._hint(name)}")
        given = {name: value for name, value in positional.items() if value is not None}
        if given.keys() & keywords.keys():
            raise TypeError(f"{type(self).__name__}() got multiple values for argument {min(given)!r}")
        self._create({**given, **keywords})

    def _create(self, given: dict[str, Any]) -> None:
        """Creates the handle, and sets the given properties."""
        raise NotImplementedError

    def _set_keywords(self, given: Mapping[str, Any]) -> None:
        order = {name: index for index, name in enumerate((*self._FIRST, "", *self._LAST))}
        for name in sorted(given, key=lambda name: order.get(name, len(self._FIRST))):
            self._SETTERS[name](self, given[name])

    def _hint(self, name: str) -> str:
        kinds = sorted(_public_kinds(), key=lambda kind: kind._OBJECT_KIND != self._OBJECT_KIND)
        return _words.hint(name, type(self), [kind for kind in kinds if kind not in type(self).__mro__])

    def _as(self, twin: Made) -> Made:
        """Returns a copy after giving it the attributes of a user's class."""
        if hasattr(self, "__dict__"):
            vars(twin).update(vars(self))
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        twin = memo[id(self)] = copy.copy(self)
        if hasattr(self, "__dict__"):
            vars(twin).update(copy.deepcopy(vars(self), memo))
        return twin

    def _forget(self) -> None:
        """Clears cached facts that depend on the object's properties. The base class has none."""

    def _function(self, verb: str, target: Any = None) -> Callable[..., Any]:
        """The library's function for this object, for copies or characters of the object, or for a state of
        the object.
        """
        found = (self._FUNCTIONS if target is None else ffi.functions_for(target)).get(verb)
        if found is None:
            wanted = verb.partition("_")[2].replace("_", " ")
            raise KeyPathError(f"{type(self).__name__} has no property that takes or gives a {wanted}")
        return found

    def _write(
        self, key_path: str, kind: Kind | None, value: Any, target: Any = None, name: str | None = None
    ) -> None:
        """Sets a property.

        Args:
            key_path: The property.
            kind: Kind of value; None for a component of a value and for an unknown key path.
            value: The value.
            target: Handle of copies, of characters or of a state, instead of the object's own handle.
            name: Name of the property in messages.
        """
        what = name or key_path
        if kind is Kind.COLORS and key_path == "colors":
            value = convert.together([value])[0]
        verb, arguments, made = convert.convert(kind, value, what)
        try:
            self._function(verb, target)(target or self._owned, ffi.key_path(key_path), *arguments)
        except KeyPathError as error:
            words = _words.as_spelled(str(error).replace(key_path, what), what)
            raise KeyPathError(with_hint(words, key_path, [type(self)])) from None
        except InvalidArgument as error:
            raise self._refused(str(error).replace(key_path, what), kind, value) from None
        except ClosedError:
            self._pointer  # noqa: B018 - says which object is closed
            raise
        if isinstance(made, Path):
            made._freeze()

    def _refused(self, words: str, kind: Kind | None, value: Any) -> InvalidArgument:
        """The error for a value that the library refused, with a suggested name."""
        near = _words.nearest_name(words, value)
        if near:  # the library's message may contain the suggestion already
            words = _without_nearest(words)
        forms = convert.CURVE_FORMS if kind is Kind.CURVE and isinstance(value, str) else ""
        return InvalidArgument(words + forms + near)

    def _read(self, key_path: str, kind: Kind | None, target: Any = None) -> Any:
        """Returns the value of a property. The arguments `kind` and `target` are as in `_write`."""
        pointer = target or self._pointer
        key = ffi.encode(key_path, "the key path")
        if kind in convert.TEXTS:
            found = ffi.text(self._function("get_string", target), pointer, key)
            return tuple(found.split()) if kind is Kind.NAMES else found
        if kind in convert.OBJECTS:
            verb, pointer_type = convert.OBJECTS[kind]
            return handle.new(pointer_type, self._function("get_" + verb, target), pointer, key)
        if kind in convert.SCALARS:
            return convert.unflatten(kind, [ffi.number(self._function("get_number", target), pointer, key)])
        return convert.unflatten(kind, ffi.numbers(self._function("get_numbers", target), pointer, key))


def with_hint(words: str, key_path: str, kinds: Iterable[type[PropertyObject]]) -> str:
    """Adds a suggestion to a message about a key path, if no object of the given kinds has a property with
    the key path's first word.

    The library's message already describes the remaining words of the key path.
    """
    name = _words.snake_case(key_path.partition(".")[0])
    if name == "frame":
        return words + "; its position and its bounds can"
    known = {path for kind in kinds for path in kind._KINDS}
    if "." in key_path:
        known |= _words.COLLECTIONS
    if _words.camel_case(name) in known:
        return words
    hint = _words.hint_for_key_path(name, known)
    return _without_nearest(words) + hint if hint else words


def _without_nearest(words: str) -> str:
    """The error message without the name that the library suggests."""
    return re.sub('; the nearest is "[^"]*"', "", words)


# Descriptors


class Property(Generic[Read, Write]):
    """Descriptor of the attribute for a key path."""

    def __init__(self, kind: Kind, key_path: str, doc: str) -> None:
        self.kind, self.key_path, self.__doc__ = kind, key_path, doc
        #: The key path as bytes.
        self.key = ffi.encode(key_path, "the key path")

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, owner: None, cls: type) -> Property[Read, Write]: ...
    @overload
    def __get__(self, owner: PropertyObject, cls: type) -> Read: ...
    def __get__(self, owner: PropertyObject | None, cls: type) -> Property[Read, Write] | Read:
        return self if owner is None else self._value(owner)

    def _value(self, owner: PropertyObject) -> Read:
        found: Read = owner._read(self.key_path, self.kind)
        return found

    def __set__(self, owner: PropertyObject, value: Write) -> None:
        if value is None:
            convert.check(self.kind, value, self.name)
        owner._write(self.key_path, self.kind, value, name=self.name)


# Descriptors for each kind of value, with the types that an attribute returns and accepts.
Number = Property[float, float]
Boolean = Property[bool, bool]
Integer = Property[int, int]
Point = Property[geometry.Point, Iterable[float]]
Size = Property[geometry.Size, Iterable[float]]
Rect = Property[geometry.Rect, Iterable[float]]
Transform = Property[Transform3D, TransformLike]
Transforms = Property[list[Transform3D] | None, Iterable[TransformLike] | None]
Color = Property[RGBA | None, ColorLike | None]
Colors = Property[list[RGBA] | None, Iterable[ColorLike] | None]
Numbers = Property[tuple[float, ...] | None, Iterable[float] | None]
String = Property[str, str]
Features = Property[str, str]
Name = Property[Read, Read]
Names = Property[tuple[Read, ...], str | Iterable[Read]]
PathProperty = Property[Path | None, Outline | None]
ImageProperty = Property[Image | None, ImageLike | None]
TimingFunction = Property[tuple[float, ...] | None, Curve | None]
TimingFunctions = Property[list[tuple[float, ...]] | None, Iterable[Curve] | None]
FontProperty = Property["Font | None", "Font | None"]
Variations = Property["dict[str, float] | None", "Mapping[str, float] | None"]


class TextNumber(Property[float, float]):
    """The number that a text shows. Setting the number of a text also sets a format, because a text without a
    format shows its string.
    """

    def __set__(self, owner: PropertyObject, value: float) -> None:
        super().__set__(owner, value)
        text = cast(Any, owner)
        text.number_format = text.number_format or "{}"


class OptionalRect(Property[geometry.Rect | None, Iterable[float] | None]):
    """Descriptor of a rectangle (x, y, width, height) or None. In C a rectangle of zeros stands for None."""

    def _value(self, owner: PropertyObject) -> geometry.Rect | None:
        value: geometry.Rect = owner._read(self.key_path, self.kind)
        return value if any(value) else None

    def __set__(self, owner: PropertyObject, value: Iterable[float] | None) -> None:
        owner._write(self.key_path, self.kind, (0, 0, 0, 0) if value is None else value, name=self.name)


class StopColors(Colors):
    """The colours of a gradient. "clear" and "transparent" stand for the nearest stop's colour at alpha 0.

    Between two different colours, "clear" becomes two stops at one location.
    """

    def __set__(self, owner: PropertyObject, value: Iterable[ColorLike] | None) -> None:
        value = given = sequence(value)
        before: tuple[float, ...] | None = owner._read("locations", Kind.NUMBERS)
        locations: Sequence[float] | None = before
        split = convert.split_stops(owner._read(self.key_path, self.kind) or [], before)
        if before is not None and split:
            locations = convert.undoubled(before, split)
        twice: list[int] = []
        if given is not None and convert.has_clear_words(given):
            twice = convert.split_indices(given)
            value = convert.replaced(given, twice)
            if twice and (locations is None or len(locations) == len(given)):
                locations = convert.doubled(locations, len(given), twice)
        super().__set__(owner, value)
        if split or twice:
            owner._write("locations", Kind.NUMBERS, locations)


class StopLocations(Numbers):
    """The locations of a gradient's stops, one for each given colour."""

    def __set__(self, owner: PropertyObject, value: Iterable[float] | None) -> None:
        colors = owner._read("colors", Kind.COLORS) or []
        split = convert.split_stops(colors, owner._read(self.key_path, self.kind))
        if split:
            given = None if value is None else list(value)
            if given is None or len(given) == len(colors) - len(split):
                value = convert.doubled(given, len(colors) - len(split), split)
        super().__set__(owner, value)


class OptionalName(Property[Read | None, Read | None]):
    """Descriptor of a property whose value is one of several names, or None."""

    def _value(self, owner: PropertyObject) -> Read | None:
        value: Read = owner._read(self.key_path, self.kind)
        return value or None

    def __set__(self, owner: PropertyObject, value: Read | None) -> None:
        owner._write(self.key_path, None if value is None else self.kind, value)
        owner._forget()


class LayerProperty(Property["Layer | None", "Layer | None"]):
    """A layer."""

    def __set__(self, owner: PropertyObject, value: Layer | None) -> None:
        layer = cast(Any, owner)
        # The former layer is read only if the owner keeps Python objects, because otherwise the change
        # releases no Python object.
        before = owner._read(self.key_path, self.kind) if layer._retained else None
        super().__set__(owner, value)
        layer._exchanged(self.name, before, value)


class Fonts(Property["tuple[Font, ...]", "Iterable[Font]"]):
    """A list of fonts."""

    def _value(self, owner: PropertyObject) -> tuple[Font, ...]:
        pointer, key, lib = owner._pointer, self.key, ffi.lib

        def count(layer: Any, out: Any) -> None:
            lib.stretto_layer_get_font_count(layer, key, out)

        def font(index: int) -> Any:
            return handle.new(c.FontPointer, lib.stretto_layer_get_font_at, pointer, key, index)

        return ffi.listed(count, pointer, font)

    def __set__(self, owner: PropertyObject, value: Iterable[Font]) -> None:
        given: object = value
        if not is_series(given):
            raise convert.refusal(self.kind, given, self.name)
        pointers = []
        for font in value:
            pointer = getattr(font, "_pointer", None)
            if not isinstance(pointer, c.FontPointer):
                raise convert.refusal(Kind.FONT, font, self.name)
            pointers.append(pointer)
        ffi.lib.stretto_layer_set_fonts(
            owner._pointer, self.key, ffi.pointers(c.FontPointer, pointers), len(pointers)
        )


class Filters(Property["tuple[Filter, ...]", "Iterable[Filter | str]"]):
    """A list of filters. The module `filter` sets the functions `read` and `write`."""

    read: ClassVar[Callable[[PropertyObject, str], Any]]
    write: ClassVar[Callable[[PropertyObject, str, Any], None]]

    def _value(self, owner: PropertyObject) -> tuple[Filter, ...]:
        found: tuple[Filter, ...] = Filters.read(owner, self.key_path)
        return found

    def __set__(self, owner: PropertyObject, value: Iterable[Filter | str]) -> None:
        Filters.write(owner, self.key_path, value)
