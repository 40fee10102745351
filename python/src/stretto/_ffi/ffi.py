"""Calls the C interface: loads the library, converts statuses to exceptions, and converts values.

No other module except `library` and `signatures` imports ctypes.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import os
import threading
import time
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from stretto import errors
from stretto._ffi import files

from . import library as _library
from . import signatures as c
from .numbers import shown, wrong_type
from .signatures import CharactersPointer, CopiesPointer, LayerPointer, LayerStatePointer, Pointer


def _check(status: int, function: object, arguments: object) -> None:
    """Raises the exception for a status other than OK, on the thread that got the status: `errcheck` of
    ctypes.
    """
    if status:
        message = lib.stretto_error_message().decode("utf-8", "replace")
        raise errors.from_status(status, message, lib.stretto_error_line())


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, arguments) in c.SIGNATURES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise errors.LoadError(f"{library._name} is older than this package: it has no {name}") from None
        function.restype, function.argtypes = result, arguments
        if result is c.status:
            function.errcheck = _check
    return library


#: The loaded library. ctypes releases the GIL during a call.
lib: Any = _declare(_library.load())


# Conversion of values

#: Largest number of attempts to read a list that other threads change.
_MOST_READS = 100
#: Number of rows up to which a result is computed once. Memory that the function does not fill costs nothing.
_ROWS = 1 << 16
#: Largest number of values in an array of samples: one gigabyte.
_MOST_NUMBERS = 2**27
AnyPointer = TypeVar("AnyPointer", bound=Pointer)
Struct = TypeVar("Struct", bound=ctypes.Structure)
Item = TypeVar("Item")


def new(kind: type[AnyPointer], function: Any, *arguments: Any) -> AnyPointer:
    """Calls a function whose last argument is `out_<noun>`, and returns the handle. The value of the handle
    is None for NULL.
    """
    out = kind()
    function(*arguments, ctypes.byref(out))
    return out


def value(kind: Any, function: Any, *arguments: Any) -> Any:
    """Calls a function whose last argument points to a number of a C type, and returns the number."""
    out = kind()
    function(*arguments, ctypes.byref(out))
    return out.value


def number(function: Any, *arguments: Any) -> float:
    """Calls a function whose last argument is a `double *`, and returns the number."""
    return cast(float, value(c.double, function, *arguments))


def count(function: Any, *arguments: Any) -> int:
    """Calls a function whose last argument is a `uint32_t *`, and returns the number."""
    return cast(int, value(c.uint32, function, *arguments))


def integer(function: Any, *arguments: Any) -> int:
    """Calls a function whose last argument is an `int32_t *`, and returns the number."""
    return cast(int, value(c.int32, function, *arguments))


def pair(kind: str, function: Any, *arguments: Any) -> tuple[Any, Any]:
    """Calls a function whose last two arguments point to doubles ("d") or to uint32 ("u"), and returns the
    pair.
    """
    cell: Any = {"d": c.double, "u": c.uint32}[kind]
    first, second = cell(), cell()
    function(*arguments, ctypes.byref(first), ctypes.byref(second))
    return first.value, second.value


def listed(counter: Any, owner: Pointer, item: Callable[[int], Item]) -> tuple[Item, ...]:
    """Returns `item(index)` for each index. If another thread shortens the list meanwhile, the list is read
    again, at most `_MOST_READS` times.
    """
    for attempt in range(_MOST_READS):
        try:
            return tuple(item(index) for index in range(count(counter, owner)))
        except errors.InvalidArgument:
            if attempt == _MOST_READS - 1:
                raise
    raise AssertionError


def text_list(counter: Any, get: Any, owner: Pointer) -> tuple[str, ...]:
    """Returns the texts of a list: `counter` returns their number, and `get` each text by its index."""
    return listed(counter, owner, lambda index: text(get, owner, index))


def rows(
    kind: Any, function: Any, *arguments: Any, capacity: int = 0, drop: Callable[[Any], object] = id
) -> Any:
    """Calls a function that ends with `out_rows, capacity, out_count`, and calls it again if the capacity was
    too small. `drop` releases the objects in an unused row. A capacity of 0 stands for `_ROWS`.
    """
    found, capacity = c.uint32(), capacity or _ROWS
    while True:
        buffer = _array(kind, capacity)
        function(*arguments, buffer, capacity, ctypes.byref(found))
        if found.value <= capacity:
            return buffer[: found.value]
        for row in buffer:
            drop(row)
        capacity = found.value


def numbers(function: Any, *arguments: Any) -> list[float]:
    """Calls a function that ends with `out_values, capacity, out_count`, and returns the numbers."""
    return cast("list[float]", rows(c.double, function, *arguments, capacity=16))


def samples(count: int, function: Any, *arguments: Any) -> npt.NDArray[np.float64]:
    """Calls a function that ends with `out_values, capacity, out_width`; returns an array (count, width)."""
    width = c.uint32(1)
    while True:
        shape = count, max(1, width.value)
        if count * shape[1] > _MOST_NUMBERS:
            raise errors.LimitError(f"{count} samples of {shape[1]} numbers; 2^27 numbers are allowed")
        values = np.empty(shape)
        function(*arguments, values.ctypes.data_as(c.to(c.double)), values.size, ctypes.byref(width))
        if width.value <= values.shape[1]:
            return values.reshape(-1)[: count * width.value].reshape(count, width.value)


def text(function: Any, *arguments: Any) -> str:
    """Calls a function whose last argument is `stretto_bytes *out_text`, and returns the text."""
    return data(function, *arguments).decode("utf-8", "replace")


def data(function: Any, *arguments: Any) -> bytes:
    """Calls a function whose last argument is a `stretto_bytes *`, and returns the bytes."""
    out = c.BytesStruct()
    function(*arguments, ctypes.byref(out))
    return _taken(out)


def _taken(given: c.BytesStruct) -> bytes:
    """Returns the bytes of a struct, and releases the struct."""
    try:
        return ctypes.string_at(given.data, given.size) if given.size else b""
    finally:
        lib.stretto_bytes_release(ctypes.byref(given))


def font_metrics(font: Pointer) -> tuple[float, float, float]:
    """Ascent, descent and line gap of a font, as fractions of the font size."""
    return cast("tuple[float, float, float]", _three(lib.stretto_font_get_metrics, font))


def point_at(path: Any, distance: float) -> tuple[float, float, float]:
    """Coordinates and direction of travel at a distance along a path."""
    return cast("tuple[float, float, float]", _three(lib.stretto_path_get_point_at, path, distance))


def _three(function: Any, *arguments: Any) -> tuple[float, ...]:
    out = c.double(), c.double(), c.double()
    function(*arguments, *map(ctypes.byref, out))
    return tuple(item.value for item in out)


def bytes_in(value: bytes) -> tuple[Any, int]:
    """The address and the size of bytes. The bytes object must outlive the call that uses the address."""
    return ctypes.cast(ctypes.c_char_p(value), c.to(c.uint8)), len(value)


def document_source(
    name: bytes,
    index: bytes,
    load: Callable[[str], c.ImagePointer | None],
    load_font: Callable[[str], c.FontPointer | None],
    font_folders: Sequence[bytes],
) -> Any:
    """Returns a filled `stretto_document_source`.

    Args:
        name: Name of the document in messages.
        index: Index of the bundle as XML, or empty.
        load: Returns the image at a path, or None.
        load_font: Returns the font at a path, or None.
        font_folders: Folders with fonts.
    """

    def loader(find: Callable[[str], Pointer | None], retain: Any) -> Callable[[object, bytes], int | None]:
        def call(_context: object, path: bytes) -> int | None:
            found = find(path.decode("utf-8", "replace"))
            if found is None:
                return None
            retain(found)
            return found.value

        return call

    load_image = c.LoadImage(loader(load, lib.stretto_image_retain))
    size = ctypes.sizeof(c.DocumentSourceStruct)
    source = c.DocumentSourceStruct(size, 0, name, load_image, None, *bytes_in(index))
    source.load_font = c.LoadFont(loader(load_font, lib.stretto_font_retain))
    source.font_folders, source.font_folder_count = texts(font_folders), len(font_folders)
    # The function returns the struct itself and not `byref` of the struct, because the garbage collector
    # cannot see a reference through `byref`.
    return source


@functools.cache
def functions_of(object_kind: str) -> dict[str, Any]:
    """C functions for one kind of object, by the part of their names after the kind: "set_number" for
    `stretto_layer_set_number`.
    """
    prefix = f"stretto_{object_kind}_"
    return {name[len(prefix) :]: getattr(lib, name) for name in c.SIGNATURES if name.startswith(prefix)}


_PARTS = {CopiesPointer: "copies", CharactersPointer: "characters", LayerStatePointer: "layer_state"}


def functions_for(target: Pointer) -> dict[str, Any]:
    """Functions for a handle of a layer, or of copies, characters or a state of a layer."""
    return functions_of(_PARTS.get(type(target), "layer"))


@functools.lru_cache(maxsize=1024)
def key_path(text: str) -> bytes:
    """A key path as UTF-8."""
    return encode(text, "the key path")


def doubles(values: Sequence[float]) -> Any:
    """The numbers as a C array, which has at least one element so that its address is valid."""
    return (c.double * max(1, len(values)))(*values)


def int32s(values: Sequence[int]) -> Any:
    """The numbers as a C array. The numbers must be whole numbers of 32 bits."""
    return (c.int32 * max(1, len(values)))(*values)


def pointers(kind: type[AnyPointer], values: Sequence[AnyPointer]) -> Any:
    """The handles as a C array."""
    return (kind * max(1, len(values)))(*values)


def texts(values: Sequence[bytes]) -> Any:
    """The texts as a C array."""
    return (c.text * max(1, len(values)))(*values)


def encode(value: str, what: str) -> bytes:
    """The text as UTF-8. Raises InvalidArgument for a NUL character, which would end the text in C."""
    try:
        encoded = value.encode("utf-8")
    except UnicodeEncodeError:
        raise errors.InvalidArgument(f"{what} is not valid Unicode: {shown(value)}") from None
    except AttributeError:
        raise wrong_type(what, "a text", value) from None
    if b"\0" in encoded:
        raise errors.InvalidArgument(f"{what} holds a NUL character: {shown(value)}")
    return encoded


def encode_path(path: str | os.PathLike[str]) -> bytes:
    """The path of a file in the encoding of the file system."""
    try:
        encoded = os.fsencode(path if isinstance(path, bytes) else files.path_like(path))
    except UnicodeEncodeError as error:
        raise errors.InvalidArgument(files.unspeakable(os.fspath(path), error)) from None
    if b"\0" in encoded:
        raise errors.InvalidArgument(f"the file name holds a NUL character: {shown(os.fspath(path))}")
    return encoded


def pixels(array: npt.NDArray[np.uint8]) -> Any:
    """The address of an array's first byte. The array must outlive the call that uses the address."""
    try:
        return ctypes.byref(c.uint8.from_buffer(cast(Any, array)))
    except (TypeError, ValueError, BufferError):  # the array is read-only, empty, or has gaps between rows
        pass
    return ctypes.byref(c.uint8.from_address(array.__array_interface__["data"][0]))


# Conversion of structs


def transform(function: Any, *arguments: Any) -> tuple[float, ...]:
    """Calls one of the transform functions, and returns the 16 numbers of the result. An argument that is a
    transform is a tuple of 16 numbers.
    """
    given = [
        c.TransformStruct((c.double * 16)(*value)) if isinstance(value, tuple) else value
        for value in arguments
    ]
    return tuple(function(*given).m)


def transform_pointer(values: tuple[float, ...]) -> Any:
    """A pointer to a transform."""
    return ctypes.byref(c.TransformStruct((c.double * 16)(*values)))


_OPTIONS_SIZE = ctypes.sizeof(c.RenderOptionsStruct)
#: The `struct_size` of an appearance struct.
APPEARANCE_SIZE = ctypes.sizeof(c.AppearanceStruct)


@functools.lru_cache(maxsize=64)
def render_options(scale: float, premultiplied: bool, threads: int, timeout: float) -> Any:
    """A filled `stretto_render_options`, shared by calls. The argument `timeout` is in seconds; 0 means no
    timeout.
    """
    milliseconds = 0 if not timeout else min(max(1, round(timeout * 1000)), 2**32 - 1)
    return ctypes.byref(c.RenderOptionsStruct(_OPTIONS_SIZE, premultiplied, scale, threads, milliseconds))


def _renderer() -> Callable[..., int]:
    """The render function without `errcheck`, which makes each call faster."""
    function = lib["stretto_scene_render_with"]
    function.restype = c.status
    function.argtypes = [ctypes.c_void_p, c.double, ctypes.c_void_p, ctypes.c_void_p, c.size, c.size]
    return cast("Callable[..., int]", function)


_render = _renderer()


def render(scene: c.ScenePointer, time: float, options: Any, target: Any, row_size: int, size: int) -> None:
    """Draws a frame with `render_options` into the `pixels` of an array."""
    if status := _render(scene, time, options, target, row_size, size):
        _check(status, None, None)


def render_frames(
    scene: c.ScenePointer, times: Sequence[float], options: Any, frames: Sequence[npt.NDArray[np.uint8]]
) -> None:
    """Draws frames with `render_options` into arrays without gaps between rows."""
    failures: list[BaseException] = []

    def take(_: object, index: int, pixels: Any, row_size: int) -> bool:
        try:
            frame = frames[index]
            ctypes.memmove(frame.ctypes.data, pixels, row_size * len(frame))
        except (
            BaseException
        ) as error:  # a signal handler may raise here, and C does not pass the exception on
            failures.append(error)
        return not failures

    c_times = (c.double * len(times))(*times)
    try:
        lib.stretto_scene_render_frames(scene, c_times, len(times), options, c.TakeFrame(take), None)
    finally:
        if failures:
            raise failures[0]


def flag() -> Any:
    """A cancellation flag. Any thread may set the `.value` of the flag to a number other than 0, which ends
    the calls that use the flag.
    """
    return c.int32()


class _Limits(threading.local):
    """The limits of the calling thread."""

    end = math.inf
    flag: Any = None
    memory = 0
    #: Struct of the limits for the library; None for no limits.
    given: Any = None


_limits = _Limits()


def _set_limits(end: float, flag: Any, memory: int, given: Any) -> None:
    lib.stretto_limits_set(given and ctypes.byref(given))
    _limits.end, _limits.flag, _limits.memory, _limits.given = end, flag, memory, given


def _given(timeout: float, flag: Any, memory: int) -> Any:
    pointer = None if flag is None else ctypes.pointer(flag)
    return c.LimitsStruct(ctypes.sizeof(c.LimitsStruct), 0, timeout, pointer, memory)


@contextlib.contextmanager
def limits(timeout: float = 0, flag: Any = None, memory: int = 0) -> Iterator[None]:
    """Limits the calls of the calling thread, within the thread's present limits.

    Args:
        timeout: Seconds. 0 adds no limit.
        flag: Flag that ends the calls. None keeps the present flag.
        memory: Bytes that the calls may allocate for documents. 0 keeps the present limit.
    """
    outer = _limits.end, _limits.flag, _limits.memory, _limits.given
    now = time.monotonic()
    end = min(_limits.end, now + timeout if timeout else math.inf)
    flag, memory = _limits.flag if flag is None else flag, memory or _limits.memory
    # A timeout of 0 would mean no limit.
    seconds = 0 if end == math.inf else max(end - now, 1e-6)
    _set_limits(end, flag, memory, _given(seconds, flag, memory))
    try:
        yield
    finally:
        _set_limits(*outer)


def check_cancelled() -> None:
    """Raises `Cancelled` if the calling thread's limits are exceeded. Long loops in Python call
    `check_cancelled` repeatedly.
    """
    if time.monotonic() >= _limits.end or (_limits.flag is not None and _limits.flag.value):
        raise errors.Cancelled("the call was cancelled")


def limit_thread(flag: Any) -> None:
    """Makes all further calls of the calling thread end when the flag is set."""
    _set_limits(math.inf, flag, 0, _given(0, flag, 0))


def png(array: npt.NDArray[np.uint8], level: int, threads: int) -> bytes:
    """Encodes straight RGBA of shape (height, width, 4) as a PNG file."""
    height, width = array.shape[:2]
    return data(lib.stretto_png_encode, pixels(array), width, height, 4 * width, 0, level, threads)


def structs(
    kind: type[Struct], function: Any, *arguments: Any, capacity: int = 0
) -> list[types.SimpleNamespace]:
    """Returns the structs of a function, as `_row` reads them. The capacity is as in `rows`."""
    found = rows(kind, function, *arguments, capacity=capacity, drop=lambda struct: release(_row(struct)))
    return [_row(struct) for struct in found]


def _array(kind: type[Struct], capacity: int) -> Any:
    """An array that a function fills. A large array is not cleared. In a struct that may grow in later
    versions, the first element is the size of the struct.
    """
    array = kind * capacity
    if capacity <= 64:
        buffer: Any = array()
    else:
        buffer = array.from_buffer(cast(Any, np.empty(ctypes.sizeof(array), np.uint8)))
    if capacity and hasattr(kind, "struct_size"):
        cast(Any, buffer[0]).struct_size = ctypes.sizeof(kind)
    return buffer


def _row(struct: Any) -> types.SimpleNamespace:
    """The fields of a struct: texts as strings, handles as new pointers, other fields as in ctypes."""
    found = {name: getattr(struct, name) for name, *_ in struct._fields_}
    for name, value in found.items():
        if isinstance(value, c.BytesStruct):
            found[name] = _taken(value).decode("utf-8", "replace")
        elif isinstance(value, LayerPointer):
            found[name] = LayerPointer(value.value)
    return types.SimpleNamespace(**found)


def release(row: types.SimpleNamespace) -> None:
    """Releases the layers of a row."""
    for value in vars(row).values():
        if isinstance(value, LayerPointer):
            lib.stretto_layer_release(value)


def loop_report(scene: c.ScenePointer) -> tuple[float, float, list[types.SimpleNamespace]]:
    """Period of a scene, the time from which it is periodic, and the entries of the loop report."""
    duration, steady_from = c.double(), c.double()
    out = ctypes.byref(duration), ctypes.byref(steady_from)
    entries = structs(c.LoopEntryStruct, lib.stretto_scene_get_loop_report, scene, *out)
    return duration.value, steady_from.value, entries


def hit_test(scene: c.ScenePointer, points: Sequence[float], time: float) -> list[types.SimpleNamespace]:
    """Hit at each point, given as x, y, x, y."""
    count = len(points) // 2
    hits = _array(c.HitStruct, count)
    lib.stretto_scene_hit_test(scene, doubles(points), count, time, hits)
    return [_row(hit) for hit in hits]


def stagger_delays(
    count: int,
    *,
    origin: int,
    point: tuple[float, float],
    seconds: float,
    is_total: bool,
    ease: Sequence[float],
    grid: tuple[int, int],
    axis: int,
    seed: int,
) -> npt.NDArray[np.float64]:
    """Delays in seconds of `count` copies."""
    stagger = c.StaggerStruct()
    lib.stretto_stagger_init(ctypes.byref(stagger))
    stagger.origin, stagger.seconds, stagger.is_total, stagger.seed = origin, seconds, is_total, seed
    (stagger.x, stagger.y), (stagger.columns, stagger.rows), stagger.axis = point, grid, axis
    stagger.ease[:] = ease
    delays = np.zeros(count)
    lib.stretto_stagger_get_delays(ctypes.byref(stagger), count, delays.ctypes.data_as(c.to(c.double)))
    return delays


def path_elements(path: c.PathPointer) -> tuple[str, list[float]]:
    """The letters and the numbers of a path's elements."""
    read, letter_count, number_count = lib.stretto_path_get_elements, c.uint32(), c.uint32()
    counts = ctypes.byref(letter_count), ctypes.byref(number_count)
    read(path, None, 0, None, 0, *counts)
    letters = ctypes.create_string_buffer(letter_count.value + 1)
    values = (c.double * (number_count.value + 1))()
    read(path, letters, letter_count.value, values, number_count.value, *counts)
    return letters.raw[: letter_count.value].decode("ascii"), values[: number_count.value]


def properties(object_kind: int, kind: int) -> list[c.PropertyStruct]:
    """The library's table of properties of a kind of layer, animation or cell."""
    table = []
    for index in range(count(lib.stretto_property_get_count, object_kind, kind)):
        entry = c.PropertyStruct(struct_size=ctypes.sizeof(c.PropertyStruct))
        lib.stretto_property_get(object_kind, kind, index, ctypes.byref(entry))
        table.append(entry)
    return table
