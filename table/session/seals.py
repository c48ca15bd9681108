"""The locked cards: salt and card are in memory while a card lies locked. On disk there is only a commitment."""

from collections.abc import Callable, Iterable
from typing import Any

from hal.sealed import Sealed
from table.rules.commands import Answer
from table.rules.fairness import SALT_BYTES
from table.rules.match.commands import Opening, OpenSeals
from table.rules.match.state import MatchState
from table.rules.prompts import Seal
from table.rules.text import text
from table.session.journal_writer import JournalWriter
from table.session.seat_state import SeatState
from table.view.published import Notice

REFUSED = "TB-21"
"""The rule that refuses to lock a card which may not be played."""


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
        play = self._writer.play
        return play is not None and play.state.sealed(desk.seat)

    def sealed(self, desk: SeatState, prompt: str) -> Answer | Notice:
        """Return the card on the reader as an answer, or the notice why it cannot be locked.

        A card that may not be played is refused with the same words for every reason, and is not stored (TB-21).
        """
        card = desk.sealable()
        if card is None:
            return Notice(desk.seat, text(f"session.cannot_lock.{desk.reader}"), "TB-01")
        play = self._writer.play
        if play is not None and not play.match.sealable(play.state, desk.seat, card):
            return Notice(desk.seat, text(f"session.cannot_lock.{'turned' if desk.turned else 'unplayable'}"), REFUSED)
        salt = self._entropy(SALT_BYTES)
        desk.opening = Sealed(Opening(desk.seat, salt, card))
        return Answer(desk.seat, prompt, Seal(self._commit(salt, card)))

    def complete(self) -> OpenSeals | None:
        """Return the command that opens all cards once every seat that was asked has locked, or None."""
        self.forget()
        play = self._writer.play
        if play is None or not play.match.ready_to_open(play.state):
            return None
        lying = [desk for desk in self._desks if desk.opening is not None]
        for desk in lying:
            desk.turned = True
        return OpenSeals(tuple(desk.opening.unseal() for desk in lying if desk.opening is not None))

    def outdated(self, before: MatchState[Any]) -> tuple[SeatState, ...]:
        """Return the desks with a locked card that can lock fewer of their cards than `before`."""
        play = self._writer.play
        if play is None:
            return ()
        locked = [desk for desk in self._desks if self.locked(desk)]
        return tuple(desk for desk in locked if play.match.narrowed(before, play.state, desk.seat))

    def forget(self) -> None:
        """Drop the openings of cards that are not locked (any more)."""
        for desk in self._desks:
            if not self.locked(desk):
                desk.opening = None
