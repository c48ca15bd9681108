"""The strategy cards of Tide of Iron that can have a tag: those of all scenarios, and any that the owner names."""

from collections.abc import Mapping
from pathlib import Path

from table.games.files.slug import slug
from table.games.tide_of_iron.scenarios.ids import card_id
from table.games.tide_of_iron.scenarios.known_cards import known_cards
from table.games.tide_of_iron.scenarios.stored_scenarios import strategy_cards
from table.records.folder import SCENARIOS
from table.rules.cards import CardKind, KnownCard
from table.rules.text import Text, text

STRATEGY = CardKind.STRATEGY
MOST_DIGITS = 2
"""The most digits of a cost."""


class TideCards:
    def known(self, folder: Path) -> tuple[KnownCard, ...]:
        cards = strategy_cards(folder / SCENARIOS, known_cards(folder))
        return tuple(KnownCard(card.tag, STRATEGY) for card in cards)

    def names(self, folder: Path) -> Mapping[str, str]:
        return {card.tag: card.name for card in strategy_cards(folder / SCENARIOS, known_cards(folder))}

    def of_faction(self, name: str) -> tuple[KnownCard, ...]:
        return ()

    def written(self, kind: str, words: str, folder: Path) -> KnownCard | Text | None:
        """Read `NATION/NAME:COST`. The nation can be left out if the scenarios know only one card of that name."""
        if kind != STRATEGY:
            return None
        card, _, cost = words.rpartition(":")
        nation, _, name = card.rpartition("/")
        if not slug(name) or not cost.isdecimal() or len(cost) > MOST_DIGITS:
            return text("cards.bad_strategy", written=words)
        if slug(nation):
            return KnownCard(card_id(nation, name), STRATEGY, int(cost))
        known = [id for id, known in self.names(folder).items() if slug(known) == slug(name)]
        if len(known) != 1:
            return text("cards.which_nation", name=name, cost=cost)
        return KnownCard(known[0], STRATEGY, int(cost))
