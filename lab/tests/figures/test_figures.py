"""Figures: one shape, a verdict each, and an exit status for CI."""

import json
import shlex

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from lab.figure import Figure, at_least, at_most, left_out, published
from lab.figures.figure_report import print_report, report
from lab.figures.taken_by import measured
from lab.trials.game_trials import GameTrials
from table.program.cli import main


def test_a_figure_is_the_median_with_its_worst_beside_it() -> None:
    figure = published("x.time", [*[1.0] * 98, 2.0, 9.0], "ms")
    assert (figure.value, figure.p99, figure.max, figure.n) == (1.0, 2.0, 9.0, 100)
    assert figure.goal is None
    assert figure.ok


def test_a_goal_is_for_the_median_or_for_what_it_names() -> None:
    taken = [*[1.0] * 99, 9.0]
    assert at_most("x", taken, 2, "ms").ok
    assert not at_most("x", taken, 2, "ms", judged="max").ok
    assert at_most("x", taken, 2, "ms", judged="max").goal == "<= 2 at max"
    assert not at_least("x", [6.9], 7, "tokens/s").ok


def test_figures_that_lack_a_part_are_named_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert left_out("pc.*", "pcscd is missing: sudo apt install pcscd")
    assert capsys.readouterr().err == "pc.*: not measured, pcscd is missing: sudo apt install pcscd\n"
    assert not left_out("pc.*", "")
    assert capsys.readouterr().err == ""


def test_a_report_reports_where_it_was_taken() -> None:
    figures = (Figure("x.time", 1.5, "ms", "<= 1", ok=False), Figure("x.count", 3, "tokens"))
    printed = report("bench", 7, figures)
    assert not printed.ok
    document = json.loads(printed.json())
    assert {"command", "commit", "machine", "python", "seed", "figures"} == set(document)
    assert document["seed"] == 7
    assert document["figures"][0] == {"name": "x.time", "value": 1.5, "unit": "ms", "goal": "<= 1", "ok": False, "n": 1}


@pytest.mark.campaign
def test_the_command_prints_only_the_part_that_is_asked_for() -> None:
    result = CliRunner().invoke(main, ["bench", "--only", "reader.absent.transfers", "--json"])
    assert result.exit_code == 0, result.output
    (figure,) = json.loads(result.stdout)["figures"]
    assert figure["name"] == "reader.absent.transfers"


def test_people_have_a_table_and_ci_has_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        print_report(
            report("bench", 7, (Figure("x.time", 1.5, "ms", "<= 1", ok=False), Figure("x.count", 3, "tokens"))), False
        )
    assert ended.value.code == 1
    printed = capsys.readouterr().out
    assert "x.time" in printed
    assert "<= 1" in printed


def test_a_games_own_figures_begin_with_its_name_and_are_asked_where_no_part_has_it(mocker: MockerFixture) -> None:
    mine = Figure("skirmish.cards_known", 4, "cards", ">= 5 of 6", ok=False, n=6)
    others = Figure("chess.openings", 1, "openings")
    counted, silent = GameTrials(data_figures=lambda: (mine, others)), GameTrials()
    mocker.patch("lab.figures.game_data.all_trials", return_value=((None, counted), (None, silent)))
    assert list(measured("skirmish", 1)) == [Figure("skirmish.cards_known", 4, "cards", ">= 5 of 6", ok=False, n=6)]
    assert list(measured("kettle", 1)) == []


def test_a_part_below_another_is_measured_without_it(mocker: MockerFixture) -> None:
    """`hall.desk` takes seconds, and all of `hall` minutes."""
    loaded = mocker.patch(
        "lab.figures.taken_by._loaded", return_value=lambda _seed: [Figure("hall.desk", 0, "players")]
    )
    assert [each.name for each in measured("hall.desk", 1)] == ["hall.desk"]
    loaded.assert_called_once_with("lab.campaigns.hall.desk_figures", "measure")


def test_figures_of_pages_that_cannot_be_measured_are_named_with_the_reason(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    mocker.patch("lab.chromium.shutil.which", return_value=None)
    assert list(measured("pages", 1)) == []
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "pages.*: not measured, there is no Chromium" in printed.err


@pytest.mark.campaign
def test_a_prefix_of_nothing_is_refused() -> None:
    result = CliRunner().invoke(main, ["bench", "--only", "kettle"])
    assert result.exit_code == 2
    assert "reader" in result.output


def test_a_campaign_without_its_package_explains_how_to_install_it(mocker: MockerFixture) -> None:
    missing = ModuleNotFoundError("No module named 'aiomqtt'", name="aiomqtt.client")
    mocker.patch("lab.figures.taken_by.campaign", side_effect=missing)
    mocker.patch("sys.executable", "/home/Zoë's games/.venv/bin/python")
    mocker.patch("os.access", return_value=True)
    result = CliRunner().invoke(main, ["campaign", "presence", "--polls", "1"])
    assert result.exit_code == 2
    stated = " ".join(result.output.split())
    python = shlex.quote("/home/Zoë's games/.venv/bin/python")
    assert f"The package aiomqtt is not installed. Run: {python} -m pip install aiomqtt" in stated


@pytest.mark.campaign
def test_a_campaign_counts_and_its_control_fails_as_it_must() -> None:
    result = CliRunner().invoke(main, ["campaign", "presence", "--polls", "400", "--json"])
    assert result.exit_code == 0, result.output
    figures = {figure["name"]: figure for figure in json.loads(result.stdout)["figures"]}
    assert figures["presence.false_removals"]["value"] == 0
    assert figures["presence.wrong_identity"]["value"] == 0
    assert figures["presence.naive.control"]["value"] > 0
    assert figures["presence.placed"]["value"] > 0


@pytest.mark.campaign
def test_the_readers_meet_their_goals_where_time_is_virtual() -> None:
    missed = [figure for figure in measured("reader", 2) if not figure.ok and figure.unit != "us"]
    assert missed == []
