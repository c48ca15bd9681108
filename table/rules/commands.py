"""The commands that a game takes: an answer to one of its prompts, or the cards of a reveal."""

from typing import TypeAlias

from msgspec import Struct

from table.rules.prompts import Value
from table.rules.seats import Seat


class Answer(Struct, frozen=True, tag=True):
    seat: Seat
    prompt: str
    value: Value = None


class Reveal(Struct, frozen=True, tag=True):
    """The cards of a reveal, by their catalogue ids.

    Only the match sends it, once every `SealedCard` prompt is answered.
    """

    cards: tuple[tuple[Seat, str], ...]


Command: TypeAlias = Answer | Reveal
