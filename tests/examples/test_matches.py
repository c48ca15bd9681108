"""The whole matches that are shipped as scripts are played to their end, with all that they are to show."""

from pathlib import Path

import pytest

from table.emulation.scripts.document import read_file
from table.emulation.scripts.replay import ScriptReplay, set_table
from table.rules.match.ending import CLOSE

MATCHES = Path(__file__).parents[2] / "examples" / "matches"
SHOWN = {
    "legion_2024": {
        "CardDivulged", "PlansChanged", "CommanderTokenGained", "PriorityGiven", "OrderIssued", "Passed",
        "AdvantageGained", "UnitDefeated", "UnitPromoted", "TokensStayed", "TokensReused", "PointsScored",
        "MatchClosed",
    },
    "infinity": {
        "IrregularSaid", "InitiativeDecided", "TrooperSetAside", "SpeedballsGained", "OrdersTaken", "OrderCoordinated",
        "OrderExchanged", "UseDropped", "CasualtyDropped", "TrooperLost", "TrooperRevealed", "Regrouped", "WipRolled",
        "ReinforcementsArrived", "LieutenantNamed", "RetreatIgnored", "PointsAgreed", "TokensReused",
        "TokensCalledBack", "MatchClosed",
    },
    "tide_of_iron": {
        "StartingUnitsPlaced", "OrderDecided", "CommandTransferred", "ControlEnded", "SheetsClashed", "SheetAgreed",
        "StrategyCardActivated", "CommandSpent", "InitiativeRaised", "LastingCardRemoved", "CardDrawn", "ScenarioWon",
        "MatchClosed",
    },
    "legion_classic": {
        "CardSentBack", "CardRefused", "DieRolled", "OrderIssued", "UnitDefeated", "UnitPromoted", "TokensStayed",
        "TokensReused", "MatchClosed",
    },
}  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize("path", sorted(MATCHES.glob("*.script")), ids=lambda path: path.stem)
def test_the_match_is_played_to_its_end_and_shows_what_it_is_to_show(path: Path, tmp_path: Path) -> None:
    script = read_file(path)
    seen = set[str]()
    with set_table(script, tmp_path) as stage:
        ScriptReplay(script, stage, done=lambda _, at: seen.update(type(event).__name__ for event in at.events())).run()
        assert all(prompt.key != CLOSE for prompt in stage.now.prompts), "it is closed"
    assert seen >= SHOWN[path.stem], SHOWN[path.stem] - seen
