"""An evening of Infinity for counting presses: the sample forces spend their pools in order and lose six troopers."""

from collections.abc import Mapping
from typing import Any

from table.games.evening import AGREED, Evening, Losses
from table.games.infinity.lists.shelf import InfinityShelf
from table.games.infinity.rules.steps.casualties import UNCONSCIOUS
from table.games.infinity.rules.steps.token_use import NONE
from table.rules.seats import BLUE, RED, Seat

SAMPLES = ((BLUE, "sample:first_watch"), (RED, "sample:red_harbour"))


def evening() -> Evening:
    return Evening(
        sides=_sides,
        presses=30,
        losses=Losses("lost", after="order", every=9, most=6),
        liked=AGREED | {NONE, BLUE.value, UNCONSCIOUS, "group.1"},
        skipped=frozenset({"orders.end"}),
        in_order=frozenset({"order", "order.group", "fate"}),
    )


def _sides() -> Mapping[Seat, Any]:
    shelf = InfinityShelf(None)
    return {seat: shelf.fetch("infinity", sample) for seat, sample in SAMPLES}
