"""The rule set of either edition of Legion."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from table.games.files.usb import StickShelf
from table.games.legion.card_facts import CardFactsFile
from table.games.legion.data.catalogue import POINTS, load, load_all
from table.games.legion.data.factions import known_faction
from table.games.legion.lists.command_line import LegionLists
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.state import Roller
from table.games.rule_set import GameSettings, RuleSet
from table.records.folder import LISTS
from table.rules.cards import KnownCard
from table.rules.text import Text

HERE = Path(__file__).parent
ADVANTAGE = "advantage"


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


def rule_set(game: type[Legion], edition: str, samples: tuple[str, str]) -> RuleSet:
    """Return one edition's rule set. `edition` is that of its data; the rest is as in `RuleSet`."""

    def configured(settings: GameSettings) -> Legion:
        given: dict[str, Any] = {} if settings.rounds is None else {"rounds": settings.rounds}
        return game(
            roller=Roller(settings.who_rolls),
            rolls_by_hand=settings.rolls_by_hand,
            draws_by_hand=settings.draws_by_hand,
            **given,
        )

    def shelf(folder: Path) -> StickShelf:
        recalled = CardFactsFile(folder).recalled
        own = LegionShelf(load(edition), folder / LISTS, recalled)
        return StickShelf(own, partial(LegionShelf, load(edition), recalled=recalled))

    return RuleSet(
        configured(GameSettings()),
        shelf,
        HERE / "words",
        LegionCards(),
        token_kinds=(*(rank.value for rank in Rank), ADVANTAGE),
        configured=configured,
        has_rounds=True,
        lists=LegionLists(edition),
        notebook=CardFactsFile,
        data=(HERE / "data",),
        samples=samples,
    )
