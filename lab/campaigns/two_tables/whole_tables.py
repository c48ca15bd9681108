"""The matches of the campaign that whole tables play: two sessions in virtual time, and two programs in real time."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.two_tables.bad_line import BAD, CALM, MOST_STEPS, NeverOverError
from lab.campaigns.two_tables.quiet_sessions import QuietSessions
from lab.campaigns.two_tables.two_programs import play_for_real
from lab.campaigns.two_tables.two_sessions import TwoSessions
from lab.figure import Figure, all_of, at_most, published
from lab.headless import HeadlessParts
from lab.process_pool import spread
from lab.systems import systems
from table.config import Config
from table.devices.setup import Setup
from table.games.random_play.match import UnansweredError
from table.records.two_tables.pair_file import verify_pair_file
from table.rules.seats import BLUE, RED, SEATS, Seat

SESSIONS, TURNS = 40, (10, 40)
"""The most matches of whole sessions, and the turns of each player before they agree on the end."""
LINE_MS, REVEAL_MS = 40, 150
CARDS = ("legion.card.ambush", "legion.card.push")


class SessionsTask(NamedTuple):
    number: int
    seed: int


class MatchOfSessions(NamedTuple):
    """The result of a match between two sessions."""

    ok: bool
    """True if both journals and both files are the same, and the file is verified."""
    kills: int
    relaid: int
    why: str = ""


def of_sessions(count: int, seed: int) -> Iterator[Figure]:
    """Play up to `SESSIONS` matches between whole sessions over the bad line, the games in turn."""
    most = min(count, SESSIONS)
    tasks = (SessionsTask(n, seed * 1_000_003 + n) for n in range(most))
    played = list(spread(play_sessions, tasks))
    right = sum(match.ok for match in played)
    note = "; ".join(match.why for match in played if match.why)
    yield all_of("two_tables.sessions", right, "matches", most, note)
    yield published("two_tables.sessions.kills", [sum(match.kills for match in played)], "kills")
    yield published("two_tables.sessions.relaid", [sum(match.relaid for match in played)], "other cards refused")
    yield at_most("two_tables.sessions.reveal", [reveal_of_sessions_ms()], REVEAL_MS, "ms (virtual)")


def play_sessions(task: SessionsTask) -> MatchOfSessions:
    """Play one match between two sessions."""
    games = tuple(systems())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = _parts(folder)
        turns = TURNS[task.number // len(games) % len(TURNS)]
        tables = TwoSessions(parts, folder, games[task.number % len(games)], task.seed, turns, BAD)
        try:
            tables.run(MOST_STEPS)
        except (NeverOverError, UnansweredError) as error:
            return MatchOfSessions(False, tables.kills, 0, str(error))
        blue, red = (tables.tables[seat] for seat in SEATS)
        files = [b"".join(path.read_bytes() for path in table.match_files()) for table in (blue, red)]
        same = blue.journal() == red.journal() and files[0] == files[1]
        verified = verify_pair_file(files[0], parts[BLUE].setup.games).ok
        relaid = sum(table.refused for table in tables.tables.values())
        tables.close()
        return MatchOfSessions(same and verified, tables.kills, relaid, "" if same and verified else f"{task} differs")


def reveal_of_sessions_ms() -> float:
    """Return the time between the views of both tables that show the cards, on a line of 40 ms."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        weather = CALM._replace(least_ms=LINE_MS, usual_ms=LINE_MS, most_ms=LINE_MS)
        tables = QuietSessions(_parts(folder), folder, weather).play_until_locks()
        for seat, card in zip(SEATS, CARDS, strict=True):
            tables.tables[seat].locks(tables.sealed(seat)[0], card)
        shown: dict[Seat, int] = {}
        while len(shown) < len(SEATS):
            tables.step()
            for seat, table in tables.tables.items():
                view = table.published.view
                if view is not None and all(each.card is not None for each in view.seats):
                    shown.setdefault(seat, tables.now_ms)
        tables.close()
        return abs(shown[BLUE] - shown[RED])


def for_real() -> Iterator[Figure]:
    """Play a match of each game in real time, between two programs."""
    games = Setup.of(Config()).games
    played = []
    for system in games:
        with tempfile.TemporaryDirectory(prefix="far") as name:
            played.append(play_for_real(games, system, Path(name)))
    right = sum(match.ok for match in played)
    note = "; ".join(match.why for match in played if match.why)
    yield all_of("two_tables.real", right, "matches", len(played), note)


def _parts(folder: Path) -> Mapping[Seat, HeadlessParts]:
    return dict.fromkeys(SEATS, HeadlessParts(folder / "parts"))
