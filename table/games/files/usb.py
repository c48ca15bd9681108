"""USB sticks with lists: the mounted sticks, and their files as further offers for the lobby."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hal.computer.sticks import sticks
from table.games.files.list_folder import MOST_NAMES
from table.games.files.offers import Offer, Part, Shelf, holding
from table.games.files.raw_list import clean
from table.rules.refusal import Refusal
from table.rules.text import text
from table.words.legible import legible

OWN_FOLDER = "command-table"
"""The folder of a stick that holds our files. If it does not exist, the top folder is used."""
OWN = "own:"
"""The prefix of the id of each list that is not a sample."""
STICK = "stick:"
"""The prefix of the id of each list on a stick."""


class StickShelf:
    """A shelf, followed by the lists on USB sticks.

    `of_folder` makes a shelf of the same kind; without a folder, one of the game's own lists.
    """

    def __init__(
        self, home: Shelf, of_folder: Callable[[Path | None], Shelf], plugged: Callable[[], tuple[Path, ...]] = sticks
    ) -> None:
        self._home = home
        self._of_folder = of_folder
        self._plugged = plugged

    def with_sticks(self, *there: Path) -> "StickShelf":
        """Return the same shelf as it is while exactly these sticks are plugged in."""
        return StickShelf(self._home, self._of_folder, lambda: there)

    def offers(self, system: str) -> tuple[Offer, ...]:
        """Return all offers. Sticks are searched each time, because they can be plugged and unplugged."""
        return tuple(offer for part in self.parts(system) for offer in part.shelf.offers(system))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return holding(self.parts(system), offer).shelf.fetch(system, offer)

    def parts(self, system: str) -> tuple[Part, ...]:
        """Return what comes with the game, the players' own files in the state folder, and a part of each stick."""
        on_sticks = (_OneStick(name, stick, self._of_folder) for name, stick in _named(self._plugged()))
        return (
            Part("", "", _WithTheGame(self._of_folder(None), self._home)),
            Part("", OWN, _OwnFiles(self._home)),
            *(Part(clean(stick.name), f"{STICK}{legible(stick.name)}:", stick) for stick in on_sticks),
        )


def _named(sticks: tuple[Path, ...]) -> Iterator[tuple[str, Path]]:
    """Yield each stick with a unique name, so that two sticks with the same label do not mix their lists."""
    met: Counter[str] = Counter()
    for stick in dict.fromkeys(sticks):
        shown = legible(stick.name)
        met[shown] += 1
        yield (stick.name if met[shown] == 1 else f"{stick.name} ({met[shown]})"), stick


class _WithTheGame:
    """A game's local lists. If a stick's list is requested here, its stick has been removed."""

    def __init__(self, samples: Shelf, home: Shelf) -> None:
        self._samples, self._home = samples, home

    def offers(self, system: str) -> tuple[Offer, ...]:
        return self._samples.offers(system)

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return _gone() if offer.startswith(STICK) else self._home.fetch(system, offer)


class _OwnFiles:
    """The players' own local files, which may take long to read."""

    def __init__(self, home: Shelf) -> None:
        self._home = home

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(offer for offer in self._home.offers(system) if offer.id.startswith(OWN))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return self._home.fetch(system, offer)


class _OneStick:
    """The lists of one stick. It is read only on request."""

    def __init__(self, name: str, stick: Path, of_folder: Callable[[Path], Shelf]) -> None:
        self.name = name
        self._stick = stick
        self._of_folder = of_folder

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(_on_stick(self.name, offer) for offer in self._own(self._shelf(), system))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        shelf = self._shelf()
        own = next((one for one in self._own(shelf, system) if _id(self.name, one.id) == offer), None)
        if own is None:
            return _gone()
        if own.wrong:
            return tuple(Refusal("TB-15", why) for why in own.wrong)
        return shelf.fetch(system, own.id)

    def _own(self, shelf: Shelf, system: str) -> tuple[Offer, ...]:
        own = tuple(offer for offer in shelf.offers(system) if offer.id.startswith(OWN))
        away = {f"{OWN}{legible(name)}" for name in _leading_away(self._stick, self._folder())}
        return tuple(dict.fromkeys(_elsewhere(offer) if _file(offer.id) in away else offer for offer in own))

    def _shelf(self) -> Shelf:
        return self._of_folder(self._folder())

    def _folder(self) -> Path:
        folder = self._stick / OWN_FOLDER
        # os.path answers for a stick of somebody else, too, where Path.is_dir raises PermissionError
        return folder if os.path.isdir(folder) else self._stick


def _leading_away(stick: Path, folder: Path) -> Iterator[str]:
    """Yield the name of each file in a folder tree that is a link to a place outside the stick.

    Such a link could show the table's secrets, or the other player's list, on the screen.
    """
    home = os.path.realpath(stick)
    for place in (folder, *_folders_in(folder)):
        away = not _lies_in(place, home)
        with suppress(OSError), os.scandir(place) as entries:
            for entry in islice(entries, MOST_NAMES):
                if away or (entry.is_symlink() and not _lies_in(entry, home)):
                    yield entry.name


def _folders_in(folder: Path) -> tuple[Path, ...]:
    try:
        with os.scandir(folder) as entries:
            return tuple(Path(entry) for entry in islice(entries, MOST_NAMES) if os.path.isdir(entry))
    except OSError:
        return ()


def _lies_in(place: "os.PathLike[str]", home: str) -> bool:
    real = os.path.realpath(place)
    return real == home or real.startswith(home.rstrip(os.sep) + os.sep)


def _file(offer: str) -> str:
    """Return an offer's id without the side of a scenario: no file name contains the separator."""
    return offer.partition("/")[0]


def _elsewhere(offer: Offer) -> Offer:
    """Return the offer for a file that is not on the stick: only its name, and the reason."""
    file = _file(offer.id)
    named = text("lobby.file", file=clean(file.removeprefix(OWN)))
    return Offer(file, named, offer.kind, wrong=(text("lobby.leads_away"),))


def _gone() -> tuple[Refusal, ...]:
    return (Refusal("TB-15", text("lobby.no_stick")),)


def _on_stick(stick: str, offer: Offer) -> Offer:
    """Return the offer with the stick in its name and id, and in the ids of related offers."""
    name = text("lobby.on_stick", name=offer.name, stick=clean(stick))
    return replace(
        offer, id=_id(stick, offer.id), name=name, against=tuple(_id(stick, other) for other in offer.against)
    )


def _id(stick: str, offer: str) -> str:
    return f"{STICK}{legible(stick)}:{offer}"
