"""The cards on the readers: the reports of the readers change the seats' state, and a card can answer a question."""

from collections.abc import Callable, Mapping
from typing import assert_never

import hal.events as hw
from table.rules.cards import CardKind, KnownCard
from table.session.answers.answering import Answering
from table.session.answers.notices import Notices
from table.session.fault_notes import Faults
from table.session.held_seals import HeldSeals
from table.session.seat_state import SeatState
from table.view.published import ReaderState

CARD_HELD = "reader.card_held"


class SeatReaders:
    """Takes the readers' reports. The session's thread only."""

    def __init__(
        self,
        seats: Mapping[str, tuple[SeatState, ...]],
        known: Callable[[hw.Tag], KnownCard | None],
        answering: Answering,
        sealing: HeldSeals,
        faults: Faults,
        notices: Notices,
    ) -> None:
        """`seats` are keyed by their reader. Two seats share a reader if they lay their cards on it in turn.

        `known` returns the card of a tag, or None if the tag is unknown.
        """
        self._seats, self._known, self._answering = seats, known, answering
        self._sealing, self._faults, self._notices = sealing, faults, notices

    def take(self, event: hw.ReaderEvent) -> None:
        self._faults.mended(CARD_HELD, event.reader)
        seats = self._seats.get(event.reader, ())  # nobody sits at a spare reader
        for seat in seats:
            self._take(event, seat, shared=len(seats) > 1)

    def _take(self, event: hw.ReaderEvent, seat: SeatState, *, shared: bool) -> None:
        """Take a report for one seat. A shared reader is free for the other seat's card once this seat has locked."""
        match event:
            case hw.TagPlaced() | hw.TagUnclear() if shared and self._sealing.locked(seat):
                pass
            case hw.TagPlaced():
                self._place(event, seat, shared=shared)
            case hw.TagLifted() | hw.TagUnclear() if seat.by_phone:
                pass  # the card that counts was never on the reader
            case hw.TagLifted() if shared:
                seat.clear()
            case hw.TagLifted():
                self._lift(seat)
            case hw.TagUnclear():
                seat.unclear(event.why)
                if event.why is hw.Unclear.HELD:
                    self._faults.found(CARD_HELD, event.reader, event.detail)
            case hw.ReaderGone():
                seat.reader_gone = True
                seat.reader = ReaderState.CARD if seat.by_phone else ReaderState.GONE
                self._faults.found(event.fault.code, event.fault.part, event.fault.detail)
            case hw.ReaderBack():
                seat.reader_gone = False
                seat.reader = ReaderState.EMPTY if seat.tag is None and not seat.by_phone else seat.reader
                self._faults.well(event.reader)
            case _:
                assert_never(event)

    def _place(self, event: hw.TagPlaced, seat: SeatState, *, shared: bool) -> None:
        """Take a tag on the reader. A face-up card answers a question; a command card waits to be locked.

        A face-up card on a shared reader could be either seat's, so it answers nothing.
        """
        if self._sealing.locked(seat) and not seat.same_tag(event.tag):
            self._lift(seat)
        card = self._known(event.tag.unseal())
        seat.lay(event.tag, card)
        if card is not None and card.kind != CardKind.COMMAND and not shared:
            self._answering.lay_open(seat, card)

    def _lift(self, seat: SeatState) -> None:
        seat.clear()
        if (broken := self._sealing.broken(seat)) is not None:
            self._notices.show(broken)
