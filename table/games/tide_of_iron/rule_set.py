"""Tide of Iron as a rule set."""

from pathlib import Path
from typing import Any

from table.games.deferred import deferred
from table.games.files.usb import StickShelf
from table.games.rule_set import RuleSet
from table.games.tide_of_iron.rules.model.scenario import COMMAND
from table.games.tide_of_iron.scenarios.known_cards import known_cards
from table.games.tide_of_iron.scenarios.scenario_format import Scenarios
from table.games.tide_of_iron.scenarios.scenario_shelf import ScenarioShelf
from table.games.tide_of_iron.tide_cards import TideCards
from table.records.folder import SCENARIOS
from table.rules.game import Game

HERE = Path(__file__).parent


def _game() -> Game[Any]:
    from table.games.tide_of_iron.rules.game import TideOfIron

    return TideOfIron()


def _shelf(folder: Path) -> StickShelf:
    known = known_cards(folder)

    def of_folder(root: Path | None) -> ScenarioShelf:
        return ScenarioShelf(None if root is None else root / SCENARIOS, known)

    return StickShelf(of_folder(folder), of_folder)


RULE_SET = RuleSet(
    deferred("tide_of_iron", _game),
    _shelf,
    HERE / "words",
    TideCards(),
    token_kinds=(COMMAND,),
    lists=Scenarios(),
    samples=("sample:mill_bridge/american", "sample:mill_bridge/german"),
)
