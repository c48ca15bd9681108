"""The lobby's offers for Infinity: stored forces, checked when they are chosen."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from table.games.files.offers import Offer
from table.games.files.raw_list import clean
from table.games.infinity.lists.force_list import for_all_eyes
from table.games.infinity.lists.stored_forces import StoredForce, path_of, read_path, stored_forces
from table.games.infinity.missions.mission_files import missions
from table.games.infinity.rules.model.forces import Force
from table.rules.refusal import Refusal
from table.rules.text import text


class InfinityShelf:
    """Plain lists; `folder` holds those of all games."""

    def __init__(self, folder: Path | None, recalled: Callable[[Force], Force] = lambda force: force) -> None:
        """`recalled` returns a force with the answers of earlier matches."""
        self._folder = folder
        self._recalled = recalled

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(_force_offer(entry) for entry in stored_forces(self._folder))

    def fetch(self, system: str, offer: str) -> Force | tuple[Refusal, ...]:
        """Return the force with this id, or of the file with this path."""
        result = read_path(path_of(offer, self._folder) or Path(offer))
        if result.problems or result.force is None:
            return tuple(Refusal("TB-101", problem) for problem in for_all_eyes(result.problems))
        name = result.force.name or clean(Path(offer).stem)
        return self._recalled(replace(result.force, name=name, missions=missions(self._folder)))


def _force_offer(entry: StoredForce) -> Offer:
    if entry.result.problems:
        wrong = for_all_eyes(entry.result.problems)
        return Offer(entry.id, text("lobby.file", file=clean(entry.path.name)), wrong=wrong)
    force = entry.result.force
    points = 0 if force is None else force.points
    sectorial = "" if force is None else force.sectorial.partition(" (")[0]
    if sectorial:
        return Offer(entry.id, text("lobby.offer.of", name=entry.name, of=sectorial, points=points))
    return Offer(entry.id, text("lobby.offer", name=entry.name, points=points))
