"""Lists and dicts as they are read from a layer: copies, which refuse changes that would change nothing."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from .errors import InvalidArgument

Item = TypeVar("Item")
Key = TypeVar("Key")


def _refuse(self: object, *_given: Any, **_named: Any) -> NoReturn:
    kind = "dict" if isinstance(self, dict) else "list"
    raise InvalidArgument(
        f"this {kind} was read and is a copy, so that changing it would change nothing: change "
        f"{kind}(...) of it and set the property to that"
    )


class FrozenList(list[Item]):
    """A list that stays as it is; `list(...)` of it can be changed."""

    __slots__ = ()
    append = extend = insert = remove = pop = clear = sort = reverse = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __reduce__(self) -> Any:  # whoever copies or pickles it gets a list
        return list, (list(self),)


class FrozenDict(dict[Key, Item]):
    """A dict that stays as it is; `dict(...)` of it can be changed."""

    __slots__ = ()
    update = setdefault = pop = popitem = clear = _refuse
    __setitem__ = __delitem__ = __ior__ = _refuse

    def __reduce__(self) -> Any:
        return dict, (dict(self),)
