"""A table that has just been switched on looks for its dispenser: what it owes meanwhile waits a moment for it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import hal.events as hw
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.virtual_table import VirtualTable
from table.records.verify.verdict import CheckState as Verified
from table.rules.match.events import HopperEntry
from table.rules.seats import BLUE, RED
from table.session.session import FOUND_S
from tests.records.verify.played import file_of, states, verdict_of_who_saw_it
from tests.session.kit import HOPPERS, SessionTable

UP = hw.DispenserUp(1, "1.0", 7, store=5)
DOWN = hw.DispenserDown(hw.Fault("dispenser.unplugged", "dispenser"))


def owing(folder: Path, hoppers: tuple[HopperEntry, ...] = HOPPERS, *, dispenser: bool = True) -> SessionTable:
    """A token is owed before the dispenser was heard of."""
    table = SessionTable(folder, hoppers, dispenser=dispenser).begun()
    table.plays(3, 1)
    return table


def handing(table: SessionTable) -> list[str]:
    return [one.state for one in table.now.handing]


@pytest.mark.rule("TB-09")
def test_what_is_owed_while_it_is_looked_for_waits_and_is_paid_out_once_when_it_is_found(tmp_path: Path) -> None:
    table = owing(tmp_path)
    assert (handing(table), table.payouts(), table.now.dispenser) == (["waiting"], [], "busy")
    assert not [key for key in table.asked() if key.startswith("match.")], "and nobody is asked to take it"
    table.receives(UP)
    job = table.now.handing[0].job
    assert table.payouts() == [hw.PayOut(job, 0, 1)]
    table.receives(hw.TokenPassed(job, 1), hw.PayoutEnded(job, 1, 1, hw.Outcome.DONE))
    assert handing(table) == []
    assert table.now.hoppers[0].content == 9


@pytest.mark.rule("TB-09")
def test_a_port_that_is_not_there_at_once_may_be_there_in_a_moment(tmp_path: Path) -> None:
    table = owing(tmp_path)
    table.receives(DOWN)
    assert [fault.code for fault in table.now.faults] == ["dispenser.unplugged"]
    assert handing(table) == ["waiting"]
    table.receives(UP)
    assert [type(request) for request in table.payouts()] == [hw.PayOut]
    table.receives(DOWN)
    assert handing(table) == ["unknown"], "from then on it is known to be away"


@pytest.mark.rule("TB-09")
def test_one_that_comes_after_hands_took_over_pays_nothing_of_what_they_have(tmp_path: Path) -> None:
    table = owing(tmp_path)
    table.session.tick(0.0)
    table.session.tick(FOUND_S)
    table.receives(UP)
    assert (handing(table), table.payouts()) == (["by_hand"], [])


@pytest.mark.rule("TB-09")
def test_one_that_reports_nothing_is_waited_for_a_moment_and_no_longer(tmp_path: Path) -> None:
    table = owing(tmp_path)
    table.session.tick(100.0)
    assert table.session.next_deadline() == 100.0 + FOUND_S
    table.session.tick(100.0 + FOUND_S - 0.01)
    assert handing(table) == ["waiting"]
    table.session.tick(100.0 + FOUND_S)
    assert handing(table) == ["by_hand"]
    table.session.tick(200.0)
    assert table.session.next_deadline() is None
    job = table.now.handing[0].job
    table.answers(table.now.handing[0].seat, f"match.hand.{job}")
    assert handing(table) == []


@pytest.mark.rule("TB-09")
def test_without_a_dispenser_tokens_are_taken_by_hand_at_once(tmp_path: Path) -> None:
    table = owing(tmp_path, (), dispenser=False)
    assert (handing(table), table.now.dispenser) == (["by_hand"], "absent")
    assert b"DispenserAwaited" not in table.journal_text()


@pytest.mark.rule("TB-09")
def test_a_hopper_that_is_not_wired_pays_nothing_that_waited_for_it(tmp_path: Path) -> None:
    table = owing(tmp_path, (HopperEntry(3, "command", 10),))
    assert handing(table) == ["waiting"]
    table.receives(hw.DispenserUp(1, "1.0", 2, store=5))
    assert (handing(table), table.payouts()) == (["by_hand"], [])


@pytest.mark.rule("TB-08")
def test_a_crash_while_it_is_looked_for_pays_once_and_not_twice(tmp_path: Path) -> None:
    table = owing(tmp_path)
    job = table.now.handing[0].job
    table.crash()
    assert handing(table) == ["waiting"]
    table.receives(UP)
    assert table.payouts() == [hw.PayOut(job, 0, 1)]
    table.crash()
    assert table.payouts() == []
    table.receives(UP, hw.PayoutEnded(job, 1, 1, hw.Outcome.DONE))
    assert table.payouts() == [hw.AskJob(job)]
    assert handing(table) == []


@pytest.mark.rule("TB-09")
def test_a_table_that_has_lost_its_dispenser_from_the_configuration_waits_for_none(tmp_path: Path) -> None:
    table = owing(tmp_path)
    table.dispenser = False
    table.crash()
    assert handing(table) == ["by_hand"]


@pytest.mark.rule("TB-09")
def test_after_a_restart_it_is_looked_for_again(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, dispenser=True).begun()
    table.receives(UP)
    table.crash()
    table.plays(3, 1)
    assert (handing(table), table.payouts()) == (["waiting"], [])
    table.receives(UP)
    assert [type(request) for request in table.payouts()] == [hw.PayOut]


def test_a_match_that_waited_is_verified_like_any_other(tmp_path: Path) -> None:
    table = owing(tmp_path)
    table.receives(UP, hw.PayoutEnded(table.now.handing[0].job, 1, 1, hw.Outcome.DONE))
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    table.answers(BLUE, "match.tokens_back")
    table.session.close()
    assert set(states(verdict_of_who_saw_it(file_of(tmp_path))).values()) == {Verified.PASSED}


@pytest.mark.slow
def test_a_match_of_infinity_that_begins_at_once_gets_its_command_tokens_from_the_hopper(tmp_path: Path) -> None:
    """As `run --system infinity --blue ... --red ...` begins it: before the dispenser can have been heard of."""
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path)))))
    table.session.start()
    table.session.begin("infinity", {BLUE: "sample:first_watch", RED: "sample:red_harbour"})
    owed = sum(one.count for one in table.now.handing)
    assert owed
    assert {one.state for one in table.now.handing if one.kind == "command"} == {"waiting"}
    assert table.wait_for(lambda now: not now.handing)
    assert len(table.fallen) == owed
    table.close()
