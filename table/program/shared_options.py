"""Options and kinds of paths that several commands share. It imports nothing of the table, to start fast."""

from pathlib import Path

import click

FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
CONFIGURATION = click.Path(path_type=Path, readable=False)
"""A configuration is read later, so that a missing one is reported in the table's own words."""

named_configuration = click.option(
    "--config",
    "file",
    type=CONFIGURATION,
    help="TOML file of the table. Without it: the one that `setup` wrote, else every part is emulated.",
)
