"""The changes that cards make to tokens and cards, possible at any time from the reveal to the end of the round.

The table cannot read a card's words. It offers the changes that cards can make, and trusts the owner.
"""

from collections.abc import Sequence

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.events import (
    AdvantageGained,
    CardRecovered,
    LastingCardDiscarded,
    OrderIssued,
    TokenParked,
    TokenPutBack,
    TokenTakenBack,
)
from table.games.legion.rules.model.labels import card_option, plain, token, token_option, unit_option
from table.games.legion.rules.model.state import LegionBattle, Troop, card_of
from table.games.legion.rules.steps.activation import tokens_aside, usable, waiting
from table.games.legion.rules.steps.casualties import choose_unit
from table.games.legion.rules.steps.token_looked_at import LOOK, after_look
from table.rules.chance import Chance
from table.rules.counts import of
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Confirm, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text

AT_HAND = ("resolve", "priority", "orders", "activation")
BEFORE = ("select",)
"""The step in which an ability can issue an order, too: at the start of a round (LA-63)."""
POOL = "pool"


def _orderable(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that an order from another source can reach (LG-48): one order a round, from any source.

    Once the pool is made, the token comes out of it. A unit whose token lies elsewhere takes that one (TB-41).
    """
    if battle.step not in (*AT_HAND, *BEFORE):
        return []
    side = battle.side(seat)
    able = [troop for troop in side.troops if not troop.ordered and waiting(troop) > 0]
    return [troop for troop in able if not side.play.pooled or (troop.rank and of(side.play.pool, troop.rank))]


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


def _face_up(battle: LegionBattle, seat: Seat) -> list[Troop]:
    return [troop for troop in battle.side(seat).troops if troop.face_up] if battle.step in AT_HAND else []


def _put_back(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    troop = battle.side(seat).troop(str(value))
    return (TokenPutBack(seat, troop.unit.id, troop.name, troop.rank),) if troop.rank else ()


def _ask_park(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    units, play = _face_up(battle, seat), battle.play(seat)
    ranks = play.pool if battle.step in AT_HAND and not play.looked_at else ()
    if not units and not ranks:
        return None
    options = (*(unit_option(troop) for troop in units), *(token_option(rank, f"{POOL}:") for rank, _ in ranks))
    ask = text("legion.park.ask")
    return ChooseOne(key="park", seat=seat, ask=ask, rule="TB-41", options=options, standing=True)


def _park(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    chosen = str(value)
    if chosen.startswith(f"{POOL}:"):
        return (TokenParked(seat, Rank(chosen.removeprefix(f"{POOL}:")), "", "", battle.draws_by_hand),)
    troop = battle.side(seat).troop(chosen)
    return (TokenParked(seat, troop.rank, troop.unit.id, troop.name),) if troop.rank else ()


def _ask_take_back(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Ask for the tokens on command cards.

    It is a standing prompt; but once no seat has anything else to activate, the phase waits for these tokens (TB-35).
    """
    play = battle.play(seat)
    if not play.parked:
        return None
    options: list[Option] = []
    for rank, _ in play.parked:
        if play.pooled and not play.looked_at:
            options.append(Option(f"{rank}>{POOL}", text("legion.park.to_pool", token=token(rank)), f"rank.{rank}"))
        for troop in (troop for troop in usable(battle, seat, rank) if not troop.face_up):
            label = text("legion.park.to_unit", token=token(rank), unit=plain(troop.name))
            options.append(Option(f"{rank}>{troop.unit.id}", label, f"rank.{rank}", troop.unit.card))
    if not options:
        return None
    ask = text("legion.park.back.ask")
    standing = not tokens_aside(battle)
    return ChooseOne(key="park.back", seat=seat, ask=ask, rule="TB-41", options=tuple(options), standing=standing)


def _take_back(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    rank, to = str(value).split(">")
    if to == POOL:
        return (TokenTakenBack(seat, Rank(rank), "", ""),)
    troop = battle.side(seat).troop(to)
    return (TokenTakenBack(seat, Rank(rank), troop.unit.id, troop.name),)


def _ask_advantage(battle: LegionBattle, seat: Seat) -> Confirm | None:
    if battle.step not in AT_HAND or not battle.edition.passes:
        return None
    return Confirm(key="advantage", seat=seat, ask=text("legion.advantage.ask"), rule="TB-42", standing=True)


def _advantage(_battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (AdvantageGained(seat),)


def _ask_recover(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    discard = battle.side(seat).discard
    if battle.step not in (*AT_HAND, "end") or not discard:
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


TAKE_BACK = Question[LegionBattle]("park.back", "TB-41", _ask_take_back, _take_back)
QUESTIONS = (
    after_look(
        Question[LegionBattle](
            "order.extra", "LG-48", choose_unit("order.extra", "LG-48", _orderable), _order_extra, _refuse_extra
        )
    ),
    after_look(Question[LegionBattle]("token.back", "TB-39", choose_unit("token.back", "TB-39", _face_up), _put_back)),
    LOOK,
    Question[LegionBattle]("park", "TB-41", _ask_park, _park),
    Question[LegionBattle]("advantage", "TB-42", _ask_advantage, _advantage),
    Question[LegionBattle]("card.recover", "TB-43", _ask_recover, _recover),
    Question[LegionBattle]("card.discard", "TB-37", _ask_discard, _discard),
)
