"""The events of selecting command cards: locked, revealed, refused, replaced and returned."""

from typing import Any

from msgspec.structs import replace

from table.games.legion.rules.model.event_kinds import CardEvent
from table.games.legion.rules.model.state import LegionBattle, Reading, with_play, with_side, without
from table.games.legion.rules.model.story_lines import line, seat_name
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.seats import Seat
from table.rules.text import Text, text


class CannotPlay(SeatEvent, frozen=True, tag=True):
    """A seat cannot play a card. `why` is `leaderless`, `no_lawful_card` or `no_standing_orders`."""

    why: str


class CanPlay(SeatEvent, frozen=True, tag=True):
    """A seat can play a card again, because a leader is back before the reveal."""


class CardsRevealed(Event, frozen=True, tag=True):
    """The locked cards are turned over."""

    cards: tuple[tuple[Seat, str], ...]


class CardPlayed(CardEvent, frozen=True, tag=True):
    """A revealed card counts for the round."""


class CardRefused(CardEvent, frozen=True, tag=True):
    """A revealed card that may not be played returns to its owner's hand."""

    rule: str
    why: Text


class RevealedReplaced(CardEvent, frozen=True, tag=True):
    """A card of the hand replaces the revealed card `was`, which returns to the hand (LA-44)."""

    was: str
    was_name: str


class ReplacementDeclined(SeatEvent, frozen=True, tag=True):
    """The seat keeps the card that it revealed."""


class PlansChanged(CardEvent, frozen=True, tag=True):
    """The seat discards its revealed card; the opponent's, `back`, returns to the hand. Both choose again (LA-43)."""

    back: str
    back_name: str


class CardDivulged(CardEvent, frozen=True, tag=True):
    """A card is divulged. It returns to the hand, or `stays` in play (LA-41)."""

    stays: bool


class DivulgingEnded(SeatEvent, frozen=True, tag=True):
    """The seat has divulged enough cards."""


def _cards_revealed(battle: LegionBattle, event: CardsRevealed) -> LegionBattle:
    for seat, _ in event.cards:
        battle = with_play(battle, seat, refused="", again=False)
    return replace(battle, reveals=battle.reveals + 1)


def _card_played(battle: LegionBattle, event: CardPlayed) -> LegionBattle:
    battle = with_side(battle, event.seat, hand=without(battle.side(event.seat).hand, event.card))
    return with_play(battle, event.seat, card=event.card, reading=Reading(), resolved=())


def _card_refused(battle: LegionBattle, event: CardRefused) -> LegionBattle:
    return with_play(battle, event.seat, refused=event.card, again=battle.step == "resolve")


def _replaced(battle: LegionBattle, event: RevealedReplaced) -> LegionBattle:
    hand = (*without(battle.side(event.seat).hand, event.card), event.was)
    battle = with_side(battle, event.seat, hand=hand)
    return with_play(battle, event.seat, card=event.card, reading=Reading(), kept=True)


def _plans_changed(battle: LegionBattle, event: PlansChanged) -> LegionBattle:
    """Discard the seat's card and return the opponent's to the hand, so that both choose again."""
    owner, other = event.seat, event.seat.opponent
    battle = with_side(battle, owner, discard=(*battle.side(owner).discard, event.card))
    battle = _choose_again(battle, owner)
    if not event.back:
        return battle
    battle = with_side(battle, other, hand=(*battle.side(other).hand, event.back))
    battle = with_play(battle, other, barred=(*battle.play(other).barred, event.back))
    return _choose_again(battle, other)


def _choose_again(battle: LegionBattle, seat: Any) -> LegionBattle:
    return with_play(battle, seat, card="", again=True, kept=False)


def _divulged(battle: LegionBattle, event: CardDivulged) -> LegionBattle:
    side = battle.side(event.seat)
    divulged = (*side.play.divulged, event.card)
    if event.stays:
        hand = without(side.hand, event.card)
        battle = with_side(battle, event.seat, hand=hand, lasting=(*side.lasting, event.card))
    return with_play(battle, event.seat, divulged=divulged, divulging=event.card)


def _plans(x: PlansChanged) -> Text:
    if not x.back:
        return text("legion.story.plans_alone", seat=seat_name(x), name=x.name)
    return text("legion.story.plans", seat=seat_name(x), name=x.name, back=x.back_name)


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(
        CannotPlay,
        lambda b, x: with_play(b, x.seat, no_card=x.why, again=False),
        lambda x: text(f"legion.story.{x.why}", seat=seat_name(x)),
    ),
    EventRow(CanPlay, lambda b, x: with_play(b, x.seat, no_card=""), line("can_play")),
    EventRow(CardsRevealed, _cards_revealed, no_line),
    EventRow(CardPlayed, _card_played, line("played")),
    EventRow(CardRefused, _card_refused, line("refused", "why", "rule")),
    EventRow(RevealedReplaced, _replaced, line("replaced", was="was_name")),
    EventRow(ReplacementDeclined, lambda b, x: with_play(b, x.seat, kept=True), no_line),
    EventRow(PlansChanged, _plans_changed, _plans),
    EventRow(
        CardDivulged,
        _divulged,
        lambda x: text(f"legion.story.{'divulged_stays' if x.stays else 'divulged'}", name=x.name),
    ),
    EventRow(DivulgingEnded, lambda b, x: with_play(b, x.seat, divulging_done=True), no_line),
)
