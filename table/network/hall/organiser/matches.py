"""The matches of all tables by their events, and whether the match files are theirs. Pure."""

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from table.rules.shown_codes import is_of
from table.view.hall import MatchOutcome, MatchProof
from table.view.hall_events import (
    ClockTold,
    CodeShown,
    FaultCame,
    FaultWent,
    HallEvent,
    JudgeHasTable,
    LineTold,
    MatchBegan,
    MatchOver,
    MatchRecord,
    PointsStand,
)
from table.view.sentences import Sentences

BROKEN = "broken"
"""The head of a file whose chain is broken."""
MOST_NAME = 120
"""The most letters of a name that is shown."""
KEPT_BYTES = 17
"""The bytes of a link that are kept in memory: all 130 bits of the letters that people compare."""

COUNTING = (MatchProof.CHAIN, MatchProof.REPORTED, MatchProof.PROVED, MatchProof.OPEN)
"""The proofs of a match whose file counts."""

LinksOf: TypeAlias = Callable[[bytes, str], tuple[str, ...]]
"""Returns the links of the match file of this match; none if its chain is broken, or it is another match's.

The records know match files (`table.records.verify.file.links_of`), and the network knows no records: it is given this.
"""


MatchEvent = MatchBegan | LineTold | PointsStand | CodeShown | MatchOver | MatchRecord


class FileLinks(NamedTuple):
    """The links of a match file."""

    first: str
    """The first link; empty if the chain is broken."""
    head: str
    """The last link, or `BROKEN`."""
    beginnings: bytes
    """The beginnings of all links, sorted."""


class FileFinding(Struct, frozen=True):
    """The verdict on a match file."""

    proof: MatchProof
    outcome: MatchOutcome | None = None
    """The outcome in the file; None if the match is not over in it, or the rules of its game are not there."""


class MatchOfHall(Struct):
    """A match, as far as its events have come."""

    match: str
    table: str
    system: str = ""
    blue: str = ""
    red: str = ""
    began_s: float | None = None
    """When it began, in seconds of its table's clock; None if the table has not seen it begin."""
    points: tuple[int, int, int] = (0, 0, 0)
    codes: list[str] = field(default_factory=list)
    """The codes that were shown. Once its file is there, each is compared as it comes."""
    lacks_code: bool = False
    """True if a code that was shown is not in its file."""
    last: int = 0
    """The number of the last line of its story."""
    line: Sentences | None = None
    over: MatchOver | None = None
    counted: bool = False
    """True once it was reported with a result. It then keeps its place among the table's matches."""
    head: str = ""
    """The last link of the match's file; empty until the file has arrived."""
    first: str = ""
    """The first link of its file. All files of one match begin with the same link, wherever they end."""
    links: bytes = b""
    """The beginnings of all links of its file, sorted, until they are known to be those of the match."""
    sound: str = ""
    """The last link of its file, once that is known to be the file of the match."""
    listed: str = ""
    """The first link by which it is listed, to find the same match at other tables."""
    kept: str = ""
    """The last link of the file that is in the hall's folder. It may be an earlier file than the one in memory."""
    finding: FileFinding | None = None
    players_code: str = ""
    """The code of the end that the players copied from their screen, in its normal form. Empty until it is entered."""
    proof: MatchProof = MatchProof.NONE


class MatchesOfHall:
    """All matches, by table and id: another table's match of the same id is another match."""

    def __init__(self, links_of: LinksOf) -> None:
        self._links_of = links_of
        self._ahead: tuple[MatchRecord, FileLinks] | None = None
        self.all: dict[tuple[str, str], MatchOfHall] = {}
        self.over: list[MatchOfHall] = []
        """The matches that are over, in their order."""
        self._same: dict[str, list[MatchOfHall]] = {}
        """The reports of each match, by the first link of its files, in the order in which the files came."""

    def read_ahead(self, record: MatchRecord) -> None:
        """Read a match file, so that taking its event is short. Any thread calls, one at a time."""
        self._ahead = record, file_links(record, self._links_of)

    def knows(self, table: str, event: HallEvent) -> bool:
        """True for an event of a match that is known, or of none."""
        return not isinstance(event, MatchEvent) or (table, event.match) in self.all

    def takes(self, table: str, event: HallEvent) -> MatchOfHall | None:
        """Take an event of a table, and return the match that it is about, if it is about one."""
        if not isinstance(event, MatchEvent):
            return None
        match = self.all.setdefault((table, event.match), MatchOfHall(event.match, table))
        if isinstance(event, MatchRecord):
            match_file(match, self._links(event))
        else:
            match_event(match, event)
        if isinstance(event, MatchOver) and not match.counted:
            match.counted = event.counts
            self.over = [*(each for each in self.over if each is not match), match]
        if isinstance(event, MatchBegan | MatchOver | MatchRecord):
            self._weigh(match)
        return match

    def _links(self, record: MatchRecord) -> FileLinks:
        if (ahead := self._ahead) is None or ahead[0] is not record:
            return file_links(record, self._links_of)
        self._ahead = None
        return ahead[1]

    def found(self, match: MatchOfHall, finding: FileFinding) -> None:
        """Take the verdict on the match's current file."""
        match.finding = finding
        self._weigh(match)

    def enter_code(self, table: str, match_id: str, code: str) -> None:
        """Note the code of the end of a match, as its players copied it, in its normal form."""
        match = self.all.setdefault((table, match_id), MatchOfHall(match_id, table))
        match.players_code = code
        self._weigh(match)

    def counts_at(self, match: MatchOfHall) -> str:
        """Return the table at which the file of this match counts; empty if at none."""
        counting = self._counting(match)
        return "" if counting is None else counting.table

    def began_s(self, key: tuple[str, str]) -> float | None:
        """Return when the match of this table and id began, in seconds of the table's clock. None if unknown."""
        match = self.all.get(key)
        return None if match is None else match.began_s

    def results(self) -> list[tuple[MatchOfHall, MatchOver]]:
        """Return the matches that count, with their ends, in the order of their first ends with a result.

        A table that reports an end again, or withdraws it, moves no match to the pairing of another one.
        """
        return [(each, each.over) for each in self.over if each.over is not None and each.counted]

    def _weigh(self, match: MatchOfHall) -> None:
        """Note the proof of this match, and of the same match at other tables. A match counts once."""
        touched, first = [match], match.first if match.sound else ""
        if match.listed != first:
            if match.listed:
                self._same[match.listed].remove(match)
                touched += self._same[match.listed]
            if first:
                self._same.setdefault(first, []).append(match)
            match.listed = first
        for each in (*touched, *self._same.get(first, [])):
            proof, counting = _by_itself(each), self._counting(each)
            elsewhere = counting is not None and counting is not each
            each.proof = MatchProof.TWICE if elsewhere and proof in COUNTING else proof

    def _counting(self, match: MatchOfHall) -> MatchOfHall | None:
        """Return the report of this match that its players confirmed by their code; else the first with its file."""
        confirmed = [each for each in self._same.get(match.listed, []) if _by_itself(each) in COUNTING]
        return next((each for each in confirmed if each.players_code), confirmed[0] if confirmed else None)


def file_links(record: MatchRecord, links_of: LinksOf) -> FileLinks:
    """Return the links of a match file. A long file takes tens of milliseconds."""
    links = links_of(record.file.encode(), record.match)
    first, head = (links[0], links[-1]) if links else ("", BROKEN)
    return FileLinks(first, head, b"".join(sorted(_beginning(each) for each in links)))


def match_file(match: MatchOfHall, links: FileLinks) -> None:
    """Take the file of this match."""
    match.first, match.head, match.links = links
    match.sound, match.finding = "", None
    match.lacks_code = not all(_is_in(match.links, _beginning(code)) for code in match.codes)
    _compare_chain(match)


def match_event(match: MatchOfHall, event: HallEvent) -> None:
    """Take an event of this match. Its file is taken by `match_file`."""
    match event:
        case MatchBegan():
            match.system, match.blue, match.red = (
                shown_name(event.system),
                shown_name(event.blue),
                shown_name(event.red),
            )
            known = match.began_s is not None or match.counted  # a later time would move other matches
            match.began_s = match.began_s if known else event.at_s
        case LineTold():
            if event.number > match.last:
                match.last, match.line = event.number, event.say
        case PointsStand():
            match.points = (event.round, event.blue, event.red)
        case CodeShown():
            _show_code(match, event.code)
        case MatchOver():
            match.over = replace(event, by=shown_name(event.by))
            _compare_chain(match)
        case MatchRecord() | FaultCame() | FaultWent() | JudgeHasTable() | ClockTold():
            pass


def _show_code(match: MatchOfHall, code: str) -> None:
    """Take a code that was shown. It costs one search of the file's links, however many codes a table reports."""
    match.codes.append(code)
    if match.head and match.sound != match.head and not match.lacks_code:
        match.lacks_code = not _is_in(match.links, _beginning(code))


def _beginning(link: str) -> bytes:
    return bytes.fromhex(link)[:KEPT_BYTES]


def _is_in(links: bytes, beginning: bytes) -> bool:
    starts = range(0, len(links), KEPT_BYTES)
    at = bisect_left(starts, beginning, key=lambda start: links[start : start + KEPT_BYTES])
    return links[at * KEPT_BYTES : (at + 1) * KEPT_BYTES] == beginning


def _compare_chain(match: MatchOfHall) -> None:
    """Note whether the file is that of the match: it has every code that was shown, and ends with the last one."""
    if match.over is None or not match.head:
        return
    sound = match.head != BROKEN and not match.lacks_code and match.over.chain == match.head
    match.sound = match.head if sound else ""
    match.links = b"" if sound else match.links


def shown_name(name: str) -> str:
    """Return a name as far as the page shows it: one line, and nothing in it turns the points beside it around."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name[:MOST_NAME]).split())


def _by_itself(match: MatchOfHall) -> MatchProof:
    """Return the proof of a match, regardless of other tables."""
    finding = match.finding
    if match.counted and match.over is not None and not match.over.counts:
        return MatchProof.NO_RESULT  # its table has withdrawn the result
    if match.over is None or not match.head:
        return MatchProof.NONE
    if not match.sound or (match.players_code and not is_of(match.players_code, match.head)):
        return MatchProof.FORGED
    if finding is None:
        return MatchProof.CHAIN
    if finding.proof not in COUNTING:
        return finding.proof
    if finding.outcome is None:
        return MatchProof.NO_RESULT
    if not _is_reported(finding.outcome, match, match.over):
        return MatchProof.OTHER
    return finding.proof if match.players_code else MatchProof.REPORTED


def _is_reported(outcome: MatchOutcome, match: MatchOfHall, over: MatchOver) -> bool:
    """True if the table reported this outcome. A table whose events of the beginning are missing reported no armies."""
    began = (match.system, match.blue, match.red)
    armies = began in (("", "", ""), tuple(map(shown_name, (outcome.system, outcome.blue, outcome.red))))
    end = (outcome.blue_points, outcome.red_points, outcome.end, outcome.winner, shown_name(outcome.by))
    return armies and end == (over.blue, over.red, over.end, over.winner, over.by)
