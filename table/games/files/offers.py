"""What can be played with, as the lobby offers it, and where that comes from."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from table.rules.refusal import Refusal
from table.rules.text import Text


class Offer(Struct, frozen=True):
    """Something that can be played with: a stored army list, a side of a scenario."""

    id: str
    name: Text
    kind: str = "army"
    """What a seat is asked for: `army`, `side`."""
    wrong: tuple[Text, ...] = ()
    """Why it cannot be played, all of it. The lobby names such an offer and does not offer it."""
    against: tuple[str, ...] = ()
    """The only ones that the other seat can take then; empty: any, this one too."""


class Shelf(Protocol):
    """Where the lobby's offers come from."""

    def offers(self, system: str) -> tuple[Offer, ...]: ...

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        """The side itself (an `Army`), or all that is wrong with it."""
        ...


class Shelves:
    """A shelf for each system."""

    def __init__(self, by_system: Mapping[str, Shelf]) -> None:
        self._by_system = by_system

    def offers(self, system: str) -> tuple[Offer, ...]:
        return self._by_system[system].offers(system)

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return self._by_system[system].fetch(system, offer)
