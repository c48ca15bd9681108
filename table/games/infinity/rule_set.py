"""Infinity, fifth edition, as a rule set."""

from functools import partial
from pathlib import Path
from typing import Any

from table.games.deferred import deferred
from table.games.files.usb import StickShelf
from table.games.infinity.infinity_cards import InfinityCards
from table.games.infinity.list_answers import ListAnswersFile
from table.games.infinity.lists.force_format import InfinityLists
from table.games.infinity.lists.force_shelf import InfinityShelf
from table.games.infinity.rules.model.order_tokens import COMMAND, HEAPS, ORDERS, SPEEDBALL
from table.games.rule_set import GameSettings, RuleSet
from table.records.folder import LISTS
from table.rules.game import Game

HERE = Path(__file__).parent


def _game(settings: GameSettings) -> Game[Any]:
    from table.games.infinity.rules.game import Infinity

    rounds = Infinity().rounds if settings.rounds is None else settings.rounds
    heaps = tuple(kind for kind in HEAPS if kind in settings.hopper_kinds)
    return Infinity(rounds=rounds, rolls_by_hand=settings.rolls_by_hand, heaps=heaps)


def _configured(settings: GameSettings) -> Game[Any]:
    return deferred("infinity", partial(_game, settings))


def _shelf(folder: Path) -> StickShelf:
    recalled = ListAnswersFile(folder).recalled
    return StickShelf(InfinityShelf(folder / LISTS, recalled), lambda stick: InfinityShelf(stick, recalled))


RULE_SET = RuleSet(
    _configured(GameSettings()),
    _shelf,
    HERE / "words",
    InfinityCards(),
    token_kinds=(COMMAND, *ORDERS, SPEEDBALL),
    configured=_configured,
    has_rounds=True,
    lists=InfinityLists(),
    notebook=ListAnswersFile,
    samples=("sample:first_watch", "sample:red_harbour"),
)
