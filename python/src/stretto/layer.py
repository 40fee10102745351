"""Classes for the kinds of layer, and the tree of layers."""

from __future__ import annotations

import contextlib
import copy
import itertools
import os
import weakref
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import IO, Any, ClassVar, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._ffi import ffi, files, handle, interruptible
from ._ffi import signatures as c
from ._ffi.numbers import (
    copy_pattern,
    instance_indices,
    instance_of,
    is_series,
    number,
    point_of,
    shown,
    text_like,
    uint32,
)
from ._ffi.signatures import LayerKind
from ._model import convert
from ._model import words as _words
from ._model.convert import EasingLike, Kind
from ._model.geometry import FrozenSublayers, FrozenTuple, Point, Rect
from ._model.key_paths import kind_of, spelled
from ._model.properties import (
    EmitterBehaviorProperties,
    EmitterCellProperties,
    EmitterLayerProperties,
    GradientLayerProperties,
    InstancesProperties,
    LayerProperties,
    ReplicatorLayerProperties,
    ShapeLayerProperties,
    TransformLayerProperties,
)
from ._model.property import with_hint
from ._model.words import snake_case
from .animation import Animation
from .errors import InvalidArgument, KeyPathError
from .instance import Instance, check_depth

__all__ = [
    "CopiedLayer",
    "EmitterBehavior",
    "EmitterCell",
    "EmitterLayer",
    "GradientLayer",
    "Layer",
    "ReplicatorLayer",
    "ShapeLayer",
    "TransformLayer",
]

_lib = ffi.lib
#: Kinds of values that are objects instead of numbers.
_OBJECTS = frozenset({convert.Kind.PATH, convert.Kind.IMAGE, convert.Kind.FILTERS})
#: Characters that may precede the first element of an XML file: a byte order mark and white space.
_BLANK = "\ufeff \t\r\n"
One = TypeVar("One", bound="Layer")
Two = TypeVar("Two", bound="Layer")
Three = TypeVar("Three", bound="Layer")
#: Classes of layers other than the plain layer, by the header's STRETTO_LAYER_... numbers.
_classes: dict[int, type[Layer]] = {}


class Layer(LayerProperties):
    """A rectangle with a background, contents, a border, sublayers and local time (CALayer).

        card = st.Layer(frame=(20, 20, 80, 60), background_color="white", corner_radius=8)
        card.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, duration=0.5))
        scene.add_sublayer(card)

    Properties have Core Animation's names in snake_case. You can give a property as a keyword of the
    constructor, or set it later. Lengths are in points, and y grows downwards. `frame` is derived from
    `bounds`, `position`, `anchor_point` and `transform`. The keyword `frame` is set after `anchor_point` and
    before the other keywords, in whatever order you write them. Without `frame`, give `bounds` together with
    `position`, which is the position of the `anchor_point`, by default the centre. With `bounds` alone the
    layer is centred at (0, 0), so three quarters of the layer are outside its superlayer. A layer has at most
    one superlayer. Adding a layer to another layer removes the layer from its former superlayer.

    - where: `frame`, or `bounds` and `position`; `anchor_point`, `anchor_point_z`, `z_position`, `transform`;
      for the sublayers `sublayer_transform`, `geometry_flipped`
    - what: `background_color`, `border_width`, `border_color`, `corner_radius`, `masked_corners`,
      `corner_curve`; a picture: `contents`, `contents_gravity`, `contents_rect`, `contents_center`,
      `contents_scale`, `contents_multiply_color`, `magnification_filter`, `minification_filter`,
      `minification_filter_bias`
    - how: `opacity`, `hidden`, `double_sided`, `mask`, `masks_to_bounds`, `filters`, `background_filters`,
      `compositing_filter`, `allows_group_opacity`, `allows_group_blending`, `should_rasterize`,
      `rasterization_scale`; a shadow: `shadow_opacity`, `shadow_color`, `shadow_offset`, `shadow_radius`,
      `shadow_path`
    - when: `begin_time`, `duration`, `speed`, `time_offset`, `repeat_count`, `repeat_duration`,
      `autoreverses`, `fill_mode`
    - the tree: `sublayers`, `add_sublayer`, `insert_sublayer`, `remove_from_superlayer`, `superlayer`,
      `name`, `find`; `from_svg` makes a layer from a drawing
    - motion: `animate`, `animations`, `add_animation`, `animation`, `animation_keys`, `remove_animation`,
      `remove_all_animations`
    - by key path ("shadowOffset.width" or "shadow_offset.width"), for parts of values, for single copies and
      for sublayers by name: `value`, `set_value("position.x", 3)`, `set_value("sublayers.hand.opacity", 0.5)`
    - at a time: `presentation_value`, `local_time`, `scene_times`
    - one copy alone: `instance`
    - geometry and time of other layers: `contains`, `convert_point`, `convert_rect`, `convert_time`
    - at the end: `close`, `closed`
    """

    __slots__ = ("_holder", "_numbers", "_retained", "_tracks")
    _OBJECT_KIND = "layer"
    _RELEASE = "stretto_layer_release"
    _FIRST = ("anchor_point", "bounds", "position", "frame")
    _LAST: ClassVar[tuple[str, ...]] = ("sublayers", "animations")
    _INSTEAD = "pickle its scene, or copy it with copy.deepcopy"
    #: The header's STRETTO_LAYER_... number.
    _LAYER_KIND: ClassVar[int] = 0
    #: Key paths whose values `set_value` sets by the attribute.
    _BY_ATTRIBUTE: ClassVar[frozenset[str]] = frozenset()
    #: Python objects of layers below this one that carry Python state, by the number of their handle or by a
    #: property.
    _retained: dict[int | str, Layer]
    #: The layer whose `_retained` holds this object.
    _holder: weakref.ref[Layer] | None
    #: Iterator of numbers for keys of animations without a key. Two threads may each add an iterator to the
    #: list, and the layer uses the first iterator of the list. Each layer has its own counter, so that scenes
    #: that are made by the same calls are equal.
    _numbers: list[Iterator[int]]
    #: Tracks of timelines, by key path.
    _tracks: dict[str, Any]

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "_LAYER_KIND" in vars(cls):
            _classes[cls._LAYER_KIND] = cls

    def _create(self, given: dict[str, Any]) -> None:
        self._own(ffi.new(c.LayerPointer, _lib.stretto_layer_create, self._LAYER_KIND))
        self._adopted()
        if "frame" in given and "position" in given:
            title, size = type(self).__name__, _size_of(given["frame"])
            raise TypeError(
                f"{title}() was given frame and position, and both say where it is: leave out position, or "
                f"write bounds=(0, 0, {size}) in place of frame"
            )
        self._set_keywords(given)

    @staticmethod
    def from_svg(source: str | bytes | os.PathLike[str] | IO[bytes]) -> Layer:
        """Returns the shapes of an SVG drawing as layers.

            logo = st.Layer.from_svg("logo.svg")
            timeline.from_(logo.find("outline"), stroke_end=0)

        Each path becomes a `ShapeLayer` with the coordinates of the file, whose bounds are the box around the
        path. Each group becomes a layer with sublayers, text becomes outlines, and pictures become contents.
        The `name` of a layer is the `id` in the file. A path that a gradient or a pattern paints has
        sublayers named `"ID.fill"` and `"ID.stroke"`, which the path masks: a `GradientLayer`, or a
        `ReplicatorLayer` of tiles. Filters and radial gradients with a focus become pictures with 2 pixels
        for each point, because layers have no such feature. A warning names the parts that become pictures.
        Parts that become pictures also need the extra `svg`.

        usvg (the extra `svg-layers`) resolves styles, units, markers, references and text first. Fonts,
        limits and unsupported features are as in `Image.open`.

        Args:
            source: The path of a file, its bytes, a file that is open for reading bytes, or a text that
                begins with "<".

        Returns:
            A layer with the size of the drawing. The layer does not clip the drawing.

        Raises:
            MissingPackageError: Without the packages of the extra.
            LoadError: If there is no such file, or the file is no SVG file.
            LimitError: For a file that takes too much time or memory, nests more than 256 groups, or has more
                than 64 parts that must become pictures.
        """
        from ._pictures import svg_layers

        kinds = svg_layers.Kinds(Layer, ShapeLayer, GradientLayer, ReplicatorLayer)
        if isinstance(source, str) and source.lstrip(_BLANK).startswith("<"):
            return svg_layers.layers(source.lstrip(_BLANK), "the SVG text", kinds)
        name, data = files.contents(source, "Layer.from_svg")
        return svg_layers.layers(data, name, kinds)

    # Layer tree

    @property
    def superlayer(self) -> Layer | None:
        """The layer above in the tree, or None. The superlayer of a mask is the layer that it masks."""
        above: Layer | None = handle.new(c.LayerPointer, _lib.stretto_layer_get_superlayer, self._pointer)
        return above

    @property
    def sublayers(self) -> tuple[Layer, ...]:
        """The layers directly below this layer, lowest first. Later sublayers are drawn over earlier
        sublayers.

        Each access creates a new tuple, which takes up to 10 microseconds for each layer. Read `sublayers`
        once before a loop over indices.

        You can set a list of layers, or a single layer. The new sublayers leave their former superlayers, and
        former sublayers that are not in the list leave this layer. Setting the property raises the errors of
        `add_sublayer`, and changes nothing after an error.
        """
        count, get = _lib.stretto_layer_get_sublayer_count, _lib.stretto_layer_get_sublayer
        return FrozenSublayers(handle.listed(c.LayerPointer, count, get, self._pointer))

    @sublayers.setter
    def sublayers(self, layers: Layer | Iterable[Layer]) -> None:
        given = [layers] if isinstance(layers, Layer) else convert.listed(layers, "sublayers", "layers")
        chosen = self._checked(given, "sublayers")
        before = self.sublayers if self._retained else ()
        _lib.stretto_layer_set_sublayers(self._pointer, *_pointers(chosen))
        for layer in before:
            layer._let_go()
        for layer in chosen:
            self._keep(layer)

    @overload
    def add_sublayer(self, layer: One, /) -> One: ...
    @overload
    def add_sublayer(self, layer: One, second: Two, /) -> tuple[One, Two]: ...
    @overload
    def add_sublayer(self, layer: One, second: Two, third: Three, /) -> tuple[One, Two, Three]: ...
    @overload
    def add_sublayer(self, layer: Layer, /, *more: Layer) -> tuple[Layer, ...]: ...
    def add_sublayer(self, *layers: Layer) -> Layer | tuple[Layer, ...]:
        """Adds layers on top of the other sublayers, the last layer topmost, and removes the layers from
        their former superlayers.

            title = scene.root.add_sublayer(st.TextLayer("Hello"))

        Returns:
            The layer, or a tuple of several layers.

        Raises:
            InvalidArgument: If a layer would be below itself, or is given twice. Nothing changes then.
            LimitError: If the tree would be deeper than 256 layers. Nothing changes then.
        """
        chosen = self._checked(layers, "add_sublayer")
        if not chosen:
            raise TypeError("add_sublayer takes one layer or more, and none was given")
        _lib.stretto_layer_add_sublayers(self._pointer, *_pointers(chosen))
        for layer in chosen:
            self._keep(layer)
        return chosen[0] if len(chosen) == 1 else chosen

    def insert_sublayer(self, layer: One, index: int) -> One:
        """Inserts a layer among the sublayers and returns the layer.

        Args:
            layer: The layer, which leaves its former superlayer.
            index: 0 (lowest) to the number of sublayers.

        Raises:
            InvalidArgument: As in `add_sublayer`, and for an index out of range.
        """
        position = uint32(index, "index")
        _lib.stretto_layer_insert_sublayer(self._pointer, _layer(layer)._pointer, position)
        self._keep(layer)
        return layer

    def _checked(self, layers: Iterable[Any], what: str) -> tuple[Layer, ...]:
        """The layers as a tuple. Raises an error if a layer is given twice."""
        chosen: dict[Layer, None] = {}
        for layer in layers:
            if isinstance(layer, (list, tuple)):
                raise TypeError(
                    f"{what} takes layers one by one; a {type(layer).__name__} is given as *layers"
                )
            if _layer(layer) in chosen:
                raise InvalidArgument(f"{what} was given {layer!r} twice; a layer can be in one place only")
            chosen[layer] = None
        return tuple(chosen)

    def remove_from_superlayer(self) -> None:
        """Removes the layer from its superlayer, also if the layer is a mask. Does nothing if the layer has
        no superlayer.
        """
        _lib.stretto_layer_remove_from_superlayer(self._pointer)
        self._let_go()

    def find(self, name: str) -> Layer:
        """Returns the first layer that has a name: this layer, or one below it.

        The search is depth first, lowest sublayer first, and includes sources of view replicators, glyph
        layers and masks. A key path is enough to set or animate one value:
        `set_value("sublayers.NAME.opacity", 0.5)`.

        Args:
            name: The layer's `name`.

        Raises:
            InvalidArgument: If no layer has the name. The message suggests the nearest name.
        """
        wanted = ffi.encode(text_like(name, "find", "hand"), "the name")
        found: Layer = handle.new(c.LayerPointer, _lib.stretto_layer_find, self._pointer, wanted)
        return found

    def _below(self) -> Iterator[Layer]:
        """Returns the layers whose superlayer is this layer."""
        yield from self.sublayers
        if self.mask is not None:
            yield self.mask

    # Python objects of layers. The Python object of a layer can be recreated from the handle at any time,
    # unless the object carries Python state: it is of a user's class, or keeps another object that carries
    # state. The Python object of the superlayer keeps an object that carries state, up to the root of the
    # scene. The library never refers to Python objects, so no reference cycle is hidden from Python's garbage
    # collector.

    def _adopted(self) -> None:
        self._retained, self._holder, self._numbers, self._tracks = {}, None, [], {}

    def _carries(self) -> bool:
        """Whether this object has state that a new object for the same layer would lack."""
        is_derived = _classes.get(self._LAYER_KIND, Layer) is not type(self)
        return bool(self._retained or self._tracks) or is_derived

    def _keep(self, layer: Layer) -> None:
        """Keeps the object of a layer that was added below this layer."""
        layer._let_go()
        if layer._carries():
            self._retained[layer._pointer.value] = layer
            layer._holder = weakref.ref(self)
            holder = self._holder and self._holder()
            above = None if holder else self.superlayer
            if above is not None:
                above._keep(self)

    def _stay(self) -> None:
        """Has the superlayer keep this object, which now has state that a new object for the layer would
        lack.
        """
        above = self.superlayer
        if above is not None:
            above._keep(self)

    def _let_go(self) -> None:
        """Releases the object of a layer that was removed from its place in the tree."""
        holder = self._holder and self._holder()
        if holder:
            holder._retained.pop(self._pointer.value, None)
        self._holder = None

    def _exchanged(self, name: str, before: Layer | None, after: Layer | None) -> None:
        """Keeps and releases objects after a property that holds a layer was set."""
        if before is not None and before is not after:
            before._let_go()
        if after is not None:
            self._keep(after)

    # Values by key path

    def instance(self: One, *indices: int | Layer | None) -> Instance[One]:
        """Returns one copy of this layer, or several copies, as a value that you can set, animate and query.

            tick.instance(3).add_animation(flash)
            tick.instance(6).set_value("hidden", True)

        You can set values of copies that do not exist yet. A replicator that is in no other replicator has no
        copies itself: its sublayers have the copies.

        Args:
            *indices: One index for each replicator, text or view replicator around the layer, outermost
                first. None stands for every copy, and a proxy for its index. Missing indices at the end are
                0.
        """
        return Instance(self, indices)

    def value(self, key_path: str, instance: Iterable[int | None] | None = None) -> Any:
        """Returns the model value at a key path, such as "position.x", "transform.rotation.z" or
        "background_color".

        Args:
            key_path: Core Animation's or Python's spelling.
            instance: Copies, as in `set_value`. The result is the value that exactly these copies have of
                their own, or else the common value.

        Raises:
            KeyPathError: If this kind of layer has no such property.
        """
        path = spelled(key_path)
        with self._scope(instance) as target, self._helped(key_path):
            return self._read(path, kind_of(path, self._KINDS), target)

    def set_value(self, key_path: str, value: Any, instance: Iterable[int | None] | None = None) -> None:
        """Sets the model value at a key path.

        Args:
            key_path: Core Animation's spelling ("shadowOffset.width") or Python's ("shadow_offset.width").
            value: A value that the property accepts. Colours, transforms, paths and images are written as for
                attributes.
            instance: The copies that get the value, as one index for each replicator or view replicator
                around the layer, outermost first. `(3,)` is copy 3, and `(None, 2)` is copy 2 in each outer
                copy. Missing indices at the end are 0. The copies need not exist yet. The value replaces the
                common value, before animations. If several values apply to a copy, the latest wins. Timing,
                `frame` and sublayers cannot differ between copies.

        Raises:
            KeyPathError: If this kind of layer has no such property.
            InvalidArgument: If the property cannot have the value.
        """
        path = spelled(key_path)
        kind = kind_of(path, self._KINDS)
        by_attribute = instance is None and (kind is Kind.LAYER or path in self._BY_ATTRIBUTE)
        with self._scope(instance) as target:
            if kind is not Kind.NAME:  # the library knows whether a name may be None
                convert.check(kind, value, key_path)
            if by_attribute:
                setattr(self, snake_case(key_path), value)
                return
            self._write(path, kind, value, target, name=key_path)

    @contextlib.contextmanager
    def _helped(self, key_path: str | None) -> Iterator[None]:
        """Adds a suggested key path to a KeyPathError. If `key_path` is None, the error's message contains
        the key path.
        """
        try:
            yield
        except KeyPathError as error:
            if key_path is None:
                key_path = _words.quoted(str(error))
            words = _words.as_spelled(str(error), key_path)
            raise KeyPathError(with_hint(words, key_path, [type(self)])) from None

    @contextlib.contextmanager
    def _scope(self, instance: Iterable[int | None] | None) -> Iterator[Any]:
        """The handle of this layer, or the handle of some copies of the layer."""
        if instance is None:
            yield self._pointer
            return
        pattern = copy_pattern(instance)
        check_depth(self, pattern)
        arguments = self._pointer, ffi.int32s(pattern), len(pattern)
        copies = ffi.new(c.CopiesPointer, _lib.stretto_layer_get_copies, *arguments)
        try:
            yield copies
        finally:
            _lib.stretto_copies_release(copies)

    # Animations

    def animate(
        self,
        values: Mapping[str, Any] | None = None,
        /,
        *,
        begin: float = 0,
        duration: float = 0.5,
        easing: EasingLike = "ease",
        stagger: float | Iterable[float] = 0,
        repeat: float = 1,
        yoyo: bool = False,
        **properties: Any,
    ) -> None:
        """Animates properties to new values, and sets the new values as model values: one step of a
        `Timeline`.

            card.animate(opacity=0, begin=2, duration=0.3, easing="ease-out-bounce")
            card.animate({"transform.rotation.z": math.pi}, repeat=2, yoyo=True)

        The animation starts from the value that the property has when the animation begins. To animate one
        copy, use `layer.instance(3).animate(opacity=0)`.

        Args:
            values: New values by key path.
            begin: Seconds of local time.
            duration: Seconds.
            easing: As in `Timeline.to`.
            stagger: Seconds between the layer's copies, as in `Timeline.to`.
            repeat: Number of plays, `math.inf` for ever.
            yoyo: Whether every second play runs backwards.
            **properties: New values by attribute name.

        Raises:
            KeyPathError: If the layer has no such property, or the property cannot be animated.
            InvalidArgument: If a value or a time is not allowed. Nothing changes then.
        """
        self._animate(self, values, properties, begin, (duration, easing, stagger, repeat, yoyo))

    def _animate(
        self,
        target: Layer | Instance[Any],
        values: Mapping[str, Any] | None,
        properties: dict[str, Any],
        begin: float,
        how: tuple[Any, ...],
    ) -> None:
        from . import timeline

        timeline.animate(target, values, properties, begin, timeline.How.of(*how))

    def add_animation(
        self, animation: Animation, key: str | None = None, instance: Iterable[int | None] | None = None
    ) -> str:
        """Adds a copy of an animation and returns its key.

        If several animations apply to a property, they are applied in the order of their begin times.

        Args:
            animation: The animation. Later changes to this object have no effect on the layer.
            key: Key of the animation, which replaces an animation with the same key and `instance`. None
                makes a new key. For an animation without a key path, the key is also its key path.
            instance: The copies that show the animation, as in `set_value`. Animations of several instances
                may have the same key.

        Raises:
            KeyPathError: If the layer has no such property.
        """
        pointer = instance_of(Animation, animation)._pointer
        with self._helped(animation._key_path), self._scope(instance) as target:
            name = self._unused_key() if key is None else key
            try:
                ffi.functions_for(target)["add_animation"](target, pointer, ffi.encode(name, "key"))
            except InvalidArgument as error:
                raise InvalidArgument(_words.in_python(str(error))) from None
            return name

    def remove_animation(self, key: str, instance: Iterable[int | None] | None = None) -> None:
        """Removes the animations with a key. Does nothing if the layer has no animation with the key.

        Args:
            key: The key.
            instance: Copies whose animation is removed, matched exactly. None removes the animations of all
                copies.
        """
        with self._scope(instance) as target:
            ffi.functions_for(target)["remove_animation"](target, ffi.encode(key, "key"))

    def remove_all_animations(self) -> None:
        """Removes all animations."""
        _lib.stretto_layer_remove_all_animations(self._pointer)
        self._tracks.clear()

    def _unused_key(self) -> str:
        if not self._numbers:
            first = ffi.count(_lib.stretto_layer_get_animation_count, self._pointer)
            self._numbers.append(itertools.count(first))
        while self.animation(key := f"stretto-{next(self._numbers[0])}") is not None:
            pass
        return key

    def animation(self, key: str, instance: Iterable[int | None] | None = None) -> Animation | None:
        """Returns a frozen copy of the animation with a key, or None.

        To change the layer's animation, add another animation under the same key:

            slower = copy.copy(layer.animation("turn"))
            slower.duration = 3
            layer.add_animation(slower, "turn")

        Args:
            key: The key.
            instance: The animation of exactly these copies. None is the one for all copies, or else the one
                that was added first.
        """
        encoded = ffi.encode(key, "key")
        with self._scope(instance) as target:
            get = ffi.functions_for(target)["get_animation"]
            found: Animation | None = handle.new(c.AnimationPointer, get, target, encoded)
        if found is not None:
            found._freeze(f"what the layer has: layer.add_animation(changed, {shown(key)}) gives it another")
        return found

    @property
    def animations(self) -> Mapping[str, Animation]:
        """Frozen copies of all animations by their keys, in the order of application, as `animation` returns
        them.

        You can set a list of animations, a single animation, or a dict of animations by key. The animations
        that you set replace all animations of the layer.
        """
        found = {key: self.animation(key) for key in self.animation_keys}
        return MappingProxyType({key: item for key, item in found.items() if item is not None})

    @animations.setter
    def animations(self, animations: Animation | Iterable[Animation] | Mapping[str, Animation]) -> None:
        chosen = _by_key(animations)
        tried: list[str] = []
        try:  # the layer still has its own animations, which stay if this fails
            for _, animation in chosen:
                tried.append(self.add_animation(animation))
        except BaseException:
            for key in tried:
                self.remove_animation(key)
            raise
        self.remove_all_animations()
        self._numbers.clear()
        for name, animation in chosen:
            self.add_animation(animation, name)

    @property
    def animation_keys(self) -> tuple[str, ...]:
        """The keys of the layer's animations, each once, in the order of application."""
        count, get = _lib.stretto_layer_get_animation_count, _lib.stretto_layer_get_animation_key
        return tuple(dict.fromkeys(ffi.text_list(count, get, self._pointer)))

    def __copy__(self) -> Any:
        """A copy of the layer with all layers below. The copy has no superlayer. The copy shares the
        attributes of users' classes, except that an attribute which is a layer of this tree becomes the copy
        of that layer; `copy.deepcopy` copies attributes.
        """
        twins, memo = _twins(self)
        for old, new in twins:
            if hasattr(old, "__dict__"):
                vars(new).update({name: memo.get(id(value), value) for name, value in vars(old).items()})
        return memo[id(self)]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        twins, known = _twins(self)
        memo.update(known)
        for old, new in twins:
            if hasattr(old, "__dict__"):
                vars(new).update(copy.deepcopy(vars(old), memo))
        return known[id(self)]

    def __repr__(self) -> str:
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        name = f" {self.name!r}" if self.name else ""
        return f"<{type(self).__name__}{name}, frame ({', '.join(f'{item:g}' for item in self.frame)})>"

    def _repr_png_(self) -> Any:
        from ._pages import pictures

        return pictures.of_layer(self)

    # Values at a time

    def local_time(self, time: float = 0, instance: Iterable[int] = ()) -> float:
        """Returns the layer's local time in seconds at a time of the scene.

        For a layer outside a scene, `time` is the time of the root of its tree.

        Args:
            time: Seconds of the scene.
            instance: Index of the copy in each replicator around the layer, outermost first. Missing indices
                are 0. Indices past the last copy of a replicator or text are extrapolated.

        Raises:
            InvalidArgument: For a proxy that does not exist.
        """
        indices = instance_indices(instance)
        return ffi.number(
            _lib.stretto_layer_get_local_time,
            self._pointer,
            number(time, "time"),
            ffi.int32s(indices),
            len(indices),
        )

    def scene_times(self, local_time: float, start: float, stop: float) -> list[float]:
        """Returns the times of the scene, ascending, at which the layer has a local time.

        The result is exact if local time is a linear function of scene time. With animated delays or
        repeating layers the search uses 4,096 steps, and may miss a time that is passed twice within one
        step. For one copy use `layer.instance(3).scene_times(...)`.

        Args:
            local_time: Seconds of local time.
            start: Begin of the search, in seconds of the scene.
            stop: End of the search, in seconds of the scene.
        """
        return Instance(self).scene_times(local_time, start, stop)

    def presentation_value(self, key_path: str, time: float = 0, instance: Iterable[int] = ()) -> Any:
        """Returns the animated value of a property in one copy.

        The result is a float for a number, a tuple for a point, size or rectangle, four floats for a colour,
        and a `Transform3D` for a transform. Names and the `string` of a text are strings. Angles are not
        reduced to one turn: two full turns are 4 pi.

        Args:
            key_path: The property.
            time: Seconds of the scene.
            instance: The copy, as in `local_time`.

        Raises:
            KeyPathError: For paths, images and other values that are neither numbers nor text.
        """
        try:
            with self._helped(key_path):
                return self._presented(spelled(key_path), number(time, "time"), instance_indices(instance))
        except KeyPathError:
            if self._KINDS.get(spelled(key_path)) not in _OBJECTS:
                raise
            advice = f"what was set is layer.value({key_path!r})"
            words = f"{key_path} is not made of numbers that can be read at a time; {advice}"
            raise KeyPathError(words) from None

    def _presented(self, path: str, time: float, indices: list[int]) -> Any:
        kind = kind_of(path, self._KINDS)
        name = ffi.encode(path, "the key path")
        asked = self._pointer, name, time, ffi.int32s(indices), len(indices)
        if kind in convert.TEXTS:
            found = ffi.text(_lib.stretto_layer_get_presentation_string, *asked)
            return tuple(found.split()) if kind is convert.Kind.NAMES else found
        values = ffi.numbers(_lib.stretto_layer_get_presentation_numbers, *asked)
        return convert.unflatten(kind, values)

    # Conversion of coordinates and times

    @overload
    def contains(self, point: Iterable[float], /) -> bool: ...
    @overload
    def contains(self, x: float, y: float, /) -> bool: ...
    def contains(self, *point: Any) -> bool:
        """Returns whether a point is inside the bounds as they were set, excluding their right and lower
        edges.

        Args:
            *point: (x, y), or x and y, in the layer's own coordinates.
        """
        x, y = point_of(point, "contains")
        return bool(ffi.value(c.boolean, _lib.stretto_layer_contains_point, self._pointer, x, y))

    def convert_point(
        self, point: Iterable[float], to: Layer | Instance[Any] | None = None, *, time: float = 0
    ) -> Point:
        """Returns a point of this layer in the coordinates of another layer. The given and the returned point
        appear at the same pixel.

            dot.instance(2).through(mirror).convert_point((0, 0), to=dot.instance(1))

        Args:
            point: (x, y) in the layer's own coordinates.
            to: A layer, a copy of a layer, or None for the scene. `Layer.instance` names a copy, and
                `Instance.through` the portal or proxy through which the copy is seen.
            time: Seconds of the scene.

        Raises:
            InvalidArgument: For layers of another tree, for a copy that a proxy does not show, if a layer
                between the two is over at that time, and if a layer is seen edge-on.
        """
        return Instance(self).convert_point(point, to, time=time)

    def convert_rect(
        self, rect: Iterable[float], to: Layer | Instance[Any] | None = None, *, time: float = 0
    ) -> Rect:
        """Returns the bounding rectangle of the four converted corners of a rectangle of this layer.

        Args:
            rect: (x, y, width, height) in this layer's coordinates.
            to: As in `convert_point`.
            time: Seconds of the scene.

        Raises:
            InvalidArgument: As in `convert_point`.
        """
        return Instance(self).convert_rect(rect, to, time=time)

    def convert_time(self, time: float, to: Layer | Instance[Any] | None = None) -> float:
        """Returns a local time of this layer as the local time of another layer or copy, or of the scene.

        The conversion uses model values of timing and delays. A time before the begin of a layer is not
        clamped. A speed of 0 has no inverse and gives 0. `local_time` converts in the opposite direction.

        Args:
            time: Seconds of this layer's local time.
            to: A layer, a copy of a layer, or None for the scene.
        """
        return Instance(self).convert_time(time, to)

    def _sample(
        self, key_path: str | None, start: float, stop: float, count: int, instance: Iterable[int]
    ) -> npt.NDArray[np.float64]:
        """The animated values of a property, for `Scene.sample`."""
        indices = instance_indices(instance)
        values = interruptible.ask(
            ffi.samples,
            count,
            _lib.stretto_layer_sample,
            self._pointer,
            None if key_path is None else ffi.encode(spelled(key_path), "the key path"),
            number(start, "start"),
            number(stop, "stop"),
            count,
            ffi.int32s(indices),
            len(indices),
        )
        return values[:, 0] if values.shape[1] == 1 else values


class CopiedLayer(InstancesProperties, Layer):
    """Base of layers that show copies: replicators and texts."""

    __slots__ = ()

    @property
    def instance_masks(self) -> tuple[Layer | None, ...]:
        """A mask for each copy, or None for a copy without a mask. Copies past the end of the list of masks
        have no mask.

        A mask has the coordinates of its copy. The coordinates of a text's copy begin at the corner of the
        copy's box. If a layer becomes a mask, the layer leaves its former superlayer.
        """
        count, get = _lib.stretto_layer_get_instance_mask_count, _lib.stretto_layer_get_instance_mask
        return handle.listed(c.LayerPointer, count, get, self._pointer)

    @instance_masks.setter
    def instance_masks(self, masks: Iterable[Layer | None]) -> None:
        given = convert.listed(masks, "instance_masks", "layers", alone=Layer)
        chosen = tuple(mask if mask is None else _layer(mask) for mask in given)
        pointers = [c.LayerPointer() if mask is None else mask._pointer for mask in chosen]
        array = ffi.pointers(c.LayerPointer, pointers)
        before = self.instance_masks if self._retained else ()
        _lib.stretto_layer_set_instance_masks(self._pointer, array, len(chosen))
        for mask in filter(None, before):
            mask._let_go()
        for mask in filter(None, chosen):
            self._keep(mask)

    def _below(self) -> Iterator[Layer]:
        yield from super()._below()
        yield from filter(None, self.instance_masks)


class ReplicatorLayer(ReplicatorLayerProperties, CopiedLayer):
    """Shows its sublayers `instance_count` times (CAReplicatorLayer).

        row = st.ReplicatorLayer(ball, instance_count=3, instance_delay=0.1)

    From one copy to the next, `instance_transform` is applied once more about the centre of the replicator's
    bounds, the colour offsets are added once more, and `instance_delay` seconds are added to the delay. A
    negative delay looks ahead.

    - one rule for all copies: `instance_count`, `instance_delay`, `instance_transform`, `instance_color`,
      `instance_red_offset`, `instance_green_offset`, `instance_blue_offset`, `instance_alpha_offset`
    - values for each copy, in place of the rule: `instance_delays`, `instance_transforms`, `instance_colors`,
      `instance_opacities`, `instance_masks`
    - in space: `preserves_depth`
    - and all properties of a `Layer`

    Args:
        sublayers: The layers to show, by position: a layer or a list of layers.
        instance_count: Number of copies.
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.REPLICATOR


class ShapeLayer(ShapeLayerProperties, Layer):
    """Fills and strokes a path, in the layer's own coordinates (CAShapeLayer).

        ring = st.ShapeLayer(path=st.Path.circle(30, 30, 20), stroke_color="tomato", fill_color=None)
        film.from_(ring, stroke_end=0)  # draws the ring

    As in Core Animation, a path gives the layer no size. A layer without `bounds` is a point, which is at (0,
    0) of its superlayer unless you set `position`, and the layer rotates and scales about that point. To
    rotate the layer about the centre of its path, set bounds around the path: `bounds=(0, 0, 60, 60),
    position=(30, 30)`.

    - the outline: `path`
    - the fill: `fill_color`, `fill_rule`
    - the stroke: `stroke_color`, `line_width`, `stroke_start`, `stroke_end`, `line_cap`, `line_join`,
      `miter_limit`, `line_dash_pattern`, `line_dash_phase`
    - and all properties of a `Layer`
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.SHAPE


class GradientLayer(GradientLayerProperties, Layer):
    """Fills its bounds with an axial, radial or conic gradient (CAGradientLayer).

    - the kind: `type`
    - the stops: `colors` and their `locations`
    - the direction: `start_point`, `end_point`
    - and all properties of a `Layer`

    As in Core Animation, colours are interpolated without premultiplied alpha: between white and (0, 0, 0, 0)
    the gradient passes through grey. The words "clear" and "transparent" stand for the colour of the nearest
    stop at alpha 0, so ["white", "clear"] fades white. Between two different colours, "clear" becomes two
    stops at one location, and `colors` returns both stops. `locations` still takes one number for each colour
    that you gave. In an animation `locations` takes one number for each colour that `colors` returns.
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.GRADIENT

    _BY_ATTRIBUTE = frozenset({"colors", "locations"})


class EmitterCell(EmitterCellProperties):
    """A kind of particle (CAEmitterCell). A new cell emits nothing, because its birth rate is 0.

    A property with a range is uniformly distributed over mean - range/2 ... mean + range/2.

    - number and life: `birth_rate`, `lifetime`, `lifetime_range`, `enabled`
    - direction: `velocity`, `velocity_range`, `emission_longitude`, `emission_latitude`, `emission_range`,
      `x_acceleration`, `y_acceleration`, `z_acceleration`
    - the picture: `contents`, `contents_rect`, `contents_scale`, `magnification_filter`,
      `minification_filter`, `minification_filter_bias`
    - size and rotation: `scale`, `scale_range`, `scale_speed`, `rotation`, `rotation_range`, `spin`,
      `spin_range`
    - colour: `color`, `red_range`, `green_range`, `blue_range`, `alpha_range`, `red_speed`, `green_speed`,
      `blue_speed`, `alpha_speed`
    - when the cell emits: `begin_time`, `duration`, `speed`, `time_offset`, `repeat_count`,
      `repeat_duration`, `autoreverses`, `fill_mode`
    - in space: `particle_type`, and for planes `orientation_range`, `orientation_latitude`,
      `orientation_longitude`
    - other: `name` for key paths, `emitter_cells` that particles emit, `mass` and `mass_range` that divide
      the forces of behaviors

    A particle gets its values at its birth and keeps the values. Only animated accelerations and the
    emitter's `emitter_behaviors` act on all living particles.
    """

    __slots__ = ()
    _OBJECT_KIND = "cell"
    _RELEASE = "stretto_cell_release"

    def _create(self, given: dict[str, Any]) -> None:
        self._own(ffi.new(c.CellPointer, _lib.stretto_cell_create))
        self._set_keywords(given)

    def __copy__(self) -> EmitterCell:
        """Returns a copy of the cell that you can change independently. The copy shares the inner cells with
        the original.
        """
        twin = object.__new__(type(self))
        twin._create({name: getattr(self, name) for name in EmitterCell._SETTERS if not name.startswith("_")})
        return self._as(twin)

    def __deepcopy__(self, memo: dict[int, Any]) -> EmitterCell:
        """A copy of the cell with copies of the cells inside the cell."""
        twin: EmitterCell = super().__deepcopy__(memo)
        twin.emitter_cells = copy.deepcopy(self.emitter_cells, memo)
        return twin

    def __repr__(self) -> str:
        if self.closed:
            return "<EmitterCell, closed>"
        name = f" {self.name!r}" if self.name else ""
        picture = "nothing" if self.contents is None else repr(self.contents)
        return f"<EmitterCell{name}, {self.birth_rate:g} a second for {self.lifetime:g} s, of {picture}>"

    @property
    def emitter_cells(self) -> tuple[EmitterCell, ...]:
        """Cells that each particle of this kind emits while the particle lives, such as the sparks of a
        rocket.

        The emitted particles start at the position of the emitting particle, and their emission angles are
        relative to the direction in which the emitting particle moves. The cell shares the inner cells and
        does not copy them. Cells nest at most 8 deep, and a cell inside itself raises `InvalidArgument`.
        """
        count, get = _lib.stretto_cell_get_cell_count, _lib.stretto_cell_get_cell
        return FrozenTuple(handle.listed(c.CellPointer, count, get, self._pointer))

    @emitter_cells.setter
    def emitter_cells(self, cells: Iterable[EmitterCell]) -> None:
        _set_cells(self._pointer, _lib.stretto_cell_set_cells, cells)


class EmitterBehavior(EmitterBehaviorProperties):
    """A force, or another effect, on the living particles of an emitter (CAEmitterBehavior).

        layer.emitter_behaviors = [st.EmitterBehavior("drag", name="drag", drag=2)]
        layer.add_animation(st.BasicAnimation(from_value=0, to_value=2), "emitterBehaviors.drag.drag")

    Each type of behavior has its own inputs. A force is divided by the `mass` of the particle.

    - "drag": `drag`
    - "wave": `force`, `frequency`
    - "attractor": `attractor_type`, `stiffness`, `radius`, `position`, `z_position`, `orientation_latitude`,
      `orientation_longitude`, `falloff`, `falloff_distance`
    - "simpleAttractor": `stiffness`, `radius`, `position`, `falloff`
    - "alignToMotion": `rotation`, `preserves_depth`
    - "valueOverLife": `key_path`, `values`, `locations`, `additive`
    - "colorOverLife": `colors`, `locations`
    - "light": not drawn, as `scene.diagnostics()` reports
    - of every type: `type`, `enabled`, and `name` for key paths

    Args:
        type: One of the types above. The type never changes.

    Raises:
        InvalidArgument: If there is no such type, or an input cannot have the value.
        KeyPathError: If behaviors of the type have no such input.
    """

    __slots__ = ()
    _OBJECT_KIND = "behavior"
    _RELEASE = "stretto_behavior_release"

    def _create(self, given: dict[str, Any]) -> None:
        kind = convert.text(None, given.pop("type", None), "type")
        self._own(ffi.new(c.BehaviorPointer, _lib.stretto_behavior_create, ffi.encode(kind, "type")))
        self._set_keywords(given)

    @property
    def type(self) -> str:
        """Type of the behavior, which never changes."""
        return ffi.text(_lib.stretto_behavior_get_type, self._pointer)

    def _inputs(self) -> dict[str, Any]:
        """The values of `name`, `enabled` and all inputs of the behavior, by attribute."""
        found = {}
        for name in EmitterBehavior._KEYWORDS:
            with contextlib.suppress(KeyPathError):
                found[name] = getattr(self, name)
        return found

    def __copy__(self) -> EmitterBehavior:
        """A copy of the behavior that you can change independently."""
        twin = object.__new__(type(self))
        twin._create({"type": self.type, **self._inputs()})
        return self._as(twin)

    def __repr__(self) -> str:
        if self.closed:
            return "<EmitterBehavior, closed>"
        inputs = self._inputs()
        name, enabled = inputs.pop("name"), inputs.pop("enabled")
        words = [self.type, *([repr(name)] if name else []), *([] if enabled else ["off"])]
        given = ", ".join(f"{word} {shown(value)}" for word, value in sorted(inputs.items()))
        return f"<EmitterBehavior {' '.join(words)}{': ' if given else ''}{given}>"


class TransformLayer(TransformLayerProperties, Layer):
    """Shows its sublayers in 3-D space without flattening them into a plane (CATransformLayer).

    A plain layer shows its sublayers as one flat picture. Sublayers of a transform layer are sorted by depth
    among the siblings of the transform layer, so six faces in a transform layer make a cube. A transform
    layer paints nothing itself: background, contents, border, mask and `masks_to_bounds` have no effect, and
    its opacity applies to each sublayer.
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.TRANSFORM


class EmitterLayer(EmitterLayerProperties, Layer):
    """Emits particles of the kinds that its cells describe (CAEmitterLayer).

    The particles at a time depend only on the time and `seed`, so frames can be drawn in any order.

    - what: `emitter_cells`, and factors on all cells: `birth_rate`, `lifetime`, `velocity`, `scale`, `spin`
    - forces and other effects on the particles: `emitter_behaviors`
    - where: `emitter_shape`, `emitter_mode`, `emitter_position`, `emitter_z_position`, `emitter_size`,
      `emitter_depth`
    - how: `render_mode`, `preserves_depth` in space, `seed`; `warm` starts with the particles of an emitter
      that has always emitted; `loop_duration` is for clips that repeat
    - and all properties of a `Layer`
    """

    __slots__ = ()
    _LAYER_KIND = LayerKind.EMITTER

    @property
    def emitter_cells(self) -> tuple[EmitterCell, ...]:
        """The kinds of particle, in order. The layer shares the cells, so a change to a cell changes the
        layer's particles.
        """
        count, get = _lib.stretto_layer_get_cell_count, _lib.stretto_layer_get_cell
        return FrozenTuple(handle.listed(c.CellPointer, count, get, self._pointer))

    @emitter_cells.setter
    def emitter_cells(self, cells: Iterable[EmitterCell]) -> None:
        _set_cells(self._pointer, _lib.stretto_layer_set_cells, cells)

    @property
    def emitter_behaviors(self) -> tuple[EmitterBehavior, ...]:
        """Forces on the particles, and other effects on them. The layer shares the behaviors, so a change to
        a behavior changes the layer's particles.
        """
        count, get = _lib.stretto_layer_get_behavior_count, _lib.stretto_layer_get_behavior
        return FrozenTuple(handle.listed(c.BehaviorPointer, count, get, self._pointer))

    @emitter_behaviors.setter
    def emitter_behaviors(self, behaviors: Iterable[EmitterBehavior]) -> None:
        given = convert.listed(behaviors, "emitter_behaviors", "behaviors", alone=EmitterBehavior)
        pointers = [instance_of(EmitterBehavior, behavior)._pointer for behavior in given]
        _lib.stretto_layer_set_behaviors(
            self._pointer, ffi.pointers(c.BehaviorPointer, pointers), len(pointers)
        )


def _set_cells(pointer: Any, set_cells: Any, cells: Iterable[EmitterCell]) -> None:
    given = convert.listed(cells, "emitter_cells", "cells", alone=EmitterCell)
    chosen = tuple(instance_of(EmitterCell, cell) for cell in given)
    set_cells(pointer, ffi.pointers(c.CellPointer, [cell._pointer for cell in chosen]), len(chosen))


def _twins(layer: Any) -> tuple[list[tuple[Any, Any]], dict[int, Any]]:
    """Pairs of each layer of a tree and the copy of the layer, and the copies by the `id` of the original."""
    copied = ffi.new(c.LayerPointer, _lib.stretto_layer_copy, layer._pointer)
    twins = list(_pairs(layer, handle.adopt(copied, type(layer))))
    return twins, {id(old): new for old, new in twins}


def _pairs(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    yield old, new
    below: list[tuple[str, tuple[Any, ...], Any]] = [
        ("get_sublayer", (index,), layer) for index, layer in enumerate(old.sublayers)
    ]
    masks = getattr(old, "instance_masks", ())
    below += [("get_instance_mask", (index,), mask) for index, mask in enumerate(masks) if mask is not None]
    for key, name in ((b"mask", "mask"), (b"sourceLayer", "source"), (b"glyph", "glyph")):
        found = getattr(old, name, None)
        if found is not None:
            below.append(("get_layer", (key,), found))
    for verb, arguments, layer in below:
        get = getattr(_lib, "stretto_layer_" + verb)
        try:
            pointer = ffi.new(c.LayerPointer, get, new._pointer, *arguments)
        except InvalidArgument:  # another thread has changed the original since: the copy has no such layer
            continue
        is_alike = not pointer.value or handle.class_of(pointer) is handle.class_of(layer._pointer)
        twin = handle.adopt(pointer, type(layer) if is_alike else None)
        if twin is not None and is_alike:  # another thread may have put another layer in its place
            new._keep(twin)
            yield from _pairs(layer, twin)


def _size_of(frame: Any) -> str:
    """The width and the height in a value that was given as `frame`, for a message."""
    parts = list(frame) if is_series(frame) else []
    return ", ".join(map(shown, parts[2:])) if len(parts) == 4 else "width, height"


def _pointers(layers: tuple[Layer, ...]) -> tuple[Any, int]:
    """The handles of layers as a C array, and their number."""
    return ffi.pointers(c.LayerPointer, [layer._pointer for layer in layers]), len(layers)


def _by_key(animations: Any) -> list[tuple[str | None, Animation]]:
    """Animations with their keys, None for animations without a key."""
    if isinstance(animations, Mapping):
        chosen: list[tuple[str | None, Any]] = list(animations.items())
    elif isinstance(animations, Animation):
        chosen = [(None, animations)]
    else:
        chosen = [(None, item) for item in convert.listed(animations, "animations", "animations")]
    for key, _ in chosen:
        if key is not None:
            ffi.encode(key, "key")
    return [(key, instance_of(Animation, animation)) for key, animation in chosen]


def _layer(value: object) -> Layer:
    is_scene = not isinstance(value, Layer) and hasattr(value, "root")
    return instance_of(Layer, value, "; what is in it are its sublayers" if is_scene else "")


def _class_of(pointer: Any) -> type[Layer]:
    return _classes.get(ffi.integer(_lib.stretto_layer_get_kind, pointer), Layer)


handle.register(c.LayerPointer, _class_of)
handle.register(c.CellPointer, lambda _pointer: EmitterCell)
handle.register(c.BehaviorPointer, lambda _pointer: EmitterBehavior)
