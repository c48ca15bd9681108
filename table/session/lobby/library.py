"""The library: where the lobby asks for offers and sides, which come at once or later, as a message."""

from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from table.games.files.offers import Shelf


class OffersOf(Struct, frozen=True):
    """The wish for the offers of a game. The answer is a tuple of `Offer`."""

    system: str


class SideOf(Struct, frozen=True):
    """The wish for one side. The answer is the side itself, or a tuple of all refusals."""

    system: str
    offer: str


Want: TypeAlias = OffersOf | SideOf


class ListsRead(Struct, frozen=True):
    """The answer to a wish. Offers may be answered several times: each answer holds all that are known by then."""

    want: Want
    found: Any


class Library(Protocol):
    """The lobby's way to the lists."""

    def ask(self, want: Want) -> Any | None:
        """Return the answer if it is at hand, or None if it comes later as `ListsRead`. The session's thread.

        It waits for a fraction of a second at most.
        """
        ...


class AtOnce:
    """A library that reads on the asking thread, for tables without threads."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def ask(self, want: Want) -> Any:
        return answer(self._shelf, want)


def answer(shelf: Shelf, want: Want) -> Any:
    """Return the shelf's answer. Reads files."""
    return shelf.offers(want.system) if isinstance(want, OffersOf) else shelf.fetch(want.system, want.offer)
