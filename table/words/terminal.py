"""The one door to the terminal. Whatever comes from a file, its name or a device shows there, and steers nothing.

A module of its own, `grid`, has what is told in columns: it needs more to be imported.
"""

from typing import TYPE_CHECKING

import click

from table.words.legible import legible

if TYPE_CHECKING:
    from rich.console import Console


def tell(*cells: str, style: str = "", error: bool = False) -> None:
    """One line, whatever stands in its words; several cells have a tab between them. `error`: to standard error."""
    line = "\t".join(map(legible, cells))
    if style:
        console(error).print(line, style=style, soft_wrap=True)
    else:
        click.echo(line, err=error)


def tell_lines(*lines: str, error: bool = False) -> None:
    for line in lines:
        tell(line, error=error)


def tell_document(document: str) -> None:
    """A text of our own making, with line feeds where its lines end: JSON, a page, a match file."""
    tell_lines(*document.removesuffix("\n").split("\n"))


def console(error: bool = False, width: int | None = None) -> "Console":
    """For what is legible already. It is shown as it stands: never as markup."""
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False, stderr=error, width=width)
