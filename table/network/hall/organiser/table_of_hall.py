"""A table, as its hall sees it: its outboxes, its last state, and what it needs. Pure; times count steadily."""

from collections.abc import Iterator

from msgspec.structs import replace

from table.network.hall.organiser.matches import MatchOfHall, shown_name
from table.network.hall.organiser.outboxes import OutboxesOfTable
from table.network.hall.organiser.quotas import MOST_MATCHES, TableQuota
from table.network.hall.wire.messages import TableOnline, TableState
from table.view.clock import RunningClock, heard_clock
from table.view.hall import HallNeed, HallRow, MatchProof, NeedKind, Pairing
from table.view.hall_asks import AskedClock
from table.view.operations import OperationsFault

SILENT_S = 40.0
"""The seconds after which a silent table counts as lost. It sends something every ten."""
FILE_S = 60.0
"""The seconds after a match's end within which its file has to arrive. A table sends both together."""
ASK_CLOCK_S = 5.0
"""The shortest time between two asks of one table to show the clock of the round."""
SLACK_S = 3
"""The difference in which a table's clock of the round counts as the hall's: a state takes some time on its way."""
KINDS = (("hopper.given_up", NeedKind.JAM), ("reader.", NeedKind.READER))
"""The first part of a fault's code -> the kind of need that the hall shows."""
UNKNOWN = "TB-10"
"""The rule by which a table asks how many tokens came."""


class TableOfHall:
    """A table of the hall."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.outboxes = OutboxesOfTable(name)
        self.quota = TableQuota()
        self.match: MatchOfHall | None = None
        """The match that its events spoke of last."""
        self.over_s: float | None = None
        """When that was over."""
        self._state: TableState | None = None
        self._online = False
        self._received_s: float | None = None
        self._clock: RunningClock | None = None
        self._live_s: float | None = None
        """The time at which it sent its state itself; None if the known state may be an old one."""
        self._asked_s = -ASK_CLOCK_S

    def online(self, online: TableOnline, now_s: float, *, kept: bool) -> None:
        """Record the table's online or offline message. `kept`: the broker had retained it from earlier."""
        self.outboxes.online(online, None if kept else now_s)
        if online.online or online.epoch == self.outboxes.epoch:
            self._online = online.online
        self._received_s = now_s

    def state(self, state: TableState, now_s: float, at_ms: int, *, kept: bool) -> None:
        """Take the table's state."""
        self.outboxes.state(state, None if kept else now_s)
        self._state = state
        self._clock = None if kept else heard_clock(state.clock, at_ms, self._clock)
        self._live_s = None if kept else now_s
        if not kept:
            self.lives(now_s)

    def wants_clock(self, clock: AskedClock | None, now_s: float) -> bool:
        """True if the table may be asked to show the clock of the round, shows another one, and was not just asked.

        It counts as asked then.
        """
        if (state := self._state) is None or self._live_s is None or not state.asks or not self.there(now_s):
            return False
        if (shown := state.round_clock) is not None and shown.runs:
            shown = replace(shown, left_s=shown.left_s - int(now_s - self._live_s))
        if _alike(clock, shown) or now_s - self._asked_s < ASK_CLOCK_S:
            return False
        self._asked_s = now_s
        return True

    def needs_of(self, match: MatchOfHall, counts_at: str, now_s: float) -> Iterator[HallNeed]:
        """Yield the needs of a finished match. `counts_at` is the table whose file counts."""
        named = {"match": match.match}
        match match.proof:
            case MatchProof.FORGED:
                yield HallNeed(self.name, NeedKind.FORGED, values=named)
            case MatchProof.OTHER:
                yield HallNeed(self.name, NeedKind.OTHER, values=named)
            case MatchProof.NO_RESULT:
                yield HallNeed(self.name, NeedKind.NO_RESULT, values=named)
            case MatchProof.TWICE:
                yield HallNeed(self.name, NeedKind.TWICE, values={**named, "other": counts_at})
            case MatchProof.NONE:
                if match is not self.match or self.over_s is None or now_s - self.over_s > FILE_S:
                    yield HallNeed(self.name, NeedKind.FILE, values=named)
            case MatchProof.CHAIN | MatchProof.REPORTED | MatchProof.PROVED | MatchProof.OPEN | MatchProof.ENTERED:
                pass

    def lives(self, now_s: float) -> None:
        """Note that it has sent something itself."""
        self._online, self._received_s = True, now_s

    def there(self, now_s: float) -> bool:
        """True while messages of the table's outbox come."""
        return self._online and self._received_s is not None and now_s - self._received_s < SILENT_S

    def row(self, pairing: Pairing | None, now_s: float) -> HallRow:
        """Return the table's row of the overview."""
        state, match = self._state or TableState(0, "", 0), self.match
        there = self.there(now_s)
        return HallRow(
            online=there,
            there=there and state.there,
            match=state.match,
            system=state.system,
            round=state.round,
            rounds=state.rounds,
            phase=state.phase,
            blue=shown_name(state.blue),
            red=shown_name(state.red),
            blue_player="" if pairing is None else pairing.blue,
            red_player="" if pairing is None else pairing.red,
            counts=state.counts,
            blue_points=state.blue_points,
            red_points=state.red_points,
            clock=self._clock if there else None,
            last_line=None if match is None else match.line,
            over=match is not None and match.over is not None and match.match == state.match,
        )

    def needs(self, now_s: float) -> Iterator[HallNeed]:
        """Yield the needs of a table: things for which a person has to come."""
        there, state = self.there(now_s), self._state
        if state is not None and there:
            for asked in state.payouts:
                yield HallNeed(self.name, NeedKind.PAYOUT if asked.rule == UNKNOWN else NeedKind.JAM, asked.say)
            yield from (HallNeed(self.name, _kind(fault), fault.say) for fault in state.faults)
            if state.judged:
                yield HallNeed(self.name, NeedKind.JUDGE)
            yield from self._without_time()
            if state.there and not state.lives:
                yield HallNeed(self.name, NeedKind.STUCK)
        match = self.match
        if not there and match is not None and match.over is None:
            yield HallNeed(self.name, NeedKind.GONE)
        if self.outboxes.double(now_s):
            yield HallNeed(self.name, NeedKind.DOUBLE)
        if self.outboxes.strange:
            yield HallNeed(self.name, NeedKind.VERSION, values={"version": str(self.outboxes.version)})
        if self.outboxes.lacking:
            yield HallNeed(self.name, NeedKind.LACKS, values={"events": str(self.outboxes.lacking)})
        if self.quota.full:
            yield HallNeed(self.name, NeedKind.FULL, values={"matches": str(MOST_MATCHES)})
        elif self.quota.exceeded(now_s):
            yield HallNeed(self.name, NeedKind.QUOTA)

    def _without_time(self) -> Iterator[HallNeed]:
        if (clock := self._state.clock if self._state is not None else None) is None or not clock.running:
            return
        for seat, left_s in (("blue", clock.blue_s), ("red", clock.red_s)):
            if left_s <= 0 and (clock.shared or seat in clock.running):
                yield HallNeed(self.name, NeedKind.CLOCK, values={"seat": seat})


def _alike(wanted: AskedClock | None, shown: AskedClock | None) -> bool:
    if wanted is None or shown is None:
        return wanted is shown
    same = (wanted.round, wanted.runs) == (shown.round, shown.runs)
    return same and abs(wanted.left_s - shown.left_s) <= SLACK_S


def _kind(fault: OperationsFault) -> NeedKind:
    return next((kind for begins, kind in KINDS if fault.code.startswith(begins)), NeedKind.FAULT)
