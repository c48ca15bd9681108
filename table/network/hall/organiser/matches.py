"""The matches of all tables, as their events told them, and whether their files are those of these matches. Pure."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct, field

from table.view.hall import MatchProof
from table.view.hall_events import (
    CodeShown,
    HallEvent,
    LineTold,
    MatchBegan,
    MatchOver,
    MatchRecord,
    PointsStand,
)
from table.view.said import Said

BROKEN = "broken"
"""The head of a file whose chain is broken."""
KEPT_BYTES = 12
"""The bytes of a link that are kept in memory: nobody finds another one that begins so."""

LinksOf: TypeAlias = Callable[[bytes, str], tuple[str, ...]]
"""Returns the links of the match file of this match; none if its chain is broken, or it is another match's.

The records know match files (`table.records.verify.file.links_of`), and the network knows no records: it is given this.
"""


class MatchOfHall(Struct):
    """A match, as far as it was told."""

    match: str
    table: str
    system: str = ""
    blue: str = ""
    red: str = ""
    points: tuple[int, int, int] = (0, 0, 0)
    codes: list[str] = field(default_factory=list)
    last: int = 0
    """The number of the last line of its story."""
    line: Said | None = None
    over: MatchOver | None = None
    head: str = ""
    """The last link of its file; empty until that has come."""
    links: frozenset[bytes] = frozenset()
    """The beginnings of all links of its file, until they are known to be those of the match."""
    proof: MatchProof = MatchProof.NONE


class MatchesOfHall:
    """All matches, by table and id: another table's match of the same id is another match."""

    def __init__(self, links_of: LinksOf) -> None:
        self._links_of = links_of
        self.all: dict[tuple[str, str], MatchOfHall] = {}
        self.over: list[MatchOfHall] = []
        """The matches that are over, in their order."""

    def takes(self, table: str, event: HallEvent) -> MatchOfHall | None:
        """Take an event of a table, and return the match that it is about, if it is about one."""
        if not isinstance(event, MatchBegan | LineTold | PointsStand | CodeShown | MatchOver | MatchRecord):
            return None
        match = self.all.setdefault((table, event.match), MatchOfHall(event.match, table))
        match_event(match, event, self._links_of)
        if isinstance(event, MatchOver):
            self.over = [each for each in self.over if each is not match]
            self.over.append(match)
        return match

    def results(self) -> list[tuple[MatchOfHall, MatchOver]]:
        """Return the matches that count, with their ends: over, and not given up without a result."""
        ends = ((each, each.over) for each in self.over)
        return [(each, over) for each, over in ends if over is not None and over.counts]


def match_event(match: MatchOfHall, event: HallEvent, links_of: LinksOf) -> None:
    """Take an event of this match."""
    match event:
        case MatchBegan():
            match.system, match.blue, match.red = event.system, event.blue, event.red
        case LineTold():
            if event.number > match.last:
                match.last, match.line = event.number, event.say
        case PointsStand():
            match.points = (event.round, event.blue, event.red)
        case CodeShown():
            match.codes.append(event.code)
        case MatchOver():
            match.over = event
            _weigh(match)
        case MatchRecord():
            links = links_of(event.file.encode(), match.match)
            match.head = links[-1] if links else BROKEN
            match.links = frozenset(bytes.fromhex(each)[:KEPT_BYTES] for each in links)
            _weigh(match)


def _weigh(match: MatchOfHall) -> None:
    """Note what the chain alone says: the file has every code that was shown, and ends with the last one."""
    match.proof = MatchProof.NONE
    if match.over is None or not match.head:
        return
    shown = all(bytes.fromhex(code)[:KEPT_BYTES] in match.links for code in match.codes)
    sound = match.head != BROKEN and shown and match.over.chain == match.head
    match.proof = MatchProof.CHAIN if sound else MatchProof.FORGED
    match.links = frozenset() if sound else match.links
