"""Start scripts, consoles and recordings at the table that the command line asks for."""

import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TextIO

from msgspec.structs import replace

from table.config.schema import StateConfig
from table.devices.live import TableStart
from table.devices.setup import Setup
from table.emulation.scripts.document import read_file
from table.emulation.scripts.participants import Participants
from table.emulation.scripts.recording.file import Recording, bring_along
from table.emulation.scripts.replay import laid_out, opening_of
from table.emulation.scripts.sides import refuse_wrong_sides
from table.emulation.virtual_table import seeded_entropy
from table.games.table_games import TableGames
from table.records.folder import LISTS
from table.records.temporary import temporary_folder
from table.rules.seats import Seat

SEED_BITS = 64
OWN = "own:"
MOST_LINE = 4096
"""The most bytes of a line that is typed: not everything that can be typed from has lines."""


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    script: Path | None = None
    console: bool = False
    record: Path | None = None
    config: Path | None = None
    """The file that the table's configuration came from."""

    @property
    def any(self) -> bool:
        return self.console or self.script is not None or self.record is not None


class Launched(NamedTuple):
    setup: Setup
    opening: TableStart
    participants: Participants


@contextmanager
def launched(wishes: LaunchOptions, setup: Setup, opening: TableStart) -> Iterator[Launched]:
    """Yield the table to open and its participants. A script or a recording has an empty table of its own.

    Raises ScriptError and OSError.
    """
    typed = _lines(sys.stdin) if wishes.console else None
    if wishes.script is None and wishes.record is None:
        yield Launched(setup, opening, Participants(typed=typed))
        return
    with temporary_folder() as state:
        script = None if wishes.script is None else read_file(wishes.script)
        if script is not None:
            setup, opening, seed = Setup.of(laid_out(script, state)), opening_of(script.head), script.head.seed
            refuse_wrong_sides(script, setup.games, setup.games.shelf)
            written = script.head.config
        else:
            bring_along(setup.games.folder, state)
            setup = Setup.of(replace(setup.config, state=StateConfig(folder=str(state))))
            opening, seed = _own_lists(opening, setup.games), secrets.randbits(SEED_BITS)
            written = "" if wishes.config is None else wishes.config.read_text("utf-8")
        entropy = seeded_entropy(seed)
        if wishes.record is None:
            yield Launched(setup, opening, Participants(entropy, script=script, typed=typed))
            return
        recording = Recording(wishes.record, state, seed, written, opening.system, dict(opening.sides))
        try:
            yield Launched(setup, opening, Participants(entropy, script=script, typed=typed, record=recording.write))
        finally:
            recording.close()


def _lines(typed: TextIO) -> Iterator[str]:
    """Yield each line that is typed, or what its length leaves of it.

    It holds the terminal's file, too: Python breaks off if it closes that while a thread reads its buffer.
    """
    while line := typed.buffer.readline(MOST_LINE):
        yield line.decode("utf-8", "replace")


def _own_lists(opening: TableStart, games: TableGames) -> TableStart:
    """Copy lists that were named by a path to the players' own lists, so that the recording can hold them."""
    rule_set = games.rule_sets.get(opening.system)
    if rule_set is None or rule_set.lists is None:
        return TableStart(resume=False, system=opening.system, sides=opening.sides)
    room = rule_set.lists.room(games.folder / LISTS)
    sides: list[tuple[Seat, str]] = []
    for seat, offer in opening.sides:
        path = Path(offer)
        if path.is_file():
            room.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, room / path.name)
            offer = OWN + path.name
        sides.append((seat, offer))
    return TableStart(resume=False, system=opening.system, sides=tuple(sides))
