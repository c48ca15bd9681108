"""The cards of Legion that can have a tag: command cards and unit cards of both editions."""

from collections.abc import Mapping
from pathlib import Path

from table.games.legion.data.catalogue import POINTS, load, load_all
from table.games.legion.data.factions import known_faction
from table.rules.cards import KnownCard
from table.rules.text import Text


class LegionCards:
    """The cards of both editions. A card of both is one card."""

    def known(self, folder: Path) -> tuple[KnownCard, ...]:
        """Return the command cards, then the units. Takes some 50 ms on a Pi, the first time."""
        editions = load_all().values()
        cards = (KnownCard(card.id, "command") for edition in editions for card in edition.cards)
        units = (KnownCard(unit.id, "unit") for edition in editions for unit in edition.units)
        return tuple(dict.fromkeys((*cards, *units)))

    def names(self, folder: Path) -> Mapping[str, str]:
        """Return the names by card id. The current edition's name takes precedence."""
        names: dict[str, str] = {}
        for edition in reversed(POINTS):
            catalogue = load(edition)
            names |= {card.id: card.name for card in catalogue.cards}
            names |= {unit.id: unit.full_name for unit in catalogue.units}
        return names

    def of_faction(self, name: str) -> tuple[KnownCard, ...]:
        """Return the faction's command cards and the neutral ones, of the current edition."""
        wanted = known_faction(name)
        if not wanted:
            return ()
        return tuple(KnownCard(card.id, "command") for card in load().cards if card.faction in ("", wanted))

    def written(self, kind: str, words: str, folder: Path) -> KnownCard | Text | None:
        return None
