"""A list as it is named on the command line: a file, `-`, a link, the text itself, or the name of a stored one."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from table.catalog.infinity.codes import is_code
from table.catalog.infinity.stored import StoredForce, stored_forces
from table.catalog.legion.catalogue import POINTS
from table.catalog.legion.links import find_link
from table.catalog.legion.written import MOST_BYTES
from table.catalog.stored import StoredList, read_file, stored_lists
from table.config.schema import State


def read_source(source: str, folder: Path) -> bytes | str:
    """Raises `ListError`. `folder` holds the stored lists."""
    if source == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    if source.lstrip().startswith("{") or "://" in source or find_link(source):
        return source
    path = Path(source)
    if not os.path.isfile(source):  # unlike Path.is_file, it answers whatever the name is
        stored = next((entry for entry in _stored(folder) if source in (entry.id, entry.path.stem)), None)
        if stored is None and is_code(source):
            return source
        path = stored.path if stored is not None else path
    return read_file(path)


def _stored(folder: Path) -> Iterator[StoredList | StoredForce]:
    """Of every game."""
    for each in POINTS:
        yield from stored_lists(folder, each)
    yield from stored_forces(folder)


edition = click.option("--edition", type=click.Choice(list(POINTS)), default="current", show_default=True)
lists = click.option(
    "--lists",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=lambda: State().path / "lists",
    help="Folder of the stored lists.  [default: lists/ in the state folder]",
)
