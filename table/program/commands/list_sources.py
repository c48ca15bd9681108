"""A list as it is named on the command line: a file, `-`, a link, the text itself, or the name of a stored one."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from table.config.schema import State
from table.games.files.list_file import read_file
from table.games.files.raw_list import MOST_BYTES, ListError, clean
from table.games.files.unreadable import stumbled
from table.games.infinity.lists.army_codes import is_code
from table.games.infinity.lists.stored import StoredForce, stored_forces
from table.games.legion.data.catalogue import POINTS
from table.games.legion.lists.links import find_link
from table.games.legion.lists.stored import StoredList, stored_lists
from table.records.folder import LISTS
from table.rules.text import text


def read_source(source: str, folder: Path) -> bytes | str:
    """Raises `ListError`. `folder` holds the stored lists."""
    if source == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    if source.lstrip().startswith("{") or "://" in source or find_link(source):
        return source
    path = Path(source)
    if not os.path.isfile(source):  # unlike Path.is_file, it answers whatever the name is
        entries = tuple(_stored(folder))
        stored = _called(source, entries)
        if stored is None and is_code(source):
            return source
        if stored is None and not os.path.exists(source):
            names = ", ".join(dict.fromkeys(entry.name for entry in entries))
            raise ListError(text("list.no_source", source=clean(source), names=names))
        path = stored.path if stored is not None else path
    return read_file(path)


@contextmanager
def reading() -> Iterator[None]:
    """Whatever a reader of ours raises over a file becomes a `ListError`, which says that the fault is the table's."""
    try:
        yield
    except ListError:
        raise
    except Exception as error:
        raise ListError(stumbled(error)) from error


def _called(source: str, entries: Sequence[StoredList | StoredForce]) -> StoredList | StoredForce | None:
    """By id or file name; else by the name that the lobby shows, if only one has it."""
    for entry in entries:
        if source in (entry.id, entry.path.stem):
            return entry
    named = [entry for entry in entries if entry.name.casefold() == source.casefold()]
    return named[0] if len(named) == 1 else None


def _stored(folder: Path) -> Iterator[StoredList | StoredForce]:
    """Of every game."""
    for each in POINTS:
        yield from stored_lists(folder, each)
    yield from stored_forces(folder)


edition = click.option(
    "--edition",
    type=click.Choice(list(POINTS)),
    default="current",
    show_default=True,
    help="Edition of Legion's rules.",
)
lists = click.option(
    "--lists",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=lambda: State().path / LISTS,
    help="Folder of the stored lists.  [default: lists/ in the state folder]",
)
