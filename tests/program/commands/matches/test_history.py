"""`command-table history`: the matches of a table with their results."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from table.program.cli import main
from table.records.history import played_match
from table.records.matches import stored
from table.rules.commands import Answer
from table.rules.match.events import ClockMode, ClockSet
from table.rules.seats import BLUE, RED
from table.screen import result_card
from table.session.names_of_players import PLAYER
from tests.records.verify.played import GAMES, skirmish
from tests.session.kit import SessionTable

EXAMPLE = Path(__file__).parents[4] / "examples" / "skirmish.py"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    (tmp_path / "table.toml").write_text(f'games = ["{EXAMPLE}"]\n[state]\nfolder = "{folder}"\n', "utf-8")
    return folder


def run(state: Path, *arguments: str) -> Result:
    words = ["history", *arguments, "--config", str(state.parent / "table.toml")]
    return CliRunner().invoke(main, words, env={"COLUMNS": "160"}, prog_name="command-table")


def conceded(state: Path) -> str:
    """Return the id of a match in which blue concedes after a round."""
    table = SessionTable(state).begun()
    table.plays(blue=1, red=3)
    table.answers(BLUE, "match.end", "concede")
    table.answers(RED, "match.agree", "agree")
    table.session.close()
    return stored(state)[0].stem


def test_a_match_is_listed_with_its_sides_and_its_result(state: Path) -> None:
    match = conceded(state)
    printed = run(state)
    assert printed.exit_code == 0, printed.output
    for words in (match, "Skirmish", "north", "south", "1/3", "Red won", "conceded", "1:1"):
        assert words in printed.output, words


def test_the_list_fits_a_terminal_of_80_columns_and_breaks_no_word(state: Path) -> None:
    match = conceded(state)
    words = ["history", "--config", str(state.parent / "table.toml")]
    shown = CliRunner().invoke(main, words, env={"COLUMNS": "80"}, prog_name="command-table").output
    assert max(map(len, shown.splitlines())) <= 80
    assert "\\n" not in shown, "a cell has several lines, and none is spelled out"
    for stated in (match, "Skirmish", "north", "south", "Red won", "conceded"):
        assert stated in shown, stated


def test_the_list_can_be_had_as_json(state: Path) -> None:
    match = conceded(state)
    (each,) = json.loads(run(state, "--json").output)
    assert (each["match"], each["ended"], each["result"]["winner"], each["cards"]) == (match, "conceded", "red", [1, 1])
    assert json.loads(run(state, match, "--json").output) == [each]


def test_the_names_of_the_players_can_be_left_out(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SessionTable(state).begun()
    table.receives(Answer(BLUE, PLAYER, "Zenobia"))
    table.answers(BLUE, "match.end", "concede")
    table.answers(RED, "match.agree", "agree")
    table.session.close()
    match = stored(state)[0].stem
    assert "Zenobia" in run(state).output
    assert "Zenobia" in run(state, "--json").output
    for more in ((), ("--json",)):
        assert "Zenobia" not in run(state, "--without-names", *more).output
    drawn = list[tuple[str, str]]()

    def draw(*given: Any) -> bytes:
        drawn.append(given[-1])
        return b"picture"

    monkeypatch.setattr(result_card, "result_card", draw)
    for more in ((), ("--without-names",)):
        assert run(state, match, "--card", str(state / "card.png"), *more).exit_code == 0
    assert drawn == [("Zenobia", ""), ("", "")]


def test_a_match_with_a_clock_reports_its_time(state: Path) -> None:
    table = SessionTable(state, clock_set=ClockSet(ClockMode.EACH, 60_000)).begun()
    table.now_s += 75.0
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    assert table.now.score.lasted_s == 75
    table.session.close()
    assert json.loads(run(state, "--json").output)[0]["lasted_s"] == 75


def test_a_match_that_goes_on_is_listed_as_such(state: Path) -> None:
    skirmish(state, finished=False).session.close()
    assert "unfinished" in run(state).output


def test_a_table_without_matches_reports_it(state: Path) -> None:
    printed = run(state)
    assert (printed.exit_code, "No match has been played" in printed.output) == (0, True)


def test_a_journal_that_cannot_be_read_is_listed_with_the_reason(state: Path) -> None:
    conceded(state)
    path = stored(state)[0]
    path.write_bytes(path.read_bytes()[:1000])
    each = played_match(path, GAMES)
    assert each.match == path.stem
    assert "damaged" in each.wrong
    assert path.stem in run(state).output


def test_the_card_of_a_match_is_drawn(state: Path, tmp_path: Path) -> None:
    match, out = conceded(state), tmp_path / "card.png"
    printed = run(state, match, "--card", str(out))
    assert printed.exit_code == 0, printed.output
    assert out.read_bytes().startswith(b"\x89PNG")


def test_a_card_takes_an_ended_match_that_is_there(state: Path, tmp_path: Path) -> None:
    skirmish(state, finished=False).session.close()
    out = tmp_path / "card.png"
    open_match = run(state, stored(state)[0].stem, "--card", str(out))
    assert (open_match.exit_code, "has not ended" in open_match.output) == (1, True)
    assert run(state, "nobody", "--card", str(out)).exit_code == 1
    assert run(state, "--card", str(out)).exit_code == 2
    assert not out.exists()
