"""The events of reading a card off."""

from msgspec.structs import replace

from table.games.legion.rules.model.armies import Slot, Timing
from table.games.legion.rules.model.event_kinds import CardEvent
from table.games.legion.rules.model.state import CardFacts, LegionBattle, Reading, with_play
from table.games.legion.rules.model.story_lines import line
from table.rules.event_rows import EventRow, no_line
from table.rules.game import SeatEvent
from table.rules.seats import Seat


class CardReadOff(SeatEvent, frozen=True, tag=True):
    """The owner of a card read another part of it to the table."""

    reading: Reading


class CardFactsAgreed(CardEvent, frozen=True, tag=True):
    """Both seats agree on the facts of a card."""

    pips: int
    timing: Timing
    slots: tuple[Slot, ...]
    later: tuple[Timing, ...] = ()


class CardFactsDisputed(SeatEvent, frozen=True, tag=True):
    """The opponent reads the card differently. Its owner is asked again."""

    name: str


def _facts_agreed(battle: LegionBattle, event: CardFactsAgreed) -> LegionBattle:
    known = CardFacts(event.card, event.pips, event.timing, event.slots, event.later, event.seat)
    others = tuple(facts for facts in battle.facts if facts.card != event.card)
    again = battle.play(event.seat).rereading
    battle = with_play(battle, event.seat, reading=Reading(), rereading="")
    battle = replace(battle, facts=(*others, known))
    return _orders_reread(battle, event.seat) if again else battle


def _orders_reread(battle: LegionBattle, seat: Seat) -> LegionBattle:
    """Let the seat issue the orders that a corrected orders line allows, if the step is not over."""
    if battle.step != "orders" or not battle.play(seat).commander or battle.play(seat).fell:
        return battle
    return with_play(battle, seat, orders_done=False, lost=0, in_range=None)


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(CardReadOff, lambda b, x: with_play(b, x.seat, reading=x.reading), no_line),
    EventRow(CardFactsAgreed, _facts_agreed, line("facts")),
    EventRow(CardFactsDisputed, lambda b, x: with_play(b, x.seat, reading=Reading()), line("disputed")),
)
