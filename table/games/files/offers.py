"""The lobby's offers, and the shelves that supply them."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable
from urllib.parse import quote, unquote

from msgspec import Struct

from table.rules.prompts import AnyPrompt, Value
from table.rules.refusal import Refusal
from table.rules.text import Text


class Offer(Struct, frozen=True):
    """A side that can be chosen: a stored army list, a side of a scenario."""

    id: str
    name: Text
    kind: str = "army"
    """The kind of choice that a seat is asked for: `army`, `side`."""
    wrong: tuple[Text, ...] = ()
    """All reasons why it cannot be played. The lobby shows it, but it cannot be chosen."""
    against: tuple[str, ...] = ()
    """The only offers that the other seat can then choose; empty: any, including this one."""


class Incomplete(Struct, frozen=True):
    """A side that is played without the unknown lines of its list."""

    side: Any
    without: tuple[Text, ...]
    """A note for each unknown line."""


class FurtherQuestion(Struct, frozen=True):
    """A question that has to be answered before a side exists. `after` returns the offer to fetch next."""

    offer: str
    prompt: AnyPrompt
    """The question, with any key, for the seat that chose the offer."""

    def after(self, value: Value) -> str:
        parts = value if isinstance(value, tuple) else (str(value),)
        return f"{self.offer}/{'+'.join(quote(each, safe='') for each in parts)}"


def steps_of(offer: str) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Return the offer that was chosen first, and the answers that have followed."""
    first, *given = offer.split("/")
    return first, tuple(tuple(map(unquote, filter(None, each.split("+")))) for each in given)


class Shelf(Protocol):
    """A source of the lobby's offers."""

    def offers(self, system: str) -> tuple[Offer, ...]:
        """Return all offers. Reads files; any thread may call."""
        ...

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        """Return the side itself (an `Army`), `Incomplete`, a `FurtherQuestion`, or all its problems. Reads files.

        Any thread may call.
        """
        ...


class Part(NamedTuple):
    """A part of a shelf that can be read while another one hangs."""

    name: str
    """The stick's name; empty: local."""
    prefix: str
    """The prefix of its offers' ids; empty: any."""
    shelf: Shelf
    """The shelf of this part alone, with the same ids."""


@runtime_checkable
class Divided(Protocol):
    """A shelf of several parts, the local ones first."""

    def parts(self, system: str) -> tuple[Part, ...]:
        """Return the parts that exist now, without reading them."""
        ...


def parts_of(shelf: Shelf, system: str) -> tuple[Part, ...]:
    """Return the parts of any shelf. An undivided shelf is its own only part."""
    return shelf.parts(system) if isinstance(shelf, Divided) else (Part("", "", shelf),)


def holding(parts: tuple[Part, ...], offer: str) -> Part:
    """Return the part that an offer belongs to."""
    return max((part for part in parts if offer.startswith(part.prefix)), key=lambda part: len(part.prefix))


class Shelves:
    """A shelf for each system."""

    def __init__(self, by_system: Mapping[str, Shelf]) -> None:
        self._by_system = by_system

    def offers(self, system: str) -> tuple[Offer, ...]:
        return self._by_system[system].offers(system)

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return self._by_system[system].fetch(system, offer)

    def parts(self, system: str) -> tuple[Part, ...]:
        return parts_of(self._by_system[system], system)
