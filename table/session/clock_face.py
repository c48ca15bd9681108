"""The clock of a match as it is shown, and the warnings of it."""

from collections.abc import Sequence

from table.records.open_match import OpenMatch
from table.rules.match.events import ClockMode
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text
from table.view.published import ClockFace, Notice


def clock_face(play: OpenMatch) -> ClockFace | None:
    """Return the clock as it stands now, or None if the match has none."""
    if play.state.clock is None:
        return None
    now = play.state.clock.at(play.at_ms)
    mode = now.set.mode
    running = () if play.stands else now.running
    nobody = now.nobody_ms // 1000 if mode is ClockMode.NEUTRAL else None
    return ClockFace(_seconds(now.left_ms(BLUE)), _seconds(now.left_ms(RED)), running, mode is ClockMode.SHARED, nobody)


def _seconds(ms: int) -> int:
    """Return whole seconds, so that the last one is shown until it is used up."""
    return -(-ms // 1000)


class ClockWarnings:
    """This says once of each warning that it is time for it. The session's thread only."""

    def __init__(self, minutes: Sequence[int]) -> None:
        self._marks_s = sorted({0, *(60 * each for each in minutes)})
        self._match = ""
        self._left: dict[Seat, int] = {}

    def due(self, match: str, face: ClockFace | None) -> Notice | None:
        """Return the warning of the mark that a seat's time has come to since the last look."""
        if face is None:
            return None
        if match != self._match:
            self._match, self._left = match, {}
        said = None
        for seat in SEATS:
            left, before = face.left_s(seat), self._left.get(seat)
            self._left[seat] = left
            if before is None or (face.shared and seat is RED):
                continue
            for mark in self._marks_s:
                if left <= mark < before:
                    said = said or self._notice(None if face.shared else seat, mark)
        return said

    def _notice(self, seat: Seat | None, mark_s: int) -> Notice:
        key = "clock.left" if mark_s else "clock.out"
        return Notice(seat, text(key, minutes=mark_s // 60), "TB-97")
