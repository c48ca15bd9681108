"""The asks of a hall that are due: judges that were called at its terminal, and the clock of the round. Pure.

Each table is asked for the clock until its state says that it shows it, and again once it does not. So nothing depends
on one message, and a table that was switched on later shows it as well.
"""

from collections.abc import Callable, Iterator

from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.judge_calls import JudgeCall, calls_in
from table.network.hall.wire.messages import VERSION, Ask, AskKind

ASK_S = 60
"""The seconds for which a table may still be asked."""


class HallRequests:
    """The asks of one run of a hall. One thread calls."""

    def __init__(self, hall: Hall, run: str, now_s: Callable[[], float], clock_s: Callable[[], float]) -> None:
        """`run` is a name that no other run has. `now_s` counts steadily, `clock_s` is this machine's clock."""
        self._hall, self._run, self._now_s, self._clock_s = hall, run, now_s, clock_s
        self._calls: dict[str, JudgeCall] = {}
        self._asked: set[str] = set()
        self._count = 0

    def calls(self, raw: bytes) -> None:
        """Take the file of judges that were called. One whose time is over is not called."""
        self._calls |= {call.key: call for call in calls_in(raw) if call.key not in self._asked}

    def due(self, at_ms: int) -> Iterator[tuple[str, Ask]]:
        """Yield tables with their due requests. `at_ms` is the current time in the frames' count."""
        clock_s = self._clock_s()
        for call in tuple(self._calls.values()):
            left_s = int(call.at_s + ASK_S - clock_s)
            if call.key in self._asked or not 0 < left_s <= ASK_S:
                del self._calls[call.key]
            elif call.table in self._hall.tables:
                yield call.table, Ask(VERSION, call.key, AskKind.JUDGE, for_s=left_s)
        clock, now_s = self._hall.clock_now(at_ms), self._now_s()
        for name, table in self._hall.tables.items():
            if table.wants_clock(clock, now_s):
                self._count += 1
                yield name, Ask(VERSION, f"{self._run}-{self._count}", AskKind.ROUND_CLOCK, clock=clock, for_s=ASK_S)

    def asked(self, ask: Ask) -> None:
        """Note that it is on its way: a judge is not called twice."""
        if ask.kind is AskKind.JUDGE:
            self._asked.add(ask.key)
