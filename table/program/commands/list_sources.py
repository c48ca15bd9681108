"""A list as named on the command line: a file, `-`, a link, the text itself, or the name of a stored list."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import NamedTuple

import click

from table.config.schema import StateConfig
from table.devices.setup import games_with
from table.games.files.list_file import read_file
from table.games.files.list_format import ListFormat, StoredFile
from table.games.files.list_name import IN_BRACKETS
from table.games.files.raw_list import MOST_BYTES, ListError, clean
from table.program.shared_options import FOLDER
from table.records.folder import LISTS
from table.rules.text import text


def formats() -> tuple[ListFormat, ...]:
    """Return the formats of lists. The format that accepts any text comes last."""
    return games_with().list_formats


def fallback() -> ListFormat:
    """Return the format that accepts any text."""
    return formats()[-1]


def meant(content: bytes | str) -> ListFormat:
    """Return the format that recognises this list, or else the one that accepts any text."""
    return next((each for each in formats() if not each.reads_anything and each.recognises(content)), fallback())


def read_source(source: str, folder: Path) -> bytes | str:
    """Return the content of a list, or the argument itself if it is a list. Raises `ListError`.

    `folder` holds the stored lists.
    """
    if source == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    if source.lstrip().startswith("{") or "://" in source:
        return source
    path = Path(source)
    if not os.path.isfile(source):  # unlike Path.is_file, it answers whatever the name is
        known = formats()
        entries = tuple(entry for each in known for entry in each.stored(folder))
        if (stored := _called(source, entries)) is None and any(each.is_source(source) for each in known):
            return source
        if stored is None and not os.path.exists(source):
            names = ", ".join(dict.fromkeys(entry.name for entry in entries))
            raise ListError(text("list.no_source", source=clean(source), names=names))
        path = stored.path if stored is not None else path
    return read_file(path)


def _called(source: str, entries: Sequence[StoredFile]) -> StoredFile | None:
    """Find a list by id or file name; else by the name that the lobby shows, with or without its points.

    Raises `ListError` if several have that name.
    """
    for entry in entries:
        if source in (entry.id, entry.path.stem):
            return entry
    meant = (source.casefold(), IN_BRACKETS.sub("", source).casefold())
    named = {entry.path: entry for entry in entries if entry.name.casefold() in meant}
    if len(named) > 1:
        ids = ", ".join(entry.id for entry in named.values())
        raise ListError(text("list.same_name", source=clean(source), ids=ids))
    return next(iter(named.values()), None)


class _Edition(click.ParamType[str]):
    """An edition of some game. Games are loaded only if an edition is named."""

    name = "edition"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = tuple(each.edition for each in formats() if each.edition)
        return str(click.Choice(known).convert(value, param, ctx))


class ListSource(NamedTuple):
    """A list as named on the command line, its edition, and the folder of the stored lists."""

    name: str
    edition: str
    folder: Path

    def content(self) -> bytes | str:
        """Return the content of the list. Raises `ListError`."""
        return read_source(self.name, self.folder)

    def format_of(self, content: bytes | str) -> ListFormat:
        """Return the format of this content. Raises `ListError` if no game reads it."""
        return games_with().format_of(content, self.edition)


def list_source(command: Callable[..., None]) -> Callable[..., None]:
    """Add SOURCE, `--edition` and `--lists` to a command.

    The command gets them as one `ListSource`, its argument `source`.
    """

    @click.argument("source")
    @click.option(
        "--edition", type=_Edition(), default="current", show_default=True, help="Edition of the game's rules."
    )
    @click.option(
        "--lists",
        "folder",
        type=FOLDER,
        default=lambda: StateConfig().path / LISTS,
        help="Folder of the stored lists.  [default: lists/ in the state folder]",
    )
    @wraps(command)
    def with_source(source: str, edition: str, folder: Path, **others: object) -> None:
        command(source=ListSource(source, edition, folder), **others)

    return with_source
