"""The option `--config` of commands about a table's state folder."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from table.config import Config, describe, load
from table.rules.text import text
from table.words import Words
from table.words.terminal import tell, tell_lines

config_option = click.option(
    "--config", "file", type=click.Path(path_type=Path), help="The table's TOML file. Without: as emulated."
)


def configured(file: Path | None) -> Config:
    """Return the configuration. Print every problem of its file and end the program if there are any."""
    loaded = load(file)
    if loaded.problems:
        tell_lines(*describe(loaded.problems, Words().say), error=True)
        sys.exit(2)
    return loaded.config


def not_written(out: Path, error: OSError) -> NoReturn:
    """End the program since a file could not be written. Name the file that failed if it is not the one asked for."""
    where = "" if str(error.filename or out).startswith(str(out)) else f" ({error.filename})"
    tell(Words().say(text("file.not_written", file=str(out), why=f"{error.strerror or error}{where}")), error=True)
    sys.exit(1)
