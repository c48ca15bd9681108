"""Both editions of Legion bring this to the door: each is a rule set of its own."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from table.games.files.usb import StickShelf
from table.games.legion.card_facts import CardFactsFile
from table.games.legion.cards import LegionCards
from table.games.legion.data.catalogue import load
from table.games.legion.lists.command_line import LegionLists
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.state import Roller
from table.games.rule_set import GameRules, GameSettings, RuleSet, StatedRule
from table.records.folder import LISTS
from table.rules.steps import Steps

HERE = Path(__file__).parent
ADVANTAGE = "advantage"


def rule_set(
    game: type[Legion],
    edition: str,
    samples: tuple[str, str],
    prefixes: tuple[str, ...],
    steps: Steps[Any],
    called: Mapping[str, str] = MappingProxyType({}),
    beside: Mapping[str, StatedRule] = MappingProxyType({}),
) -> RuleSet:
    """Return one edition's rule set. `edition` is that of its data; the rest is as in `RuleSet`."""
    system = game.system

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
        rules=GameRules(HERE / "rulebook" / f"{system}.toml", prefixes, steps, "select", called, beside),
        samples=samples,
    )
