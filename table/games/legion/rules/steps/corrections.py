"""The corrections in Legion beside priority and units (TB-74, TB-33): passes, points, who rolls, cards (TB-76)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from table.games.legion.rules.model.state import (
    ADVANTAGE,
    LegionBattle,
    Reading,
    bare_card,
    card_of,
    with_play,
    with_side,
)
from table.games.legion.rules.steps.priority import roller
from table.rules.corrections import CorrectablePoint, Corrected, CorrectionSteps
from table.rules.prompts import Option
from table.rules.seats import SEATS, Seat
from table.rules.text import text

MOST_PASSES = 20
MOST_POINTS = 40
ROLLER, CARD, POINTS = "roller", "card.", "points"
READ, AGAIN = "read", "again"
OPEN = ("priority", "orders", "activation", "end")
"""The steps in which they can be made. Before these, cards may lie locked, and nothing may interrupt that."""


def points(battle: LegionBattle, seat: Seat) -> Sequence[CorrectablePoint]:
    return tuple(_points(battle, seat))


def _points(battle: LegionBattle, seat: Seat) -> Iterator[CorrectablePoint]:
    if battle.step == "activation" and battle.edition.passes:
        now = battle.play(seat).passes
        yield CorrectablePoint(ADVANTAGE, text("legion.correct.passes"), now, most=max(MOST_PASSES, now))
    if battle.step in OPEN and battle.edition.scores:
        now = battle.side(seat).victory
        yield CorrectablePoint(POINTS, text("legion.correct.points"), now, most=max(MOST_POINTS, now))
    if battle.step in OPEN:
        yield from _read_off(battle, seat)
        seats = tuple(Option(each, text(f"seat.{each}"), f"seat.{each}") for each in SEATS)
        yield CorrectablePoint(ROLLER, text(f"legion.correct.roller.{battle.edition.name}"), str(roller(battle)), seats)


def _read_off(battle: LegionBattle, seat: Seat) -> Iterator[CorrectablePoint]:
    """Return the cards with facts that were read off, now or earlier, except those hidden in a hand (TB-48)."""
    side = battle.side(seat)
    options = tuple(Option(word, text(f"legion.correct.card.{word}")) for word in (READ, AGAIN))
    for card in (card_of(battle, seat, each.id) for each in side.army.hand):
        bare = bare_card(battle, seat, card.id)
        seen = card.id not in side.hand or card.id == side.play.card
        if seen and (card.priority_pips, card.timings, card.slots) != (bare.priority_pips, bare.timings, bare.slots):
            name = text("legion.correct.card", card=card.name)
            yield CorrectablePoint(f"{CARD}{card.id}", name, READ, options, among=text("legion.correct.card.which"))


CORRECTING = CorrectionSteps[LegionBattle](points)


def corrected(battle: LegionBattle, x: Corrected) -> LegionBattle:
    """Return the state after a correction. The seat that rolls changes for this round and all that follow."""
    if x.what == ROLLER:
        return replace(battle, other_rolls=not battle.other_rolls)
    if x.what.startswith(CARD):
        return with_play(battle, x.seat, rereading=x.what.removeprefix(CARD), reading=Reading())
    if x.what == POINTS:
        return with_side(battle, x.seat, victory=battle.side(x.seat).victory + x.more)
    return with_play(battle, x.seat, passes=battle.play(x.seat).passes + x.more)
