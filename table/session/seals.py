"""Locked cards: salt and card are in memory while a card lies locked, and no longer. On disk is a commitment alone."""

from collections.abc import Callable, Iterable
from typing import Any

from hal.sealed import Sealed
from table.rules.commands import Answer
from table.rules.fairness import SALT_BYTES
from table.rules.match.commands import Opening, OpenSeals
from table.rules.match.state import MatchState
from table.rules.prompts import Seal
from table.rules.text import text
from table.session.journal_writer import Scribe
from table.session.seat_state import SeatDesk
from table.view.published import Notice

REFUSED = "TB-21"
"""The rule by which a card that may not be played is not locked."""


class Sealing:
    """The session's thread only."""

    def __init__(
        self,
        desks: Iterable[SeatDesk],
        scribe: Scribe,
        entropy: Callable[[int], bytes],
        commit: Callable[[bytes, str], str],
    ) -> None:
        self._desks = tuple(desks)
        self._scribe, self._entropy, self._commit = scribe, entropy, commit

    def locked(self, desk: SeatDesk) -> bool:
        play = self._scribe.play
        return play is not None and play.state.sealed(desk.seat)

    def sealed(self, desk: SeatDesk, prompt: str) -> Answer | Notice:
        """The card that lies on the reader, as an answer; or why it cannot be locked.

        One that may not be played is refused in the same words whatever the reason, and nothing of it is kept (TB-21).
        """
        card = desk.sealable()
        if card is None:
            return Notice(desk.seat, text(f"session.cannot_lock.{desk.reader}"), "TB-01")
        play = self._scribe.play
        if play is not None and not play.match.sealable(play.state, desk.seat, card):
            return Notice(desk.seat, text(f"session.cannot_lock.{'turned' if desk.turned else 'unplayable'}"), REFUSED)
        salt = self._entropy(SALT_BYTES)
        desk.opening = Sealed(Opening(desk.seat, salt, card))
        return Answer(desk.seat, prompt, Seal(self._commit(salt, card)))

    def complete(self) -> OpenSeals | None:
        """All who were asked have locked: this opens them."""
        self.forget()
        play = self._scribe.play
        if play is None or not play.match.ready_to_open(play.state):
            return None
        lying = [desk for desk in self._desks if desk.opening is not None]
        for desk in lying:
            desk.turned = True
        return OpenSeals(tuple(desk.opening.unseal() for desk in lying if desk.opening is not None))

    def outdated(self, before: MatchState[Any]) -> tuple[SeatDesk, ...]:
        """The desks with a locked card of whose cards one more may not be played than `before`, whichever it is."""
        play = self._scribe.play
        if play is None:
            return ()
        locked = [desk for desk in self._desks if self.locked(desk)]
        return tuple(desk for desk in locked if play.match.narrowed(before, play.state, desk.seat))

    def forget(self) -> None:
        """The openings of cards that are not locked (any more)."""
        for desk in self._desks:
            if not self.locked(desk):
                desk.opening = None
