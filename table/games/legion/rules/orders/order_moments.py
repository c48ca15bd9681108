"""The step of orders has moments: this says who nominates, who issues orders, and whose card acts (LG-42, LA-46)."""

from table.games.legion.rules.card_acts.acts_in_play import has_cards_laid_aside
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.state import LegionBattle, played
from table.games.legion.rules.model.turns import effect_order
from table.games.legion.rules.orders.card_orders import eligible
from table.games.legion.rules.orders.keyword_orders import offers
from table.rules.kept import once_a_state
from table.rules.seats import SEATS, Seat


def nominating(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat has a commander to nominate now. No orders are issued before that (LG-42)."""
    play = battle.play(seat)
    if not play.card or play.nominated:
        return False
    return not battle.edition.in_turn or seat is ordering_seat(battle)


@once_a_state
def ordering_seat(battle: LegionBattle) -> Seat | None:
    """Return the seat that issues the next orders: the player with priority, then the other.

    A seat without a card, or whose card's orders are issued, can have others to issue (LA-32).
    """
    for seat in (battle.priority, battle.priority.opponent) if battle.priority else ():
        play = battle.play(seat)
        if (play.card and not play.orders_done) or any(offers(battle, seat)):
            return seat
    return None


@once_a_state
def issuing_seat(battle: LegionBattle) -> Seat | None:
    """Return the seat that issues orders now, or None while somebody is to be nominated."""
    return None if any(nominating(battle, seat) for seat in SEATS) else ordering_seat(battle)


def acts_on_issuing(battle: LegionBattle, seat: Seat, card: CommandCard) -> bool:
    """True if this is the moment of a card's effect on issuing orders: its seat's orders, or the opponent's (LA-46)."""
    if battle.edition.keywords and card.acts_of(Act.ON_ENEMY_ORDER):
        return issuing_seat(battle) is seat.opponent
    return bool(battle.play(seat).commander) and issuing_seat(battle) is seat


def issuing_goes_on(battle: LegionBattle) -> bool:
    """True while orders can still be issued, so that an effect on issuing them is not over yet."""
    seat = issuing_seat(battle)
    return seat is not None and (bool(eligible(battle, seat)) or any(offers(battle, seat)))


@once_a_state
def acting_seat(battle: LegionBattle) -> Seat | None:
    """Return the seat whose card's effect on issuing orders is resolved next."""
    for seat in effect_order(Timing.ISSUING, None if battle.edition.blue_first else battle.priority):
        card = played(battle, seat)
        if card and is_issuing_due(battle, seat, card):
            return None if has_cards_laid_aside(battle, seat) else seat
    return None


def is_issuing_due(battle: LegionBattle, seat: Seat, card: CommandCard) -> bool:
    """True if a card has an effect on issuing orders that is not resolved, and this is its moment."""
    unresolved = Timing.ISSUING in card.timings and Timing.ISSUING not in battle.play(seat).resolved
    return unresolved and acts_on_issuing(battle, seat, card)
