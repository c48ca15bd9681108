"""An evening of Tide of Iron for counting presses: the sample scenario at the mill, to its last round."""

from collections.abc import Mapping
from typing import Any

from lab.trials.evening import Evening, Planned
from table.games.tide_of_iron.scenarios.scenario_shelf import ScenarioShelf
from table.rules.seats import BLUE, RED, Seat

SAMPLES = ((BLUE, "sample:mill_bridge/american"), (RED, "sample:mill_bridge/german"))

CARDS = (
    (BLUE, 2, "tide_of_iron.american.motor-pool"),
    (RED, 3, "tide_of_iron.german.hidden-ford"),
    (BLUE, 5, "tide_of_iron.american.field-telephone"),
    (RED, 5, "tide_of_iron.german.dug-in"),
)
"""The seats, rounds, and the bought cards."""
CAPTURED = (
    (BLUE, 1, "4c"), (RED, 1, "6e"), (BLUE, 2, "5c"), (RED, 2, "5g"), (RED, 3, "4c"), (BLUE, 4, "5g"), (RED, 5, "5c"),
    (BLUE, 6, "4c"),
)  # fmt: skip
"""The seats, rounds, and the captured objectives: the mill, the bridge and the weir change hands."""
PLAN = (
    *(Planned(seat, number, "units", (objective,)) for seat, number, objective in CAPTURED),
    *(Planned(seat, number, "card", card) for seat, number, card in CARDS),
    Planned(BLUE, 2, "effect", "gain.command"),
    Planned(BLUE, 2, "gain.command", 2),
    *(Planned(seat, number, "effect", "done") for seat, number, _ in CARDS),
    *(Planned(seat, number, "initiative", 1) for number in range(1, 7) for seat in (BLUE, RED)),
)


def evening() -> Evening:
    """Return an evening in which objectives change hands, and both seats buy two cards and bid every round."""
    return Evening(
        sides=_sides,
        presses=7,
        whole=85,
        plan=PLAN,
        lays_cards=True,
        skipped=frozenset({"initiative", "card"}),
        marked={"deploy": 1},
    )


def _sides() -> Mapping[Seat, Any]:
    shelf = ScenarioShelf(None)
    return {seat: shelf.fetch("tide_of_iron", sample) for seat, sample in SAMPLES}
