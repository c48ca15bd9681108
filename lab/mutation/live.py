"""Apply a mutant to loaded modules: existing functions get its code."""

import functools
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import TypeAlias

Key: TypeAlias = tuple[str, str, int]
"""Identifies a function's code across compilations: file, qualified name, hash of its instructions' positions."""


def key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, hash(tuple(code.co_positions()))


@dataclass(frozen=True)
class Swap:
    """The changes of a mutant. `inmost` is the code with the change; tests that never run it cannot detect it."""

    changed: tuple[tuple[Key, CodeType], ...]
    inmost: Key
    at_top: bool
    """True if the change is in the code of a module or a class, which has run already."""


def swap(before: CodeType, after: CodeType) -> Swap | None:
    """Return the changes from one code to the other, or None if a function was removed."""
    found = list(_pairs(before, after))
    if not found or any(each is None for each in found):
        return None
    pairs = [each for each in found if each is not None]
    old, _ = pairs[-1]
    functions = [(key(one), other) for one, other in pairs if one.co_flags & 0x02]
    if any(one.co_freevars != other.co_freevars for one, other in pairs):
        return None
    return Swap(tuple(functions), key(old), not old.co_flags & 0x02)


def _pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType] | None]:
    """Yield the codes that differ, outer before inner."""
    if before == after:
        return
    ours, theirs = _nested(before), _nested(after)
    if [each.co_name for each in ours] != [each.co_name for each in theirs]:
        yield None
        return
    yield before, after
    for one, other in zip(ours, theirs, strict=True):
        yield from _pairs(one, other)


def _nested(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def functions(files: tuple[str, ...]) -> dict[Key, list[FunctionType]]:
    """Return every function that was made from one of these files, including wrapped and stored ones."""
    found: dict[Key, list[FunctionType]] = {}
    gc.unfreeze()  # frozen objects are not listed
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(files):
            found.setdefault(key(each.__code__), []).append(each)
    return found


def forget(package: str) -> None:
    """Clear the caches of this package's functions, since a cached result would hide a mutant."""
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and each.__wrapped__.__module__.startswith(package):
            each.cache_clear()
        elif type(each).__module__ == f"{package}.rules.kept":
            type(each).__init__(each, each._work)
