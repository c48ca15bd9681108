"""The hall in memory: the events of all tables, each once and in order, and the view of them. Pure."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from table.config.checks import is_name
from table.network.hall.organiser.folder import PAIRINGS
from table.network.hall.organiser.matches import LinksOf, MatchesOfHall, MatchOfHall
from table.network.hall.organiser.outboxes import EventFinding, ReadEvent, ReceivedEvent, read_event
from table.network.hall.organiser.pairings import PairingLine
from table.network.hall.organiser.quotas import LONG_AGO_S
from table.network.hall.organiser.table_of_hall import TableOfHall
from table.network.hall.organiser.tournament.acts import Act, CodeEntered, JudgeAnswered, ScoringSet, act_in
from table.network.hall.organiser.tournament.decisions import OrganiserDecisions
from table.network.hall.organiser.tournament.seating import Seating
from table.network.hall.organiser.tournament.standings import standings
from table.network.hall.wire.decoding import decoded
from table.network.hall.wire.messages import (
    MOST_STATE_BYTES,
    VERSION,
    Acknowledgement,
    Ask,
    AskKind,
    TableOnline,
    TableState,
    version_of,
)
from table.view.hall import HallClock, HallNeed, HallResult, HallScoring, HallTable, NeedKind, Pairing, Standing
from table.view.hall_asks import MOST_S, AskedClock
from table.view.hall_events import HallEvent, MatchOver, MatchRecord

MOST_TABLES = 2000
MOST_NEEDS = 24
"""The most lines of one table that the page shows below "Needs help"."""
MOST_UNPAIRED = 200
"""The most invalid lines of the pairings that the page shows."""
M = TypeVar("M", TableOnline, TableState)
ORDER = {kind: place for place, kind in enumerate(NeedKind)}


class TakenMessage(NamedTuple):
    """The consequences of a message."""

    line: bytes = b""
    """A line for the log, which is to be on the disk before anything is acknowledged."""
    ack: Acknowledgement | None = None
    """The acknowledgement for the table, if there is one."""
    match: MatchOfHall | None = None
    """A match whose file came with it, or its end."""
    file: str = ""
    """That file."""
    head: str = ""
    """The last link of that file."""
    ask: Ask | None = None
    """The question to the table."""


class Hall:
    """All tables. One thread calls. Times are seconds that count steadily."""

    def __init__(self, links_of: LinksOf) -> None:
        """`links_of` reads the chain of a match file."""
        self.tables: dict[str, TableOfHall] = {}
        self.matches = MatchesOfHall(links_of)
        self.pairings: tuple[Pairing, ...] = ()
        self.unpaired: tuple[PairingLine, ...] = ()
        """The lines of the pairings' file that are no pairings."""
        self.decisions = OrganiserDecisions()
        self.scoring = HallScoring()
        self.answered: set[str] = set()
        """The tables to which a judge is on the way."""
        self._reckoned: tuple[tuple[Pairing, ...], tuple[HallResult, ...], HallScoring] = ((), (), self.scoring)
        self._standings: tuple[Standing, ...] = ()
        """The standings that follow from `_reckoned`."""
        self._logged_s = LONG_AGO_S
        """The last time in the log, in seconds of this machine's clock."""
        self.clock: HallClock | None = None
        self.damaged = 0
        """The invalid lines of the log."""

    def remembers(self, line: bytes) -> TakenMessage:
        """Take a line of the log. Judges' answers are not taken again: the call may be a later one."""
        if (act := act_in(line)) is not None:
            self._logged_s = act.at_s
            if not isinstance(act.act, JudgeAnswered):
                self.acts(act.act, act.at_s)
            return TakenMessage()
        read = read_event(line)
        table = "" if read is None else read.message.table
        received = self._logged(self._table(table), line, read) if is_name(table) else None
        if received is None or received.finding is not EventFinding.NEW or received.event is None:
            self.damaged += 1
            return TakenMessage()
        return self._takes(table, received.event, b"", None)

    def begin(self, now_s: float, clock_s: float) -> None:
        """Begin to receive, after the whole log. `clock_s` is this machine's clock; the log may be ahead of it."""
        for table in self.tables.values():
            table.quota.begin(now_s - max(clock_s, self._logged_s))

    def receives(self, table: str, size: int, now_s: float) -> bool:
        """True for a message of this size within the table's quota."""
        return self._knows(table) and self._table(table).quota.receives(size, now_s)

    def paused(self, table: str, now_s: float) -> bool:
        """True while nothing is received from a table that sent too much."""
        return table in self.tables and self.tables[table].quota.paused(now_s)

    def read_ahead(self, payload: bytes) -> ReadEvent | None:
        """Decode an event and read its match file, for `event`. Any thread calls, for one event at a time."""
        if (read := read_event(payload)) is not None and isinstance(read.event, MatchRecord):
            self.matches.read_ahead(read.event)
        return read

    def event(self, table: str, payload: bytes, now_s: float, read: ReadEvent | None = None) -> TakenMessage:
        """Take a message of a table's topic of events. `read` is that message if it was read ahead."""
        if not self._knows(table):
            return TakenMessage()
        of_hall = self._table(table)

        def keeps(event: HallEvent, size: int, first_of_epoch: bool) -> bool:
            known = self.matches.knows(table, event)
            return of_hall.quota.keeps(size, now_s, first_of_match=not known, first_of_epoch=first_of_epoch)

        received = of_hall.outboxes.receive(payload, now_s, keeps, read)
        if received.finding is EventFinding.STRANGE:
            of_hall.outboxes.speaks(version_of(payload))
            return TakenMessage()
        of_hall.outboxes.speaks(VERSION)
        of_hall.lives(now_s)
        if received.finding is EventFinding.EARLY:
            again = not of_hall.quota.exceeded(now_s) and of_hall.outboxes.may_ask(now_s)
            return self._asks(of_hall, received.epoch, now_s) if again else TakenMessage()
        ack = of_hall.outboxes.acknowledged(received.epoch)
        if received.event is None:
            return TakenMessage(ack=ack)
        return self._takes(table, received.event, received.line, now_s)._replace(ack=ack)

    def online(self, table: str, payload: bytes, now_s: float, *, kept: bool) -> TakenMessage:
        """Note that a table has come or gone. A table that has come gets an acknowledgement."""
        if (online := _read(payload, TableOnline)) is None or not self._knows(table):
            return TakenMessage()
        of_hall = self._table(table)
        if not of_hall.outboxes.speaks(online.v):
            return TakenMessage()
        of_hall.online(online, now_s, kept=kept)
        ack = of_hall.outboxes.acknowledged(online.epoch, again=True) if online.online else None
        return TakenMessage(ack=ack)

    def state(self, table: str, payload: bytes, now_s: float, at_ms: int, *, kept: bool) -> None:
        """Take a table's state."""
        if (state := _read(payload, TableState)) is None or not self._knows(table):
            return
        of_hall = self._table(table)
        if not state.judged:
            self.answered.discard(table)
        if of_hall.outboxes.speaks(state.v):
            of_hall.state(state, now_s, at_ms, kept=kept)

    def acts(self, act: Act, at_s: float) -> None:
        """Apply an act of the organiser, of this time. Acts that only change a file have no effect here."""
        match act:
            case JudgeAnswered():
                self.answered.add(act.table)
            case ScoringSet():
                self.scoring = HallScoring(act.win, act.draw, act.loss, act.bye, act.tie_breaks)
            case CodeEntered():
                self.matches.enter_code(act.table, act.match, act.code)
            case _:
                self.decisions.add(act, at_s, Counter(match.table for match, _ in self.matches.results()))

    def pair(self, pairings: tuple[Pairing, ...], wrong: tuple[PairingLine, ...]) -> None:
        """Take the pairings of a file with its invalid lines. A file with invalid lines alone changes no pairing."""
        self.pairings = pairings if pairings or not wrong else self.pairings
        self.unpaired = wrong

    def clock_now(self, at_ms: int) -> AskedClock | None:
        """Return the clock of the round at this moment, as tables are asked to show it."""
        if (clock := self.clock) is None:
            return None
        passed_s = (at_ms - clock.at_ms) // 1000 if clock.runs else 0
        return AskedClock(clock.round, max(-MOST_S, min(MOST_S, clock.left_s - passed_s)), clock.runs)

    def view(self, now_s: float) -> HallTable:
        """Return the whole hall as it is now."""
        seating = self.seating()
        tables = {
            name: table.row(seating.pairing(name, "" if table.match is None else table.match.match), now_s)
            for name, table in sorted(self.tables.items())
        }
        reckoned = (self.pairings, seating.results, self.scoring)
        if self._reckoned != reckoned:
            self._reckoned, self._standings = reckoned, standings(*reckoned)
        needs = tuple(self._needs(seating, now_s))
        return HallTable(needs, tables, self.clock, seating.results, self.pairings, self._standings, self.scoring)

    def seating(self) -> Seating:
        """Return all results with the players of their pairings."""
        reported = (_result(match, over) for match, over in self.matches.results())
        return Seating(self.pairings, reported, self.decisions, self.matches.began_s)

    def _needs(self, seating: Seating, now_s: float) -> Iterable[HallNeed]:
        found = [need for table in self.tables.values() for need in table.needs(now_s)]
        for match in self.matches.over:
            found += self.tables[match.table].needs_of(match, self.matches.counts_at(match), now_s)
        for table, match_id in seating.unassigned:
            found.append(HallNeed(table, NeedKind.UNASSIGNED, values={"match": match_id}))
        found = _at_most(MOST_NEEDS, found)
        for line in self.unpaired[:MOST_UNPAIRED]:
            found.append(HallNeed(PAIRINGS, NeedKind.PAIRING, values={"line": str(line.line), "text": line.text}))
        found = [
            replace(need, answered=need.table in self.answered) if need.kind is NeedKind.JUDGE else need
            for need in found
        ]
        return sorted(found, key=lambda need: (ORDER[need.kind], need.table))

    def _logged(self, table: TableOfHall, line: bytes, read: ReadEvent | None) -> ReceivedEvent:
        """Return the event of a line of the log, which counts for the table's quota."""

        def counts(event: HallEvent, size: int, first_of_epoch: bool) -> bool:
            first_of_match = not self.matches.knows(table.name, event)
            table.quota.kept(size, self._logged_s, first_of_match=first_of_match, first_of_epoch=first_of_epoch)
            return True

        return table.outboxes.receive(line, None, counts, read)

    def _takes(self, table: str, event: HallEvent, line: bytes, now_s: float | None) -> TakenMessage:
        of_hall = self.tables[table]
        if (match := self.matches.takes(table, event)) is not None and not isinstance(event, MatchRecord):
            of_hall.match = match
        if isinstance(event, MatchOver):
            of_hall.over_s = now_s
        if match is None or not isinstance(event, MatchOver | MatchRecord):
            return TakenMessage(line)
        if isinstance(event, MatchRecord):
            return TakenMessage(line, match=match, file=event.file, head=match.head)
        return TakenMessage(line, match=match)

    def _asks(self, table: TableOfHall, epoch: str, now_s: float) -> TakenMessage:
        """Request missing events from a table, and its state, which lists the events that it no longer has."""
        ack = table.outboxes.acknowledged(epoch, again=True)
        key = f"{epoch}-{ack.seq}-{round(1000 * now_s)}"
        return TakenMessage(ask=Ask(VERSION, key, AskKind.REBIRTH, epoch, ack.seq))

    def _knows(self, name: str) -> bool:
        """True for a table that is there, or for which there is a place."""
        return name in self.tables or len(self.tables) < MOST_TABLES

    def _table(self, name: str) -> TableOfHall:
        if (table := self.tables.get(name)) is None:
            table = self.tables[name] = TableOfHall(name)
        return table


def _at_most(most: int, needs: Iterable[HallNeed]) -> list[HallNeed]:
    """Return the first needs of each table, so that no table fills the page."""
    counted, kept = Counter[str](), list[HallNeed]()
    for need in needs:
        counted[need.table] += 1
        if counted[need.table] <= most:
            kept.append(need)
    return kept


def _read(payload: bytes, kind: type[M]) -> M | None:
    if len(payload) > MOST_STATE_BYTES:
        return None
    try:
        return decoded(payload, kind)
    except msgspec.MsgspecError:
        return None


def _result(match: MatchOfHall, over: MatchOver) -> HallResult:
    return HallResult(
        table=match.table,
        match=match.match,
        round=0,
        system=match.system,
        blue=match.blue,
        red=match.red,
        blue_player="",
        red_player="",
        blue_points=over.blue,
        red_points=over.red,
        winner=over.winner,
        by=over.by,
        end=over.end,
        chain=over.chain,
        proof=match.proof,
    )
