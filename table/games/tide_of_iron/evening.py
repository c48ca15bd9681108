"""An evening of Tide of Iron for counting presses: the sample scenario at the mill, to its last round."""

from collections.abc import Mapping
from typing import Any

from table.games.evening import Evening
from table.games.tide_of_iron.scenarios.shelf import ScenarioShelf
from table.rules.seats import BLUE, RED, Seat

SAMPLES = ((BLUE, "sample:mill_bridge/american"), (RED, "sample:mill_bridge/german"))


def evening() -> Evening:
    """Return an evening in which each player captures something every round, and buys the cards that it can pay for."""
    return Evening(sides=_sides, presses=9, skipped=frozenset({"initiative"}), marked={"units": 1, "deploy": 1})


def _sides() -> Mapping[Seat, Any]:
    shelf = ScenarioShelf(None)
    return {seat: shelf.fetch("tide_of_iron", sample) for seat, sample in SAMPLES}
