"""The time that a match takes, while the table that began it stays switched on."""

from table.records.open_match import OpenMatch


class PlayedTime:
    """This measures from a match's first view to its end. The session's thread only."""

    def __init__(self) -> None:
        self._match = ""
        self._began_s: float | None = None
        self._lasted_s: int | None = None

    def of(self, play: OpenMatch, resumed: bool, now_s: float) -> int | None:
        """Return the seconds that the match took, once it is closed, or None: it was taken up again."""
        if play.state.id != self._match:
            self._match, self._began_s, self._lasted_s = play.state.id, None if resumed else now_s, None
        if play.state.ended and self._lasted_s is None and self._began_s is not None:
            self._lasted_s = int(now_s - self._began_s)
        return self._lasted_s
