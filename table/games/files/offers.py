"""The lobby offers what can be played with, and shelves are where its offers come from."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable
from urllib.parse import quote, unquote

from msgspec import Struct

from table.rules.prompts import AnyPrompt, Value
from table.rules.refusal import Refusal
from table.rules.text import Text


class Offer(Struct, frozen=True):
    """Something that can be played with: a stored army list, a side of a scenario."""

    id: str
    name: Text
    kind: str = "army"
    """A seat is asked for something of this kind: `army`, `side`."""
    wrong: tuple[Text, ...] = ()
    """All reasons for which it cannot be played. The lobby names such an offer and does not offer it."""
    against: tuple[str, ...] = ()
    """The only ones that the other seat can take then; empty: any, this one too."""


class Incomplete(Struct, frozen=True):
    """A side that is played without the lines of its list that are not known."""

    side: Any
    without: tuple[Text, ...]
    """A note for each of these lines."""


class FurtherQuestion(Struct, frozen=True):
    """A question before there is a side. `after` returns the offer to fetch once it is answered."""

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
    """A shelf is a source of the lobby's offers."""

    def offers(self, system: str) -> tuple[Offer, ...]:
        """Return what can be played with. Reads files; any thread may call."""
        ...

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        """Return the side itself (an `Army`), `Incomplete`, a `FurtherQuestion`, or all that is wrong with it.

        Reads files. Any thread may call.
        """
        ...


class Part(NamedTuple):
    """A part of a shelf that can be read while another one hangs."""

    name: str
    """The stick's name; empty: at home."""
    prefix: str
    """The ids of its offers begin with this; empty: with anything."""
    shelf: Shelf
    """Answers for this part alone, by the same ids."""


@runtime_checkable
class Divided(Protocol):
    """A shelf of several parts, those at home first."""

    def parts(self, system: str) -> tuple[Part, ...]:
        """Return the parts that are there now. Reads none of them."""
        ...


def parts_of(shelf: Shelf, system: str) -> tuple[Part, ...]:
    """Return the parts of any shelf: one that is not divided is a part of its own."""
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
