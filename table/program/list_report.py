"""The report of an imported list, on the terminal."""

from collections.abc import Iterable
from types import MappingProxyType

from rich.box import MINIMAL

from table.games.files.list_format import Columns, ReportLine, Tone
from table.rules.refusal import Refusal
from table.rules.text import Text, text
from table.words import Words
from table.words.grid import Grid, print_grid
from table.words.terminal import print_line

RULED = MINIMAL
"""A line separates the columns, so that the second line of a long name cannot be mistaken for our text."""
STYLES = MappingProxyType({Tone.PLAIN: "", Tone.GOOD: "green", Tone.DOUBTFUL: "yellow", Tone.WRONG: "bold red"})


class ListReport:
    """Prints the report to stdout. The content of a list is never interpreted as markup."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def say(self, line: Text, tone: Tone = Tone.PLAIN) -> None:
        print_line(self._words.say(line), style=STYLES[tone])

    def lines(self, lines: Iterable[str], tone: Tone = Tone.PLAIN) -> None:
        """Print lines that are translated already."""
        for line in lines:
            print_line(line, style=STYLES[tone])

    def words(self, line: Text) -> str:
        return self._words.say(line)

    def show(self, parts: Iterable[ReportLine | Columns]) -> None:
        for part in parts:
            if isinstance(part, ReportLine):
                self.say(part.words, part.tone)
            else:
                self._columns(part)

    def refused(self, problems: Iterable[Refusal]) -> None:
        for problem in problems:
            self.say(text("hand.rule", rule=problem.rule, why=problem.why), Tone.WRONG)

    def _columns(self, columns: Columns) -> None:
        grid = Grid(box=RULED, pad_edge=False, show_edge=False)
        for place, title in enumerate(columns.titles):
            grid.add_column(self._words.say(title), justify="right" if place in columns.right else "left")
        for row in columns.rows:
            cells = (cell if isinstance(cell, str) else self._words.say(cell) for cell in row.cells)
            grid.add_row(*cells, style=STYLES[row.tone] or None)
        print_grid(grid)
