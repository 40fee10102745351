"""Ownership of handles: closing, garbage collection, and one Python object for each handle."""

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


class _Life(weakref.ref["Handle"]):
    """Weak reference to an object. When the object is gone, its callback puts this into `_gone`."""

    __slots__ = ("key", "release")
    key: tuple[type, int]
    release: _Release


class _Release(weakref.ref["Handle"]):
    """Weak reference to an object whose callback releases the object's handle.

    The callback is a ctypes function, which takes the handle from `_as_parameter_`. A signal's handler could
    run in a callback written in Python, and Python drops what is raised there: a Ctrl-C would vanish.
    """

    __slots__ = ("_as_parameter_",)
    _as_parameter_: c.Pointer


#: Weak references to the living objects, by their ids; the only place that holds them.
_lives: dict[int, _Life] = {}
#: Those whose object is gone.
_gone: deque[_Life] = deque()
#: Id in `_lives` of the object of a handle, so that `layer.superlayer is parent`.
_objects: dict[tuple[type, int], int] = {}
# Collection may run our code on the thread that holds the lock.
_lock = lock_of_fork()
# Nothing is released at exit: the process takes its memory with it.
atexit.register(_lives.clear)
Opened = TypeVar("Opened", bound="Closable")
_class_of: dict[type[c.Pointer], Callable[[Any], type[Handle]]] = {}


def register(kind: type[c.Pointer], class_of: Callable[[Any], type[Handle]]) -> None:
    """Says which class stands for a handle of this kind."""
    _class_of[kind] = class_of


def adopt(pointer: c.Pointer, kind: type[Handle] | None = None) -> Any:
    """The object for a handle that the library gave with a reference; None for NULL. Takes the reference
    over. `kind` is the class of a new object, where it is known better than by the handle: the user's.
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
    """Calls a function whose last argument is `out_<noun>`, and returns the object of the handle; None for
    NULL.
    """
    return adopt(ffi.new(kind, function, *arguments))


def listed(kind: type[c.Pointer], counter: Any, get: Any, owner: Any) -> tuple[Any, ...]:
    """The objects of a list of the library: `counter` returns their number, `get` each one by its index."""
    return ffi.listed(counter, owner, lambda index: new(kind, get, owner, index))


def layer(kind: int = 0) -> Any:
    """A new layer of a kind, for modules that the classes of layers import."""
    return new(c.LayerPointer, ffi.lib.stretto_layer_create, kind)


def animation(kind: int, key_path: str) -> Any:
    """A new animation of a kind, for modules that the classes of animations import."""
    return new(c.AnimationPointer, ffi.lib.stretto_animation_create, kind, key_path.encode())


def class_of(pointer: c.Pointer) -> type[Handle]:
    """The package's class for what a live handle names."""
    return _class_of[type(pointer)](pointer)


def _known(key: tuple[type, int]) -> Handle | None:
    """The living object of a handle."""
    life = _lives.get(_objects.get(key, 0))
    return None if life is None else life()


def _forget_gone() -> None:
    """Removes what is kept for objects that are gone."""
    while _gone:
        life = _gone.popleft()
        _forget(id(life), life.key)


def _forget(life: int, key: tuple[type, int]) -> None:
    _lives.pop(life, None)
    if _objects.get(key) == life:
        del _objects[key]


def object_count() -> int:
    """The number of living objects."""
    with _lock:
        _forget_gone()
        return len(_lives)


@functools.cache
def _release_function(name: str) -> Callable[[object], int]:
    """A release function of the library that runs no code of Python's, and so raises nothing."""
    function: Any = ffi.lib[name]
    function.restype = c.int32
    return cast("Callable[[object], int]", function)


class Handle:
    """Base of objects of the library, which are released with the last Python reference."""

    __slots__ = ("__weakref__", "_life", "_owned")

    _RELEASE: ClassVar[str]
    #: None once it is closed.
    _owned: c.Pointer | None
    #: Id in `_lives`.
    _life: int

    def _own(self, pointer: c.Pointer) -> None:
        """Takes over one reference."""
        assert pointer.value
        life = _Life(self, _gone.append)
        life.key = type(pointer), pointer.value
        life.release = _Release(self, self._release)
        life.release._as_parameter_ = pointer
        self._owned, self._life = pointer, id(life)
        with _lock:
            _forget_gone()
            _lives[id(life)] = life
            _objects[life.key] = id(life)

    @property
    def _release(self) -> Callable[[object], int]:
        return _release_function(self._RELEASE)

    def _adopted(self) -> None:
        """Prepares what Python keeps beside a handle that existed before the object."""

    @property
    def _pointer(self) -> Any:
        if self._owned is None:
            raise ClosedError(f"this {type(self).__name__} is closed")
        return self._owned

    #: Advice for a user who tries to pickle it.
    _INSTEAD: ClassVar[str] = "pickle the scene that it is in"

    def __reduce__(self) -> Any:
        name = type(self).__name__
        article = "an" if name[0] in "AEIOU" else "a"
        raise TypeError(f"{article} {name} cannot be pickled by itself; {self._INSTEAD}")


class Closable(Handle):
    """Base of objects with `close()`, which releases them at once."""

    __slots__ = ()

    @property
    def closed(self) -> bool:
        """Whether `close()` was called."""
        return self._owned is None

    def close(self) -> None:
        """Lets go of what the library holds. What uses it keeps its own reference; closing twice is
        nothing.
        """
        with _lock:
            pointer, self._owned = self._owned, None
            if pointer is not None:
                _forget(self._life, (type(pointer), pointer.value or 0))
                self._release(pointer)

    def __enter__(self: Opened) -> Opened:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
