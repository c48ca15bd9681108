"""A match file with a clock: both verifiers add its times up, and find one that was changed."""

from pathlib import Path

import pytest

from lab.campaigns.forge.forgeries import rewritten
from lab.second_verifier import outputs
from table.records.journal import SqliteJournal, split
from table.records.matches import stored
from table.records.verify.clock import ClockTimes, charged
from table.records.verify.facts import facts
from table.records.verify.file import read
from table.records.verify.verdict import CheckState
from table.rules.match.events import AtZero, ClockMode, ClockSet
from table.rules.seats import BLUE, RED
from tests.records.verify.played import file_of, states, verdict
from tests.session.kit import SessionTable

CLOCK = ClockSet(ClockMode.EACH, 3_600_000, at_zero=AtZero.LAST_ROUND)


@pytest.fixture
def played(tmp_path: Path) -> bytes:
    """Both think for a minute and lay their cards; then they agree on a draw."""
    table = SessionTable(tmp_path, clock_set=CLOCK).begun()
    table.now_s += 60.0
    table.plays(blue=3, red=1)
    table.now_s += 30.5
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    table.session.close()
    return file_of(tmp_path)


def times(content: bytes) -> ClockTimes | None:
    return charged([facts(number, batch) for number, batch in enumerate(read(content).batches, 1)])


def changed(content: bytes, was: bytes, becomes: bytes, place: int = -1) -> bytes:
    """Return the file that somebody wrote who can write the whole chain again."""
    file = read(content)
    lines = [line[len('{"chain":"","batch":') + 64 : -1] for line in content.splitlines()[1:-1]]
    place = [n for n, line in enumerate(lines) if was in line][place]
    lines[place] = lines[place].replace(was, becomes)
    return rewritten(file.match, file.system, lines)


@pytest.mark.rule("TB-97")
def test_the_times_are_added_up_from_the_file(played: bytes) -> None:
    assert times(played) == ClockTimes(60_000, 60_000, 90_500)
    assert states(verdict(played))["clock"] is CheckState.PASSED
    assert states(verdict(played))["rules"] is CheckState.PASSED


@pytest.mark.slow
@pytest.mark.rule("TB-97")
def test_the_second_verifier_adds_them_up_alike(played: bytes) -> None:
    (stated,) = outputs([played])
    assert stated["clock"] == {
        "blue": {"charged": 60_000, "not": 30_500},
        "red": {"charged": 60_000, "not": 30_500},
        "match": 90_500,
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b'"type":"ClockSet"', b'"type":"ClockNot"'),
        (b'"type":"ClockRuns"', b'"type":"ClockStops"'),
        (b'"blue":false', b'"blue":0'),
        (b'"at_ms":90500,"blue"', b'"at_ms":1,"blue"'),
    ],
)
def test_both_verifiers_find_a_clock_that_is_none(played: bytes, was: bytes, becomes: bytes) -> None:
    forged = changed(played, was, becomes)
    found = states(verdict(forged))
    assert found.get("clock", found["chain"]) is CheckState.FAILED
    (stated,) = outputs([forged])
    assert not stated["ok"]


@pytest.mark.slow
@pytest.mark.rule("TB-97")
def test_both_verifiers_want_the_first_batch_to_say_for_whom_the_clock_runs(played: bytes) -> None:
    file = read(played)
    opening = bytes(file.batches[0].events[-1])
    assert opening == b'{"type":"ClockRuns","at_ms":0,"blue":true,"red":true,"since_ms":0}'
    silent = changed(played, b"," + opening + b"]}", b"]}", 0)
    late = changed(played, opening, opening.replace(b'"at_ms":0', b'"at_ms":9'), 0)
    for forged in (silent, late):
        assert states(verdict(forged))["clock"] is CheckState.FAILED
        (stated,) = outputs([forged])
        assert not stated["ok"]


def test_who_was_charged_follows_from_the_rules(played: bytes) -> None:
    """A chain that is written again with another time is sound, and the rules say that it is forged."""
    forged = changed(played, b'"blue":true,"red":true', b'"blue":true,"red":false')
    assert states(verdict(forged))["clock"] is CheckState.PASSED
    assert states(verdict(forged))["rules"] is CheckState.FAILED


def test_a_match_without_a_clock_has_no_such_check(tmp_path: Path) -> None:
    SessionTable(tmp_path).begun().session.close()
    content = file_of(tmp_path)
    assert times(content) is None
    assert "clock" not in states(verdict(content))
    journal = SqliteJournal.open(stored(tmp_path)[0])
    assert not any(b"Timed" in bytes(split(body).cause) for body in journal.batches())
    journal.close()
