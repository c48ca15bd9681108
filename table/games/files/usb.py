"""USB sticks with lists on them: what the system has mounted, and what lies there as more offers for the lobby."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from table.games.files.offers import Offer, Shelf
from table.games.files.raw_list import clean
from table.rules.refusal import Refusal
from table.rules.text import text
from table.words.legible import legible

OWN_FOLDER = "command-table"
"""On a stick: where our files lie, if it has one. Else they are looked for at its top."""
PLACES = ("/media/", "/run/media/")
"""Under which sticks are mounted: by a desktop, and by the service's own udev rule."""
OWN = "own:"
"""How the id of what is no sample begins."""


def sticks(root: Path = Path("/")) -> tuple[Path, ...]:
    """Every stick that is plugged in and mounted now. `root` is another folder in tests."""
    if sys.platform == "darwin":
        return tuple(sorted(path for path in (root / "Volumes").glob("*") if not path.is_symlink()))
    try:
        mounts = (root / "proc/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    places = (_unescaped(line.split(" ")[1]) for line in mounts if line.count(" ") > 1)
    return tuple(sorted(root / place.lstrip("/") for place in places if place.startswith(PLACES)))


def _unescaped(place: str) -> str:
    """Blanks and the like stand as three octal digits in /proc/mounts."""
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
        """Looked for anew each time: a stick may come and go."""
        found = [
            _on_stick(stick, offer)
            for stick, shelf in self._shelves()
            for offer in shelf.offers(system)
            if offer.id.startswith(OWN)
        ]
        return (*self._home.offers(system), *found)

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        for stick, shelf in self._shelves():
            for one in shelf.offers(system):
                if _id(stick, one.id) == offer:
                    return shelf.fetch(system, one.id)
        if offer.startswith("stick:"):
            return (Refusal("TB-15", text("lobby.no_stick")),)
        return self._home.fetch(system, offer)

    def _shelves(self) -> tuple[tuple[Path, Shelf], ...]:
        own = ((stick, stick / OWN_FOLDER) for stick in self._plugged())
        # os.path answers for a stick of somebody else, too, where Path.is_dir raises PermissionError
        return tuple((stick, self._of_folder(folder if os.path.isdir(folder) else stick)) for stick, folder in own)


def _on_stick(stick: Path, offer: Offer) -> Offer:
    """With the stick in its name, and in the names of what goes with it."""
    name = text("lobby.on_stick", name=offer.name, stick=clean(stick.name))
    return replace(
        offer, id=_id(stick, offer.id), name=name, against=tuple(_id(stick, other) for other in offer.against)
    )


def _id(stick: Path, offer: str) -> str:
    return f"stick:{legible(stick.name)}:{offer}"
