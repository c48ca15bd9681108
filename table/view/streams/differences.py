"""The differences between two JSON values, in the three operations of JSON Patch (RFC 6902) that they take."""

from collections.abc import Iterable, Iterator
from copy import copy
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import UNSET, Struct, UnsetType

Json: TypeAlias = Any
"""A JSON value: None, a bool, a number, a string, or a list or dictionary of these."""


class ChangeKind(StrEnum):
    ADD = "add"
    """A key of an object, or an index in a list; `add` inserts before the element at this index."""
    REPLACE = "replace"
    REMOVE = "remove"


class Change(Struct, frozen=True, omit_defaults=True):
    """An operation of JSON Patch."""

    op: ChangeKind
    path: str
    """A JSON pointer (RFC 6901) from the root, such as `/play/seats/blue/card`."""
    value: Json | UnsetType = UNSET
    """The new value; absent for `remove`."""


def differences(before: Json, after: Json, path: str = "") -> Iterator[Change]:
    """Yield the changes that turn `before` into `after`, in the order in which to apply them."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(before, after, path)
    elif type(before) is not type(after) or before != after:
        yield Change(ChangeKind.REPLACE, path, after)


def _of_objects(before: dict[str, Json], after: dict[str, Json], path: str) -> Iterator[Change]:
    for key, value in before.items():
        at = f"{path}/{_escaped(key)}"
        if key in after:
            yield from differences(value, after[key], at)
        else:
            yield Change(ChangeKind.REMOVE, at)
    for key, value in after.items():
        if key not in before:
            yield Change(ChangeKind.ADD, f"{path}/{_escaped(key)}", value)


def _of_lists(before: list[Json], after: list[Json], path: str) -> Iterator[Change]:
    """Skip equal elements at both ends, so that an element inserted at the front does not shift the rest."""
    if len(before) == len(after):
        for place, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{path}/{place}")
        return
    shorter = min(len(before), len(after))
    front = _same(zip(before, after, strict=False))
    back = min(_same(zip(reversed(before), reversed(after), strict=False)), shorter - front)
    middle = shorter - front - back
    for place in range(front, front + middle):
        yield from differences(before[place], after[place], f"{path}/{place}")
    first = front + middle
    for _ in range(len(before) - shorter):
        yield Change(ChangeKind.REMOVE, f"{path}/{first}")
    for place in range(first, first + len(after) - shorter):
        yield Change(ChangeKind.ADD, f"{path}/{place}", after[place])


def _same(pairs: Iterable[tuple[Json, Json]]) -> int:
    """Return the number of equal pairs before the first different one."""
    count = 0
    for one, other in pairs:
        if next(differences(one, other), None) is not None:
            break
        count += 1
    return count


def applied(value: Json, changes: Iterable[Change]) -> Json:
    """Return the value with the changes made; the given value is left as it is.

    Raises KeyError, IndexError, TypeError or ValueError for a change of a missing element.
    """
    for change in changes:
        value = _applied(value, [_plain(key) for key in change.path.split("/")[1:]], change)
    return value


def _applied(value: Json, keys: list[str], change: Change) -> Json:
    if not keys:
        return change.value
    key, *rest = keys
    changed: Any = copy(value)
    place: Any = int(key) if isinstance(value, list) else key
    if rest:
        changed[place] = _applied(value[place], rest, change)
    elif change.op is ChangeKind.REMOVE:
        del changed[place]
    elif change.op is ChangeKind.ADD and isinstance(value, list):
        changed.insert(place, change.value)
    else:
        changed[place] = change.value
    return changed


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _plain(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")
