"""The last result of a function, kept while it is called with the very same frozen value."""

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")
W = TypeVar("W")


class Memo(Generic[V, W]):
    """Keeps the result for one value. `work` must depend on its value alone."""

    def __init__(self, work: Callable[[V], W]) -> None:
        self._work = work
        self._done: tuple[V, W] | None = None

    def __call__(self, value: V) -> W:
        done = self._done
        if done is None or done[0] is not value:
            self._done = done = (value, self._work(value))
        return done[1]
