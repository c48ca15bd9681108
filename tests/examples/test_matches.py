"""The whole matches that are shipped as scripts are played to their end, with all that they are to show."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from table.emulation.scripts.document import read_file
from table.emulation.scripts.replay import ScriptReplay, set_table
from table.emulation.scripts.stage import Stage
from table.rules.game import Event
from table.rules.match.ending import KEYS

MATCHES = Path(__file__).parents[2] / "examples" / "matches"
SHOWN = {
    "legion_2024": {
        "CardDivulged", "PlansChanged", "CommanderTokenGained", "PassengerChosen", "PriorityGiven", "DieRolled",
        "OrderIssued", "UnitActivated out of turn", "Passed blue", "Passed red", "AdvantageGained",
        "ConsentGiven", "TokenPutBack", "UnitDefeated", "UnitPromoted",
        "TokensStayed", "TokensReused", "PointsScored", "MatchDecided", "MatchClosed",
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
        "CardSentBack", "CardRefused", "DieRolled", "OrderIssued", "ConsentGiven", "UnitDefeated",
        "UnitActivated out of turn",
        "UnitPromoted", "TokensStayed", "TokensReused", "PointsAgreed", "MatchClosed",
    },
}  # fmt: skip
ROUNDS = {"legion_2024": 5, "legion_classic": 6, "infinity": 3, "tide_of_iron": 4}
"""The rounds of a match at full length; of Tide of Iron, those of its scenario."""


def shown(event: Event) -> Iterator[str]:
    """What an event shows: its name, and what is notified of it by whom it is of, or when."""
    name = type(event).__name__
    yield name
    if name == "Passed":
        yield f"{name} {getattr(event, 'seat', '')}"
    if getattr(event, "out_of_turn", False):
        yield f"{name} out of turn"


@pytest.mark.campaign
@pytest.mark.parametrize("path", sorted(MATCHES.glob("*.script")), ids=lambda path: path.stem)
def test_the_match_is_played_to_its_end_and_shows_what_it_is_to_show(path: Path, tmp_path: Path) -> None:
    script = read_file(path)
    seen, rounds = set[str](), set[int]()

    def reported(_: object, at: Stage) -> None:
        for event in at.events():
            seen.update(shown(event))
        rounds.update(() if at.now.view is None else (at.now.view.round,))

    with set_table(script, tmp_path) as stage:
        ScriptReplay(script, stage, done=reported).run()
        assert all(prompt.key not in KEYS for prompt in stage.now.prompts), "it is closed"
    assert seen >= SHOWN[path.stem], SHOWN[path.stem] - seen
    assert sorted(rounds) == [*range(1, ROUNDS[path.stem] + 1)], "no round is left out"
