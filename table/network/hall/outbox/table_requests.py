"""The things that the hall asks of the table itself, passed on to its socket until the table has taken them.

The clock of the round is said again and again, so that a table that was switched off shows it once more; a judge who
was called is not, once the table has answered.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hal.computer.local_sockets import is_there, open_connection
from table.network.hall.wire.decoding import decoded
from table.view.hall_asks import MOST_BYTES, VERSION, AskedClock, TableAsk, TableAskKind, TableTook

log = logging.getLogger(__name__)

LOOK_S = 5.0
"""The time between two tries of a request, and between two messages of the clock."""
ANSWER_S = 2.0
"""The seconds for the table's answer."""
SAME_NAME_S = 120.0
"""The seconds for which another table of this name is reported, after it was last noticed."""
MOST_CALLS = 4
"""The most calls for a judge that wait for the table."""


class _Clock(NamedTuple):
    key: str
    clock: AskedClock | None
    since_s: float
    """The moment at which it was so."""


class TableRequests:
    """The asks that wait for the table. One thread only; times are seconds that count steadily."""

    def __init__(self, path: Path, now_s: Callable[[], float], woken: Callable[[], None]) -> None:
        """`path` is that of the table's socket for its hall. `woken` is called when the table has taken the clock."""
        self._path, self._now_s, self._notify = path, now_s, woken
        self._woken = asyncio.Event()
        self._calls: dict[str, float] = {}
        self._clock: _Clock | None = None
        self._taken = ""
        self._kicked_s: float | None = None
        self._same_name = ""
        """The key of the last accepted report that another table uses this table's name."""

    @property
    def there(self) -> bool:
        """True if the table has such a socket: its owner lets the hall ask."""
        return is_there(self._path)

    @property
    def shown(self) -> AskedClock | None:
        """Return the clock that the table shows now, as far as it has answered."""
        clock = self._clock
        return None if clock is None or clock.key != self._taken else self._now(clock)

    def call_judge(self, key: str, for_s: float) -> None:
        """Have a judge called, within so many seconds."""
        if len(self._calls) < MOST_CALLS:
            self._calls[key] = self._now_s() + for_s
            self._woken.set()

    def set_clock(self, key: str, clock: AskedClock | None, age_s: float) -> None:
        """Have the table show a clock that is this many seconds old; None removes it."""
        self._clock = _Clock(key, clock, self._now_s() - age_s)
        self._woken.set()

    def note_kick(self) -> None:
        """Note that the broker has just dropped this table because another one took its name."""
        self._kicked_s = self._now_s()
        self._woken.set()

    async def run(self) -> None:
        """Pass on waiting requests, until it is cancelled."""
        while True:
            self._woken.clear()
            for ask in self.due():
                if (took := await self._exchange(ask)) is None:
                    break
                self.took(took)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._woken.wait()

    def due(self) -> list[TableAsk]:
        """Return the requests that are due."""
        now_s = self._now_s()
        self._calls = {key: until_s for key, until_s in self._calls.items() if now_s < until_s}
        found = [TableAsk(VERSION, key, TableAskKind.JUDGE) for key in self._calls]
        if self._clock is not None:
            found.append(TableAsk(VERSION, self._clock.key, TableAskKind.ROUND_CLOCK, self._now(self._clock)))
        if self._kicked_s is not None:
            on = now_s - self._kicked_s < SAME_NAME_S
            ask = TableAsk(
                VERSION, f"same_name-{self._kicked_s if on else -self._kicked_s}", TableAskKind.SAME_NAME, on=on
            )
            found += [ask] if ask.key != self._same_name else []
        return found

    def took(self, took: TableTook) -> None:
        """Take the table's answer. A judge whom it does not call now is not called later."""
        if took.taken and took.key.startswith("same_name-"):
            self._same_name = took.key
        if self._calls.pop(took.key, None) is not None and not took.taken:
            log.warning("the table calls no judge now: it was asked for one a moment ago")
        if self._clock is not None and took.key == self._clock.key:
            before, self._taken = self._taken, took.key if took.taken else ""
            if before != self._taken:
                self._notify()

    async def _exchange(self, ask: TableAsk) -> TableTook | None:
        """Return the table's answer; None if the table is not there or its answer is invalid."""
        try:
            async with asyncio.timeout(ANSWER_S):
                reader, writer = await open_connection(self._path, MOST_BYTES)
                try:
                    writer.write(msgspec.json.encode(ask) + b"\n")
                    return decoded(await reader.readline(), TableTook)
                finally:
                    writer.close()
        except (OSError, ValueError, msgspec.MsgspecError) as error:  # a table that is off, a line that is none
            self._taken = ""
            log.debug("%s: %s", self._path, error)
            return None

    def _now(self, clock: _Clock) -> AskedClock | None:
        if clock.clock is None or not clock.clock.runs:
            return clock.clock
        return replace(clock.clock, left_s=clock.clock.left_s - int(self._now_s() - clock.since_s))
