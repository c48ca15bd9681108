"""Caches for functions of frozen values. A result is reused for the identical arguments.

`work` must depend only on its arguments.
"""

from collections.abc import Callable
from functools import wraps
from typing import Generic, TypeVar, TypeVarTuple

S = TypeVar("S")
E = TypeVar("E")
K = TypeVar("K")
V = TypeVar("V")
W = TypeVar("W")
A = TypeVarTuple("A")

A_BATCH = 64
"""The number of states that a `Chain` keeps: more than the events of almost any batch."""


class Memo(Generic[V, W]):
    """Keeps the result for one value, the last one."""

    def __init__(self, work: Callable[[V], W]) -> None:
        self._work = work
        self._done: tuple[V, W] | None = None

    def __call__(self, value: V) -> W:
        done = self._done
        if done is None or done[0] is not value:
            self._done = done = (value, self._work(value))
        return done[1]


class MemoOfTwo(Memo[V, W]):
    """Keeps the results for the last two values, such as a state and the one before it."""

    def __init__(self, work: Callable[[V], W]) -> None:
        super().__init__(work)
        self._before: tuple[V, W] | None = None

    def __call__(self, value: V) -> W:
        before = self._before
        if before is not None and before[0] is value:
            return before[1]
        if self._done is None or self._done[0] is not value:
            self._before = self._done
        return super().__call__(value)


class Alike(Generic[K, V, W]):
    """Keeps the last result for each key, such as a seat, as long as the value is equal."""

    def __init__(self, work: Callable[[K, V], W]) -> None:
        self._work = work
        self._done: dict[K, tuple[V, W]] = {}

    def __call__(self, key: K, value: V) -> W:
        done = self._done.get(key)
        if done is None or done[0] != value:
            self._done[key] = done = (value, self._work(key, value))
        return done[1]


class Chain(Generic[S, E]):
    """A cache of the states after the last events, so that a decided batch is not evolved twice."""

    def __init__(self, work: Callable[[S | None, E], S]) -> None:
        self._work = work
        self._after: dict[int, tuple[S | None, E, S]] = {}
        """The event with the states before and after it, by identity; the entry keeps the event alive."""

    def __call__(self, state: S | None, event: E) -> S:
        known = self._after.get(id(event))
        if known is not None and known[0] is state and known[1] is event:
            return known[2]
        after = self._work(state, event)
        if len(self._after) == A_BATCH:
            self._after.clear()
        self._after[id(event)] = (state, event, after)
        return after


def once_a_state(work: Callable[[S, *A], W]) -> Callable[[S, *A], W]:
    """Return the function with its results cached by argument, such as the seat, until the next state."""
    kept: tuple[object, dict[tuple[object, ...], W]] = (None, {})

    @wraps(work)
    def once(state: S, *asked: *A) -> W:
        nonlocal kept
        of, results = kept
        if of is not state:
            results = {}
            kept = (state, results)
        if asked not in results:
            results[asked] = work(state, *asked)
        return results[asked]

    return once
