"""A disk after a power cut: synced writes are present, and any part of the others.

Between two syncs a file's writes reach the disk in any order, whole, in part or not at all; a sector is written whole
or not. Names change in order, as on journalling file systems, up to any point.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

SECTOR_BYTES = 512


@dataclass(frozen=True, slots=True)
class Write:
    file: str
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    file: str


@dataclass(frozen=True, slots=True)
class Create:
    file: str


@dataclass(frozen=True, slots=True)
class Remove:
    file: str


@dataclass(frozen=True, slots=True)
class Move:
    file: str
    place: str


@dataclass(frozen=True, slots=True)
class SyncNames:
    """The names of a folder were synced; here that counts for all folders."""


Change: TypeAlias = Write | Truncate
Naming: TypeAlias = Create | Remove | Move
DiskOperation: TypeAlias = Change | Sync | Naming | SyncNames
Image: TypeAlias = dict[str, bytes]
"""Maps file names to contents."""
Keep: TypeAlias = Callable[[int], int]
"""`keep(n)` returns a number from 0 to n, both included."""


class Volume:
    """A disk: `took` applies an operation, and `image` returns a possible image after a cut."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        """The names as programs see them. A file is a number, which a rename does not change."""
        self._synced_names: dict[str, int] = {}
        self._unsynced_names: list[Naming] = []
        self._synced: dict[int, bytes] = {}
        self._unsynced: dict[int, list[Change]] = {}
        self._created: list[int] = []
        """The files of the unsynced `Create`s, in order."""

    def took(self, operation: DiskOperation) -> None:
        match operation:
            case Write() | Truncate():
                self._unsynced[self._names[operation.file]].append(operation)
            case Sync():
                file = self._names[operation.file]
                self._synced[file] = _changed(self._synced[file], self._unsynced[file])
                self._unsynced[file] = []
            case SyncNames():
                self._synced_names = dict(self._names)
                self._unsynced_names, self._created = [], []
            case _:
                self._name(operation)

    def _name(self, naming: Naming) -> None:
        if isinstance(naming, Create):
            if naming.file in self._names:
                return
            file = len(self._synced)
            self._synced[file], self._unsynced[file] = b"", []
            self._created.append(file)
            self._names[naming.file] = file
        else:
            _renamed(self._names, naming)
        self._unsynced_names.append(naming)

    @property
    def unsynced(self) -> int:
        """Return the number of changes that a cut could undo now."""
        return len(self._unsynced_names) + sum(len(changes) for changes in self._unsynced.values())

    def image(self, keep: Keep) -> Image:
        """Return an image of the disk; `keep` decides how many of the unsynced changes are present."""
        names, created = dict(self._synced_names), iter(self._created)
        for naming in self._unsynced_names[: keep(len(self._unsynced_names))]:
            if isinstance(naming, Create):
                names[naming.file] = next(created)
            else:
                _renamed(names, naming)
        return {name: _changed(self._synced[file], _kept(self._unsynced[file], keep)) for name, file in names.items()}


def dropped(_: int) -> int:
    """Keep only synced changes."""
    return 0


def kept(most: int) -> int:
    """Keep all changes."""
    return most


def torn(rng: random.Random) -> Keep:
    return lambda most: rng.randint(0, most)


def _kept(changes: list[Change], keep: Keep) -> list[Change]:
    """Return the kept changes, each whole, in part, or not; a partial write is any of its sectors."""
    there: list[Change] = []
    for change in changes:
        if isinstance(change, Truncate):
            there += [change] * keep(1)
            continue
        there += [piece for piece in _sectors(change) if keep(1)]
    return there


def _sectors(write: Write) -> list[Write]:
    """Split a write at the ends of the disk's sectors."""
    pieces, at = list[Write](), write.at
    end = write.at + len(write.data)
    while at < end:
        edge = min(end, (at // SECTOR_BYTES + 1) * SECTOR_BYTES)
        pieces.append(Write(write.file, at, write.data[at - write.at : edge - write.at]))
        at = edge
    return pieces


def _changed(content: bytes, changes: list[Change]) -> bytes:
    if not changes:
        return content
    now = bytearray(content)
    for change in changes:
        if isinstance(change, Truncate):
            now[change.size :] = bytes(max(change.size - len(now), 0))
        else:
            now += bytes(max(change.at - len(now), 0))
            now[change.at : change.at + len(change.data)] = change.data
    return bytes(now)


def _renamed(names: dict[str, int], naming: Naming) -> None:
    if isinstance(naming, Move) and naming.file in names:
        names[naming.place] = names.pop(naming.file)
    elif isinstance(naming, Remove):
        names.pop(naming.file, None)
