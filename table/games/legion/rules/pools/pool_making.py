"""Create the order pool and the pass pool (LG-50, LG-60), and return cards at the end of the Command Phase."""

from table.games.legion.rules.effects.effect_events import CardReturned
from table.games.legion.rules.model.armies import RANKS
from table.games.legion.rules.model.state import ADVANTAGE, KINDS, LegionBattle, LegionSide, played
from table.games.legion.rules.model.turns import effect_order
from table.games.legion.rules.pools.pool_events import PassPoolCreated, PoolCreated
from table.rules.counts import Counts, count
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandOut


def order_pool(side: LegionSide) -> Counts:
    """Return one token of its rank for each undefeated unit without an order. A unit with two tokens counts twice."""
    ranks = [
        troop.rank
        for troop in side.troops
        if troop.rank and not troop.defeated
        for _ in range(troop.left - troop.face_up)
    ]
    parked = dict(side.play.parked)
    for rank in ranks[:]:
        if parked.get(rank):
            parked[rank] -= 1
            ranks.remove(rank)
    return count(ranks, RANKS)


def undefeated(side: LegionSide) -> int:
    """Return the number of undefeated units. Counterparts are no units of their own (TB-44)."""
    return sum(troop.rank is not None and not troop.defeated for troop in side.troops)


def advantage(battle: LegionBattle, seat: Seat) -> int:
    """Return the advantage tokens that the seat with fewer units adds to its pass pool, if the edition has one."""
    if not battle.edition.passes:
        return 0
    return max(0, undefeated(battle.side(seat.opponent)) - undefeated(battle.side(seat)) - 1)


def order_pool_due(battle: LegionBattle) -> Event | None:
    for seat in SEATS:
        if not battle.play(seat).pooled:
            return PoolCreated(seat, order_pool(battle.side(seat)), battle.draws_by_hand)
    return None


def pass_pool_due(battle: LegionBattle) -> Event | None:
    """Create the pass pools. Then the Command Phase ends, and cards go back that say so (TB-37)."""
    for seat in SEATS:
        if not battle.play(seat).passes_counted:
            return PassPoolCreated(seat, advantage(battle, seat))
    return _returning(battle)


def classic_pool_due(battle: LegionBattle) -> Event | None:
    """Create the order pools. There are no pass pools, and the Command Phase ends here (LC-42)."""
    return order_pool_due(battle) or _returning(battle)


def _returning(battle: LegionBattle) -> Event | None:
    for seat in effect_order(None, battle.priority):
        card = played(battle, seat)
        if card and card.returns and not battle.play(seat).returned:
            return CardReturned(seat, card.id, card.name)
    return None


def worst_case(battle: LegionBattle) -> tuple[HandOut, ...]:
    """Return the most tokens for the coming round.

    Each unit's token is handed out at most once for each of its activations; advantage tokens follow from the units
    that stand now.
    """
    owed: list[HandOut] = []
    for seat in SEATS:
        troops = battle.side(seat).troops
        ranks = [troop.rank for troop in troops if troop.rank and not troop.defeated for _ in range(troop.turns)]
        owed += [HandOut(seat, kind, n) for kind, n in count(ranks, KINDS)]
        if more := advantage(battle, seat):
            owed.append(HandOut(seat, ADVANTAGE, more))
    return tuple(owed)
