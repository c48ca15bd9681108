"""`command-table export`: what it states of the match beside its file."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.program.cli import main
from table.records.folder import ARCHIVE, MATCHES
from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.rules.seats import BLUE, RED
from table.session.match_switch import NEXT_MATCH
from tests.records.verify.played import skirmish
from tests.session.kit import SessionTable

EXAMPLE = Path(__file__).parents[4] / "examples" / "skirmish.py"
NOT_OVER = "This match is not over."


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    (tmp_path / "table.toml").write_text(f'games = ["{EXAMPLE}"]\n[state]\nfolder = "{folder}"\n', "utf-8")
    return folder


def export(state: Path, *more: str, code: int = 0) -> Result:
    words = [
        "export",
        "--last",
        *more,
        "--out",
        str(state.parent / "out.jsonl"),
        "--config",
        str(state.parent / "table.toml"),
    ]
    done = CliRunner().invoke(main, words, env={"COLUMNS": "160"}, prog_name="command-table")
    assert done.exit_code == code, done.output
    return done


def ended(state: Path, how: str) -> SessionTable:
    table = SessionTable(state).begun()
    table.plays(blue=1, red=3)
    table.answers(BLUE, "match.end", how)
    table.answers(RED, "match.agree", "agree")
    return table


@pytest.mark.parametrize(
    ("how", "stated"),
    [
        ("concede", "This match is over: Red won, conceded."),
        ("draw", "This match is over: A draw."),
        ("abandon", "This match is over: abandoned."),
        ("finish", "This match is over. No winner was entered."),
    ],
)
def test_a_match_that_is_closed_is_over_and_its_winner_named_before_the_table_goes_on(
    state: Path, how: str, stated: str
) -> None:
    """Its journal still lies among the matches in play, until somebody confirms the next match."""
    table = ended(state, how)
    assert stored(state)[0].parent.name == MATCHES
    printed = export(state).output
    assert stated in printed
    assert NOT_OVER not in printed
    for prompt in table.now.prompts:
        if not prompt.standing:
            table.answers(prompt.seat or BLUE, prompt.key)
    table.answers(BLUE, NEXT_MATCH)
    assert stored(state)[0].parent.name == ARCHIVE
    assert stated in export(state).output, "and it says so of one in the archive"
    table.session.close()


def test_a_replay_has_the_file_and_a_picture_of_each_step(state: Path) -> None:
    table = ended(state, "draw")
    export(state)
    file = (state.parent / "out.jsonl").read_bytes()
    export(state, "--replay")
    replay = (state.parent / "out.jsonl").read_bytes()
    assert file in replay
    assert len(replay.splitlines()) == 1 + len(file.splitlines()) + len(file.splitlines()) - 2
    table.session.close()


def test_a_match_that_goes_on_has_no_replay(state: Path) -> None:
    skirmish(state, finished=False).session.close()
    assert "This match is not over, so it has no replay yet." in export(state, "--replay", code=1).output


def test_a_match_that_goes_on_is_not_over(state: Path) -> None:
    skirmish(state, finished=False).session.close()
    assert NOT_OVER in export(state).output


def test_a_match_played_to_its_end_is_to_be_closed_first(state: Path) -> None:
    table = SessionTable(state).begun()
    for n in (1, 2, 3):
        table.plays(blue=n, red=n + 1)
        table.answers(BLUE, "next")
    printed = export(state).output
    assert "played to its end but not closed" in printed
    assert NOT_OVER not in printed
    table.session.close()


@pytest.mark.parametrize("system", ["chess", "skirmish"])
def test_of_a_match_whose_rules_are_not_there_only_what_its_folder_reports_is_reported(
    state: Path, system: str
) -> None:
    """Of a game that this table does not know, or with events that its rules do not have."""
    (state / MATCHES).mkdir(parents=True)
    journal = SqliteJournal.create(state / MATCHES / "aaaaaaaaaa.match", "aaaaaaaaaa", system, bytes(32))
    journal.append((b'{"type":"Nothing"}',))
    journal.close()
    assert NOT_OVER in export(state).output
    assert "its rules are not here" in export(state, "--replay", code=1).output
