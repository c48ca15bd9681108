"""The order tokens that a correction moves: those of every kind of which more, or fewer, can be spent after it."""

from collections import Counter

from table.games.infinity.rules.model.order_tokens import IRREGULAR, LIEUTENANT, TACTICAL, Heap, regular
from table.games.infinity.rules.model.state import Mission
from table.rules.seats import Seat


def spendable(mission: Mission, seat: Seat) -> Counter[str]:
    """Return the tokens of the orders that the seat can still spend, by kind, as far as the table has heaps for them.

    The order of a trooper that was off the table at the order count has none (IA-04).
    """
    side, tokens = mission.side(seat), Counter[str]()
    for group, n in side.pools:
        tokens[regular(group, mission.heaps)] += n
    apart = (
        (IRREGULAR, sum(member.own_order and not member.apart for member in side.members)),
        (TACTICAL, sum(member.tactical_order for member in side.members)),
        (LIEUTENANT, side.lieutenant_left),
    )
    tokens.update({kind: n for kind, n in apart if kind in mission.heaps})
    return tokens


def moved(before: Mission, after: Mission, seat: Seat) -> tuple[Heap, ...]:
    """Return the tokens, more (or fewer) by kind, that follow from one state to the other."""
    had, has = spendable(before, seat), spendable(after, seat)
    return tuple((kind, by) for kind in sorted({*had, *has}) if (by := has[kind] - had[kind]))
