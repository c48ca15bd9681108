"""All that can be said to a game: an answer to one of its prompts, or the cards of a reveal."""

from typing import TypeAlias

from msgspec import Struct

from table.rules.prompts import Value
from table.rules.seats import Seat


class Answer(Struct, frozen=True, tag=True):
    seat: Seat
    prompt: str
    value: Value = None


class Reveal(Struct, frozen=True, tag=True):
    """Every `SealedCard` prompt is answered: these are the cards, by their catalogue ids. From the match only."""

    cards: tuple[tuple[Seat, str], ...]


Command: TypeAlias = Answer | Reveal
