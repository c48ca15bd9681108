"""`make campaigns` runs the short form of every campaign, with a seed that changes with the commit."""

import pytest
from click.testing import CliRunner

from lab.figure import Figure
from lab.figures.every_campaign import ShortRun, missed_goals, print_runs, ran, seed_of
from lab.figures.figure_report import report
from lab.figures.taken_by import CAMPAIGNS
from table.program.cli import main as program
from tests.sources import ROOT


def test_no_campaign_is_left_out() -> None:
    places = (ROOT / "lab").rglob("*.py")
    found = {place for place in places if "\ndef campaign(count: int, " in place.read_text("utf-8")}
    named = {ROOT / f"{module.replace('.', '/')}.py" for module, *_ in CAMPAIGNS.values()}
    assert found == named


def test_the_seed_changes_with_the_commit_alone() -> None:
    assert seed_of("b86da05a1c") == seed_of("b86da05a1c-dirty")
    assert seed_of("b86da05a1c") != seed_of("b86da05a1d")


def test_a_campaign_without_a_report_is_missed_with_its_last_words() -> None:
    printed = report("x", 7, [Figure("power.resumed", 98.7, "%", "100 %", False, 300, note="cut 97")])
    assert missed_goals(printed.json(), "", 1) == (("power.resumed 98.7 %: cut 97",), ())
    assert missed_goals(b"", "Traceback\nKeyError: 'x'\n", 1) == (("no report, exit status 1: KeyError: 'x'",), ())
    well = report("x", 7, [Figure("power.resumed", 100, "%", "100 %", True, 300)])
    assert missed_goals(well.json(), "a warning", 0) == ((), ())
    assert missed_goals(well.json(), "killed", 137) == (("exit status 137: killed",), ())


def test_a_busy_machine_that_misses_a_time_is_printed_and_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    cpu, lost = (
        Figure(name, 2, unit, "0", False) for name, unit in (("hall.outbox_cpu", "%"), ("hall.page.10.lost", "x"))
    )
    assert missed_goals(report("x", 7, [cpu]).json(), "", 1) == ((), ("hall.outbox_cpu 2 %",))
    assert missed_goals(report("x", 7, [cpu, lost]).json(), "", 1) == (
        ("hall.page.10.lost 2 x",),
        ("hall.outbox_cpu 2 %",),
    )
    assert print_runs([ShortRun("command-table campaign hall", (), 9.5, ("hall.outbox_cpu 2 %",))]) == 0
    assert "slow on this machine, not counted: hall.outbox_cpu 2 %" in capsys.readouterr().out


def test_each_campaign_is_printed_and_those_that_missed_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    missed = ShortRun("command-table campaign power --cuts 300 --seed 7", ("power.resumed 98.7 %: cut 97",), 9.8)
    well = ShortRun("command-table campaign lists --lists 12 --seed 7", (), 9.9)
    assert print_runs([missed, well]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "MISSED     9.8 s  command-table campaign power --cuts 300 --seed 7",
        "        power.resumed 98.7 %: cut 97",
        "ok         9.9 s  command-table campaign lists --lists 12 --seed 7",
    ]


@pytest.mark.campaign
def test_a_campaign_in_short_is_the_command_that_anybody_can_repeat() -> None:
    run = ran("codes", 7)
    assert not run.missed
    assert run.taken_s > 0
    assert CliRunner().invoke(program, run.command.split()[1:]).exit_code == 0


def test_ci_runs_every_campaign() -> None:
    assert "step make campaigns\n" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert "lab.figures.every_campaign" in (ROOT / "Makefile").read_text("utf-8")
    assert "second_chance hall\n" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert {campaign.tested_by for campaign in CAMPAIGNS.values()} == {"", "hall"}
