"""What the table can have wrong in Legion beside priority and units (TB-74, TB-33): pass pool, who rolls (TB-76)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from table.games.correcting import Corrected, Correcting, Point
from table.games.legion.priority import roller
from table.games.legion.state import ADVANTAGE, Battle, with_play
from table.games.prompts import Option
from table.games.seats import SEATS, Seat
from table.games.text import text

MOST_PASSES = 20
ROLLER = "roller"
OPEN = ("priority", "orders", "activation", "end")
"""Before, cards may lie locked, and nothing may come between."""


def points(battle: Battle, seat: Seat) -> Sequence[Point]:
    return tuple(_points(battle, seat))


def _points(battle: Battle, seat: Seat) -> Iterator[Point]:
    if battle.step == "activation" and battle.edition.passes:
        now = battle.play(seat).passes
        yield Point(ADVANTAGE, text("legion.correct.passes"), now, most=max(MOST_PASSES, now))
    if battle.step in OPEN:
        seats = tuple(Option(each, text(f"seat.{each}"), f"seat.{each}") for each in SEATS)
        yield Point(ROLLER, text(f"legion.correct.roller.{battle.edition.name}"), str(roller(battle)), seats)


CORRECTING = Correcting[Battle](points)


def corrected(battle: Battle, x: Corrected) -> Battle:
    """Who rolls is so from now on, in this round and in those to come."""
    if x.what == ROLLER:
        return replace(battle, other_rolls=not battle.other_rolls)
    return with_play(battle, x.seat, passes=battle.play(x.seat).passes + x.more)
