"""The cards of Infinity that can have a tag: one for each use of a command token, and one for each listed trooper."""

from collections.abc import Mapping
from pathlib import Path

from table.games.files.slug import slug
from table.games.infinity.lists.stored_forces import stored_forces
from table.games.infinity.rules.model.forces import trooper_card
from table.games.infinity.rules.model.uses import ALL
from table.records.folder import LISTS
from table.rules.cards import CardKind, KnownCard
from table.rules.text import Text

REFERENCE = CardKind.REFERENCE


class InfinityCards:
    def known(self, folder: Path) -> tuple[KnownCard, ...]:
        """Return the reference cards, then the cards of the troopers in all available lists."""
        uses = (KnownCard(use.card, REFERENCE) for use in ALL)
        return (*uses, *(KnownCard(card, CardKind.UNIT) for card in _troopers(folder)))

    def names(self, folder: Path) -> Mapping[str, str]:
        return {**{use.card: use.name for use in ALL}, **_troopers(folder)}

    def of_faction(self, name: str) -> tuple[KnownCard, ...]:
        return ()

    def written(self, kind: str, words: str, folder: Path) -> KnownCard | Text | None:
        """Return the card of a use, by the name on it; any other name is a reference card of the players."""
        if kind != REFERENCE:
            return None
        use = next((use for use in ALL if slug(use.name) == slug(words)), None)
        return KnownCard(f"{REFERENCE}:{words}" if use is None else use.card, REFERENCE)


def _troopers(folder: Path) -> Mapping[str, str]:
    """Return the troopers of the stored lists by card id, with their names."""
    forces = (entry.result.force for entry in stored_forces(folder / LISTS))
    return {trooper_card(each.name): each.name for force in forces if force is not None for each in force.troopers}
