"""The lobby's offers: stored army lists, matched against the catalogue and checked when they are chosen."""

from pathlib import Path

from table.catalog.legion import catalogue
from table.catalog.legion.lists import read_list
from table.catalog.legion.written import ListError
from table.catalog.stored import StoredList, read_file, stored_lists
from table.games.legion.armies import Army
from table.games.legion.hands import hand_problems
from table.games.refusal import Refusal
from table.games.text import text
from table.lobby import Offer


class LegionShelf:
    """`folder` holds the players' own lists; the samples are always there."""

    def __init__(self, known: catalogue.Catalogue, folder: Path | None) -> None:
        self._known = known
        self._folder = folder

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(
            Offer(entry.id, text("lobby.offer", name=entry.name, points=entry.points))
            for entry in stored_lists(self._folder)
            if not entry.broken
        )

    def fetch(self, system: str, offer: str) -> Army | tuple[Refusal, ...]:
        """By its id, or by the path of a file."""
        try:
            source = read_file(self._path(offer))
        except ListError as error:
            return tuple(Refusal("TB-15", problem) for problem in error.problems)
        result = read_list(source, self._known)
        if result.army is None or result.unmatched:
            unknown = tuple(entry.words for entry in result.unmatched)
            return tuple(Refusal("TB-15", problem) for problem in (*result.problems, *unknown))
        return hand_problems(result.army.units, result.army.hand, result.army.faction) or result.army

    def _path(self, offer: str) -> Path:
        entry: StoredList | None = next((one for one in stored_lists(self._folder) if one.id == offer), None)
        return Path(offer) if entry is None else entry.path
