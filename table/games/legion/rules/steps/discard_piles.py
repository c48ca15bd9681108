"""The discard piles. They are public, and the opponent may look through them at any time (TB-70)."""

from collections.abc import Sequence

from table.games.legion.rules.model.events import DiscardLookedAt
from table.games.legion.rules.model.labels import card_option
from table.games.legion.rules.model.state import LegionBattle, card_of
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text


def _ask(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Offer the opponent's pile as options, for everybody to read. Choosing a card shows it."""
    owner = seat.opponent
    cards = tuple(card_option(card_of(battle, owner, card)) for card in battle.side(owner).discard)
    if not cards:
        return None
    ask = text("legion.pile.ask", seat=text(f"seat.{owner}"), cards=len(cards))
    return ChooseOne(key="pile", seat=seat, ask=ask, rule="TB-70", options=cards, standing=True)


def _look(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    card = card_of(battle, seat.opponent, str(value))
    return (DiscardLookedAt(seat, card.id, card.name),)


LOOK = Question[LegionBattle]("pile", "TB-70", _ask, _look)
