"""Orders, activations and token moves that cards and keywords allow without consent (TB-51, LA-63).

Each function returns the uses of acts that allow it: empty if a keyword or a card allows it permanently, None if the
opponent must agree. The current rules offer orders of keywords as questions (LA-32 to LA-34); the classic rules look
them up here.
"""

from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.card_acts.gifts import (
    ONE_DEED,
    Opening,
    gifts,
    in_turn,
    means_card,
    means_unit,
    spares,
    whose,
)
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import LegionBattle, Troop, card_of
from table.games.legion.rules.orders.order_moments import issuing_seat
from table.rules.kept import once_a_state
from table.rules.seats import Seat

THEY_CHOOSE = "opponent_chooses"
"""The argument of an act on an opponent's token that the opponent chooses."""
ENEMY = "enemy"
"""The argument of an act on an opponent's token that the card's player chooses."""
OF_ENEMY = frozenset({ENEMY, THEY_CHOOSE})
"""The arguments of acts on an opponent's token."""
ISSUING = (Keyword.DIRECT, Keyword.ENTOURAGE, Keyword.COORDINATE)
FROM_ORDERS_ON = ("orders", "activation")
"""The steps in which a card can issue an extra order."""


def by_card(battle: LegionBattle, seat: Seat, act: Act) -> Opening:
    """Return the use of an act for a seat's own side.

    A card that lets a unit activate out of turn moves tokens for that activation only.
    """
    own = (gift for gift in _now(battle, seat, act) if whose(gift.argument) not in OF_ENEMY)
    if act in ONE_DEED:
        own = (gift for gift in own if not _activates(battle, gift))
    return _opening(next(own, None))


def on_token(battle: LegionBattle, seat: Seat, act: Act, troop: Troop) -> Opening:
    """Return the use of an act on the token of a seat's unit.

    The act is of the seat's own card, or of the opponent's card if this seat chooses.

    If the opponent chooses, see `to_enemy`; a choice of this seat then needs consent.
    """
    if (own := by_card(battle, seat, act)) is not None:
        return own
    theirs = (gift for gift in _now(battle, seat.opponent, act) if whose(gift.argument) == THEY_CHOOSE)
    return _opening(next((gift for gift in theirs if not spares(gift.argument, troop)), None))


def to_enemy(battle: LegionBattle, seat: Seat, act: Act) -> Opening:
    """Return the use of an act on an opponent's token that this seat chooses."""
    return _opening(next((gift for gift in _now(battle, seat, act) if whose(gift.argument) == ENEMY), None))


def order(battle: LegionBattle, seat: Seat, troop: Troop) -> Opening:
    """Return what allows an order beside those of the card (LG-48, LA-63).

    If the opponent's card lays the token, the opponent chooses the unit and must agree.
    """
    if _named_outside(battle, seat, troop) or (not battle.edition.keywords and _by_keyword(battle, seat, troop)):
        return ()
    if battle.step not in FROM_ORDERS_ON:
        return None
    able = (gift for gift in _now(battle, seat, Act.EXTRA_ORDER) if means_unit(gift.argument, troop))
    if (extra := next(able, None)) is not None:
        return (extra,)
    return by_card(battle, seat, Act.TOKEN_ASSIGN_FACEUP) if battle.play(seat).pooled else None


def activation(battle: LegionBattle, seat: Seat, troop: Troop, pooled: bool) -> Opening:
    """Return the card by which this unit activates out of turn.

    `pooled`: with a token from the pool, which the same card has to allow.
    """
    taking = {gift.card: gift for gift in _now(battle, seat, Act.TOKEN_ASSIGN_FACEDOWN)} if pooled else {}
    for gift in _now(battle, seat, Act.ACTIVATE_OUT_OF_TURN):
        meant = means_unit(gift.argument, troop) and in_turn(battle, seat, gift.argument, troop)
        if meant and (not pooled or gift.card in taking):
            return (gift, taking[gift.card]) if pooled else (gift,)
    return None


def turned_down(battle: LegionBattle, seat: Seat, troop: Troop, pooled: bool) -> Opening:
    """Return what allows a unit's token to be turned face down; `pooled`: or a token of the pool to be laid face down.

    In the classic rules Fire Support turns it down when the unit joins another unit's attack.
    """
    supports = not battle.edition.keywords and bool(battle.going_on) and troop.has(Keyword.FIRE_SUPPORT)
    if supports and not pooled:
        return ()
    return on_token(battle, seat, Act.TOKEN_ASSIGN_FACEDOWN if pooled else Act.TOKEN_FLIP_FACEDOWN, troop)


def activated_again(battle: LegionBattle, seat: Seat, troop: Troop) -> Opening:
    """Return the card by which this unit's token goes back into the pool after its activation (LA-09)."""
    able = _now(battle, seat, Act.EXTRA_ACTIVATION)
    return _opening(next((gift for gift in able if means_unit(gift.argument, troop)), None))


def recovered(battle: LegionBattle, seat: Seat, card: str) -> Opening:
    """Return the card by which another one returns from the discard pile."""
    what, able = card_of(battle, seat, card), _now(battle, seat, Act.RECOVER_FROM_DISCARD)
    return _opening(next((gift for gift in able if means_card(gift.argument, what)), None))


@once_a_state
def _now(battle: LegionBattle, seat: Seat, act: Act) -> tuple[GiftUsed, ...]:
    """Return the uses of an act that a seat's cards have left at this moment. Every option of a prompt asks for it."""
    return tuple(gifts(battle, seat, act, issuing_seat(battle) if battle.step == "orders" else None))


def _activates(battle: LegionBattle, gift: GiftUsed) -> bool:
    """True if the card activates a unit out of turn."""
    return bool(card_of(battle, gift.seat, gift.card).acts_of(Act.ACTIVATE_OUT_OF_TURN))


def _opening(gift: GiftUsed | None) -> Opening:
    return None if gift is None else (gift,)


def _named_outside(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True if a card that was shown lets this unit be issued an order at any time (LA-63)."""
    side, play = battle.side(seat), battle.play(seat)
    shown = {play.card, *play.divulged, *side.lasting, *side.discard}
    return battle.edition.keywords and any(
        troop.unit.name in card.acts_of(Act.ORDER_OUTSIDE_STEP) for card in side.army.hand if card.id in shown
    )


def _by_keyword(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True while other units' keywords allow more orders than were issued beside the card's."""
    side = battle.side(seat)
    issued = sum(each.ordered for each in side.troops) - len(side.play.ordered)
    return battle.step == "orders" and issued < sum(_issues(each) for each in side.troops if each is not troop)


def _issues(troop: Troop) -> bool:
    """True if a unit's keyword lets it issue an order now. Coordinate needs an order of its own (LA-34)."""
    return any(troop.has(keyword) and (troop.ordered or keyword is not Keyword.COORDINATE) for keyword in ISSUING)
