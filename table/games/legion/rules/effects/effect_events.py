"""The events of cards' effects, and of cards that leave the table, stay, or return."""

from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.event_kinds import CardEvent
from table.games.legion.rules.model.state import Inquiry, LegionBattle, with_play, with_side, without
from table.games.legion.rules.model.story_lines import line, seat_name
from table.rules.event_rows import EventRow, no_line
from table.rules.game import SeatEvent
from table.rules.text import Text, text


class CardSentBack(CardEvent, frozen=True, tag=True):
    """A reveal effect returned this seat's card to its hand, unresolved."""


class InsteadProposed(SeatEvent, frozen=True, tag=True):
    """The owner of a returned card proposes what to do instead: `again` or `none`."""

    instead: str


class InsteadAgreed(SeatEvent, frozen=True, tag=True):
    """Both seats agree on what to do instead."""

    instead: str


class InsteadDisputed(SeatEvent, frozen=True, tag=True):
    """The opponent rejects the proposal."""


class CardLaidAside(CardEvent, frozen=True, tag=True):
    """The opponent's card makes this seat lay a card of its hand aside, face up."""


class LayingAsideEnded(SeatEvent, frozen=True, tag=True):
    """The seat has laid enough cards aside."""


class CardsTakenUp(SeatEvent, frozen=True, tag=True):
    """Cards that were laid aside return to the hand, because the opponent's card has left play."""

    cards: tuple[str, ...]
    names: tuple[str, ...]


class CardActsAgain(CardEvent, frozen=True, tag=True):
    """A card that stays from an earlier round acts again at this time."""

    timing: Timing


class CardReturned(CardEvent, frozen=True, tag=True):
    """A card returns to the hand at the end of the Command Phase, by its own text."""


class CardDiscarded(CardEvent, frozen=True, tag=True):
    """The card of the round goes into the discard pile."""


class CardStays(CardEvent, frozen=True, tag=True):
    """The card of the round stays in play."""


class LastingCardDiscarded(CardEvent, frozen=True, tag=True):
    """A permanent card of an earlier round leaves play."""


class CardRecovered(CardEvent, frozen=True, tag=True):
    """A card returns from the discard pile to the hand."""


class HandCardDiscarded(CardEvent, frozen=True, tag=True):
    """A card is used by discarding it from the hand. It is not played (LA-49)."""


class DiscardLookedAt(CardEvent, frozen=True, tag=True):
    """This seat looks at a card of the opponent's discard pile."""


class GivenAsked(SeatEvent, frozen=True, tag=True):
    """A seat asks what a card gives a unit."""

    inquiry: Inquiry


class GivenJudged(CardEvent, frozen=True, tag=True):
    """The table rules, from the players' answers, whether a unit may use what a card gives."""

    unit: str
    unit_name: str
    how: str
    facts: tuple[str, ...]
    allowed: bool
    rule: str


def _sent_back(battle: LegionBattle, event: CardSentBack) -> LegionBattle:
    side = battle.side(event.seat)
    battle = with_side(battle, event.seat, hand=(*side.hand, event.card))
    barred = (*side.play.barred, event.card)
    returner = battle.play(event.seat.opponent).card
    battle = with_play(battle, event.seat.opponent, returner=returner)
    return with_play(battle, event.seat, card="", barred=barred, sent_back=event.card, proposal="", resolved=())


def _instead_agreed(battle: LegionBattle, event: InsteadAgreed) -> LegionBattle:
    again = event.instead == "again"
    no_card = "" if again else "agreed"
    return with_play(battle, event.seat, sent_back="", proposal="", again=again, no_card=no_card)


def _laid_aside(battle: LegionBattle, event: CardLaidAside) -> LegionBattle:
    side = battle.side(event.seat)
    hand = without(side.hand, event.card)
    return with_side(battle, event.seat, hand=hand, cards_aside=(*side.cards_aside, event.card))


def _taken_up(battle: LegionBattle, event: CardsTakenUp) -> LegionBattle:
    return with_side(battle, event.seat, hand=(*battle.side(event.seat).hand, *event.cards), cards_aside=())


def _acted_again(battle: LegionBattle, event: CardActsAgain) -> LegionBattle:
    seen = (*battle.play(event.seat).acted_again, (event.card, event.timing))
    return with_play(battle, event.seat, acted_again=seen)


def _card_returned(battle: LegionBattle, event: CardReturned) -> LegionBattle:
    battle = with_side(battle, event.seat, hand=(*battle.side(event.seat).hand, event.card))
    return with_play(battle, event.seat, returned=True)


def _discarded(battle: LegionBattle, event: CardDiscarded) -> LegionBattle:
    battle = with_side(battle, event.seat, discard=(*battle.side(event.seat).discard, event.card))
    return with_play(battle, event.seat, card="")


def _stays(battle: LegionBattle, event: CardStays) -> LegionBattle:
    battle = with_side(battle, event.seat, lasting=(*battle.side(event.seat).lasting, event.card))
    return with_play(battle, event.seat, card="")


def _lasting_discarded(battle: LegionBattle, event: LastingCardDiscarded) -> LegionBattle:
    side = battle.side(event.seat)
    return with_side(battle, event.seat, lasting=without(side.lasting, event.card), discard=(*side.discard, event.card))


def _recovered(battle: LegionBattle, event: CardRecovered) -> LegionBattle:
    side = battle.side(event.seat)
    return with_side(battle, event.seat, hand=(*side.hand, event.card), discard=without(side.discard, event.card))


def _from_hand(battle: LegionBattle, event: HandCardDiscarded) -> LegionBattle:
    side = battle.side(event.seat)
    hand = without(side.hand, event.card)
    return with_side(battle, event.seat, hand=hand, discard=(*side.discard, event.card))


def _acts_again(x: CardActsAgain) -> Text:
    return text("legion.story.acts_again", seat=seat_name(x), name=x.name, when=text(f"legion.time.{x.timing.value}"))


def _judged(x: GivenJudged) -> Text:
    key = f"legion.story.given.{x.how}" if x.allowed else f"legion.story.not_given.{_because(x)}"
    return text(key, unit=x.unit_name, name=x.name, rule=x.rule)


def _because(x: GivenJudged) -> str:
    return {"LC-54": "counterpart", "LC-52": "arsenal"}.get(x.rule, "unable" if "unable" in x.facts else "engaged")


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(CardSentBack, _sent_back, line("sent_back")),
    EventRow(InsteadProposed, lambda b, x: with_play(b, x.seat, proposal=x.instead), no_line),
    EventRow(InsteadAgreed, _instead_agreed, lambda x: text(f"legion.story.instead_{x.instead}", seat=seat_name(x))),
    EventRow(InsteadDisputed, lambda b, x: with_play(b, x.seat, proposal=""), line("instead_disputed")),
    EventRow(CardLaidAside, _laid_aside, line("laid_aside")),
    EventRow(LayingAsideEnded, lambda b, x: with_play(b, x.seat, laid=True), no_line),
    EventRow(
        CardsTakenUp, _taken_up, lambda x: text("legion.story.taken_up", seat=seat_name(x), names=", ".join(x.names))
    ),
    EventRow(CardActsAgain, _acted_again, _acts_again),
    EventRow(CardReturned, _card_returned, line("returned")),
    EventRow(CardDiscarded, _discarded, line("discarded")),
    EventRow(CardStays, _stays, line("stays")),
    EventRow(LastingCardDiscarded, _lasting_discarded, line("discarded")),
    EventRow(CardRecovered, _recovered, line("recovered")),
    EventRow(HandCardDiscarded, _from_hand, line("from_hand")),
    EventRow(DiscardLookedAt, lambda b, _: b, line("pile")),
    EventRow(GivenAsked, lambda b, x: with_play(b, x.seat, inquiry=x.inquiry), no_line),
    EventRow(GivenJudged, lambda b, x: with_play(b, x.seat, inquiry=None), _judged),
)
