"""What can be played with, as the lobby offers it, and where that comes from."""

from typing import Any, Protocol

from msgspec import Struct

from table.games.refusal import Refusal
from table.games.text import Text


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
