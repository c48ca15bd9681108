"""A card makes the opponent lay a part of the hand aside, face up, until the card leaves play (LA-40)."""

from collections.abc import Sequence

from table.games.legion.rules.card_acts.acts_in_play import gives, has_cards_laid_aside
from table.games.legion.rules.effects.card_effects import next_effect, unsettled
from table.games.legion.rules.effects.effect_events import CardLaidAside, CardsTakenUp, LayingAsideEnded
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import card_option
from table.games.legion.rules.model.state import LegionBattle, card_of
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices
from table.rules.text import text

ENOUGH = "none"


def due(battle: LegionBattle) -> Event | None:
    """Return the event by which a seat takes back the cards laid aside, once the opponent's card has left play."""
    for seat in SEATS:
        aside = battle.side(seat).cards_aside
        if aside and not gives(battle, seat.opponent, Act.SET_ASIDE_OPPONENT_CARDS):
            return CardsTakenUp(seat, aside, tuple(card_of(battle, seat, card).name for card in aside))
    return None


def _left(battle: LegionBattle, seat: Seat) -> list[CommandCard]:
    """Return the cards that a seat can lay aside. One card always stays in the hand."""
    side = battle.side(seat)
    return [card for card in side.army.hand if card.id in side.hand]


def _offered(battle: LegionBattle, seat: Seat) -> Choices | None:
    following = next_effect(battle)
    if following is None or following[0] is not seat.opponent or unsettled(battle):
        return None
    if not has_cards_laid_aside(battle, seat.opponent):
        return None
    card = card_of(battle, seat.opponent, battle.play(seat.opponent).card)
    enough = Option(ENOUGH, text("legion.hand.aside.enough"), "sign.yes")
    return Choices((*map(card_option, _left(battle, seat)), enough), {"card": card.name})


def _lay(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    if value == ENOUGH:
        return (LayingAsideEnded(seat),)
    card = card_of(battle, seat, str(value))
    return (CardLaidAside(seat, card.id, card.name),)


ASIDE = ASK.one_of("hand.aside", "LA-40", _offered, _lay)
