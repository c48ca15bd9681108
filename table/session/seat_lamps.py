"""The lamps of the seats. They are the same for every card, because they depend only on what the screen shows."""

from collections.abc import Callable, Mapping

from hal.events import LampColour, LampPattern, LampSetting
from table.rules.seats import Seat
from table.session.focus import SeatFocus
from table.session.seat_state import SeatState
from table.view.published import UNREAD, ReaderState

Lamp = tuple[LampColour, LampPattern]
OFF: Lamp = (LampColour.OFF, LampPattern.STEADY)
TROUBLE = (*UNREAD, ReaderState.GONE)


def lamp(desk: SeatState, choosing: SeatFocus, locked: bool) -> Lamp:
    """Return colour and pattern: amber for a problem, green for locked, the seat's own colour while it has a question.

    A refused lock is a problem, whatever the reason.
    """
    if (desk.reader in TROUBLE and desk.has_reader) or desk.refused:
        return (LampColour.AMBER, LampPattern.BLINK)
    if locked:
        return (LampColour.GREEN, LampPattern.WINK)
    if choosing.sealed_card() is not None and desk.reader is ReaderState.CARD:
        return (LampColour.WHITE, LampPattern.BLINK)
    if choosing.asked_keys:
        return (LampColour(desk.seat), LampPattern.PULSE)
    return OFF


class Lamps:
    """The lamps as they shine now. A panel gets only changes. The session's thread only."""

    def __init__(self, panels: Mapping[str, Seat], send: Callable[[LampSetting], None]) -> None:
        self._panels = {seat: panel for panel, seat in panels.items()}
        self._send = send
        self._shown: dict[Seat, Lamp] = {}

    @property
    def shown(self) -> Mapping[Seat, Lamp]:
        return self._shown

    def show(self, seat: Seat, now: Lamp) -> None:
        if self._shown.get(seat) == now:
            return
        self._shown[seat] = now
        if seat in self._panels:
            self._send(LampSetting(self._panels[seat], *now))
