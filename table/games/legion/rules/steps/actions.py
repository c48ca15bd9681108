"""The changes that cards make to tokens and cards, possible at any time from the reveal to the end of the round.

What a card in play is known to do is free; what else helps its owner needs the opponent's consent (TB-51).
"""

from collections.abc import Sequence

from table.games.legion.rules.command import given
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.events import (
    AdvantageGained,
    CardRecovered,
    LastingCardDiscarded,
    OrderIssued,
)
from table.games.legion.rules.model.labels import card_option, plain
from table.games.legion.rules.model.state import LegionBattle, Troop, card_of
from table.games.legion.rules.model.units_left import known_pool, to_activate, waiting
from table.games.legion.rules.steps.casualties import choose_unit
from table.games.legion.rules.steps.consent import by_consent, laying
from table.games.legion.rules.steps.token_looked_at import LOOK, after_look
from table.games.legion.rules.steps.turns.active_unit import RETURN
from table.games.legion.rules.steps.turns.out_of_turn import EXTRA, TURN_DOWN
from table.games.legion.rules.steps.turns.put_back import PUT_BACK
from table.games.legion.rules.steps.turns.set_aside import AT_HAND, PARK, at_hand
from table.rules.chance import Chance
from table.rules.counts import of
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Confirm, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import Text, text

BEFORE = ("select",)
"""The step in which an ability can issue an order, too: at the start of a round (LA-63)."""


def _orderable(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that an order from another source can reach (LG-48): one order a round, from any source.

    Once the pool is made, the token comes out of it. A unit whose token lies elsewhere takes that one (TB-41). While a
    card is to be locked there are only the units to which a card gives the order: nobody is asked to agree then.
    """
    if battle.step not in (*AT_HAND, *BEFORE):
        return []
    side = battle.side(seat)
    able = [troop for troop in to_activate(battle, seat) if not troop.ordered]
    if laying(battle):
        able = [troop for troop in able if given.order(battle, seat, troop) is not None]
    pool = known_pool(side.play)
    return [troop for troop in able if not side.play.pooled or (troop.rank and of(pool, troop.rank))]


def _order_extra(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    side = battle.side(seat)
    troop = side.troop(str(value))
    if troop.rank is None:
        return ()
    pooled, bag = side.play.pooled, battle.draws_by_hand
    return (OrderIssued(seat, troop.unit.id, troop.name, troop.rank, extra=True, pooled=pooled, bag=bag),)


def _refuse_extra(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    for troop in battle.side(seat).troops:
        if troop.unit.id == value and troop.ordered:
            return Refusal("LG-48", text("legion.refused.ordered", unit=troop.name))
        if troop.unit.id == value and waiting(troop) > 0:
            return Refusal("TB-41", text("legion.refused.not_in_pool", unit=troop.name))
    return None


def _ask_advantage(battle: LegionBattle, seat: Seat) -> Confirm | None:
    if not at_hand(battle) or not battle.edition.passes:
        return None
    return Confirm(key="advantage", seat=seat, ask=text("legion.advantage.ask"), rule="TB-42", standing=True)


def _advantage(_battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (AdvantageGained(seat),)


def _ask_recover(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    discard = battle.side(seat).discard
    if not (at_hand(battle) or battle.step == "end") or not discard:
        return None
    options = tuple(card_option(card_of(battle, seat, card)) for card in discard)
    ask = text("legion.card.recover.ask")
    return ChooseOne(key="card.recover", seat=seat, ask=ask, rule="TB-43", options=options, standing=True)


def _recover(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    card = card_of(battle, seat, str(value))
    return (CardRecovered(seat, card.id, card.name),)


def _ask_discard(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    lasting = battle.side(seat).lasting
    if not lasting:
        return None
    options = tuple(card_option(card_of(battle, seat, card)) for card in lasting)
    ask = text("legion.card.discard.ask")
    return ChooseOne(key="card.discard", seat=seat, ask=ask, rule="TB-37", options=options, standing=True)


def _discard(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    card = card_of(battle, seat, str(value))
    return (LastingCardDiscarded(seat, card.id, card.name),)


def _says_advantage(_battle: LegionBattle, _seat: Seat, _value: Value) -> Text:
    return text("legion.consent.advantage")


def _says_order(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    return text("legion.consent.order", unit=plain(battle.side(seat).troop(str(value)).name))


def _says_recover(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    return text("legion.consent.recover", card=plain(card_of(battle, seat, str(value)).name))


QUESTIONS = (
    RETURN,
    EXTRA,
    TURN_DOWN,
    after_look(
        by_consent(
            Question[LegionBattle](
                "order.extra", "LG-48", choose_unit("order.extra", "LG-48", _orderable), _order_extra, _refuse_extra
            ),
            _says_order,
            lambda battle, seat, value: given.order(battle, seat, battle.side(seat).troop(str(value))),
            stays_free=True,
        )
    ),
    PUT_BACK,
    LOOK,
    PARK,
    by_consent(
        Question[LegionBattle]("advantage", "TB-42", _ask_advantage, _advantage),
        _says_advantage,
        lambda battle, seat, _value: given.by_card(battle, seat, Act.ADVANTAGE_GAIN),
    ),
    by_consent(
        Question[LegionBattle]("card.recover", "TB-43", _ask_recover, _recover),
        _says_recover,
        lambda battle, seat, value: given.recovered(battle, seat, str(value)),
    ),
    Question[LegionBattle]("card.discard", "TB-37", _ask_discard, _discard),
)
