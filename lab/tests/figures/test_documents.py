"""`docs/develop/figures.md` is made of what was measured."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from lab.figure import Figure, at_most
from lab.figures.documents import main
from lab.figures.figure_report import read_report, report
from lab.figures.taken_by import CAMPAIGNS, meaning, question


def test_a_report_is_read_as_it_was_printed() -> None:
    printed = report("command-table bench", 7, [at_most("x.time", [1.0, 2.0], 1, "ms"), Figure("x.count", 3, "tokens")])
    assert read_report(printed.json()) == printed


def test_the_page_states_what_was_asked_and_what_was_missed(tmp_path: Path) -> None:
    printed = report(
        "command-table bench", 7, [at_most("x.time", [1.5], 1, "ms"), Figure("x.n", 3, "tokens", note="why")]
    )
    (tmp_path / "a.json").write_bytes(printed.json())
    result = CliRunner().invoke(main, [str(tmp_path / "a.json"), str(tmp_path / "a.json")])
    assert result.exit_code == 0, result.output
    assert result.output.count("## `command-table bench`") == 2
    assert f"Commit `{printed.commit}`, {printed.machine}, Python {printed.python}, seed 7." in result.output
    assert "| `x.time` | <= 1 | 1.5 ms **missed** |  |  | 1 |" in result.output
    assert "| `x.n` |  | 3 tokens |  |  | 1 |\n\n- `x.n`: why\n" in result.output


@pytest.mark.slow
def test_the_page_of_the_campaigns_reports_what_each_tries_and_how_long_it_takes(tmp_path: Path) -> None:
    for name in CAMPAIGNS:
        printed = report(f"command-table campaign {name} --jobs 5", 3, [Figure("x.control", 1, "cuts", "fails")], 200.0)
        (tmp_path / f"{name}.json").write_bytes(printed.json())
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    result = CliRunner().invoke(main, ["--page", "reliability", *files])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("# Reliability\n")
    assert result.output.count(", seed 3, 3 min.") == len(CAMPAIGNS)
    assert "Power is cut at every write" in result.output
    assert all(question(name) and meaning(name) in result.output for name in CAMPAIGNS)
    assert all(meaning(name) for name in CAMPAIGNS)


def test_a_campaign_that_did_not_end_is_missed_on_the_page_and_does_not_cost_the_others(tmp_path: Path) -> None:
    printed = report("command-table campaign leak --cards 5", 3, [Figure("leak.control", 1, "bytes", "fails")])
    (tmp_path / "1-leak.json").write_bytes(printed.json())
    (tmp_path / "2-power.json").write_bytes(b"")
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    result = CliRunner().invoke(main, ["--page", "reliability", *files])
    assert result.exit_code == 1
    assert "| `leak.control` |" in result.output
    assert "the command that writes `2-power.json` did not finish" in result.output
