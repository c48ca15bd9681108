"""Create the order pool and the pass pool (LG-50, LG-60), and return cards at the end of the Command Phase."""

from table.games.legion.rules.consent import by_consent
from table.games.legion.rules.effects import given
from table.games.legion.rules.effects.effect_events import CardReturned
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import RANKS
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.battle_cards import BattleCard, is_usable
from table.games.legion.rules.model.state import ADVANTAGE, KINDS, LegionBattle, LegionSide, played
from table.games.legion.rules.model.turns import at_hand, effect_order
from table.games.legion.rules.pools.pool_events import AdvantageGained, PassPoolCreated, PoolCreated
from table.rules.counts import Counts, count
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.rules.steps import follows, open_if
from table.rules.text import text
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
    """Return the number of undefeated units. Counterparts do not count (TB-44)."""
    return sum(troop.rank is not None and not troop.defeated for troop in side.troops)


def advantage(battle: LegionBattle, seat: Seat) -> int:
    """Return the advantage tokens of a seat with fewer units, 0 in an edition without a pass pool."""
    if not battle.edition.passes:
        return 0
    return max(0, undefeated(battle.side(seat.opponent)) - undefeated(battle.side(seat)) - 1)


def order_pool_due(battle: LegionBattle) -> Event | None:
    for seat in SEATS:
        if not battle.play(seat).pooled:
            return PoolCreated(seat, order_pool(battle.side(seat)), battle.draws_by_hand)
    return None


def pass_pool_due(battle: LegionBattle) -> Event | None:
    """Create the pass pools. Then the Command Phase ends and some cards return to the hand (TB-37)."""
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
    """Return the most tokens that the coming round can hand out.

    A unit's token is handed out at most once for each activation. Advantage tokens follow from the present units.
    """
    owed: list[HandOut] = []
    for seat in SEATS:
        troops = battle.side(seat).troops
        ranks = [troop.rank for troop in troops if troop.rank and not troop.defeated for _ in range(troop.turns)]
        owed += [HandOut(seat, kind, n) for kind, n in count(ranks, KINDS)]
        intel = battle.round <= 1 and is_usable(battle, seat, BattleCard.ADVANCED_INTEL)
        if more := advantage(battle, seat) + intel:
            owed.append(HandOut(seat, ADVANTAGE, more))
    return tuple(owed)


ADVANTAGE_TOKEN = by_consent(
    ASK.confirmation(
        "advantage",
        "TB-42",
        open_if(lambda battle, _: at_hand(battle) and battle.edition.passes),
        follows(AdvantageGained),
        standing=True,
    ),
    lambda *_: text("legion.consent.advantage"),
    lambda battle, seat, _value: given.by_card(battle, seat, Act.ADVANTAGE_GAIN),
)
