"""Results that tables forge: does one stand as proved that its players did not have?

Bots play real matches. A table then reports one of them wrongly in every way that its password allows, with files that
are cut, changed, chained again, of another match or of another table. The players enter the code that they saw. The
truth is what their screen showed, which neither the verifier nor the hall knows.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from lab.campaigns.hall.bot_tables import BotTable
from lab.campaigns.hall.simulated import EventChain
from lab.figure import Figure, control_of, none_of
from lab.headless import HeadlessParts
from lab.systems import systems
from table.network.broker import BrokerAccess
from table.network.hall.organiser import matches as hall_matches
from table.network.hall.organiser.desk import desk
from table.network.hall.organiser.desk.desk import DeskActs, RefusedActError
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.matches import FileFinding, MatchEvent, MatchOfHall
from table.network.hall.organiser.tournament.acts import CodeEntered
from table.network.hall.wire.messages import EventMessage
from table.records.journal import chain_next, chain_start
from table.records.verify.file import batch_line, end_line, links_of
from table.records.verify.verifier import verify
from table.rules.game import Game
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE, RED
from table.view.hall import HallResult, MatchProof, Pairing
from table.view.hall_events import CodeShown, HallEvent, MatchBegan, MatchOver, MatchRecord

CONFIRMING = (MatchProof.PROVED, MatchProof.OPEN)
PLAYED_EACH = 3
"""The matches of each system."""
CONTROLS = 100
ROUNDS = (1, 2, 3, 4)
"""The rounds for which each table has a pairing."""


class TrueMatch(NamedTuple):
    """A match as it was played, with its events as an honest table sends them."""

    events: tuple[HallEvent, ...]
    result: tuple[object, ...]
    """The result that the screen showed."""
    code: str
    """The code of the end on the screen."""

    def first(self, kind: type) -> Any:
        return next(each for each in self.events if isinstance(each, kind))


def results_figures(folder: Path, seed: int, count: int) -> Iterator[Figure]:
    """Yield the figures of so many forged reports, of honest ones, and of halls that compare less."""
    parts = HeadlessParts(folder)
    played = [*_played(parts, folder, seed)]
    court = _Court(parts.games, played)
    chance = random.Random(seed)
    honest = [court.standing([(each, each.events)]) for each in played]
    note = "honest matches whose result is not confirmed"
    yield none_of("hall.results.honest", sum(not each for each in honest), "matches", len(played), note)
    forged = sum(bool(court.false(court.forged(chance))) for _ in range(count))
    note = "forged: a result stands as proved that the players did not have"
    yield none_of("hall.results", forged, "reports", count, note)
    with patch.object(hall_matches, "_is_reported", lambda *_: True):
        found = sum(bool(court.false(court.forged(chance))) for _ in range(CONTROLS))
    yield control_of("hall.results.control", found, "reports", CONTROLS, "a hall that compares no result with its file")
    with patch.object(hall_matches, "is_of", lambda *_: True), patch.object(desk, "is_of", lambda *_: True):
        found = sum(bool(court.false(court.forged(chance))) for _ in range(CONTROLS))
    yield control_of(
        "hall.results.code_control", found, "reports", CONTROLS, "a hall that takes any code of the players"
    )


def _played(parts: HeadlessParts, folder: Path, seed: int) -> Iterator[TrueMatch]:
    for system in systems():
        for number in range(PLAYED_EACH):
            table = BotTable("table-1", BrokerAccess("", 1, "", ""), folder / f"{system.game.system}{number}")
            seeds = iter(range(seed + 100 * number, seed + 100 * number + 99))
            outcome = None
            while outcome is None:
                each = next(seeds)
                outcome = table.plays_match(parts, system, each, folder / f"{system.game.system}{number}.{each}")
                events = [
                    msgspec.json.decode(msgspec.json.decode(line, type=EventMessage).event, type=HallEvent)
                    for line in table.published.values()
                ]
            last = next(each.match for each in reversed(events) if isinstance(each, MatchOver))
            own = tuple(each for each in events if isinstance(each, MatchEvent) and each.match == last)
            over = next(each for each in own if isinstance(each, MatchOver))
            yield TrueMatch(own, (outcome.blue, outcome.red, outcome.winner), over.chain)
            table.store.close()


Report = tuple[TrueMatch, Sequence[HallEvent]]
"""The match that was played at a table, and the events that the table sends instead of its own."""


class _Court:
    """The hall with verified files, and the forgers."""

    def __init__(self, games: Mapping[str, Game[Any]], played: Sequence[TrueMatch]) -> None:
        self._played = played

        @cache
        def finding(file: bytes, head: str) -> FileFinding:
            verdict = verify(file, games, head)
            if not verdict.ok:
                return FileFinding(MatchProof.FORGED)
            return FileFinding(MatchProof.PROVED if verdict.proved else MatchProof.OPEN, verdict.outcome)

        self._finding = finding
        self._rounds: dict[tuple[str, str], set[int]] = {}
        """The rounds of the pairings that each match has had."""

    def forged(self, chance: random.Random) -> list[Report]:
        """Return the tables' reports; at least one of them is forged."""
        own, other = chance.sample(self._played, 2)
        events = chance.choice(FORGERS)(chance, own, other)
        if chance.random() < 0.5:
            events = chance.choice(FORGERS)(chance, own._replace(events=tuple(events)), other)
        reports: list[Report] = [(own, events)]
        if chance.random() < 0.3:
            reports.insert(chance.randrange(2), (other, own.events))  # another table hands in this one's match
        return reports

    def standing(self, reports: Sequence[Report]) -> list[tuple[TrueMatch, HallResult]]:
        """Return the results that stand as confirmed, with the match that was played at their table."""
        hall, self._rounds = Hall(links_of), defaultdict(set)
        organiser = DeskActs(hall, Path(), lambda: 0.0)
        hall.pair(tuple(Pairing(n, f"table-{at}", f"Blue {at}", f"Red {at}") for n in ROUNDS for at in (1, 2)), ())
        for number, (_, events) in enumerate(reports, 1):
            chain = EventChain(f"table-{number}", "one")
            for event in events:
                taken = hall.event(chain.table, chain.line(event), 0.0)
                self._verify(hall, taken.match, taken.file)
                for each in hall.view(0.0).results if isinstance(event, MatchOver) else ():
                    self._rounds[each.table, each.match].add(each.round)
        played_at = {f"table-{number}": played for number, (played, _) in enumerate(reports, 1)}
        for match in tuple(hall.matches.over):
            code = played_at[match.table].code
            with suppress(RefusedActError):  # the organiser sees that the code is another one
                hall.acts(organiser.completed(CodeEntered(match.table, match.match, code)), 0.0)
        confirmed = [each for each in hall.view(0.0).results if each.proof in CONFIRMING]
        return [(played_at[each.table], each) for each in confirmed]

    def false(self, reports: Sequence[Report]) -> list[HallResult]:
        """Return the confirmed results that the players of the table did not have, that count twice, or have moved.

        A result has moved if the table's later reports have given it the pairing of another match.
        """
        standing = self.standing(reports)
        wrong = [
            each for played, each in standing
            if (each.blue_points, each.red_points, each.winner) != played.result or _armies(each) != _began(played)
            or len(self._rounds[each.table, each.match]) > 1
        ]  # fmt: skip
        counted = [each.chain for _, each in standing]
        return wrong or [each for _, each in standing if counted.count(each.chain) > 1]

    def _verify(self, hall: Hall, match: MatchOfHall | None, file: str) -> None:
        if file:
            self._file = file.encode()
        if match is not None and match.sound and match.over is not None and match.finding is None:
            hall.matches.found(match, self._finding(self._file, match.over.chain))


def _armies(result: HallResult) -> tuple[str, str, str]:
    return result.system, result.blue, result.red


def _began(played: TrueMatch) -> tuple[str, str, str]:
    began = played.first(MatchBegan)
    return began.system, began.blue, began.red


Forger = Callable[[random.Random, TrueMatch, TrueMatch], Sequence[HallEvent]]
"""Returns a forged report of a table's own match. It may use data of another match."""


def _changed(events: Sequence[HallEvent], kind: type, **values: Any) -> list[HallEvent]:
    return [replace(each, **values) if isinstance(each, kind) else each for each in events]


def _other_over(chance: random.Random, own: TrueMatch, _other: TrueMatch) -> Sequence[HallEvent]:
    """Report another result."""
    over = own.first(MatchOver)
    return _changed(own.events, MatchOver, **chance.choice(
        (
            {"winner": chance.choice([each for each in (BLUE, RED, None) if each is not over.winner])},
            {"blue": over.blue + chance.randint(1, 50)}, {"red": over.red + chance.randint(1, 50)},
            {"blue": over.red + 1, "red": over.blue}, {"end": chance.choice([*MatchEnd])}, {"by": "luck"},
        )
    ))  # fmt: skip


def _other_armies(chance: random.Random, own: TrueMatch, other: TrueMatch) -> Sequence[HallEvent]:
    began, foreign = own.first(MatchBegan), other.first(MatchBegan)
    return _changed(own.events, MatchBegan, **chance.choice(
        ({"blue": f"{began.blue}!"}, {"blue": began.red, "red": f"{began.blue}!"}, {"system": f"{foreign.system}!"})
    ))  # fmt: skip


def _cut(chance: random.Random, own: TrueMatch, _other: TrueMatch) -> Sequence[HallEvent]:
    """Let the match end earlier, with the code of that moment."""
    lines = own.first(MatchRecord).file.encode().splitlines(keepends=True)[:-1]
    kept = lines[: chance.randint(2, len(lines))]
    head = msgspec.json.decode(kept[-1])["chain"]
    file = b"".join([*kept, end_line(bytes.fromhex(head), len(kept) - 1)])
    return _changed(_changed(own.events, MatchOver, chain=head), MatchRecord, file=file.decode())


def _rechained(chance: random.Random, own: TrueMatch, _other: TrueMatch) -> Sequence[HallEvent]:
    """Change a number, a name or a whole batch of the file, and chain all of it again."""
    lines = own.first(MatchRecord).file.encode().splitlines()
    header, bodies = lines[0], [line[line.index(b',"batch":') + 9 : -1] for line in lines[1:-1]]
    place = chance.randrange(len(bodies))
    match chance.randrange(4):
        case 0:
            del bodies[place]
        case 1:
            bodies.insert(place, bodies[place])
        case 2:
            bodies[place] = bodies[place].replace(b"blue", b"~").replace(b"red", b"blue").replace(b"~", b"red")
        case _:
            digits = [at for at, byte in enumerate(bodies[place]) if 48 <= byte < 58] or [0]
            at = chance.choice(digits)
            bodies[place] = bodies[place][:at] + b"%d" % chance.randrange(10) + bodies[place][at + 1 :]
    head, written = chain_start(msgspec.json.decode(header)["match"]), [header + b"\n"]
    for body in bodies:
        head = chain_next(head, body)
        written.append(batch_line(head, body))
    file = b"".join([*written, end_line(head, len(bodies))])
    events = _changed(_changed(own.events, MatchOver, chain=head.hex()), MatchRecord, file=file.decode())
    return [each for each in events if not isinstance(each, CodeShown)]


def _foreign_file(_chance: random.Random, own: TrueMatch, other: TrueMatch) -> Sequence[HallEvent]:
    """Hand in another match's file for this one."""
    chain, file = other.first(MatchOver).chain, other.first(MatchRecord).file
    return _changed(_changed(own.events, MatchOver, chain=chain), MatchRecord, file=file)


def _renamed_file(_chance: random.Random, own: TrueMatch, other: TrueMatch) -> Sequence[HallEvent]:
    """Hand in another match's file under this match's id."""
    mine, theirs = own.first(MatchRecord).match, other.first(MatchRecord)
    return _changed(own.events, MatchRecord, file=theirs.file.replace(theirs.match, mine))


def _another_match(_chance: random.Random, _own: TrueMatch, other: TrueMatch) -> Sequence[HallEvent]:
    """Report another match, as if it had been played here: everything in it fits."""
    return other.events


def _first_another(_chance: random.Random, own: TrueMatch, other: TrueMatch) -> Sequence[HallEvent]:
    """Report another match, and then the own one, too."""
    return [*other.events, *own.events]


def _later_over(chance: random.Random, own: TrueMatch, other: TrueMatch) -> Sequence[HallEvent]:
    """Report the truth, and then another result."""
    return [*own.events, next(each for each in _other_over(chance, own, other) if isinstance(each, MatchOver))]


def _end_again(chance: random.Random, own: TrueMatch, other: TrueMatch) -> Sequence[HallEvent]:
    """Report the end of an earlier match again, or that it was abandoned, so that the later one gets its pairing."""
    again = replace(other.first(MatchOver), end=chance.choice((MatchEnd.ABANDONED, other.first(MatchOver).end)))
    return [*other.events, *own.events, again]


FORGERS: tuple[Forger, ...] = (
    _other_over,
    _other_armies,
    _cut,
    _rechained,
    _foreign_file,
    _renamed_file,
    _another_match,
    _first_another,
    _later_over,
    _end_again,
)
