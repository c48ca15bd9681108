"""Write to the terminal. Text from a file, a file name or a device is shown, but cannot control the terminal.

Tables are in the module `grid`, since they need more imports.
"""

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from table.words.legible import legible

if TYPE_CHECKING:
    from rich.console import Console


def print_line(*cells: str, style: str = "", error: bool = False) -> None:
    """Print one line; tabs separate several cells. `error` prints to standard error."""
    line = "\t".join(map(legible, cells))
    if style:
        console(error).print(line, style=style, soft_wrap=True)
    else:
        click.echo(line, err=error)


def print_lines(*lines: str, error: bool = False) -> None:
    for line in lines:
        print_line(line, error=error)


def stop_with(*lines: str, status: int = 1) -> NoReturn:
    """Print to standard error why a command cannot continue, and end the program."""
    print_lines(*lines, error=True)
    sys.exit(status)


def print_document(document: str) -> None:
    """Print a text of several lines that the program made itself: JSON, a page, a match file."""
    print_lines(*document.removesuffix("\n").split("\n"))


def console(error: bool = False, width: int | None = None) -> "Console":
    """Return a console for text that is already safe. It prints the text unchanged, never as markup."""
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False, stderr=error, width=width)
