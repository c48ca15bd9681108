"""USB sticks with lists on them: what the system has mounted, and what lies there as more offers for the lobby."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from table.games.files.offers import Offer, Part, Shelf, holding
from table.games.files.raw_list import clean
from table.rules.refusal import Refusal
from table.rules.text import text
from table.words.legible import legible

OWN_FOLDER = "command-table"
"""Our files lie in this folder of a stick, if it has one. Else they are looked for at its top."""
PLACES = ("/media/", "/run/media/")
"""Sticks are mounted under these: by a desktop, and by the service's own udev rule."""
OWN = "own:"
"""The id of each list that is no sample begins with this."""
STICK = "stick:"
"""The id of each list on a stick begins with this."""


def sticks(root: Path = Path("/")) -> tuple[Path, ...]:
    """Return every stick that is plugged in and mounted now. `root` is another folder in tests."""
    if sys.platform == "darwin":
        return tuple(sorted(path for path in (root / "Volumes").glob("*") if not path.is_symlink()))
    try:
        mounts = (root / "proc/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    places = (_unescaped(line.split(" ")[1]) for line in mounts if line.count(" ") > 1)
    return tuple(sorted(root / place.lstrip("/") for place in places if place.startswith(PLACES)))


def _unescaped(place: str) -> str:
    """Decode a place of /proc/mounts, where blanks and the like stand as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place)


class StickShelf:
    """A shelf with what lies on the sticks behind it. `of_folder` makes a shelf of the same kind."""

    def __init__(
        self, home: Shelf, of_folder: Callable[[Path], Shelf], plugged: Callable[[], tuple[Path, ...]] = sticks
    ) -> None:
        self._home = home
        self._of_folder = of_folder
        self._plugged = plugged

    def offers(self, system: str) -> tuple[Offer, ...]:
        """Return all offers. Sticks are looked for each time, since they come and go."""
        return tuple(offer for part in self.parts(system) for offer in part.shelf.offers(system))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return holding(self.parts(system), offer).shelf.fetch(system, offer)

    def parts(self, system: str) -> tuple[Part, ...]:
        """Return the table's own part and one of each stick."""
        on_sticks = (
            Part(clean(stick.name), f"{STICK}{legible(stick.name)}:", _OneStick(stick, self._of_folder))
            for stick in self._plugged()
        )
        return (Part("", "", _AtHome(self._home)), *on_sticks)


class _AtHome:
    """The table's own lists. A stick's list that is looked for here is one of a stick that is gone."""

    def __init__(self, home: Shelf) -> None:
        self._home = home

    def offers(self, system: str) -> tuple[Offer, ...]:
        return self._home.offers(system)

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return _gone() if offer.startswith(STICK) else self._home.fetch(system, offer)


class _OneStick:
    """The lists of one stick. It is looked at only when it is asked."""

    def __init__(self, stick: Path, of_folder: Callable[[Path], Shelf]) -> None:
        self._stick = stick
        self._of_folder = of_folder

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(_on_stick(self._stick, offer) for offer in self._own(self._shelf(), system))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        shelf = self._shelf()
        own = next((one.id for one in self._own(shelf, system) if _id(self._stick, one.id) == offer), None)
        return _gone() if own is None else shelf.fetch(system, own)

    def _own(self, shelf: Shelf, system: str) -> tuple[Offer, ...]:
        return tuple(offer for offer in shelf.offers(system) if offer.id.startswith(OWN))

    def _shelf(self) -> Shelf:
        folder = self._stick / OWN_FOLDER
        # os.path answers for a stick of somebody else, too, where Path.is_dir raises PermissionError
        return self._of_folder(folder if os.path.isdir(folder) else self._stick)


def _gone() -> tuple[Refusal, ...]:
    return (Refusal("TB-15", text("lobby.no_stick")),)


def _on_stick(stick: Path, offer: Offer) -> Offer:
    """Return the offer with the stick in its name and id, and in the ids of the offers that go with it."""
    name = text("lobby.on_stick", name=offer.name, stick=clean(stick.name))
    return replace(
        offer, id=_id(stick, offer.id), name=name, against=tuple(_id(stick, other) for other in offer.against)
    )


def _id(stick: Path, offer: str) -> str:
    return f"{STICK}{legible(stick.name)}:{offer}"
