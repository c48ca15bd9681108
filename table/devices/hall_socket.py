"""The socket at which a hall asks the table to show its round's clock, or to call a judge, and nothing else.

The table's own outbox also reports there that another table has its name.

A client of this socket cannot reach a card, a seat or a text on the screen. Too frequent requests are dropped, so that
no client fills the session's inbox.
"""

from collections.abc import Callable

import msgspec

from hal.events import Fault, PartFailed, PartWorks
from table.devices.edge.exchange import Exchange
from table.session.ports import HallCallsJudge, HallMessage, HallSetsClock
from table.view.hall_asks import MOST_BYTES, SOCKET, VERSION, TableAsk, TableAskKind, TableTook

BURST, PER_S = 4.0, 0.5
"""The requests that are carried out in one burst, and per second after that."""
JUDGE_S = 60.0
"""The shortest time between two judges that the hall calls: so a leaked password cannot freeze a match permanently."""
SAME_NAME, OUTBOX = "program.same_name", "outbox"
"""The fault of a table whose name another one has in the hall, and the part that reports it."""
MOST_KEYS = 64
"""The number of request keys that are remembered."""


class HallDesk:
    """Handles a hall's requests. One thread only."""

    def __init__(self, send: Callable[[HallMessage], None], now_s: Callable[[], float]) -> None:
        """`send` puts a message into the session's inbox. It must not block."""
        self._send, self._now_s = send, now_s
        self._left, self._at_s = BURST, now_s()
        self._judge_s = -JUDGE_S
        self._keys: list[str] = []

    def answered(self, line: bytes) -> bytes:
        """Return the answer to a line; nothing if it is not a valid request."""
        try:
            ask = msgspec.json.decode(line, type=TableAsk)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return b""
        if ask.v != VERSION:
            return b""
        return msgspec.json.encode(TableTook(ask.key, self.takes(ask))) + b"\n"

    def takes(self, ask: TableAsk) -> bool:
        """Carry out a request, if it is allowed now.

        A repeated request is not carried out again, and counts as accepted.
        """
        if ask.key in self._keys:
            return True
        if not self._may(ask.kind):
            return False
        self._keys = [*self._keys, ask.key][-MOST_KEYS:]
        match ask.kind:
            case TableAskKind.JUDGE:
                self._send(HallCallsJudge())
            case TableAskKind.ROUND_CLOCK:
                self._send(HallSetsClock(None if ask.clock is None else ask.clock.time()))
            case TableAskKind.SAME_NAME:
                self._send(PartFailed(Fault(SAME_NAME, OUTBOX, "")) if ask.on else PartWorks(OUTBOX))
        return True

    def _may(self, kind: TableAskKind) -> bool:
        now_s = self._now_s()
        self._left = min(BURST, self._left + (now_s - self._at_s) * PER_S)
        self._at_s = now_s
        if self._left < 1 or (kind is TableAskKind.JUDGE and now_s - self._judge_s < JUDGE_S):
            return False
        self._left -= 1
        if kind is TableAskKind.JUDGE:
            self._judge_s = now_s
        return True


def hall_exchange(desk: HallDesk) -> Exchange:
    """Return the service of a table's hall."""

    async def answer(line: bytes) -> bytes:
        return desk.answered(line)

    return Exchange(SOCKET, answer, MOST_BYTES)
