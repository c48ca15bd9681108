"""The names of a match's players, beside its journal: a file for each match.

The journal contains only commitments to the names, so a match file has the same chain with or without names.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

from table.records.disk import DISK
from table.records.folder import PLAYERS, read_state
from table.records.ports import Disk
from table.rules.fairness import SALT_BYTES, name_commitment
from table.rules.seats import SEATS, Seat, is_player_name

SUFFIX = ".json"
MOST_BYTES = 4096
MOST_RECENT = 8
"""The most names that are offered again."""
MOST_READ = 40
"""The most files that are read for them."""


class NamedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's name, with the salt of its commitment in the journal."""

    name: str
    salt: str
    """64 hex digits."""

    @property
    def commitment(self) -> str:
        """Return the commitment in the journal."""
        return name_commitment(bytes.fromhex(self.salt), self.name)


Players: TypeAlias = Mapping[Seat, NamedPlayer]


def named(name: str, entropy: Callable[[int], bytes]) -> NamedPlayer:
    """Return a name with fresh salt."""
    return NamedPlayer(name, entropy(SALT_BYTES).hex())


def names_of(players: Players) -> tuple[str, str]:
    """Return blue's and red's names; empty for a player without one."""
    blue, red = (players[seat].name if seat in players else "" for seat in SEATS)
    return blue, red


def of_commitments(kept: Players, commitments: Mapping[Seat, str]) -> Players:
    """Return the names that the journal has commitments to. A file that was changed by hand gives no names."""
    return {seat: each for seat, each in kept.items() if commitments.get(seat) == each.commitment}


class NamedPlayers:
    """The names of the players of each match. Any thread."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """`folder` is the table's state folder."""
        self._folder, self._disk = folder / PLAYERS, disk

    def keep(self, match: str, players: Players) -> None:
        """Keep the names of a match. Raises OSError."""
        self._disk.replace(self._folder / (match + SUFFIX), msgspec.json.encode(players))

    def of(self, match: str) -> Players:
        """Return the stored names of a match; empty if the file is missing or broken."""
        return self._read(self._folder / (match + SUFFIX))

    def recent(self) -> tuple[str, ...]:
        """Return the names of the last matches, each once, the last ones first."""
        try:
            files = sorted(self._folder.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)
        except OSError:
            return ()
        names = (each.name for file in files[:MOST_READ] for _, each in sorted(self._read(file).items()))
        return tuple(dict.fromkeys(names))[:MOST_RECENT]

    def _read(self, file: Path) -> Players:
        try:
            kept = read_state(file, dict[Seat, NamedPlayer], MOST_BYTES)
        except (OSError, ValueError):
            return {}
        return {seat: kept[seat] for seat in SEATS if seat in kept and _sound(kept[seat])}


def _sound(player: NamedPlayer) -> bool:
    salted = len(player.salt) == 2 * SALT_BYTES and not set(player.salt) - set("0123456789abcdef")
    return salted and is_player_name(player.name)
