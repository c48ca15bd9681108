"""The option that says which table's state a command is about."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from table.config import Config, describe, load
from table.rules.text import text
from table.words import Words
from table.words.terminal import tell, tell_lines

config_option = click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    help="TOML file of the table. Without it the emulated table is meant.",
)


def configured(file: Path | None) -> Config:
    """Ends the program with every problem of the file."""
    loaded = load(file)
    if loaded.problems:
        tell_lines(*describe(loaded.problems, Words().say), error=True)
        sys.exit(2)
    return loaded.config


def not_written(out: Path, error: OSError) -> NoReturn:
    """Ends the program. What could not be touched is named, if it is another file than the one that was asked for."""
    where = "" if str(error.filename or out).startswith(str(out)) else f" ({error.filename})"
    tell(Words().say(text("file.not_written", file=str(out), why=f"{error.strerror or error}{where}")), error=True)
    sys.exit(1)
