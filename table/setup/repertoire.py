"""What this table can play: rule sets, where their sides come from, which cards have tags, and the words for it all."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from table.config import Config
from table.devices.tags.card_book import strategy_costs
from table.games.files.offers import Shelf, Shelves
from table.games.files.usb import StickShelf
from table.games.infinity.lists.shelf import InfinityShelf
from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.uses import USES
from table.games.legion.card_facts import Notebook
from table.games.legion.data import catalogue
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.state import Roller
from table.games.rule_set import Found, RuleSet, found
from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.scenarios.shelf import ScenarioShelf
from table.games.tide_of_iron.scenarios.stored import strategy_cards
from table.records.folder import CARD_BOOK, LISTS, SCENARIOS
from table.rules.cards import CardKind, KnownCard
from table.rules.game import Game
from table.rules.match.judge import CARD as JUDGE
from table.words import Words

Catalogues: TypeAlias = Mapping[str, catalogue.Catalogue]
"""Legion's, by edition."""
OWN = (Legion2024.system, LegionClassic.system, Infinity.system, TideOfIron.system)
"""The systems that come with the table."""


def games(config: Config) -> Mapping[str, Game[Any]]:
    """Every rule set that this table plays, as the configuration sets it; and those that come from elsewhere."""
    rules = config.rules
    legion: dict[str, Any] = {"roller": Roller(rules.who_rolls), "draws_by_hand": rules.draws_by_hand}
    rolled: tuple[tuple[type[Legion2024 | LegionClassic | Infinity], dict[str, Any], int | None], ...] = (
        (Legion2024, legion, config.rounds.legion_2024),
        (LegionClassic, legion, config.rounds.legion_classic),
        (Infinity, {}, config.rounds.infinity),
    )
    played: list[Game[Any]] = []
    for game, settings, rounds in rolled:
        given = settings if rounds is None else {**settings, "rounds": rounds}
        played.append(game(rolls_by_hand=rules.rolls_by_hand, **given))
    return {game.system: game for game in (*played, TideOfIron(), *(each.game for each in rule_sets(config).rule_sets))}


def rule_sets(config: Config) -> Found:
    """What packages and the configuration's files add to the table's own."""
    return found(config.games, OWN)


def spoken(language: str, added: Sequence[RuleSet]) -> Words:
    """Everything that this table can say."""
    return Words(language, more=[each.words for each in added])


def shelves(legion: Catalogues, folder: Path, added: Sequence[RuleSet] = ()) -> Shelves:
    """Where the sides of each system come from; `folder` holds the players' own lists and scenarios."""
    lists = folder / LISTS
    costs = strategy_costs(folder / CARD_BOOK)
    recalled = Notebook(folder).recalled

    def legion_lists(edition: str) -> Shelf:
        own = LegionShelf(legion[edition], lists, recalled)
        return StickShelf(own, partial(LegionShelf, legion[edition], recalled=recalled))

    return Shelves(
        {
            Legion2024.system: legion_lists(catalogue.CURRENT),
            LegionClassic.system: legion_lists(catalogue.CLASSIC),
            Infinity.system: StickShelf(InfinityShelf(lists), InfinityShelf),
            TideOfIron.system: StickShelf(
                ScenarioShelf(folder / SCENARIOS, costs), lambda stick: ScenarioShelf(stick / SCENARIOS, costs)
            ),
            **{each.game.system: each.shelf for each in added},
        }
    )


def known_cards(legion: Catalogues, folder: Path, added: Sequence[RuleSet] = ()) -> tuple[KnownCard, ...]:
    """Every card of the catalogues and scenarios that can have a tag. A card of both editions is one card."""
    cards = dict.fromkeys(card.id for edition in legion.values() for card in edition.cards)
    units = dict.fromkeys(unit.id for edition in legion.values() for unit in edition.units)
    strategy = strategy_cards(folder / SCENARIOS, strategy_costs(folder / CARD_BOOK))
    return (
        *(KnownCard(card, CardKind.COMMAND) for card in cards),
        *(KnownCard(unit, CardKind.UNIT) for unit in units),
        *(KnownCard(use.card, CardKind.REFERENCE) for use in USES.values()),
        KnownCard(JUDGE, JUDGE),
        *(KnownCard(card.id, CardKind.STRATEGY) for card in strategy),
        *(card for each in added for card in each.cards),
    )
