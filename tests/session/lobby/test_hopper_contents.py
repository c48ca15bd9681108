"""TB-18: what the hoppers hold is carried from match to match."""

import os
from pathlib import Path

import pytest

import hal.events as hw
from examples.skirmish import Skirmish
from table.rules.commands import Answer
from table.rules.match.events import HopperEntry, HoppersLoaded
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.session.lobby.hopper_contents import HopperContents
from tests.session.kit import HOPPERS, SessionTable

GAMES = {"skirmish": Skirmish()}


def counted(table: SessionTable, content: int) -> None:
    """Blue fills the first hopper up."""
    table.receives(Answer(BLUE, "match.refill", "0"), Answer(BLUE, "match.refill.0", content))


@pytest.mark.rule("TB-18")
def test_the_next_match_begins_with_what_the_last_one_left(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    counted(table, 33)
    assert HopperContents(tmp_path, GAMES)(HOPPERS) == HoppersLoaded((HopperEntry(0, "command", 33),), carried=True)


@pytest.mark.rule("TB-18")
def test_a_hopper_that_was_switched_off_stays_so_in_the_next_match(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.answers(BLUE, "match.switch", "0")
    assert HopperContents(tmp_path, GAMES)(HOPPERS) == HoppersLoaded(HOPPERS, carried=True, off=(0,))
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    table.answers(BLUE, "next_match")
    table.begun()
    counted(table, 9)
    assert [hopper.state for hopper in table.now.hoppers] == ["off"], "counting it does not switch it on"


@pytest.mark.rule("TB-18")
def test_a_hopper_of_another_kind_or_a_new_one_is_as_configured(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    counted(table, 33)
    other = (HopperEntry(0, "corps", 7), HopperEntry(1, "command", 8))
    assert HopperContents(tmp_path, GAMES)(other) == HoppersLoaded(other)


@pytest.mark.rule("TB-18")
def test_without_a_match_or_a_dispenser_the_configuration_stands(tmp_path: Path) -> None:
    assert HopperContents(tmp_path, GAMES)(HOPPERS) == HoppersLoaded(HOPPERS)
    SessionTable(tmp_path).begun()
    assert HopperContents(tmp_path, GAMES)(()) == HoppersLoaded(())


@pytest.mark.rule("TB-18")
def test_a_clock_that_jumped_does_not_make_an_older_match_the_last(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    counted(table, 33)
    (older,) = tmp_path.joinpath("matches").glob("*.match")
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    table.answers(BLUE, "next_match")
    table.begun()
    counted(table, 12)
    os.utime(tmp_path / "archive" / older.name, (2**32, 2**32))
    assert HopperContents(tmp_path, GAMES)(HOPPERS).hoppers == (HopperEntry(0, "command", 12),)


@pytest.mark.rule("TB-18")
def test_a_match_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    counted(table, 33)
    table.session.close()
    tmp_path.joinpath("matches", "zzz.match").write_bytes(b"rubbish")
    assert HopperContents(tmp_path, GAMES)(HOPPERS).hoppers == (HopperEntry(0, "command", 33),)
    assert HopperContents(tmp_path, {})(HOPPERS) == HoppersLoaded(HOPPERS), "nor does it know the game"


@pytest.mark.rule("TB-18")
@pytest.mark.slow
def test_a_new_match_at_the_table_reports_that_the_contents_were_carried_over(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    counted(table, 33)
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    table.answers(BLUE, "next_match")
    table.begun()
    assert table.now.hoppers[0].content == 33
    assert table.now.view is not None
    assert text("story.carried") in table.now.view.story


def test_hoppers_that_the_dispenser_has_not_are_reported_with_what_to_do(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, (HopperEntry(0, "command", 10), HopperEntry(1, "corps", 9)))
    table.begun()
    table.receives(hw.DispenserUp(1, "1.0", 1, store=5))
    assert [(fault.code, fault.detail) for fault in table.now.faults] == [("hopper.absent", "2")]
    assert [hopper.state for hopper in table.now.hoppers] == ["ready", "off"]
    table.receives(hw.DispenserUp(1, "1.0", 2, store=5))
    assert table.now.faults == ()


def test_a_sensor_that_contradicts_the_ledger_is_reported_until_the_players_have_counted(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5), hw.HopperLevel(0, False))
    assert [(fault.code, fault.part, fault.detail) for fault in table.now.faults] == [("hopper.recount", "1", "10")]
    assert table.now.hoppers[0].state == "low"
    counted(table, 3)
    assert table.now.faults == ()


def test_a_refusal_reaches_the_players_with_its_reason(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(blue=3, red=1)
    job = table.now.handing[0].job
    table.receives(hw.PayoutEnded(job, 1, 0, hw.Outcome.REFUSED, reason="counter"))
    assert "match.payout.refused.counter" in [prompt.ask.key for prompt in table.now.prompts]


def ended_with_a_late_token(table: SessionTable) -> str:
    """A match to its end, in which a token came late and was put back; the id of its payout."""
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(blue=3, red=1)
    job = table.now.handing[0].job
    table.receives(hw.PayoutEnded(job, 1, 1, hw.Outcome.DONE, 1), hw.TokenLate(0, job, 1))
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    while table.session.play is not None:
        table.answers(BLUE, table.asked()[0])
    return job


def codes(table: SessionTable) -> list[str]:
    return [fault.code for fault in table.now.faults]


@pytest.mark.parametrize("goes_on", ["in the lobby", "in another match", "in another life"])
def test_a_late_token_that_its_match_knows_of_is_no_news(goes_on: str, tmp_path: Path) -> None:
    """The dispenser remembers it for long, and reports it at every connection."""
    table = SessionTable(tmp_path).begun()
    job = ended_with_a_late_token(table)
    if goes_on == "in another match":
        table.begun()
    if goes_on == "in another life":
        table.crash()
    table.receives(hw.DispenserUp(2, "1.0", 7, store=5), hw.TokenLate(0, job, 1))
    assert codes(table) == []
    table.receives(hw.TokenLate(0, "test-c0ffee-0", 1))
    assert codes(table) == [], "nor is one of `firmware test`"


def test_a_late_token_after_its_match_is_reported_once_and_over_with_the_next_match(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    job = ended_with_a_late_token(table)
    table.receives(hw.TokenLate(0, job, 2))
    assert codes(table) == ["dispenser.late_token"]
    assert table.now.faults[0].part == "1", "a hopper's number, which is the same in every language"
    table.begun()
    table.receives(hw.DispenserUp(2, "1.0", 7, store=5), hw.TokenLate(0, job, 2))
    assert codes(table) == []
