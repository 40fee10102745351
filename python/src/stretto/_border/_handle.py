"""Ownership of handles: closing, garbage collection, and one Python object for each handle."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Any, ClassVar, TypeVar

from stretto.errors import ClosedError

from . import _ffi
from ._forking import lock_of_fork

# Python objects by handle, so that `layer.superlayer is parent`. Collection may run our code on the thread
# that holds the lock.
_objects: weakref.WeakValueDictionary[tuple[type, int], Handle] = weakref.WeakValueDictionary()
_lock = lock_of_fork()
Opened = TypeVar("Opened", bound="Closable")
_class_of: dict[type[_ffi.Pointer], Callable[[Any], type[Handle]]] = {}


def register(kind: type[_ffi.Pointer], class_of: Callable[[Any], type[Handle]]) -> None:
    """Says which class stands for a handle of this kind."""
    _class_of[kind] = class_of


def adopt(pointer: _ffi.Pointer, kind: type[Handle] | None = None) -> Any:
    """The object for a handle that the library gave with a reference; None for NULL. Takes the reference
    over. `kind` is the class of a new object, where it is known better than by the handle: the user's.
    """
    if not pointer.value:
        return None
    with _lock:
        known = _objects.get((type(pointer), pointer.value))
        if known is not None:
            getattr(_ffi.lib, known._RELEASE)(pointer)
            return known
        made = object.__new__(kind or class_of(pointer))
        made._own(pointer)
        made._adopted()
        return made


def layer(kind: int = 0) -> Any:
    """A new layer of a kind, for modules below the classes."""
    return adopt(_ffi.new(_ffi.LayerPointer, _ffi.lib.stretto_layer_create, kind))


def animation(kind: int, key_path: str) -> Any:
    """A new animation of a kind, likewise."""
    return adopt(_ffi.new(_ffi.AnimationPointer, _ffi.lib.stretto_animation_create, kind, key_path.encode()))


def class_of(pointer: _ffi.Pointer) -> type[Handle]:
    """The package's class for what a live handle names."""
    return _class_of[type(pointer)](pointer)


def _release(function: Any, pointer: _ffi.Pointer) -> None:
    function(pointer)


class Handle:
    """Base of objects of the library, which are released with the last Python reference."""

    __slots__ = ("__weakref__", "_finalizer", "_owned")

    _RELEASE: ClassVar[str]
    _owned: _ffi.Pointer
    _finalizer: Any

    def _own(self, pointer: _ffi.Pointer) -> None:
        """Takes over one reference. Nothing is released at exit: the process takes its memory with it."""
        self._owned = pointer
        self._finalizer = weakref.finalize(self, _release, getattr(_ffi.lib, self._RELEASE), pointer)
        self._finalizer.atexit = False
        assert pointer.value
        with _lock:
            _objects[type(pointer), pointer.value] = self

    def _adopted(self) -> None:
        """Prepares what Python keeps beside a handle that existed before the object."""

    @property
    def _pointer(self) -> Any:
        if not self._finalizer.alive:
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
        return not self._finalizer.alive

    def close(self) -> None:
        """Lets go of what the library holds. What uses it keeps its own reference; closing twice is
        nothing.
        """
        with _lock:
            if self._finalizer.alive:
                _objects.pop((type(self._owned), self._owned.value or 0), None)
                self._finalizer()

    def __enter__(self: Opened) -> Opened:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
