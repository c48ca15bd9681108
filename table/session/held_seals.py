"""The locked cards: salt and card stay in memory while a card is locked. The disk has only a commitment."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from hal.sealed import Sealed
from table.records.shared.shared_match import LAY_AGAIN
from table.rules.commands import Answer
from table.rules.fairness import SALT_BYTES
from table.rules.match.commands import CardLifted, Opening, OpenSeals
from table.rules.prompts import Seal
from table.rules.seats import Seat
from table.rules.text import text
from table.session.journal_writer import JournalWriter
from table.session.seat_state import LockRefused, SeatState
from table.view.published import CardNote, Notice


class LaidForBoth(Struct, frozen=True):
    """A card was laid in a match at two tables. Its side keeps it and commits to it."""

    seat: Seat
    prompt: str


class HeldSeals:
    """Locks and opens cards. The session's thread only."""

    def __init__(
        self,
        desks: Iterable[SeatState],
        writer: JournalWriter,
        entropy: Callable[[int], bytes],
        commit: Callable[[bytes, str], str],
    ) -> None:
        self._desks = tuple(desks)
        self._writer, self._entropy, self._commit = writer, entropy, commit

    def locked(self, desk: SeatState) -> bool:
        """True if the seat's card lies locked, and need not be laid again after a restart."""
        play, shared = self._writer.play, self._writer.shared
        again = shared is not None and shared.lays_again
        return play is not None and play.state.sealed(desk.seat) and not again

    def sealed(self, desk: SeatState, prompt: str) -> Answer | LaidForBoth | Notice | None:
        """Return the card on the reader as an answer, or the notice why no card can be locked.

        Return None for a card that may not be played: it is not stored, and only the seat's own half shows it (`note`).
        In a match at two tables the card is locked by its side, whose commitment comes with the next batch.
        """
        card = desk.sealable()
        if card is None:
            return self.why_not(desk)
        play = self._writer.play
        if self._writer.shared is not None and prompt == LAY_AGAIN:
            refused = self._writer.lay(prompt, card)
            laid = LaidForBoth(desk.seat, prompt)
            return laid if refused is None else Notice(desk.seat, text("far.another_card"), refused.rule)
        if play is not None and not play.match.sealable(play.state, desk.seat, card):
            desk.refused = LockRefused.TURNED if desk.turned else LockRefused.UNPLAYABLE
            return None
        desk.refused = LockRefused.NO
        if self._writer.shared is not None:
            if self._writer.lay(prompt, card) is not None:
                desk.refused = LockRefused.UNPLAYABLE
                return None
            return LaidForBoth(desk.seat, prompt)
        salt = self._entropy(SALT_BYTES)
        desk.opening = Sealed(Opening(desk.seat, salt, card))
        self._taken_from_others(desk)
        return Answer(desk.seat, prompt, Seal(self._commit(salt, card)))

    def _taken_from_others(self, desk: SeatState) -> None:
        """Make a card on a shared reader the card of the seat that locks it."""
        for other in self._desks:
            if other is not desk and desk.tag is not None and other.same_tag(desk.tag):
                other.clear()

    def why_not(self, desk: SeatState) -> Notice | None:
        """Return the notice why nothing on the seat's reader can be locked, or None if there is a card."""
        if desk.sealable() is not None:
            return None
        return Notice(desk.seat, text(f"session.cannot_lock.{desk.reader}"), "TB-01")

    def broken(self, desk: SeatState) -> Notice | None:
        """Record that a locked card was lifted, and return the notice about it; None if none was locked.

        In a match at two tables a card that is lifted after the lock stays locked.
        """
        if not self.locked(desk) or self._writer.shared is not None:
            return None
        self._writer.do(CardLifted(desk.seat))
        return Notice(desk.seat, text("session.seal_broken"), "TB-02")

    def note(self, desk: SeatState, asked: bool) -> CardNote | None:
        """Return the note on the seat's half about the card on its reader; None unless it is `asked` to lock one."""
        play, card = self._writer.play, desk.sealable()
        if play is None or not asked:
            desk.refused = LockRefused.NO
            return None
        rule = play.match.game.lock_rule
        if desk.refused:
            return CardNote(text(f"session.cannot_lock.{desk.refused}"), rule)
        warned = None if card is None else play.match.warning(play.state, desk.seat, card)
        return None if warned is None else CardNote(warned, rule)

    def complete(self) -> OpenSeals | None:
        """Return the command that opens all cards once every asked seat has locked, or None."""
        self.forget()
        play = self._writer.play
        if play is None or self._writer.shared is not None or not play.match.ready_to_open(play.state):
            return None
        lying = [desk for desk in self._desks if desk.opening is not None]
        for desk in lying:
            desk.turned = True
        return OpenSeals(tuple(desk.opening.unseal() for desk in lying if desk.opening is not None))

    def forget(self) -> None:
        """Drop the openings of cards that are not locked."""
        for desk in self._desks:
            if not self.locked(desk):
                desk.opening = None
