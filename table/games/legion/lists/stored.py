"""The stored lists: samples of the program, and files in the players' folder."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from msgspec import Struct

from table.games.files.list_file import keep_file, read_file
from table.games.files.list_folder import offered_files
from table.games.files.list_name import file_stem
from table.games.files.raw_list import ListError, clean, decoded
from table.games.files.reader_failure import reading
from table.games.legion.data.catalogue import CURRENT, load
from table.games.legion.data.factions import known_faction
from table.games.legion.lists.formats import read_written
from table.games.legion.lists.links import find_link
from table.games.legion.lists.name_matches import known_names
from table.rules.text import Text

_SUFFIXES = (".json", ".txt")


class StoredList(Struct, frozen=True):
    """A list's line in the lobby."""

    id: str
    """`sample:rebels_leia_luke`, `own:echo-line.json`."""
    name: str
    faction: str
    """Empty if the list does not state it."""
    points: int
    path: Path
    broken: tuple[Text, ...] = ()
    """The reasons why it cannot be read. Such a list is shown but cannot be chosen."""


def stored_lists(folder: Path | None, edition: str = CURRENT) -> tuple[StoredList, ...]:
    """Return the samples of an edition, then the players' lists by file name. A missing folder is empty."""
    return tuple(_summary(one, path, edition) for one, path in _files(folder, edition))


def path_of(offer: str, folder: Path | None, edition: str = CURRENT) -> Path | None:
    """Return the file of a sample or of a player's list by its id, or None. Reads no file."""
    return next((path for one, path in _files(folder, edition) if one == offer), None)


def store(folder: Path, name: str, source: bytes | str, *, force: bool = False) -> Path:
    """Store a readable list, completely or not at all. Of a link, the text around it is left out.

    Raises `ListError`.
    """
    stem = file_stem(name, *_SUFFIXES)
    suffix, content = _kept(source)
    others = [folder / f"{stem}{other}" for other in _SUFFIXES if other != suffix]
    return keep_file(folder / f"{stem}{suffix}", content, force=force, others=others)


def _kept(source: bytes | str) -> tuple[str, bytes]:
    """Return suffix and content of the file."""
    words = decoded(source)
    link = None if words.lstrip().startswith("{") else find_link(words)
    if link:
        address = f"https://legionhq2.com/list/{link.faction}/" if link.faction else ""
        return ".txt", f"{address}{link.list}\n".encode()
    return ".json" if "{" in words else ".txt", words.encode()


def _files(folder: Path | None, edition: str) -> Iterator[tuple[str, Path]]:
    samples = Path(str(resources.files(__package__).joinpath("samples", edition)))
    return offered_files(samples, folder, _SUFFIXES)


def _summary(list_id: str, path: Path, edition: str) -> StoredList:
    name = clean(path.stem)
    try:
        with reading():  # one file never takes the others away
            written = read_written(read_file(path), known_names(load(edition)))
    except ListError as error:
        return StoredList(list_id, name, "", 0, path, error.problems)
    return StoredList(list_id, written.name or name, known_faction(written.faction), written.points, path)
