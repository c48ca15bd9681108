"""USB sticks with lists on them: what the system has mounted, and what lies there as more offers for the lobby."""

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
"""Our files lie in this folder of a stick, if it has one. Else they are looked for at its top."""
OWN = "own:"
"""The id of each list that is no sample begins with this."""
STICK = "stick:"
"""The id of each list on a stick begins with this."""


class StickShelf:
    """A shelf with what lies on the sticks behind it.

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
        """Return all offers. Sticks are looked for each time, since they come and go."""
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
    """Yield each stick with a name of its own: two of one label would lend each other their lists."""
    met: Counter[str] = Counter()
    for stick in dict.fromkeys(sticks):
        shown = legible(stick.name)
        met[shown] += 1
        yield (stick.name if met[shown] == 1 else f"{stick.name} ({met[shown]})"), stick


class _WithTheGame:
    """A game's own lists. A stick's list that is looked for here is one of a stick that is gone."""

    def __init__(self, samples: Shelf, home: Shelf) -> None:
        self._samples, self._home = samples, home

    def offers(self, system: str) -> tuple[Offer, ...]:
        return self._samples.offers(system)

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return _gone() if offer.startswith(STICK) else self._home.fetch(system, offer)


class _OwnFiles:
    """The players' own files at home, which may take long to read."""

    def __init__(self, home: Shelf) -> None:
        self._home = home

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(offer for offer in self._home.offers(system) if offer.id.startswith(OWN))

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return self._home.fetch(system, offer)


class _OneStick:
    """The lists of one stick. It is looked at only when it is asked."""

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
    """Yield the name of each file in a folder, and in the folders in it, that a link has lie off the stick.

    Such a link would have the table read its own secrets, or the other player's list, onto the screen.
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
    """Return an offer's id without the side of a scenario: no file's name has a stroke."""
    return offer.partition("/")[0]


def _elsewhere(offer: Offer) -> Offer:
    """Return the offer of a file that is not on the stick: its name alone, and why."""
    file = _file(offer.id)
    named = text("lobby.file", file=clean(file.removeprefix(OWN)))
    return Offer(file, named, offer.kind, wrong=(text("lobby.leads_away"),))


def _gone() -> tuple[Refusal, ...]:
    return (Refusal("TB-15", text("lobby.no_stick")),)


def _on_stick(stick: str, offer: Offer) -> Offer:
    """Return the offer with the stick in its name and id, and in the ids of the offers that go with it."""
    name = text("lobby.on_stick", name=offer.name, stick=clean(stick))
    return replace(
        offer, id=_id(stick, offer.id), name=name, against=tuple(_id(stick, other) for other in offer.against)
    )


def _id(stick: str, offer: str) -> str:
    return f"{STICK}{legible(stick)}:{offer}"
