"""The available lists of Infinity: our samples, and the players' files."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from table.games.files.list_file import keep_file, read_file
from table.games.files.list_folder import offered_files
from table.games.files.list_name import file_stem
from table.games.files.raw_list import ListError, clean, decoded
from table.games.files.reader_failure import reading
from table.games.infinity.lists.force_list import ForceResult, read_force
from table.games.infinity.lists.formatter import as_toml
from table.games.infinity.rules.model.forces import Force

FOLDER = "infinity"
"""The path within the folder of stored lists."""
SUFFIX = ".toml"


class StoredForce(Struct, frozen=True):
    id: str
    """`sample:first_watch`, `own:echo.toml`."""
    path: Path
    result: ForceResult

    @property
    def name(self) -> str:
        force = self.result.force
        return force.name if force is not None and force.name else clean(self.path.stem)


def stored_forces(folder: Path | None) -> Iterator[StoredForce]:
    """Yield the samples, then the players' own, by file name. `folder` holds the lists of all games."""
    for one, path in _files(folder):
        yield StoredForce(one, path, read_path(path))


def path_of(offer: str, folder: Path | None) -> Path | None:
    """Return the file of a sample or of a list of the players' own, by its id, or None. Reads no file."""
    return next((path for one, path in _files(folder) if one == offer), None)


def _files(folder: Path | None) -> Iterator[tuple[str, Path]]:
    samples = Path(str(resources.files(__package__).joinpath("samples")))
    return offered_files(samples, folder and folder / FOLDER, (SUFFIX,))


def read_path(path: Path) -> ForceResult:
    """Return the force of a file, or all its problems. Never raises."""
    try:
        with reading():  # one file never takes the others away
            return read_force(read_file(path))
    except ListError as error:
        return ForceResult(None, problems=error.problems)


def store(folder: Path, name: str, source: bytes | str, *, force: bool = False) -> Path:
    """Store a list: a file unchanged, a code as a plain list to fill in.

    If it raises `ListError`, nothing is stored.
    """
    stem = file_stem(name, SUFFIX)
    return keep_file(folder / FOLDER / f"{stem}{SUFFIX}", _kept(stem, source), force=force)


def _kept(stem: str, source: bytes | str) -> bytes:
    result = read_force(source)
    if result.force is None:
        raise ListError(*result.problems)
    if result.source == "file":
        return decoded(source).encode()
    named: Force = replace(result.force, name=result.force.name or stem)
    return as_toml(named, result.ids).encode()
