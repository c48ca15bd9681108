"""Make hostile sticks: odd names, links, pipes, depth, sizes, and unreadable folders."""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from lab.campaigns.hostile.byte_damage import ESCAPES
from lab.campaigns.hostile.wrong_places import PLACES
from table.games.files.usb import OWN_FOLDER

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
