"""`docs/figures.md` is made of what was measured."""

from pathlib import Path

from click.testing import CliRunner

from table.bench.documents import main
from table.bench.figures import Figure, at_most, read_report, report


def test_a_report_is_read_as_it_was_printed() -> None:
    told = report("command-table bench", 7, [at_most("x.time", [1.0, 2.0], 1, "ms"), Figure("x.count", 3, "tokens")])
    assert read_report(told.json()) == told


def test_the_page_says_what_was_asked_and_what_was_missed(tmp_path: Path) -> None:
    told = report("command-table bench", 7, [at_most("x.time", [1.5], 1, "ms"), Figure("x.n", 3, "tokens", note="why")])
    (tmp_path / "a.json").write_bytes(told.json())
    result = CliRunner().invoke(main, [str(tmp_path / "a.json"), str(tmp_path / "a.json")])
    assert result.exit_code == 0, result.output
    assert result.output.count("## `command-table bench`") == 2
    assert f"Commit `{told.commit}`, {told.machine}, Python {told.python}, seed 7." in result.output
    assert "| `x.time` | <= 1 | 1.5 ms **missed** |  |  | 1 |" in result.output
    assert "| `x.n` |  | 3 tokens |  |  | 1 |\n\n- `x.n`: why\n" in result.output
