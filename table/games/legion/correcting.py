"""What the table can have wrong in Legion, beside priority and units (TB-74, TB-33): the pass pool (TB-76)."""

from collections.abc import Sequence

from table.games.correcting import Corrected, Correcting, Point
from table.games.legion.state import ADVANTAGE, Battle, with_play
from table.games.seats import Seat
from table.games.text import text

MOST_PASSES = 20


def points(battle: Battle, seat: Seat) -> Sequence[Point]:
    """While turns are taken: before, cards may lie locked, and nothing may come between."""
    if battle.step != "activation" or not battle.edition.passes:
        return ()
    now = battle.play(seat).passes
    return (Point(ADVANTAGE, text("legion.correct.passes"), now, most=max(MOST_PASSES, now)),)


CORRECTING = Correcting[Battle](points)


def corrected(battle: Battle, x: Corrected) -> Battle:
    return with_play(battle, x.seat, passes=battle.play(x.seat).passes + x.more)
