"""Checks of numbers and other arguments before a call of C.

A value of a wrong type raises TypeError, and a value out of range InvalidArgument.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, TypeVar, cast

import numpy as np

from stretto.errors import InvalidArgument

Kind = TypeVar("Kind")

#: Largest number of characters of a value in a message.
_SHOWN = 80
#: Words that users write for infinity.
_FOR_EVER = frozenset({"forever", "for ever", "infinite", "infinity", "inf", "always", "loop"})
_UINT32_MAX = 2**32 - 1
_INT32_MAX = 2**31 - 1
#: Largest number of replicators around a layer that indices can name.
_MAX_INSTANCE_DEPTH = 32


def shown(value: Any) -> str:
    """Returns a value as a text for messages, in one line of limited length."""
    try:
        text = " ".join(repr(value).split())
    except RecursionError:
        text = f"a {type(value).__name__} that nests too deep"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def wrong_type(what: str, wanted: str, value: object, advice: str = "") -> TypeError:
    """Returns the error about a value of a wrong type."""
    return TypeError(f"{what} takes {wanted}, not {type(value).__name__} {shown(value)}{advice}")


def instance_of(kind: type[Kind], value: object, advice: str = "") -> Kind:
    """Returns the value. Raises TypeError for an object of another class."""
    if isinstance(value, kind):
        return value
    article = "an" if kind.__name__[0] in "AEI" else "a"
    raise TypeError(f"{article} {kind.__name__} is needed, not {type(value).__name__} {shown(value)}{advice}")


def number_advice(value: Any) -> str:
    """End of a message about a word for infinity or about a duration object; "" for any other value."""
    if isinstance(value, np.timedelta64):
        return "; value / np.timedelta64(1, 's') is one"
    if hasattr(value, "total_seconds"):
        return "; value.total_seconds() is one"
    meant = isinstance(value, str) and value.strip().lower() in _FOR_EVER
    return "; for ever is math.inf" if meant else ""


def number(value: Any, what: str) -> float:
    """Returns the value as a float. Booleans and NumPy scalars count as numbers, but texts do not count as
    numbers.
    """
    if type(value) is float:
        return value
    plain = type(value) is int
    if not plain and (
        isinstance(value, (str, bytes)) or not (hasattr(value, "__float__") or hasattr(value, "__index__"))
    ):
        advice = number_advice(value)
        if what == "time" and isinstance(value, str):
            advice = f"; a label's is timeline.labels[{shown(value)}]"
        raise wrong_type(what, "a number", value, advice)
    shape = () if plain else getattr(value, "shape", ())
    if shape:
        raise TypeError(f"{what} takes a number, not an array of the shape {shape}: {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise InvalidArgument(f"{what} was given a number too large for a double") from None
    except TypeError:  # a class has the methods of its instances, and so does a duration object
        raise wrong_type(what, "a number", value, number_advice(value)) from None


def seconds_of(timeout: float | None) -> float:
    """Returns a `timeout` in seconds; 0 for None, which is no limit."""
    if timeout is None:
        return 0
    found = number(timeout, "timeout")
    if not 0 < found < math.inf:
        raise InvalidArgument(
            f"timeout was given {shown(timeout)}; it is seconds above 0, or None for no end"
        )
    return found


def is_series(value: Any) -> bool:
    """Whether a value contains other values, as lists and arrays do. A text and an array without dimensions
    do not contain other values.
    """
    if isinstance(value, (list, tuple)):
        return True  # the check below would search the attributes of the package's own tuples, which is slow
    return (
        isinstance(value, Iterable)
        and not isinstance(value, (str, bytes, type))
        and getattr(value, "ndim", 1) != 0
    )


def sequence(value: Any) -> Any:
    """Returns a series of values that can be iterated several times, or any other value unchanged."""
    return value if isinstance(value, (list, tuple, np.ndarray)) or not is_series(value) else list(value)


def numbers(value: Any, what: str) -> list[float]:
    """Returns the values of a sequence or one-dimensional array as floats."""
    if not is_series(value):
        raise wrong_type(what, "a sequence of numbers", value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return [item if type(item) is float else number(item, what) for item in value]


def point_of(given: Sequence[Any], what: str) -> tuple[float, float]:
    """Returns the point that was given as (x, y), or as x and y."""
    values = numbers(given[0], what) if len(given) == 1 and is_series(given[0]) else numbers(given, what)
    if len(values) != 2:
        raise InvalidArgument(
            f"{what} takes a point (x, y), or x and y; it was given {shown(given)[1:-1] or 'nothing'}"
        )
    return values[0], values[1]


def text_like(value: Any, what: str, example: str) -> str:
    """Returns the value. Raises TypeError unless the value is a text."""
    if not isinstance(value, str):
        raise wrong_type(what, f"a text such as {example!r}", value)
    return value


def flag(value: Any, what: str) -> bool:
    """Returns True or False for a bool of Python or NumPy, for 1 or 0, and for None, which is False."""
    if value is None or (isinstance(value, (int, float, np.bool_, np.number)) and value in (0, 1)):
        return bool(value)
    raise wrong_type(what, "True or False", value)


def whole(value: Any, what: str) -> int:
    """Returns the value as an int. Raises TypeError unless the value is a whole number."""
    try:
        return operator.index(value)
    except TypeError:
        raise wrong_type(what, "a whole number", value) from None


def whole_in(value: Any, what: str, low: int, high: int, allowed: str) -> int:
    """Returns a whole number in low...high; `allowed` describes the range in the message."""
    result = whole(value, what)
    if not low <= result <= high:
        raise InvalidArgument(f"{what} was given {result}; it is {allowed}")
    return result


def positive(value: Any, what: str) -> int:
    """Returns a whole number in 1...2^32-1."""
    return whole_in(value, what, 1, _UINT32_MAX, "at least 1")


def uint32(value: Any, what: str) -> int:
    """Returns a whole number in 0...2^32-1."""
    return whole_in(value, what, 0, _UINT32_MAX, f"a whole number from 0 to {_UINT32_MAX}")


def instance_indices(value: Iterable[int]) -> list[int]:
    """Returns the indices of a copy, outermost replicator first."""
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
    """Returns the indices of copies for C, where -1 stands for None, which is every copy at that depth."""
    if not is_series(value):
        return instance_indices(cast(Any, value))  # raises the error
    given = list(islice(value, _MAX_INSTANCE_DEPTH + 1))
    indices = instance_indices(0 if index is None else index for index in given)
    if min(indices, default=0) < 0:
        raise InvalidArgument(f"instance was given {tuple(given)}; indices are at least 0, or None for all")
    return [-1 if index is None else number for index, number in zip(given, indices, strict=True)]
