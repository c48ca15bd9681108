"""Print a table of words to the terminal."""

from rich.table import Table
from rich.text import Text

from table.words.legible import legible
from table.words.terminal import console


class Grid(Table):
    """A table whose cells may come from files. No cell can start a new line or control the terminal."""

    def add_row(self, *cells: str | Text, style: str | None = None) -> None:  # type: ignore[override]
        super().add_row(*(legible(cell) if isinstance(cell, str) else cell for cell in cells), style=style)


def below(*lines: str) -> Text:
    """Return a cell of several lines. Each line may come from a file, so control characters are escaped."""
    return Text("\n".join(legible(line) for line in lines if line))


def print_grid(grid: Grid, width: int | None = None) -> None:
    console(width=width).print(grid)
