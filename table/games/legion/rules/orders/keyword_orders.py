"""Orders beside the card's: Direct, Entourage, Coordinate, Transport, and cards with an extra order (LA-32 to LA-34).

They are offered at their moment and can be declined. The table does not know positions: the players judge range and
deployment (LA-61).
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.card_acts.acts_in_play import arguments
from table.games.legion.rules.card_acts.gifts import gifts, means_unit
from table.games.legion.rules.keywords.battle_card_events import BattleCardUsed
from table.games.legion.rules.keywords.transport import carried
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Slot, UnitKeyword
from table.games.legion.rules.model.battle_cards import BattleCard, is_scrambled, is_usable, keywords_of
from table.games.legion.rules.model.forces import force_of
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import unit_option
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.orders.leaders import may_order
from table.games.legion.rules.orders.order_events import OrderDeclined, OrderIssued
from table.rules.chance import Chance
from table.rules.counts import of
from table.rules.game import Event
from table.rules.prompts import Option, Value
from table.rules.seats import Seat
from table.rules.text import text

NOBODY, CARD = "none", "card"
RULES = {Keyword.DIRECT: "LA-32", Keyword.ENTOURAGE: "LA-33", Keyword.COORDINATE: "LA-34", Keyword.TRANSPORT: "LA-62"}
BY_BATTLE_CARD = "LA-88"
CHANGED = (Keyword.DIRECT, Keyword.COORDINATE)
"""The keywords that a card can extend to any unit for a round."""


class OrderOffer(Struct, frozen=True):
    """An order that may be issued beside those of the card."""

    id: str
    name: str
    """The name of the unit or card that issues it."""
    what: str
    """The keyword's value, or `card`."""
    to: tuple[Troop, ...]
    opening: tuple[GiftUsed, ...] = ()
    """The use of the card that issues it."""
    spends: str = ""
    """The battle card that issues it, or empty."""


def offers(battle: LegionBattle, seat: Seat) -> Iterator[OrderOffer]:
    """Yield the open offers that reach a unit. Coordinate comes first, because its moment is now."""
    if not battle.edition.keywords:
        return
    yield from coordinated(battle, seat)
    if battle.step != "orders":
        return
    once = (Keyword.TRANSPORT,) if battle.round == 1 else ()
    yield from _of(battle, seat, (Keyword.DIRECT, Keyword.ENTOURAGE, *once))
    yield from _override(battle, seat)
    declined = battle.play(seat).offered
    for gift in gifts(battle, seat, Act.EXTRA_ORDER, issuing=seat):
        units = tuple(troop for troop in _without_order(battle, seat) if means_unit(gift.argument, troop))
        if units and gift.card not in declined:
            yield OrderOffer(gift.card, gift.name, CARD, units, (gift,))


def _override(battle: LegionBattle, seat: Seat) -> Iterator[OrderOffer]:
    """Yield the order that a unit with AI issues to itself by Command Override, once a round (LA-88)."""
    card, id_ = BattleCard.COMMAND_OVERRIDE, f":{BattleCard.COMMAND_OVERRIDE.word}"
    if not is_usable(battle, seat, card) or id_ in battle.play(seat).offered:
        return
    if units := tuple(troop for troop in _without_order(battle, seat) if troop.has(Keyword.AI)):
        yield OrderOffer(id_, card, card.word, units, spends=card)


def chains(battle: LegionBattle, seat: Seat) -> Iterator[tuple[Troop, OrderOffer]]:
    """Yield the units without an order that could pass one on by Coordinate, each with that offer (LA-34)."""
    if battle.edition.keywords and battle.step == "orders":
        for troop in _without_order(battle, seat):
            giving = [(troop, each) for each in keywords_of(battle, seat, troop) if each.keyword == Keyword.COORDINATE]
            for offer in _given_by(battle, seat, giving):
                yield troop, offer


def coordinated(battle: LegionBattle, seat: Seat) -> Iterator[OrderOffer]:
    """Yield the offers of Coordinate: its unit has an order from any source and has not passed one on (LA-34)."""
    return _of(battle, seat, (Keyword.COORDINATE,)) if battle.edition.keywords else iter(())


def _of(battle: LegionBattle, seat: Seat, keywords: Sequence[Keyword]) -> Iterator[OrderOffer]:
    side = battle.side(seat)
    giving = [
        (troop, each)
        for troop in side.troops
        if not troop.defeated
        for each in keywords_of(battle, seat, troop)
        if each.keyword in keywords and (troop.ordered or each.keyword != Keyword.COORDINATE)
    ]
    return _given_by(battle, seat, giving)


def _given_by(battle: LegionBattle, seat: Seat, giving: Sequence[tuple[Troop, UnitKeyword]]) -> Iterator[OrderOffer]:
    side = battle.side(seat)
    giving = [(troop, each) for troop, each in giving if _id(troop, each) not in side.play.offered]
    open_to = _without_order(battle, seat) if giving else ()
    for troop, each in giving:
        named = _named(battle, seat, troop, each, [t for t in open_to if t is not troop])
        any_load = each.keyword == Keyword.TRANSPORT and force_of(side.army).transports_any
        reached = tuple(t for t in named if any_load or may_order(battle, troop.unit, t.unit))
        if reached:
            yield OrderOffer(_id(troop, each), troop.name, each.keyword, reached)


def _id(troop: Troop, keyword: UnitKeyword) -> str:
    return f"{troop.unit.id}:{keyword.keyword}"


def _named(
    battle: LegionBattle, seat: Seat, giver: Troop, keyword: UnitKeyword, open_to: Sequence[Troop]
) -> list[Troop]:
    """Return the orderable units that a keyword names. A card can extend it to any unit for its round.

    Transport names the unit that was chosen at set-up (LA-62).
    """
    if keyword.keyword == Keyword.TRANSPORT:
        return [troop for troop in open_to if carried(battle, seat, giver, troop)]
    changed = keyword.keyword in CHANGED and arguments(battle, seat, Act.ORDER_KEYWORD_CHANGE)
    slots = (Slot(),) if changed else keyword.to
    return [troop for troop in open_to if any(fits(slot, troop) for slot in slots)]


def _without_order(battle: LegionBattle, seat: Seat) -> Sequence[Troop]:
    """Return the units that can get an order: one a round, from any source (LG-48)."""
    play = battle.play(seat)
    able = [
        t for t in battle.side(seat).troops if t.rank and not t.ordered and not t.defeated and t.activations < t.turns
    ]
    able = [troop for troop in able if not is_scrambled(battle, seat, troop)]
    return [troop for troop in able if not play.pooled or of(play.pool, str(troop.rank))]


def choices(offer: OrderOffer) -> tuple[Option, ...]:
    """Return the units that an offer reaches, and the option to decline."""
    return (*(unit_option(troop) for troop in offer.to), Option(NOBODY, text("legion.offer.none"), "sign.no"))


def rule(offer: OrderOffer) -> str:
    if offer.spends:
        return BY_BATTLE_CARD
    return next((id_ for keyword, id_ in RULES.items() if offer.what == keyword), "LA-45")


def answered(
    battle: LegionBattle, seat: Seat, offer: OrderOffer | None, value: Value, _chance: Chance
) -> Sequence[Event]:
    """Return the events of an answer to an offer: the order, or that it is declined."""
    if offer is None:
        return ()
    return (
        (declined(seat, offer),) if value == NOBODY else taken(battle, seat, offer, battle.side(seat).troop(str(value)))
    )


def declined(seat: Seat, offer: OrderOffer) -> OrderDeclined:
    return OrderDeclined(seat, offer.id, offer.name)


def taken(battle: LegionBattle, seat: Seat, offer: OrderOffer, troop: Troop) -> Sequence[Event]:
    """Return the events of the order that an offer issues to this unit."""
    if troop.rank is None:
        return ()
    pooled, bag = battle.play(seat).pooled, battle.draws_by_hand
    spent = (BattleCardUsed(seat, offer.spends),) if offer.spends else ()
    return (
        *offer.opening,
        *spent,
        OrderIssued(seat, troop.unit.id, troop.name, troop.rank, True, pooled, bag, offer=offer.id, giver=offer.name),
    )
