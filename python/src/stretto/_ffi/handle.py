"""Owns handles of the library, releases handles by `close` or garbage collection, and keeps one Python object
for each handle.
"""

from __future__ import annotations

import atexit
import functools
import weakref
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, ClassVar, TypeVar, cast

from stretto.errors import ClosedError

from . import ffi
from . import signatures as c
from .lazy import lock_of_fork


class _ObjectReference(weakref.ref["Handle"]):
    """Weak reference to an object, whose callback adds it to `_collected` when the object is collected."""

    __slots__ = ("key", "release")
    key: tuple[type, int]
    release: _Release


class _Release(weakref.ref["Handle"]):
    """Weak reference to an object whose callback releases the object's handle.

    The callback is a ctypes function, which takes the handle from `_as_parameter_`. A callback in Python
    could run a signal handler, and Python drops exceptions in callbacks, so a Ctrl-C would be lost.
    """

    __slots__ = ("_as_parameter_",)
    _as_parameter_: c.Pointer


#: The weak references of all living objects, by their ids. Only this dictionary keeps the weak references
#: alive.
_references: dict[int, _ObjectReference] = {}
#: The weak references of collected objects.
_collected: deque[_ObjectReference] = deque()
#: Key in `_references` by handle, so that one handle always has one Python object.
_objects: dict[tuple[type, int], int] = {}
# A reentrant lock, because garbage collection may run this module's code on the thread that holds the lock.
_lock = lock_of_fork()
# When Python exits, no handle is released, because the process frees all memory.
atexit.register(_references.clear)
Opened = TypeVar("Opened", bound="Closable")
_class_of: dict[type[c.Pointer], Callable[[Any], type[Handle]]] = {}


def register(kind: type[c.Pointer], class_of: Callable[[Any], type[Handle]]) -> None:
    """Sets the function that returns the class of a handle of this kind."""
    _class_of[kind] = class_of


def adopt(pointer: c.Pointer, kind: type[Handle] | None = None) -> Any:
    """Returns the object of a handle, and takes over the caller's reference; returns None for NULL.

    Args:
        pointer: The handle.
        kind: Class of a new object, if the caller knows it better than the handle does: a user's class.
    """
    if not pointer.value:
        return None
    with _lock:
        known = _known((type(pointer), pointer.value))
        if known is not None:
            known._release(pointer)
            return known
        made = object.__new__(kind or class_of(pointer))
        made._own(pointer)
        made._adopted()
        return made


def new(kind: type[c.Pointer], function: Any, *arguments: Any) -> Any:
    """Calls a function whose last argument is `out_<noun>`, and returns the object of the handle, or None for
    NULL.
    """
    return adopt(ffi.new(kind, function, *arguments))


def listed(kind: type[c.Pointer], counter: Any, get: Any, owner: Any) -> tuple[Any, ...]:
    """Returns the objects of a list: `counter` returns their number, and `get` each handle by its index."""
    return ffi.listed(counter, owner, lambda index: new(kind, get, owner, index))


def layer(kind: int = 0) -> Any:
    """Returns a new layer of a kind. Modules that the layer classes import use this function."""
    return new(c.LayerPointer, ffi.lib.stretto_layer_create, kind)


def animation(kind: int, key_path: str) -> Any:
    """Returns a new animation of a kind. Modules that the animation classes import use this function."""
    return new(c.AnimationPointer, ffi.lib.stretto_animation_create, kind, key_path.encode())


def class_of(pointer: c.Pointer) -> type[Handle]:
    """The package's class for a living handle."""
    return _class_of[type(pointer)](pointer)


def _known(key: tuple[type, int]) -> Handle | None:
    """The living object of a handle, or None."""
    reference = _references.get(_objects.get(key, 0))
    return None if reference is None else reference()


def _forget_collected() -> None:
    """Removes the entries of collected objects."""
    while _collected:
        reference = _collected.popleft()
        _forget(id(reference), reference.key)


def _forget(reference: int, key: tuple[type, int]) -> None:
    _references.pop(reference, None)
    if _objects.get(key) == reference:
        del _objects[key]


def object_count() -> int:
    """Number of living objects."""
    with _lock:
        _forget_collected()
        return len(_references)


@functools.cache
def _release_function(name: str) -> Callable[[object], int]:
    """A release function of the library without `errcheck`, which runs no Python code and cannot raise."""
    function: Any = ffi.lib[name]
    function.restype = c.int32
    return cast("Callable[[object], int]", function)


class Handle:
    """Base of objects of the library, which are released with the last Python reference."""

    __slots__ = ("__weakref__", "_owned", "_reference_id")

    _RELEASE: ClassVar[str]
    #: The handle; None after `close`.
    _owned: c.Pointer | None
    #: Key in `_references`.
    _reference_id: int

    def _own(self, pointer: c.Pointer) -> None:
        """Takes over one reference to the handle."""
        assert pointer.value
        reference = _ObjectReference(self, _collected.append)
        reference.key = type(pointer), pointer.value
        reference.release = _Release(self, self._release)
        reference.release._as_parameter_ = pointer
        self._owned, self._reference_id = pointer, id(reference)
        with _lock:
            _forget_collected()
            _references[id(reference)] = reference
            _objects[reference.key] = id(reference)

    @property
    def _release(self) -> Callable[[object], int]:
        return _release_function(self._RELEASE)

    def _adopted(self) -> None:
        """Initialises the Python attributes of an object whose handle existed before."""

    @property
    def _pointer(self) -> Any:
        if self._owned is None:
            raise ClosedError(f"this {type(self).__name__} is closed")
        return self._owned

    #: Advice in the error about pickling the object.
    _INSTEAD: ClassVar[str] = "pickle the scene that it is in"

    def __reduce__(self) -> Any:
        name = type(self).__name__
        article = "an" if name[0] in "AEIOU" else "a"
        raise TypeError(f"{article} {name} cannot be pickled by itself; {self._INSTEAD}")


class Closable(Handle):
    """Base of objects whose `close()` releases the handle at once."""

    __slots__ = ()

    @property
    def closed(self) -> bool:
        """Whether `close()` was called."""
        return self._owned is None

    def close(self) -> None:
        """Releases the object's handle. Other objects that use the closed object keep their own references.
        If you call `close` a second time, the call does nothing.
        """
        with _lock:
            pointer, self._owned = self._owned, None
            if pointer is not None:
                _forget(self._reference_id, (type(pointer), pointer.value or 0))
                self._release(pointer)

    def __enter__(self: Opened) -> Opened:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
