"""A hall of sixteen tables in its second round, for pictures of its pages."""

from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.clock import RunningClock
from table.view.hall import HallClock, HallNeed, HallResult, HallRow, HallTable, MatchProof, NeedKind, Pairing
from table.view.sentences import Sayings
from table.words.faults import fault_words

TABLES = 16
PLAYERS = ("Ann", "Maximilian von und zu Hohenfels", "Zoë", "O'Brien", "Bartholomäus-Konstantin Müller", "Dee")
ARMIES = ("Echo base", "Rogue Squadron and the Heroes of the Rebellion of Yavin Four", "501st Legion", "Ariadna")


def hall(sayings: Sayings) -> HallTable:
    """Return the hall: matches at all stages, each kind of need, and the first round's results."""
    names = tuple(f"table-{number}" for number in range(1, TABLES + 1))
    rows = {name: _row(number, sayings) for number, name in enumerate(names)}
    needs = (
        HallNeed("table-3", NeedKind.READER, sayings.say(fault_words("reader.missing", "blue", "0x00"))),
        HallNeed("table-5", NeedKind.CLOCK, None, {"seat": "blue"}),
        HallNeed("table-7", NeedKind.JUDGE),
        HallNeed("table-8", NeedKind.JUDGE, answered=True),
        HallNeed("table-9", NeedKind.VERSION, None, {"version": "2"}),
        HallNeed("table-10", NeedKind.GONE),
    )
    pairings = tuple(
        Pairing(number, name, _of(PLAYERS, place), _of(PLAYERS, place + number))
        for number in (1, 2)
        for place, name in enumerate(names)
    )
    results = tuple(_result(name, place) for place, name in enumerate(names))
    return HallTable(needs, rows, HallClock(0, 5400, runs=True, round=2), results, pairings)


def _row(place: int, sayings: Sayings) -> HallRow:
    if place % 8 == 7:
        return HallRow(online=place % 16 == 7)
    return HallRow(
        online=True, there=True, match=f"m{place}", system="legion_2024", round=1 + place % 5, rounds=5,
        phase=sayings.say(text("legion.phase.activation")), blue=_of(ARMIES, place), red=_of(ARMIES, place + 1),
        blue_player=_of(PLAYERS, place), red_player=_of(PLAYERS, place + 2), counts=True,
        blue_points=place, red_points=place % 7,
        clock=RunningClock(0, 3600 - 400 * place, 1800, (BLUE,), shared=False, nobody_s=None), over=place == 12,
    )  # fmt: skip


def _result(table: str, place: int) -> HallResult:
    proof = tuple(MatchProof)[place % len(MatchProof)]
    reason = "Both players read the last objective wrong, and agreed." if proof is MatchProof.ENTERED else ""
    winner = (BLUE, RED, None)[place % 3]
    return HallResult(
        table, f"r{place}", 1, "legion_2024", _of(ARMIES, place), _of(ARMIES, place + 1),
        _of(PLAYERS, place), _of(PLAYERS, place + 1), 8, 5, winner, "points", MatchEnd.FINISHED, "ab" * 32,
        proof, reason,
    )  # fmt: skip


def _of(names: tuple[str, ...], place: int) -> str:
    return names[place % len(names)]
