"""The lobby's offers: stored army lists, matched against the catalogue and checked when they are chosen."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from table.catalog.infinity.lists import for_all_eyes
from table.catalog.infinity.stored import StoredForce, read_path, stored_forces
from table.catalog.legion import catalogue
from table.catalog.legion.lists import judged, read_list
from table.catalog.legion.written import ListError, clean
from table.catalog.stored import StoredList, read_file, stored_lists
from table.catalog.stumbling import stumbled
from table.games.infinity.forces import Force
from table.games.legion.armies import Army
from table.games.refusal import Refusal
from table.games.text import Text, text
from table.lobby.lobby import Offer, Shelf


class Shelves:
    """A shelf for each system."""

    def __init__(self, by_system: Mapping[str, Shelf]) -> None:
        self._by_system = by_system

    def offers(self, system: str) -> tuple[Offer, ...]:
        return self._by_system[system].offers(system)

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        return self._by_system[system].fetch(system, offer)


class LegionShelf:
    """Of one edition. `folder` holds the players' own lists; the samples are always there."""

    def __init__(
        self, known: catalogue.Catalogue, folder: Path | None, recalled: Callable[[Army, str], Army] | None = None
    ) -> None:
        """`recalled`: an army of an edition with what earlier matches told of its cards."""
        self._known = known
        self._folder = folder
        self._recalled = recalled

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(Offer(entry.id, _named(entry), wrong=entry.broken) for entry in self._stored())

    def fetch(self, system: str, offer: str) -> Army | tuple[Refusal, ...]:
        """By its id, or by the path of a file."""
        path = self._path(offer)
        try:
            result = read_list(read_file(path), self._known)
            problems = judged(result)
        except ListError as error:
            return tuple(Refusal("TB-15", problem) for problem in error.problems)
        except Exception as error:  # one file never stops the lobby
            return (Refusal("TB-15", stumbled(error)),)
        if problems or result.army is None:
            return problems
        army = replace(result.army, name=result.army.name or clean(path.stem))
        return army if self._recalled is None else self._recalled(army, self._known.edition)

    def _path(self, offer: str) -> Path:
        entry = next((one for one in self._stored() if one.id == offer), None)
        return Path(offer) if entry is None else entry.path

    def _stored(self) -> tuple[StoredList, ...]:
        return stored_lists(self._folder, self._known.edition)


def _named(entry: StoredList) -> Text:
    """Links do not say their points; a file that cannot be read has its own name alone."""
    if entry.broken:
        return text("lobby.file", file=clean(entry.path.name))
    if entry.points:
        return text("lobby.offer", name=entry.name, points=entry.points)
    return text("list.offer", name=entry.name)


class InfinityShelf:
    """Plain lists; `folder` holds those of all games."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(_force_offer(entry) for entry in stored_forces(self._folder))

    def fetch(self, system: str, offer: str) -> Force | tuple[Refusal, ...]:
        """By its id, or by the path of a file."""
        entry = next((one for one in stored_forces(self._folder) if one.id == offer), None)
        result = read_path(Path(offer)) if entry is None else entry.result
        if result.problems or result.force is None:
            return tuple(Refusal("TB-101", problem) for problem in for_all_eyes(result.problems))
        return replace(result.force, name=result.force.name or clean(Path(offer).stem))


def _force_offer(entry: StoredForce) -> Offer:
    if entry.result.problems:
        wrong = for_all_eyes(entry.result.problems)
        return Offer(entry.id, text("lobby.file", file=clean(entry.path.name)), wrong=wrong)
    force = entry.result.force
    points = 0 if force is None else force.points
    return Offer(entry.id, text("lobby.offer", name=entry.name, points=points))
