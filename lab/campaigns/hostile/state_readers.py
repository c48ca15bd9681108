"""The readers of small files beside a match, and of an emulated dispenser's memory."""

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from hal.dispenser import Link
from hal.events import DispenserUp, PayOut, PayoutEnded
from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, called
from lab.campaigns.hostile.samples import SampleFiles
from lab.temporary_folder import temporary_folder
from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.flash import Flash
from sim_hardware.dispenser.persistence import KeptFlash, KeptTokens
from table.records.beside.bot_marks import BotMarks
from table.records.beside.synced import keep_note, noted, shortfall
from table.records.disk import DISK
from table.records.folder import BOTS, MATCHES, SYNCED
from table.records.journal import SUFFIX, SqliteJournal
from table.rules.errors import ProgramError

HOPPERS = (20, 20)
STEP_NS = 20 * MS
STEPS = 1500
"""The number of steps in which a dispenser must answer: 30 s of its time."""
MATCH = "brought"


class SilentDispenserError(ProgramError, TimeoutError):
    """The emulated dispenser does not start, or never ends a payout, because of its memory."""


def state_readers(made: SampleFiles) -> Iterator[FileReader]:
    synced = _note_of(made.journals[0])
    yield FileReader("synced", Dialect.JSON, (synced,), lambda path: _synced(made.journals[0], path))
    yield FileReader("bots", Dialect.TEXT, (b"",), _bots)
    yield FileReader("tokens", Dialect.JSON, (b'{"contents": [19, 18], "tray": [0, 1, 1]}',), _tokens)
    yield FileReader("flash", Dialect.BINARY, (used_flash(),), _flash)


def _note_of(journal: bytes) -> bytes:
    """Return the note beside a journal whose batches are all synced."""
    with temporary_folder() as folder:
        path = folder / f"{MATCH}{SUFFIX}"
        path.write_bytes(journal)
        with closing(SqliteJournal.open(path)) as there:
            keep_note(there, DISK)
        return path.with_suffix(SYNCED).read_bytes()


def _synced(journal: bytes, path: Path) -> FileOutcome:
    """Compare a sound journal with the note beside it, as at its opening; then write the note again."""
    place = path.with_name(f"{MATCH}{SUFFIX}")
    called(path, place.with_suffix(SYNCED).name)
    place.write_bytes(journal)
    with closing(SqliteJournal.open(place)) as there:
        good = noted(place) is not None and shortfall(there) is None
        with suppress(OSError):  # for a folder in its place the session keeps no note, and reports it
            keep_note(there, DISK)
    return FileOutcome(good)


def _bots(path: Path) -> FileOutcome:
    """Mark a match as played by a bot, and remove the mark, with anything in its place."""
    marks = BotMarks(path.parent)
    (path.parent / MATCHES).mkdir()
    called(path, f"{MATCHES}/{MATCH}{BOTS}")
    with suppress(OSError):  # then the bot does not answer
        marks.bot_plays(MATCH)
    return FileOutcome(marks.taken_away(MATCH))


def _tokens(path: Path) -> FileOutcome:
    """Start an emulated dispenser with the tokens in the file, and take one out of its tray."""
    place = called(path, "tokens.json")
    tokens = KeptTokens(place, HOPPERS)
    kept = tokens.contents != list(HOPPERS)
    dispenser = EmulatedDispenser(Clock(), tokens.contents, fell=tokens.fell)
    tokens.counted(dispenser.contents())
    for hopper in set(tokens.tray):
        tokens.loaded(hopper, 1)
        tokens.taken(hopper)
    return FileOutcome(kept)


def _flash(path: Path) -> FileOutcome:
    """Start an emulated dispenser with the memory in the file, and pay a token."""
    place = called(path, "flash.bin")
    before = place.read_bytes() if place.is_file() and not place.is_symlink() and place.stat().st_size < 2**20 else b""
    flash = KeptFlash(place)
    kept = b"".join(flash.sectors) == before
    paid(flash)
    return FileOutcome(kept)


def used_flash() -> bytes:
    """Return the memory of a dispenser that has paid some tokens."""
    flash = Flash()
    for _ in range(3):
        paid(flash)
    return b"".join(flash.sectors)


def paid(flash: Flash) -> None:
    """Pay a token from a dispenser with this memory, until it reports the end. Raises SilentDispenserError."""
    clock = Clock()
    dispenser = EmulatedDispenser(clock, HOPPERS, flash=flash)
    dispenser.fault("plug")
    link = Link(dispenser.port)
    up: DispenserUp | None = None
    for _ in range(STEPS):
        for event in link.step(clock.now_s):
            if isinstance(event, DispenserUp) and up is None:
                up = event
                link.request(PayOut(f"hostile-{event.counter % 10**9}", 0, 1))
            elif isinstance(event, PayoutEnded) and up is not None:
                return
        clock.advance(STEP_NS)
    raise SilentDispenserError("a dispenser does not answer")
