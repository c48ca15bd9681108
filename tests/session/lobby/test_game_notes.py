"""A game stores facts from a match, unless a bot answered in it."""

from dataclasses import replace
from datetime import date
from pathlib import Path

from pytest_mock import MockerFixture

from table.games.notebook import EndedMatch
from table.games.table_games import TableGames
from table.records.beside.bot_marks import BotMarks
from table.records.disk import DISK
from table.session.lobby.game_notes import GameNotes
from tests.setups import setup_in

SYSTEM = "legion_2024"


def games_with(folder: Path, **doors: object) -> TableGames:
    (folder / "matches").mkdir()
    games = setup_in(folder).games
    rule_set = replace(games.rule_sets[SYSTEM], **doors)  # type: ignore[arg-type]
    return replace(games, rule_sets={SYSTEM: rule_set})


def test_a_notebook_is_given_its_match_and_the_time(tmp_path: Path, mocker: MockerFixture) -> None:
    notebook = mocker.Mock()
    GameNotes(games_with(tmp_path, notebook=notebook)).remember("m1", SYSTEM, "its last state")
    notebook.assert_called_once_with(tmp_path, DISK)
    notebook.return_value.remember.assert_called_once_with(EndedMatch("m1", date.today().isoformat(), "its last state"))


def test_it_learns_nothing_of_a_match_in_which_a_bot_has_answered(tmp_path: Path, mocker: MockerFixture) -> None:
    notebook = mocker.Mock()
    games = games_with(tmp_path, notebook=notebook)
    BotMarks(tmp_path).bot_plays("m1")
    GameNotes(games).remember("m1", SYSTEM, "its last state")
    notebook.assert_not_called()
