"""An evening of Infinity for counting presses: pools in order, six command tokens, ten lost troopers, a Lieutenant."""

from collections.abc import Mapping
from typing import Any

from lab.trials.evening import AGREED, Evening, Losses, Planned
from table.games.infinity.lists.force_shelf import InfinityShelf
from table.games.infinity.rules.model.uses import COORDINATE, DOCTOR, GUTS, LIMIT
from table.games.infinity.rules.troopers.casualties import UNCONSCIOUS
from table.games.infinity.rules.turn.order_count import LIEUTENANT
from table.games.infinity.rules.uses.use_windows import NONE
from table.rules.seats import BLUE, RED, Seat

SAMPLES = ((BLUE, "sample:first_watch"), (RED, "sample:red_harbour"))
PLAN = (
    Planned(RED, 1, "strategic", LIMIT.id),
    Planned(BLUE, 1, "use", GUTS.id, beside="order"),
    Planned(BLUE, 2, "use", COORDINATE.id, beside="order"),
    Planned(RED, 2, "checks", (LIEUTENANT,)),
    Planned(RED, 2, "use", GUTS.id, beside="order"),
    Planned(BLUE, 3, "use", DOCTOR.id, beside="order"),
    Planned(RED, 3, "use", GUTS.id, beside="order"),
)
"""Six command tokens are used, one of them for a WIP roll, and a Lieutenant is lost."""


def evening() -> Evening:
    return Evening(
        sides=_sides,
        presses=30,
        whole=140,
        losses=Losses("lost", after=frozenset({"order", "order.group"}), every=6, most=10),
        plan=PLAN,
        lays_cards=True,
        liked=AGREED | {NONE, BLUE.value, UNCONSCIOUS, "group.1"},
        skipped=frozenset({"orders.end"}),
        in_order=frozenset({"order", "order.group", "fate"}),
    )


def _sides() -> Mapping[Seat, Any]:
    shelf = InfinityShelf(None)
    return {seat: shelf.fetch("infinity", sample) for seat, sample in SAMPLES}
