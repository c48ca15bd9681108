"""The parts of one side of a match at two tables: its keys, its player's side, a waiting act, and why it stopped."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from msgspec import Struct

from table.records.two_tables.pair_keys import SigningKey
from table.records.two_tables.statements import Statement, StopReason
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.match.commands import CallJudge
from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat


class WaitsFor(StrEnum):
    """The thing that the other side owes. Owing it is no lie."""

    NOTHING = ""
    OFFER = "offer"
    SIGNATURE = "signature"
    OPENING = "opening"
    PART = "part"
    RESULT = "result"


@dataclass(frozen=True)
class PairedKeys:
    """The result of a pairing, and the secrets of one side."""

    match: str
    seat: Seat
    signing: SigningKey
    """The key of this match."""
    theirs: str
    """The other side's public key of this match."""
    secret: bytes

    def public(self, seat: Seat) -> str:
        return self.signing.public if seat is self.seat else self.theirs


@dataclass(frozen=True)
class OwnSide:
    """A side of a game, as its player brings it."""

    game: Game[Any]
    side: Any
    hand: tuple[str, ...]
    """The cards that the side may ever lock; empty in a game without hidden cards."""
    data: str
    """The hash of the game's data and settings, which both sides must have alike."""
    program: str
    """The version of the program."""


@dataclass(frozen=True)
class Wish:
    """An act that waits until it can become a batch. It ends when its question changes."""

    prompt: AnyPrompt | None
    """The question that it answers; None for a call of the judge."""
    command: Answer | CallJudge | None
    """None for a card to lock."""
    card: str = ""


class Stop(Struct, frozen=True):
    """The match cannot continue: both hashes are shown."""

    number: int
    ours: str
    theirs: str
    why: StopReason
    refused: Statement | None = None
    """The signed batch or proposal whose state is another one at the other side."""
    answers: bool = False
    """True if the other side has stopped first, for this reason."""
