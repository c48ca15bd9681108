"""Draw strategy cards, during setup (IB-10) and in the Status Phase (IB-05).

The players enter the card that they drew, or the table draws one blindly from a named deck, or from the side's own
cards (IB-09).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_labels import card_options
from table.games.tide_of_iron.rules.model.battle_state import TideBattle, moved, with_side
from table.games.tide_of_iron.rules.model.scenario import Deck, StrategyCard
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.prompts import OpenCard, Option, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import Text, text


class CardDrawn(SeatEvent, frozen=True, tag=True):
    """A side drew a strategy card, which is now face up in its headquarters; or it drew none."""

    card: str = ""
    name: str = ""
    by_table: bool = False
    """True if the table drew it by chance."""


NONE, DECK = "none", "deck:"


def is_last(battle: TideBattle) -> bool:
    return battle.round >= battle.scenario.rounds


def draws(battle: TideBattle, seat: Seat) -> bool:
    """True if this seat draws a card now, and a deck of this round has one."""
    side = battle.side(seat)
    if battle.step == "setup":
        left = side.sheet.starts - side.started
    else:
        left = 0 if is_last(battle) or battle.step != "status" else side.sheet.draws - side.drawn
    return left > 0 and bool(_drawable(battle, seat))


def _decks(battle: TideBattle, seat: Seat) -> tuple[Deck, ...]:
    return tuple(deck for deck in battle.side(seat).sheet.decks if deck.first <= battle.round <= deck.last)


def _drawable(battle: TideBattle, seat: Seat) -> tuple[StrategyCard, ...]:
    """Return the cards that can be drawn in this round: those of its decks, and those outside named decks."""
    side, decks = battle.side(seat), {"", *(deck.id for deck in _decks(battle, seat))}
    return tuple(card for card in map(side.card, side.drawn_later) if card.deck in decks)


def _ask_draw(battle: TideBattle, seat: Seat) -> OpenCard | None:
    """Ask which card was drawn; the table can draw from each pile, by holding."""
    if not draws(battle, seat):
        return None
    cards = _drawable(battle, seat)
    named = {deck.id: text("tide.draw.deck", deck=deck.name) for deck in _decks(battle, seat)}
    piles = {card.deck for card in cards}
    by_table = [
        Option(f"{DECK}{pile}", label, "sign.card", hold=True)
        for pile, label in {**named, "": text("tide.draw.own")}.items()
        if pile in piles
    ]
    by_hand = (Option(NONE, text("tide.draw.none")), *card_options(cards))
    options = (*by_table, *(replace(option, by_hand=True) for option in by_hand))
    rule = "IB-10" if battle.step == "setup" else "IB-05"
    return OpenCard(key="draw", seat=seat, ask=text("tide.draw.ask"), rule=rule, options=options)


def _drawn(battle: TideBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    chosen = str(value)
    if chosen == NONE:
        return (CardDrawn(seat),)
    if not chosen.startswith(DECK):
        card = battle.side(seat).card(chosen)
        return (CardDrawn(seat, card.id, card.name),)
    pile = [card for card in _drawable(battle, seat) if card.deck == chosen.removeprefix(DECK)]
    card = pile[chance.below(len(pile), battle.questions)]
    return (CardDrawn(seat, card.id, card.name, by_table=True),)


def _fold_drawn(battle: TideBattle, x: CardDrawn) -> TideBattle:
    side = battle.side(x.seat)
    counted = {"started": side.started + 1} if battle.step == "setup" else {"drawn": side.drawn + 1}
    battle = replace(with_side(battle, x.seat, **counted), questions=battle.questions + x.by_table)
    return moved(battle, x.seat, x.card, "headquarters") if x.card else battle


def _line_drawn(x: CardDrawn) -> Text | None:
    return text("tide.tell.drawn", seat=text(f"seat.{x.seat}"), name=x.name) if x.card else None


DRAW = Question[TideBattle]("draw", "IB-05", _ask_draw, _drawn)

ROWS: tuple[EventRow[TideBattle], ...] = (EventRow(CardDrawn, _fold_drawn, _line_drawn),)
