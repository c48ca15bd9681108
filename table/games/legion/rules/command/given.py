"""Cards in play let a player issue an order, activate a unit, or move a token: this says which, and for whom (TB-51).

What a unit's keyword gives is offered by itself (LA-32 to LA-34). By the classic rules it is looked up here.
"""

from table.games.legion.rules.command.acts_in_play import arguments, gives
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import LegionBattle, LegionSide, Troop
from table.rules.seats import Seat

OF_ENEMY = frozenset({"enemy", "opponent_chooses"})
"""The arguments of acts on tokens of the opponent of whoever played the card."""
EITHER = "/"
"""This stands between the names of two units, each of which is meant."""
ISSUING = (Keyword.DIRECT, Keyword.ENTOURAGE, Keyword.COORDINATE)


def touches(battle: LegionBattle, seat: Seat, act: Act) -> bool:
    """True if a card in play does this to a token of the seat: its own card to its own, or the opponent's."""
    own = arguments(battle, seat, act)
    return any(whose not in OF_ENEMY for whose in own) or any(
        whose in OF_ENEMY for whose in arguments(battle, seat.opponent, act)
    )


def gives_order(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True if a unit can be issued an order beside those of the card without the opponent's consent (LG-48, LA-63)."""
    if gives(battle, seat, Act.EXTRA_ORDER) or _named_outside(battle, seat, troop):
        return True
    if battle.play(seat).pooled and touches(battle, seat, Act.TOKEN_ASSIGN_FACEUP):
        return True
    return not battle.edition.keywords and _by_keyword(battle, seat, troop)


def gives_activation(battle: LegionBattle, seat: Seat, troop: Troop, pooled: bool) -> bool:
    """True if a card has this unit activate out of turn; `pooled`: by a token that the card takes out of the pool."""
    if pooled and not touches(battle, seat, Act.TOKEN_ASSIGN_FACEDOWN):
        return False
    whom = arguments(battle, seat, Act.ACTIVATE_OUT_OF_TURN)
    return any(_means(battle.side(seat), words, troop) for words in whom)


def turns_down(battle: LegionBattle, seat: Seat, pooled: bool) -> bool:
    """True if a card turns a token of this seat face down; `pooled`: or lays one out of the pool face down."""
    return touches(battle, seat, Act.TOKEN_ASSIGN_FACEDOWN if pooled else Act.TOKEN_FLIP_FACEDOWN)


def _means(side: LegionSide, words: str, troop: Troop) -> bool:
    """True if a card's words mean a unit: by its name, or any unit where they name none of the army."""
    named = [each for each in side.troops if each.unit.name in words.split(EITHER)]
    return troop in named or not named


def _named_outside(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True if a card that was shown lets this unit be issued an order at any time (LA-63)."""
    side, play = battle.side(seat), battle.play(seat)
    shown = {play.card, *play.divulged, *side.lasting, *side.discard}
    return battle.edition.keywords and any(
        troop.unit.name in card.acts_of(Act.ORDER_OUTSIDE_STEP) for card in side.army.hand if card.id in shown
    )


def _by_keyword(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True while fewer orders were issued beside the card's than other units have keywords for."""
    side = battle.side(seat)
    issued = sum(each.ordered for each in side.troops) - len(side.play.ordered)
    return battle.step == "orders" and issued < sum(_issues(each) for each in side.troops if each is not troop)


def _issues(troop: Troop) -> bool:
    """True if a unit has a keyword by which it can issue an order now; Coordinate needs an order of its own (LA-34)."""
    return any(troop.has(keyword) and (troop.ordered or keyword is not Keyword.COORDINATE) for keyword in ISSUING)
