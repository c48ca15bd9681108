"""The readers of whole sticks: the lobby's library on a stick with a file among odd things."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import IntEnum
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from lab.campaigns.hostile.byte_damage import ESCAPES
from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, outcome
from lab.campaigns.hostile.wrong_places import PLACES
from table.devices.list_reading import ListReading
from table.devices.setup import Setup
from table.games.files.list_format import ListFormat
from table.games.files.offers import Offer, Part, Shelf
from table.games.files.usb import OWN_FOLDER, StickShelf
from table.games.rule_set import RuleSet
from table.records.folder import LISTS
from table.rules.errors import ProgramError
from table.rules.refusal import Refusal
from table.session.lobby.list_library import ListsRead, OffersOf, SideOf

MANY = 150
"""Fewer than a shelf offers, so that the sound lists are still offered."""
MANY_NAMES = 1000
DEEP = 60
LONGEST_NAME = 255
OFF_THE_STICK = ("/etc/passwd", "/proc/self/mem", "/proc/self/environ", "/dev/zero", "/", "/proc/self/fd/0")
STICK_NAMES = (
    "ANA", "own:", ESCAPES.replace("/", ""), "a" * LONGEST_NAME, "..", "%s{file}", "\u202eBMU", "LISTS ", "-",
)  # fmt: skip


def name_of(rng: random.Random) -> str:
    """Return a valid name for a stick's folder."""
    name = rng.choice(STICK_NAMES)
    return name if name not in (".", "..") else "..."


def make_odd(stick: Path, room: Path, suffix: str, rng: random.Random) -> None:
    """Put a few odd things on a stick, in `room`, where its lists are, and beside it."""
    for oddity in rng.sample(ODDITIES, rng.randint(1, 4)):
        with suppress(OSError, ValueError):  # some file systems refuse some of these names
            oddity(stick, room, suffix, rng)


def _names(_: Path, room: Path, suffix: str, rng: random.Random) -> None:
    """Add files with names that steer a terminal, are not text, are too long, or look like the table's own ids."""
    for name in (
        ESCAPES.replace("/", ""), "\u202elist", "own:x", "sample:x", "stick:ANA:own:x", "-rf", "a\nb", " ", "%s{name}",
        os.fsdecode(b"\xff\xfe\x80"), "x" * (LONGEST_NAME - len(suffix)), "\u0301" * 40, "." + suffix, "..",
    ):  # fmt: skip
        with suppress(OSError):
            (room / f"{name}{suffix}").write_bytes(rng.choice((b"", b"{", name.encode("utf-8", "replace"))))


def _places(_: Path, room: Path, suffix: str, __: random.Random) -> None:
    for name, lay in PLACES.items():
        lay(room / f"{name}{suffix}")


def _links(_: Path, room: Path, suffix: str, __: random.Random) -> None:
    """Add links that leave the stick, a circle, and a chain."""
    for number, place in enumerate(OFF_THE_STICK):
        (room / f"off {number}{suffix}").symlink_to(place)
    for number in range(50):
        (room / f"chain {number}{suffix}").symlink_to(f"chain {number + 1}{suffix}")
    (room / "round").symlink_to(room)


def _deep(_: Path, room: Path, suffix: str, __: random.Random) -> None:
    """Add nested folders with names of lists."""
    place = room
    for _number in range(DEEP):
        place /= f"deep{suffix}"
    place.mkdir(parents=True)


def _many(_: Path, room: Path, suffix: str, __: random.Random) -> None:
    for number in range(MANY):
        (room / f"many {number}{suffix}").touch()
    for number in range(MANY_NAMES):
        (room / f"photo {number}.jpg").touch()


def _folders(stick: Path, _: Path, __: str, rng: random.Random) -> None:
    """Put something else in place of the table's own folder, and a link to another folder."""
    if not os.path.lexists(stick / OWN_FOLDER):
        PLACES[rng.choice([name for name in PLACES if name != "folder"])](stick / OWN_FOLDER)
    (stick / "more").symlink_to(rng.choice(OFF_THE_STICK))


def _closed(_: Path, room: Path, suffix: str, __: random.Random) -> None:
    """Add a file and a folder without any permission."""
    (room / f"closed{suffix}").touch(mode=0)
    (room / "closed").mkdir(mode=0)


Oddity = Callable[[Path, Path, str, random.Random], None]
ODDITIES: tuple[Oddity, ...] = (_names, _places, _links, _deep, _many, _folders, _closed)


LOOKED_AT = 4096
"""The first bytes of a file, which seed its stick."""
PATIENCE_S = 100.0
"""Longer than the trial waits, so that a hang is found as such and not as a silent stick."""
SOUND = "00 sound"
BROUGHT = "01 brought"
AWAY = "02 away"
"""The name of a link to a list outside the stick."""
FETCHED = 4
"""The number of a stick's offers that are fetched, the first ones by name."""


class LostListError(ProgramError, LookupError):
    """A sound list cannot be played because of the files beside it."""


class Vanishing(IntEnum):
    """The moment at which the stick is pulled out."""

    NEVER = 0
    BEFORE_THE_OFFERS = 1
    BEFORE_THE_SIDE = 2


class LedAwayError(ProgramError, PermissionError):
    """The table offers a list outside the stick, by a link on it."""


StickShelfOf: TypeAlias = Callable[[Path, Path], Shelf]
"""Makes a shelf from a stick and the folder of the game's lists on it."""


def stick_readers(setup: Setup) -> Iterator[FileReader]:
    for rule_set in setup.games.rule_sets.values():
        if rule_set.lists is not None:
            system = rule_set.game.system
            yield stick_reader(f"stick.{system}", system, rule_set.lists, partial(_in_the_lobby, rule_set))


def _in_the_lobby(rule_set: RuleSet, stick: Path, _: Path) -> Shelf:
    """Return the shelf of one stick, as the lobby has it beside the players' own lists."""
    shelf = rule_set.shelf_of(stick.parent)
    return _OnSticks(shelf.with_sticks(stick)) if isinstance(shelf, StickShelf) else shelf


def stick_reader(name: str, system: str, lists: ListFormat, shelf_of: StickShelfOf) -> FileReader:
    """Return the reader of sticks with this game's lists."""
    paths = [entry.path for entry in lists.stored(Path("none")) if entry.id.startswith("sample:")]
    suffix = paths[0].suffix
    sound = paths[0].read_bytes()

    def read(path: Path) -> FileOutcome:
        rng = _chance_of(path)
        stick = path.parent / "media" / name_of(rng)
        room = _room(stick / OWN_FOLDER if rng.random() < 0.3 else stick, lists, path.parent)
        room.mkdir(parents=True)
        (room / f"{SOUND}{suffix}").write_bytes(sound)
        if os.path.lexists(path):
            path.rename(room / f"{BROUGHT}{suffix}")
        make_odd(stick, room, suffix, rng)
        (path.parent / f"secret{suffix}").write_bytes(sound)
        (room / f"{AWAY}{suffix}").symlink_to(path.parent / f"secret{suffix}")
        return chosen_from(
            shelf_of(stick, room), system, stick, rng.choice((*Vanishing, Vanishing.NEVER, Vanishing.NEVER))
        )

    kind = Dialect.TOML if suffix == ".toml" else Dialect.JSON
    return FileReader(name, kind, tuple(path.read_bytes() for path in paths), read, suffix)


class _OnSticks:
    """A shelf with only the lists of sticks, so that the library answers once."""

    def __init__(self, shelf: StickShelf) -> None:
        self._shelf = shelf

    def parts(self, system: str) -> tuple[Part, ...]:
        return tuple(part for part in self._shelf.parts(system) if part.name)

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(offer for part in self.parts(system) for offer in part.shelf.offers(system))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return self._shelf.fetch(system, offer)


def _chance_of(path: Path) -> random.Random:
    """Return a random source that is seeded by the file."""
    content = b""
    if path.is_file() and not path.is_symlink():
        with path.open("rb") as file:
            content = file.read(LOOKED_AT)
    return random.Random(sha256(content).digest())


def _room(stick: Path, lists: ListFormat, state: Path) -> Path:
    """Return the place of a game's lists on a stick, which mirrors the one in a state folder or in its lists."""
    room = lists.room(state / LISTS)
    inner = room.relative_to(state / LISTS) if room.is_relative_to(state / LISTS) else room.relative_to(state)
    return stick / inner


def chosen_from(shelf: Shelf, system: str, stick: Path, vanishing: Vanishing) -> FileOutcome:
    """Choose from the stick as the lobby does.

    Raises LostListError if the sound list on it cannot be played, and LedAwayError if a list outside it can.
    """
    if vanishing is Vanishing.BEFORE_THE_OFFERS:
        shutil.rmtree(stick, ignore_errors=True)
    library = ListReading(shelf, _late, PATIENCE_S, PATIENCE_S)
    offers: tuple[Offer, ...] = library.ask(OffersOf(system)) or ()
    if vanishing is Vanishing.BEFORE_THE_SIDE:
        shutil.rmtree(stick, ignore_errors=True)
    texts = [why for offer in offers for why in (offer.name, *offer.wrong)]
    sides = set[str]()
    for offer in sorted(offers, key=lambda offer: (not _stem(offer), offer.id))[:FETCHED]:
        side = library.ask(SideOf(system, offer.id))
        if isinstance(side, tuple) and all(isinstance(each, Refusal) for each in side):
            texts += [each.why for each in side]
        else:
            sides.add(_stem(offer))
    if AWAY in sides:
        raise LedAwayError("a list can be played that lies elsewhere")
    if vanishing is Vanishing.NEVER and SOUND not in sides:
        raise LostListError(f"the sound list among {len(offers)} cannot be played")
    return outcome(*texts, read=BROUGHT in sides or vanishing is not Vanishing.NEVER)


def _stem(offer: Offer) -> str:
    """Return the name of an offer's file. A side of a scenario has its own name behind it."""
    return next((name for name in (SOUND, BROUGHT, AWAY) if f"own:{name}" in offer.id), "")


def _late(read: ListsRead) -> None:
    raise LostListError(f"an answer came late: {read.request}")
