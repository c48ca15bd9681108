"""The option that says which table's state a command is about."""

import sys
from pathlib import Path

import click

from table.config import Config, describe, load
from table.words import Words

config_option = click.option(
    "--config", "file", type=click.Path(path_type=Path), help="The table's TOML file. Without: as emulated."
)


def configured(file: Path | None) -> Config:
    """Ends the program with every problem of the file."""
    loaded = load(file)
    if loaded.problems:
        for line in describe(loaded.problems, Words().say):
            click.echo(line, err=True)
        sys.exit(2)
    return loaded.config
