"""A game whose rules are imported at their first use, so that a table keeps only those of played games in memory."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

from table.rules.game import Game


class DeferredGame:
    """A `Game` that is made when something other than its `system` is used. Any thread may use it."""

    def __init__(self, system: str, make: Callable[[], Game[Any]]) -> None:
        """`make` returns the game of this system, each time an equal one."""
        self.system = system
        self.make = make

    @cached_property
    def made(self) -> Game[Any]:
        return self.make()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked by copy and pickle before `make` is set
            raise AttributeError(name)
        return getattr(self.made, name)

    def __eq__(self, other: object) -> bool:
        return self.made == (other.made if isinstance(other, DeferredGame) else other)

    def __hash__(self) -> int:
        return hash(self.made)


def deferred(system: str, make: Callable[[], Game[Any]]) -> Game[Any]:
    """Return a game that `make` makes at its first use."""
    return cast(Game[Any], DeferredGame(system, make))
