"""All that can be said to a game: an answer to one of its prompts, or the cards of a reveal."""

from typing import TypeAlias

from msgspec import Struct

from table.games.prompts import Value
from table.games.seats import Seat


class Answer(Struct, frozen=True, tag=True):
    seat: Seat
    prompt: str
    value: Value = None


class Reveal(Struct, frozen=True, tag=True):
    """Every `SealedCard` prompt is answered: these are the cards, by their catalogue ids. From the match only."""

    cards: tuple[tuple[Seat, str], ...]


Command: TypeAlias = Answer | Reveal
