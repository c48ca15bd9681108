"""The notes that games keep of ended matches, for later matches at the same table."""

from datetime import date
from typing import Any

from table.games.notebook import EndedMatch
from table.games.table_games import TableGames
from table.records.beside.bot_marks import BotMarks
from table.records.disk import DISK
from table.records.ports import Disk


class GameNotes:
    """The notebooks of all games at one table. The session's thread only."""

    def __init__(self, games: TableGames, disk: Disk = DISK) -> None:
        self._folder, self._rule_sets, self._disk = games.folder, games.rule_sets, disk

    def remember(self, match: str, system: str, game: Any) -> None:
        """Note the last state of an ended match's game, unless a bot has answered in that match."""
        if BotMarks(self._folder, self._disk).taken_away(match):
            return
        notebook = self._rule_sets[system].notebook
        if notebook is not None:
            notebook(self._folder, self._disk).remember(EndedMatch(match, date.today().isoformat(), game))
