"""Selecting and playing a card: the seats that lock one, and the cards that may be played (LG-10 to LG-12, LA-50)."""

from collections.abc import Sequence

from table.games.legion.rules.card_acts.acts_in_play import owned
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Rank
from table.games.legion.rules.model.hands import STANDING_ORDERS
from table.games.legion.rules.model.state import LegionBattle, Troop, card_of
from table.games.legion.rules.orders.leaders import field_commander_leads, nobody_to_lead
from table.games.legion.rules.selection.divulging import setting_up
from table.games.legion.rules.selection.selection_events import (
    CannotPlay,
    CanPlay,
    CardPlayed,
    CardRefused,
    CardsRevealed,
)
from table.rules.game import Event
from table.rules.kept import once_a_state
from table.rules.prompts import SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import Text, text

UNABLE = ("leaderless", "no_lawful_card")
"""The reasons for not playing a card that can change before the reveal."""
FIRST_ROUND = "round1"
LEADERS = (Rank.COMMANDER, Rank.OPERATIVE)


def leaderless(battle: LegionBattle, seat: Seat) -> bool:
    """True if the army has no leader: no commander, operative or commander token (LG-11, LA-30).

    After a failed promotion an operative does not count either (LA-21).
    """
    side = battle.side(seat)
    leaders = (Rank.COMMANDER,) if side.uncommanded else LEADERS
    return not any(t.rank in leaders and not t.defeated for t in side.troops) and not field_commander_leads(side)


def illegal(battle: LegionBattle, seat: Seat, card_id: str) -> Refusal | None:
    """Return the refusal of a card that the seat may not play now, or None.

    Use it for revealed cards, or for the seat alone.
    """
    side = battle.side(seat)
    if all(card.id != card_id for card in side.army.hand):
        return Refusal("LG-10", text("legion.illegal.foreign"))
    card = card_of(battle, seat, card_id)
    if card_id in side.play.barred:
        return Refusal("TB-23", text("legion.illegal.barred", card=card.name))
    if card_id in side.cards_aside:
        return Refusal("LA-40", text("legion.illegal.aside", card=card.name))
    if card_id not in side.hand:
        return Refusal("LG-10", text("legion.illegal.discarded", card=card.name))
    return _owner_missing(card, side.troops) or _barred_by_words(battle, seat, card)


def _barred_by_words(battle: LegionBattle, seat: Seat, card: CommandCard) -> Refusal | None:
    """Refuse a card that its own text bars (LA-40, LA-45), or any other than the one that must be selected (LA-41)."""
    if not battle.edition.keywords:
        return None
    side = battle.side(seat)
    if any(when != FIRST_ROUND or battle.round == 1 for when in card.acts_of(Act.CANNOT_SELECT)):
        return Refusal("LA-40", text("legion.illegal.cannot_select", card=card.name))
    if nobody_to_lead(card, side.troops):
        return Refusal("LA-45", text("legion.illegal.no_leader", card=card.name))
    bound = [must for must in side.play.divulged if _must_be_selected(battle, seat, must)]
    if bound and card.id not in bound:
        must = card_of(battle, seat, bound[0]).name
        return Refusal("LA-41", text("legion.illegal.bound", card=card.name, must=must))
    return None


def _must_be_selected(battle: LegionBattle, seat: Seat, card_id: str) -> bool:
    """True if a divulged card can and must be selected."""
    card, side = card_of(battle, seat, card_id), battle.side(seat)
    able = card_id in side.hand and card_id not in side.play.barred and _owner_missing(card, side.troops) is None
    return able and bool(card.acts_of(Act.MUST_BE_SELECTED))


def sealable(battle: LegionBattle, seat: Seat, card_id: str) -> bool:
    """True if the card may be locked: in the current rules only a card that may be played (LA-50). See LC-14."""
    return battle.edition.replaces_illegal or illegal(battle, seat, card_id) is None


def warning(battle: LegionBattle, seat: Seat, card_id: str) -> Text | None:
    """Return the warning about a card that may be locked but not played (LA-50). It is the same for every reason."""
    replaced = battle.edition.replaces_illegal and illegal(battle, seat, card_id) is not None
    return text("legion.lock.warned") if replaced else None


def _owner_missing(card: CommandCard, troops: Sequence[Troop]) -> Refusal | None:
    """Refuse a card whose unit is missing (LG-12).

    A title must match. A card with only a title belongs to any unit of that title.
    """
    wanted = card.belongs_to or (("",) if card.title else ())
    present = [owned(card, name, troops) for name in wanted]
    standing = [any(not troop.defeated for troop in troops) for troops in present]
    lawful = all(standing) if card.belongs_to_all else any(standing) or not wanted
    if lawful:
        return None
    gone = any(present) if not card.belongs_to_all else all(present)
    key = "legion.illegal.defeated" if gone else "legion.illegal.absent"
    return Refusal("LG-12", text(key, card=card.name))


@once_a_state
def lawful(battle: LegionBattle, seat: Seat) -> tuple[CommandCard, ...]:
    """Return the cards of a hand that may be played now. Only the seat itself may see them."""
    hand = battle.side(seat).hand
    own = (card for card in battle.side(seat).army.hand if card.id in hand)
    return tuple(card for card in own if illegal(battle, seat, card.id) is None)


def why_none(battle: LegionBattle, seat: Seat) -> str:
    """Return the reason why a seat cannot play a card; empty if it can."""
    if leaderless(battle, seat):
        return "leaderless"
    return "" if lawful(battle, seat) else "no_lawful_card"


def sealing(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat must lay a card face down and lock it."""
    play = battle.play(seat)
    if play.card or play.no_card:
        return False
    return play.again if battle.step == "resolve" else battle.step == "select" and not setting_up(battle)


def due(battle: LegionBattle) -> Event | None:
    """Return the event that a seat cannot play a card, or can again. This can change until the reveal (LA-50)."""
    hidden = battle.step == "select" and not any(battle.play(seat).card or battle.play(seat).refused for seat in SEATS)
    for seat in SEATS:
        if sealing(battle, seat) and (why := why_none(battle, seat)):
            return CannotPlay(seat, why)
        if hidden and battle.play(seat).no_card in UNABLE and not why_none(battle, seat):
            return CanPlay(seat)
    return None


def reveal(battle: LegionBattle, cards: Sequence[tuple[Seat, str]]) -> list[Event] | Refusal:
    """Turn over all sealed cards at once. If any of them may not be locked, refuse all of them (LA-50)."""
    asked = {seat for seat in SEATS if sealing(battle, seat)}
    if not asked or {seat for seat, _ in cards} != asked or len(cards) != len(asked):
        return Refusal("LG-10", text("legion.refused.reveal"))
    if not all(sealable(battle, seat, card) for seat, card in cards):
        return Refusal("LA-50", text("legion.refused.unplayable"))
    in_order = tuple(sorted(cards, key=lambda laid: SEATS.index(laid[0])))
    events: list[Event] = [CardsRevealed(in_order)]
    for seat, card in in_order:
        refusal = illegal(battle, seat, card)
        name = card_name(battle, card)
        if refusal is None:
            events.append(CardPlayed(seat, card, name))
        else:
            events += (CardRefused(seat, card, name, refusal.rule, refusal.why), _replaced(battle, seat))
    return events


def _replaced(battle: LegionBattle, seat: Seat) -> Event:
    """Replace an illegal card by Standing Orders if possible (LC-14); otherwise the seat plays no card (LC-22)."""
    if any(card.id == STANDING_ORDERS for card in lawful(battle, seat)):
        return CardPlayed(seat, STANDING_ORDERS, card_name(battle, STANDING_ORDERS))
    return CannotPlay(seat, "no_standing_orders")


def card_name(battle: LegionBattle, card_id: str) -> str:
    """Return the name of a card of either army; for any other card its id."""
    for seat in SEATS:
        for card in battle.side(seat).army.hand:
            if card.id == card_id:
                return card.name
    return card_id


def _prompt(battle: LegionBattle, seat: Seat) -> SealedCard | None:
    if not sealing(battle, seat):
        return None
    return SealedCard(key="select", seat=seat, ask=text("legion.select.ask"), rule="LG-10")


SELECT = Question[LegionBattle]("select", "LG-11", _prompt)
