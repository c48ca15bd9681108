"""A match at two tables as this table plays it: its journal gets what both sides have signed, and nothing else."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from table.records.journal import batch_body
from table.records.open_match import OpenMatch
from table.records.ports import Journal, JournalError
from table.rules.commands import Answer
from table.rules.fairness import SecretChance
from table.rules.game import Event
from table.rules.match.codec import Asked, Cause
from table.rules.match.commands import CallJudge, MatchCommand, OnlyAnswer
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.refusal import Refusal
from table.rules.text import text

if TYPE_CHECKING:
    from table.records.two_tables.peer import TwoTablesPeer
    from table.records.two_tables.statements import HeldBatch, PairBatch

LAY_AGAIN = "far.lay_again"


class SignedBatch(NamedTuple):
    """A batch with events that both have signed, as a journal has it."""

    events: tuple[Event, ...]
    command: MatchCommand | None
    chance: tuple[Asked, ...]


class SharedMatch(OpenMatch):
    """An act of this table's seat becomes a wish of its side. Its events come once both sides have signed them."""

    def __init__(self, peer: "TwoTablesPeer", journal: Journal, now_s: Callable[[], float] = lambda: 0.0) -> None:
        """Write the batches that the journal lacks. At least one holds at this side.

        Raises JournalUnwritableError, and JournalError if the journal has other batches.
        """
        match, self._peer = peer.rules.match, peer
        first = _signed(peer, 0)
        events = () if first is None else first.events
        super().__init__(match, journal, match.fold(None, events), now_s)
        self.seats = (peer.seat,)
        self._known, self._written, self._number = tuple(journal.batches()), 0, 1
        if first is not None:
            self._keep(first)
        self.follow()
        if self._written < len(self._known):
            raise JournalError(f"{journal.path}: it has more than both tables have signed")

    def follow(self) -> tuple[SignedBatch, ...]:
        """Write the batches that both have signed since, and return them. Raises JournalUnwritableError."""
        new = []
        while self._number < len(self._peer.log):
            signed = _signed(self._peer, self._number)
            if signed is not None:
                state = self.match.fold(self.state, signed.events)
                self._keep(signed)
                self.state = state
                new.append(signed)
                if self.match.ready_to_open(state):
                    self.note_locked()
            self._number += 1
        return tuple(new)

    def prompts(self) -> tuple[AnyPrompt, ...]:
        """Return the questions to this table's seat; none while its act waits for the other side's signature."""
        peer, seat = self._peer, self._peer.seat
        if peer.lays_again:
            return (SealedCard(key=LAY_AGAIN, seat=seat, ask=text("far.lay_again"), rule="TB-14"),)
        return () if peer.busy else tuple(replace(each, seat=seat) for each in peer.prompts)

    @property
    def lays_again(self) -> bool:
        """True if this table's seat has to lay its locked card again."""
        return self._peer.lays_again

    @property
    def waits(self) -> bool:
        """True while an act of this table's seat waits for the other side's signature."""
        return self._peer.busy

    def only_answer(self) -> OnlyAnswer | None:
        """Return None: blue's side gives the only possible answers."""
        return None

    def do(self, command: MatchCommand) -> tuple[Event, ...] | Refusal:
        """Let this side wish for an act, and return no event yet; or its refusal.

        A command of a device is dropped: devices belong to each table. Raises JournalUnwritableError.
        """
        refused = None
        match command:
            case Answer():
                asked = [each for each in self._peer.prompts if each.key == command.prompt]
                if not asked or self._peer.busy or command.seat not in self.seats:
                    return Refusal("TB-06", text("match.not_asked", seat=text(f"seat.{command.seat}")))
                refused = self._peer.answer(asked[0], command)
            case CallJudge() if not self.state.judged:
                refused = self._peer.call_judge(command.how)
            case _:
                pass
        return refused or ()

    def lay(self, key: str, card: str) -> Refusal | None:
        """Lock a card, or lay the locked one again after a restart. Return its refusal, which this seat alone may see.

        Raises JournalUnwritableError.
        """
        if key == LAY_AGAIN:
            return self._peer.lay_again(card)
        asked = [each for each in self._peer.prompts if isinstance(each, SealedCard) and each.key == key]
        if not asked:
            return Refusal("TB-06", text("match.not_asked", seat=text(f"seat.{self._peer.seat}")))
        return self._peer.lay(asked[0], card)

    @property
    def chance(self) -> SecretChance | None:
        """Return None: neither table knows the chance of both."""
        return None

    @property
    def verifiable(self) -> bool:
        return True

    @property
    def discloses(self) -> bool:
        return False

    @property
    def settled(self) -> bool:
        return self.state.ended is not None and not self.prompts() and not self.waits

    def _keep(self, signed: SignedBatch) -> None:
        """Write a batch into the journal, unless it is there."""
        bodies = [self._codec.encode(event) for event in signed.events]
        cause = self._codec.encode_cause(Cause(signed.command, signed.chance))
        if self._written >= len(self._known):
            self.journal.append(bodies, cause)
        elif self._known[self._written] != batch_body(bodies, cause):
            raise JournalError(f"{self.journal.path}: batch {self._written + 1} is another than both tables signed")
        self._written += 1


def _signed(peer: "TwoTablesPeer", place: int) -> SignedBatch | None:
    """Return the batch at this place of the log; None for an act whose result is the next batch."""
    batch = _batch(peer.log, place)
    if batch.roll is not None:
        return None
    stated = batch.command if batch.command is not None or not place else _batch(peer.log, place - 1).command
    command = None if stated is None else msgspec.convert(stated, MatchCommand)
    return SignedBatch(peer.rules.events(batch), command, batch.chance)


def _batch(log: "Sequence[HeldBatch]", place: int) -> "PairBatch":
    from table.records.two_tables.statements import PairBatch  # it brings `cryptography`, which most tables never need

    return msgspec.json.decode(log[place].body, type=PairBatch)
