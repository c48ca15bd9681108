"""Everything that is wrong with the parts of two seats, at once (TB-80)."""

from collections.abc import Mapping
from typing import Any

from table.games.tide_of_iron.rules.model.scenario import SeatScenario
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text

RULE = "TB-80"


def problems(setup: Mapping[Seat, Any]) -> tuple[Refusal, ...]:
    return tuple(Refusal(RULE, why) for why in _wrong(setup))


def _wrong(setup: Mapping[Seat, Any]) -> list[Text]:
    found = [
        text("tide.parts.none", seat=text(f"seat.{seat}"))
        for seat in SEATS
        if not isinstance(setup.get(seat), SeatScenario)
    ]
    if found:
        return found
    blue, red = setup[BLUE], setup[RED]
    if blue.scenario != red.scenario:
        return [text("tide.parts.scenarios", blue=blue.scenario.name, red=red.scenario.name)]
    sides = {sheet.id for sheet in blue.scenario.sides}
    found = [
        text("tide.parts.side", seat=text(f"seat.{seat}"), side=setup[seat].side)
        for seat in SEATS
        if setup[seat].side not in sides
    ]
    if blue.side == red.side:
        found.append(text("tide.parts.same", side=blue.side))
    return found
