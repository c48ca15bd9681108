"""What was worked out last, as long as it is asked of the very same frozen value."""

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")
W = TypeVar("W")


class Latest(Generic[V, W]):
    """`work` must depend on its value alone. Of older values nothing is kept."""

    def __init__(self, work: Callable[[V], W]) -> None:
        self._work = work
        self._done: tuple[V, W] | None = None

    def __call__(self, value: V) -> W:
        done = self._done
        if done is None or done[0] is not value:
            self._done = done = (value, self._work(value))
        return done[1]
