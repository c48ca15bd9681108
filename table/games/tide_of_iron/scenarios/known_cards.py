"""The strategy cards that players have recorded once for all scenarios: costs of enrolled tags, and named decks."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from table.config.toml.problems import Problem
from table.games.files.list_folder import list_files
from table.games.tide_of_iron.rules.model.scenario import StrategyCard
from table.games.tide_of_iron.scenarios.deck_files import SUFFIXES, load_decks
from table.games.tide_of_iron.scenarios.ids import card_id
from table.games.tide_of_iron.scenarios.schema import DeckEntry
from table.records.folder import CARD_BOOK, SCENARIOS, read_state
from table.rules.cards import CardKind, KnownCard

DECKS = "decks"
"""Folder of deck files, inside the folder of scenarios."""


class KnownCards(NamedTuple):
    costs: Mapping[str, int] = MappingProxyType({})
    """The costs of enrolled cards by card id. They take precedence over every file."""
    decks: Mapping[str, DeckEntry] = MappingProxyType({})
    """The decks of the deck files, by name."""
    problems: tuple[Problem, ...] = ()
    """The mistakes in deck files. A file with a mistake gives no deck."""


NOTHING_KNOWN = KnownCards()


def deck_cards(known: KnownCards) -> dict[str, StrategyCard]:
    """Return the cards of the decks by card id. A card's recorded cost takes precedence over the file's."""
    ids = {card_id(name, card.name): card for name, deck in known.decks.items() for card in deck.cards}
    return {id: StrategyCard(id, card.name, known.costs.get(id, card.cost or 0)) for id, card in ids.items()}


def known_cards(folder: Path) -> KnownCards:
    """Return the costs of the card book and the decks of all deck files in a state folder."""
    decks: dict[str, DeckEntry] = {}
    problems: list[Problem] = []
    for path in list_files(folder / SCENARIOS / DECKS, SUFFIXES):
        loaded = load_decks(path)
        decks |= loaded.decks
        problems += loaded.problems
    return KnownCards(_costs(folder), decks, tuple(problems))


def _costs(folder: Path) -> Mapping[str, int]:
    try:
        cards = read_state(folder / CARD_BOOK, dict[str, KnownCard]).values()
    except (OSError, ValueError):
        return {}  # the table reports it when it opens the book
    return {card.id: card.cost for card in cards if card.kind == CardKind.STRATEGY and card.cost is not None}
