"""Readers broken on purpose, one for each kind of finding: the campaign must find all of them."""

import json
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, outcome, refused
from lab.campaigns.hostile.hostile_trial import MEMORY_MB
from lab.campaigns.hostile.samples import SampleFiles
from lab.campaigns.hostile.script_player import takes_long
from lab.campaigns.hostile.state_readers import used_flash
from lab.campaigns.hostile.stick_readers import BROUGHT, stick_reader
from sim_hardware.dispenser.flash import Flash
from table.devices.setup import Setup
from table.emulation.scripts.document import ScriptError, read_file
from table.emulation.scripts.replay import play
from table.games.files.list_format import ListFormat
from table.games.files.offers import Offer, Shelf
from table.games.rule_set import RuleSet
from table.records.folder import LISTS
from table.records.journal import SUFFIX, SqliteJournal
from table.rules.refusal import Refusal
from table.rules.text import text


class PlantedDefect(NamedTuple):
    """A broken reader, and the figure that must find it."""

    found_by: str
    reader: FileReader


KINDS = ("corps", "special")
SOUND_TOKENS = b'{"contents": [19, 18], "tray": [0, 1, 1]}'


def planted_tables(setup: Setup, made: SampleFiles) -> Iterator[PlantedDefect]:
    """Yield the broken readers of sticks, of an emulated dispenser's memory, and of played scripts."""
    rule_set = setup.games.rule_sets[setup.games.demo[0]]
    if rule_set.lists is not None:
        system, lists = rule_set.game.system, rule_set.lists
        for name, found_by, kind in (
            ("stick.waits", "hangs", _Waiting),
            ("stick.one_for_all", "exceptions", _OneForAll),
            ("stick.leads_away", "exceptions", _AsItIs),
        ):
            shelf_of = partial(_broken, rule_set, lists, kind)
            yield PlantedDefect(found_by, stick_reader(name, system, lists, shelf_of))
    yield PlantedDefect("exceptions", FileReader("tokens", Dialect.JSON, (SOUND_TOKENS,), _tokens, places=False))
    yield PlantedDefect("exceptions", FileReader("flash", Dialect.BINARY, (used_flash(),), _flash, places=False))
    yield PlantedDefect(
        "exceptions", FileReader("answers", Dialect.JSON, (made.list_answers,), _list_answers, places=False)
    )
    yield PlantedDefect("exceptions", FileReader("history", Dialect.SQLITE, made.journals, _history, SUFFIX))
    yield PlantedDefect("exceptions", FileReader("played", Dialect.SCRIPT, made.played, _played, ".script"))


class _AsItIs:
    """A shelf that follows every link."""

    def __init__(self, shelf: Shelf, room: Path) -> None:
        self._shelf, self._room = shelf, room

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(offer for offer in self._shelf.offers(system) if offer.id.startswith("own:"))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return self._shelf.fetch(system, offer)


class _Waiting(_AsItIs):
    """A shelf that opens foreign pipes, which have no writer."""

    def offers(self, system: str) -> tuple[Offer, ...]:
        for path in self._room.glob(f"{BROUGHT}*"):
            if path.is_fifo():
                path.read_bytes()
        return super().offers(system)


class _OneForAll(_AsItIs):
    """A shelf that offers nothing if one file is bad."""

    def offers(self, system: str) -> tuple[Offer, ...]:
        every = super().offers(system)
        return () if any(offer.wrong for offer in every) else every


def _broken(rule_set: RuleSet, lists: ListFormat, kind: type[_AsItIs], stick: Path, room: Path) -> Shelf:
    """Return a broken shelf for a stick: the table's own shelf, with the stick's folder in place of the players'."""
    state = stick.parent / "state of the control"
    place = lists.room(state / LISTS)
    place.parent.mkdir(parents=True)
    place.symlink_to(room)
    return kind(rule_set.shelf_of(state), room)


def _tokens(path: Path) -> FileOutcome:
    """Trust the file about the tray."""
    return FileOutcome(bool([KINDS[hopper] for hopper in json.loads(path.read_bytes())["tray"]]))


def _flash(path: Path) -> FileOutcome:
    """Trust the file to be as large as a flash."""
    flash, content = Flash(), path.read_bytes()
    last = len(flash.sectors) * len(flash.sectors[0]) - 1
    return FileOutcome(content[last] >= 0)


def _list_answers(path: Path) -> FileOutcome:
    """Trust notes about lists to be as the table writes them."""
    notes = json.loads(path.read_bytes())
    return FileOutcome(all(note["troopers"] is not None for note in notes.values()))


def _history(path: Path) -> FileOutcome:
    """List one match, as if no journal could be damaged."""
    journal = SqliteJournal.open(path)
    journal.close()
    return FileOutcome(True)


def _played(path: Path) -> FileOutcome:
    """Expect each line to be as written."""
    if takes_long(path):
        return FileOutcome(False)
    try:
        play(read_file(path))
    except (ScriptError, OSError) as error:
        return refused(error)
    return FileOutcome(True)


SOUND = b'{"units": ["Echo"]}\n'
ENOUGH = 400
"""The most cases for finding a defect. One that few files show took up to 62, over 41 seeds."""
_RUN = re.compile(rb"(\S)\1+(?=\s)")
GREEDY_BYTES = int(MEMORY_MB * 1e6)
SHORT_S = 0.5
"""The real time after which the control takes a reader to hang."""
SLOW_S = 0.3
"""The time of the slow reader, above the control's limit."""


def planted_readers() -> Iterator[PlantedDefect]:
    """Yield a broken reader for each figure, named after it."""
    for name, read in (
        ("exceptions", _raises),
        ("memory", _greedy),
        ("time", _slow),
        ("hangs", _waits),
        ("unexplained", _last_resort),
        ("escapes", _repeats),
        ("refused_valid", _refuses),
    ):
        yield PlantedDefect(name, FileReader(name, Dialect.JSON, (SOUND,), read, ".json"))
    yield PlantedDefect("time", FileReader("begins again", Dialect.JSON, (SOUND,), _begins_again, ".json"))


def _content(path: Path) -> bytes:
    """Return a file's bytes, or those of a sound file if there is no regular file: other kinds are not tested here."""
    return path.read_bytes() if path.is_file() and path.stat().st_size < GREEDY_BYTES else SOUND


def _raises(path: Path) -> FileOutcome:
    """Let a parser's error through."""
    if _content(path) != SOUND:
        raise KeyError("units")
    return FileOutcome(True)


def _greedy(path: Path) -> FileOutcome:
    """Read a whole file into memory."""
    room = bytearray(GREEDY_BYTES if _content(path) != SOUND else 0)
    room[::4096] = b"x" * len(room[::4096])
    return FileOutcome(True)


def _slow(path: Path) -> FileOutcome:
    """Loop for a while on a file that is not sound."""
    until_s = time.process_time() + (SLOW_S if _content(path) != SOUND else 0)
    while time.process_time() < until_s:
        pass
    return FileOutcome(True)


def _begins_again(path: Path) -> FileOutcome:
    """Search from each character for a run of it that ends at a blank, which takes quadratic time."""
    until_s = time.process_time() + 2 * SLOW_S
    content = _content(path)
    for place in range(len(content)):
        if _RUN.match(content, place) is None and time.process_time() > until_s:
            break
    return FileOutcome(True)


def _waits(path: Path) -> FileOutcome:
    """Open a pipe without a writer."""
    if path.is_fifo():
        path.read_bytes()
    return FileOutcome(True)


def _last_resort(path: Path) -> FileOutcome:
    """Answer every damaged file with the message of the last-resort handler."""
    return outcome(text("list.stumbled", error="KeyError")) if _content(path) != SOUND else FileOutcome(True)


def _repeats(path: Path) -> FileOutcome:
    """Show a file without escaping."""
    return FileOutcome(True, (_content(path).decode("utf-8", "replace").strip(),))


def _refuses(_: Path) -> FileOutcome:
    """Refuse every file."""
    return FileOutcome(False)
