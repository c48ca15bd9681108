"""The notice on the screen: the last one that was shown, or else a warning of the clock."""

from collections.abc import Sequence

from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.session.clock_face import ClockWarnings
from table.view.published import ClockFace, Notice


class Notices:
    """The current notice. The session's thread only."""

    def __init__(self, warn_minutes: Sequence[int]) -> None:
        """`warn_minutes` are the minutes left on a clock at which its seat is warned."""
        self._warnings = ClockWarnings(warn_minutes)
        self._notice: Notice | None = None

    @property
    def shown(self) -> Notice | None:
        """Return the notice that was shown last, without the clock's warnings."""
        return self._notice

    @property
    def current(self) -> Notice | None:
        return self._notice or self._warnings.standing

    def show(self, notice: Notice | None) -> None:
        """Show this notice in place of the last one. None clears it."""
        self._notice = notice

    def show_first(self, refusals: tuple[Refusal, ...] | None) -> None:
        """Show the first refusal to both seats, or clear the notice if there are none; None leaves it."""
        if refusals is not None:
            self._notice = Notice(None, refusals[0].why, refusals[0].rule) if refusals else None

    def acted(self, seat: Seat) -> None:
        """Remove the clock's warnings for this seat, which has acted."""
        self._warnings.acted(seat)

    def warn(self, match: str, face: ClockFace | None) -> None:
        """Show the clock's warning if one is due now, instead of any other notice."""
        if self._warnings.due(match, face):
            self._notice = None
