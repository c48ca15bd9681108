"""In every game a table reports the outcome that its match file has, so that an honest table is never suspected."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lab.headless import HeadlessParts, HeadlessTable
from lab.systems import systems
from table.games.random_play.trial import System
from table.network.hall.organiser.matches import FileFinding, MatchesOfHall
from table.network.hall.outbox.news import ReportedSoFar, after, of_match
from table.records.verify.file import end_line, links_of, read
from table.records.verify.verifier import verify
from table.view.hall import MatchOutcome, MatchProof
from table.view.hall_events import HallEvent, MatchOver, MatchRecord
from table.view.published import Published
from table.view.spectating import spectator_table
from tests.network.watched import SAYINGS
from tests.records.verify.played import file_of

MOST_TURNS = 150


class ReportingTable(HeadlessTable):
    """A table at which bots play, and what it reports to its hall."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        self.events: list[HallEvent] = []
        self._reported = ReportedSoFar()
        super().__init__(*args, **settings)

    def shown(self, published: Published) -> None:
        super().shown(published)
        for event in of_match(self._reported, spectator_table(published, SAYINGS), ()):
            self.events.append(event)
            self._reported = after(self._reported, event)


def played(system: System, seed: int, folder: Path) -> tuple[ReportingTable, bytes, MatchOutcome]:
    """A table at which a match was played to its end, with its file, and the outcome that is in it."""
    parts = HeadlessParts(folder)
    table = ReportingTable(parts, folder / "state", system, seed)
    table.start()
    table.begin()
    match = table.session.play
    assert match is not None
    for _ in range(MOST_TURNS):
        if match.state.ended:
            break
        table.turn()
    table.finish()
    content = file_of(folder / "state")
    verdict = verify(content, parts.games, read(content).head)
    assert verdict.ok
    assert verdict.outcome is not None
    return table, content, verdict.outcome


def file_of_a_match(folder: Path) -> tuple[bytes, MatchOutcome]:
    """The file of a match of a game that is shipped, and its outcome."""
    _, content, outcome = played(next(systems()), 1, folder)
    return content, outcome


@pytest.mark.campaign
@pytest.mark.parametrize("system", tuple(systems()), ids=lambda system: system.game.system)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_reported_outcome_is_that_of_the_file(system: System, seed: int, tmp_path: Path) -> None:
    table, content, outcome = played(system, seed, tmp_path)
    hall = MatchesOfHall(links_of)
    for event in (*table.events, MatchRecord(read(content).match, content.decode())):
        hall.takes("table-1", event)
    (match,) = hall.over
    hall.enter_code("table-1", match.match, match.head)
    for more, proof in ((0, MatchProof.PROVED), (1, MatchProof.OTHER)):
        another = replace(outcome, blue_points=outcome.blue_points + more)
        hall.found(match, FileFinding(MatchProof.PROVED, another))
        assert match.proof is proof, (outcome, table.events)


@pytest.mark.slow
def test_no_file_that_ends_before_its_match_confirms_a_result(tmp_path: Path) -> None:
    table, content, outcome = played(next(systems()), 1, tmp_path)
    lines, whole = content.splitlines(keepends=True)[:-1], read(content)
    games = HeadlessParts(tmp_path).games
    over = next(event for event in table.events if isinstance(event, MatchOver))
    for left in range(1, 6):
        head = whole.links[-1 - left]
        cut = b"".join([*lines[:-left], end_line(bytes.fromhex(head), len(whole.links) - left)])
        verdict = verify(cut, games, head)
        hall = MatchesOfHall(links_of)
        hall.takes("table-1", replace(over, chain=head, red=99))
        match = hall.takes("table-1", MatchRecord(whole.match, cut.decode()))
        assert match is not None
        hall.found(match, FileFinding(MatchProof.PROVED if verdict.proved else MatchProof.OPEN, verdict.outcome))
        assert match.proof is (MatchProof.NO_RESULT if verdict.outcome is None else MatchProof.OTHER), left
    assert verdict.outcome is None, outcome
