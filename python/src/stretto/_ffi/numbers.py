"""Numbers on their way to C: what is none is a TypeError, what does not fit is InvalidArgument."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, TypeVar, cast

import numpy as np

from stretto.errors import InvalidArgument

Kind = TypeVar("Kind")

#: The most characters of a value in a message.
_SHOWN = 80
#: Words that people write for infinity.
_FOR_EVER = frozenset({"forever", "for ever", "infinite", "infinity", "inf", "always", "loop"})
_UINT32_MAX = 2**32 - 1
_INT32_MAX = 2**31 - 1
#: The most replicators around a layer that an index can name.
_MAX_INSTANCE_DEPTH = 32


def shown(value: Any) -> str:
    """A value in a message, in one line and not too long."""
    try:
        text = " ".join(repr(value).split())
    except RecursionError:
        text = f"a {type(value).__name__} that nests too deep"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def wrong_type(what: str, wanted: str, value: object, step: str = "") -> TypeError:
    """The error about a value of another type than is wanted."""
    return TypeError(f"{what} takes {wanted}, not {type(value).__name__} {shown(value)}{step}")


def instance_of(kind: type[Kind], value: object, step: str = "") -> Kind:
    """The value, which must be of a class."""
    if isinstance(value, kind):
        return value
    article = "an" if kind.__name__[0] in "AEI" else "a"
    raise TypeError(f"{article} {kind.__name__} is needed, not {type(value).__name__} {shown(value)}{step}")


def step_to_number(value: Any) -> str:
    """The step that helps whoever gives a word for what never ends, or a length of time; else ""."""
    if isinstance(value, np.timedelta64):
        return "; value / np.timedelta64(1, 's') is one"
    if hasattr(value, "total_seconds"):
        return "; value.total_seconds() is one"
    meant = isinstance(value, str) and value.strip().lower() in _FOR_EVER
    return "; for ever is math.inf" if meant else ""


def number(value: Any, what: str) -> float:
    """The value as a float. Booleans and NumPy scalars are numbers, texts are not."""
    if type(value) is float:
        return value
    plain = type(value) is int
    if not plain and (
        isinstance(value, (str, bytes)) or not (hasattr(value, "__float__") or hasattr(value, "__index__"))
    ):
        step = step_to_number(value)
        if what == "time" and isinstance(value, str):
            step = f"; a label's is timeline.labels[{shown(value)}]"
        raise wrong_type(what, "a number", value, step)
    shape = () if plain else getattr(value, "shape", ())
    if shape:
        raise TypeError(f"{what} takes a number, not an array of the shape {shape}: {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise InvalidArgument(f"{what} was given a number too large for a double") from None
    except TypeError:  # a class, which has what its numbers have, or a length of time
        raise wrong_type(what, "a number", value, step_to_number(value)) from None


def seconds_of(timeout: float | None) -> float:
    """A `timeout` in seconds; 0 for None, which has no end."""
    if timeout is None:
        return 0
    found = number(timeout, "timeout")
    if not 0 < found < math.inf:
        raise InvalidArgument(
            f"timeout was given {shown(timeout)}; it is seconds above 0, or None for no end"
        )
    return found


def is_series(value: Any) -> bool:
    """Whether a value holds others one after another, as lists and arrays do. Texts do not, nor an array of
    no dimension, which is one number.
    """
    if isinstance(value, (list, tuple)):
        return True  # ours say what a missing name means, and that takes long
    return (
        isinstance(value, Iterable)
        and not isinstance(value, (str, bytes, type))
        and getattr(value, "ndim", 1) != 0
    )


def sequence(value: Any) -> Any:
    """A series that can be looked at more than once; anything else as it is."""
    return value if isinstance(value, (list, tuple, np.ndarray)) or not is_series(value) else list(value)


def numbers(value: Any, what: str) -> list[float]:
    """The values as floats, from any sequence or one-dimensional array."""
    if not is_series(value):
        raise wrong_type(what, "a sequence of numbers", value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return [item if type(item) is float else number(item, what) for item in value]


def point_of(given: Sequence[Any], what: str) -> tuple[float, float]:
    """The point that is given as (x, y), or as x and y."""
    values = numbers(given[0], what) if len(given) == 1 and is_series(given[0]) else numbers(given, what)
    if len(values) != 2:
        raise InvalidArgument(
            f"{what} takes a point (x, y), or x and y; it was given {shown(given)[1:-1] or 'nothing'}"
        )
    return values[0], values[1]


def text_like(value: Any, what: str, example: str) -> str:
    """The value, which must be a text."""
    if not isinstance(value, str):
        raise wrong_type(what, f"a text such as {example!r}", value)
    return value


def flag(value: Any, what: str) -> bool:
    """True or False, also as NumPy's, as 1 or 0, or as None for False."""
    if value is None or (isinstance(value, (int, float, np.bool_, np.number)) and value in (0, 1)):
        return bool(value)
    raise wrong_type(what, "True or False", value)


def whole(value: Any, what: str) -> int:
    """A whole number, as Python counts with."""
    try:
        return operator.index(value)
    except TypeError:
        raise wrong_type(what, "a whole number", value) from None


def uint32(value: Any, what: str) -> int:
    """A whole number in 0...2^32-1."""
    result = whole(value, what)
    if not 0 <= result <= _UINT32_MAX:
        raise InvalidArgument(f"{what} was given {result}; it is a whole number from 0 to {_UINT32_MAX}")
    return result


def instance_indices(value: Iterable[int]) -> list[int]:
    """The indices of a copy, outermost replicator first."""
    if not is_series(value):
        raise TypeError(f"instance takes a tuple of whole numbers such as (0, 2), not {shown(value)}")
    indices = [whole(index, "instance") for index in islice(value, _MAX_INSTANCE_DEPTH + 1)]
    if len(indices) > _MAX_INSTANCE_DEPTH:
        raise InvalidArgument(
            f"instance was given more than {_MAX_INSTANCE_DEPTH} indices; {_MAX_INSTANCE_DEPTH} are allowed"
        )
    for index in indices:
        if not -_INT32_MAX <= index <= _INT32_MAX:
            raise InvalidArgument(f"instance was given the index {index}; at most {_INT32_MAX} is allowed")
    return indices


def copy_pattern(value: Iterable[int | None]) -> list[int]:
    """The indices of some copies as C takes them: -1 where None stands for every copy at that depth."""
    if not is_series(value):
        return instance_indices(cast(Any, value))  # which refuses it
    given = list(islice(value, _MAX_INSTANCE_DEPTH + 1))
    indices = instance_indices(0 if index is None else index for index in given)
    if min(indices, default=0) < 0:
        raise InvalidArgument(f"instance was given {tuple(given)}; indices are at least 0, or None for all")
    return [-1 if index is None else number for index, number in zip(given, indices, strict=True)]
