"""A list as it is named on the command line: a file, `-`, a link, the text itself, or the name of a stored one."""

import os
import sys
from pathlib import Path

import click

from table.catalog.legion.catalogue import POINTS
from table.catalog.legion.links import find_link
from table.catalog.legion.written import MOST_BYTES
from table.catalog.stored import read_file, stored_lists
from table.config.schema import State


def read_source(source: str, folder: Path) -> bytes | str:
    """Raises `ListError`. `folder` holds the stored lists."""
    if source == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    if source.lstrip().startswith("{") or "://" in source or find_link(source):
        return source
    path = Path(source)
    if not os.path.isfile(source):  # unlike Path.is_file, it answers whatever the name is
        stored = (entry for edition in POINTS for entry in stored_lists(folder, edition))
        path = next((entry.path for entry in stored if source in (entry.id, entry.path.stem)), path)
    return read_file(path)


edition = click.option("--edition", type=click.Choice(list(POINTS)), default="current", show_default=True)
lists = click.option(
    "--lists",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=lambda: State().path / "lists",
    help="Folder of the stored lists.  [default: lists/ in the state folder]",
)
