"""The library, from which the lobby requests offers and sides. The answer is immediate, or comes later as a message."""

from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from table.games.files.offers import Shelf


class OffersOf(Struct, frozen=True):
    """The request for the offers of a game. The answer is a tuple of `Offer`."""

    system: str


class SideOf(Struct, frozen=True):
    """The request for one side. The answer is the side itself, `Incomplete`, or a tuple of all refusals."""

    system: str
    offer: str


ListRequest: TypeAlias = OffersOf | SideOf


class ListsRead(Struct, frozen=True):
    """The answer to a request. Offers may be answered several times: each answer contains all that are known so far."""

    request: ListRequest
    found: Any


class Library(Protocol):
    """The lobby's access to the lists."""

    def ask(self, request: ListRequest) -> Any | None:
        """Return the answer if it is available, or None if it comes later as `ListsRead`. The session's thread.

        It waits for at most a fraction of a second.
        """


class AtOnce:
    """A library that reads on the asking thread, for tables without threads."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def ask(self, request: ListRequest) -> Any:
        return answer(self._shelf, request)


def answer(shelf: Shelf, request: ListRequest) -> Any:
    """Return the shelf's answer. Reads files."""
    return shelf.offers(request.system) if isinstance(request, OffersOf) else shelf.fetch(request.system, request.offer)
