"""The option that says which table's state a command is about."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from table.config import Config, describe
from table.rules.text import text
from table.setup.loading import load_setup
from table.setup.setup import Setup
from table.words import Words
from table.words.terminal import tell, tell_lines

config_option = click.option(
    "--config", "file", type=click.Path(path_type=Path), help="The table's TOML file. Without: as emulated."
)


def configured(file: Path | None) -> Config:
    """Return the configuration of a file, or end the program with every problem of it."""
    return set_up(file).config


def set_up(file: Path | None) -> Setup:
    """Return the setup of a file, or end the program with every problem of it."""
    loaded = load_setup(file)
    if loaded.problems:
        tell_lines(*describe(loaded.problems, Words().say), error=True)
        sys.exit(2)
    return loaded.setup


def not_written(out: Path, error: OSError) -> NoReturn:
    """Ends the program. What could not be touched is named, if it is another file than the one that was asked for."""
    where = "" if str(error.filename or out).startswith(str(out)) else f" ({error.filename})"
    tell(Words().say(text("file.not_written", file=str(out), why=f"{error.strerror or error}{where}")), error=True)
    sys.exit(1)
