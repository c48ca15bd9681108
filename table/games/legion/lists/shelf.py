"""The lobby's offers of one edition: stored army lists, matched and checked when they are chosen."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from table.games.files.list_file import read_file
from table.games.files.offers import FurtherQuestion, Incomplete, Offer
from table.games.files.raw_list import ListError, clean
from table.games.files.reader_failure import reading
from table.games.legion.data import catalogue
from table.games.legion.lists.army_list import judged, read_list
from table.games.legion.lists.by_hand import PREFIX, army_by_hand, hand_offers
from table.games.legion.lists.stored import StoredList, path_of, stored_lists
from table.games.legion.rules.model.armies import Army
from table.rules.refusal import Refusal
from table.rules.text import Text, text


class LegionShelf:
    """The shelf of one edition. `folder` holds the players' own lists; the samples are always there."""

    def __init__(
        self, known: catalogue.Catalogue, folder: Path | None, recalled: Callable[[Army, str], Army] | None = None
    ) -> None:
        """`recalled` returns an army of an edition with the card facts from earlier matches."""
        self._known = known
        self._folder = folder
        self._recalled = recalled

    def offers(self, system: str) -> tuple[Offer, ...]:
        listed = (
            Offer(entry.id, _named(entry), wrong=entry.broken)
            for entry in stored_lists(self._folder, self._known.edition)
        )
        return (*listed, *hand_offers(self._known))

    def fetch(self, system: str, offer: str) -> Army | Incomplete | FurtherQuestion | tuple[Refusal, ...]:
        """Return the army of an offer's id, or of a file's path, or why it cannot be played."""
        if offer.startswith(PREFIX):
            return army_by_hand(self._known, offer)
        path = path_of(offer, self._folder, self._known.edition) or Path(offer)
        try:
            with reading():  # one file never stops the lobby
                result = read_list(read_file(path), self._known)
                problems = judged(result)
        except ListError as error:
            return tuple(Refusal("TB-15", problem) for problem in error.problems)
        if problems or result.army is None:
            return problems
        army = replace(result.army, name=result.army.name or clean(path.stem))
        army = army if self._recalled is None else self._recalled(army, self._known.edition)
        return Incomplete(army, result.without) if result.without else army


def _named(entry: StoredList) -> Text:
    """Return a list's line in the lobby. Links have no points; an unreadable file has only its name."""
    if entry.broken:
        return text("lobby.file", file=clean(entry.path.name))
    if entry.points and entry.faction:
        faction = text(f"faction.{entry.faction}")
        return text("lobby.offer.of", name=entry.name, of=faction, points=entry.points)
    if entry.points:
        return text("lobby.offer", name=entry.name, points=entry.points)
    return text("list.offer", name=entry.name)
