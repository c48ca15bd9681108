"""The line of a match at two tables: frames that are due, and how long the other table has been silent."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from table.session.ports import FarFrame, FarRequest
from table.view.published import FaultNote

if TYPE_CHECKING:
    from table.records.two_tables.paired_side import PairedSide

ASK_MS = 20_000
"""The time without a frame after which the other table is asked for its last batch, to see whether it is there."""
END_MS = 1_000
"""The same at the end of a match, until the other table has its last batch."""
SILENT_MS, MINUTE_MS = 60_000, 60_000
"""The time without a frame after which the other table's line counts as down; it is shown in minutes."""
PART = "far"
OFFLINE, SILENT = "line.offline", "line.silent"


class WatchedLine:
    """Sends due messages, and watches the line. Only the session's thread uses it. Times are in milliseconds."""

    def __init__(self, side: "PairedSide", send: Callable[[FarRequest], None], now_ms: int) -> None:
        self._side, self._send = side, send
        self._heard_ms = self._asked_ms = now_ms
        """The times of the other table's last frame, and of the last question whether it is there."""
        self._offline_ms: int | None = now_ms

    def online(self, online: bool, now_ms: int) -> None:
        """Note that the relay is reached, or not. Everything that is due is sent at once."""
        if not online:
            self._offline_ms = now_ms if self._offline_ms is None else self._offline_ms
        elif self._offline_ms is not None:
            self._offline_ms = None
            self._side.due_ms = now_ms

    def receive(self, frame: bytes, now_ms: int) -> None:
        """Pass a frame to this side. Raises JournalUnwritableError."""
        self._side.receive(frame, now_ms)
        if self._side.peer is None or self._side.last_ms == now_ms:
            self._heard_ms, self._offline_ms = now_ms, None

    def send_due(self, now_ms: int) -> None:
        """Send the messages that the other table needs now. Raises JournalUnwritableError."""
        peer = self._side.peer
        if peer is not None and now_ms >= self._ask_ms:
            self._asked_ms = now_ms
            peer.ask_head()
        for frame in self._side.frames(now_ms):
            self._send(FarFrame(frame))

    def due_ms(self) -> int:
        """Return when `send_due` has something to do, if nothing comes before. Silence is shown then, too."""
        return self._side.due_ms if self._side.peer is None else min(self._side.due_ms, self._ask_ms)

    def faults(self, now_ms: int) -> tuple[FaultNote, ...]:
        """Return the fault of the line that is down: this table's, or the other's, with its minutes."""
        if self._offline_ms is not None and now_ms - self._offline_ms >= SILENT_MS:
            return (FaultNote(OFFLINE, PART, str((now_ms - self._offline_ms) // MINUTE_MS)),)
        if self._side.peer is not None and now_ms - self._heard_ms >= SILENT_MS:
            return (FaultNote(SILENT, PART, str((now_ms - self._heard_ms) // MINUTE_MS)),)
        return ()

    @property
    def _ask_ms(self) -> int:
        if self._side.peer is not None and self._side.peer.unconfirmed_end:
            return self._asked_ms + END_MS
        return max(self._heard_ms, self._asked_ms) + ASK_MS
