"""Values of Legion that the players can correct: passes, points, the seat that rolls, and cards (TB-76)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from table.games.legion.rules.model.state import ADVANTAGE, LegionBattle, LegionSide, read_off, with_play, with_side
from table.games.legion.rules.priority.priority_roll import roller
from table.rules import corrections
from table.rules.corrections import CorrectablePoint, Corrected, CorrectionSteps
from table.rules.prompts import Option
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut

MOST_PASSES = 20
MOST_POINTS = 40
ROLLER, CARD, POINTS = "roller", "card.", "points"
PASSES_NAMED, POINTS_NAMED = text("legion.correct.passes"), text("legion.correct.points")
READ, AGAIN = "read", "again"
AMONG = text("legion.correct.card.which")
WORDS = tuple(Option(word, text(f"legion.correct.card.{word}")) for word in (READ, AGAIN))
SEATED = tuple(Option(each, text(f"seat.{each}"), f"seat.{each}") for each in SEATS)
_PASSES, _POINTS, _CARDS = Option(ADVANTAGE, PASSES_NAMED), Option(POINTS, POINTS_NAMED), Option(CARD, AMONG)
OPEN = ("priority", "orders", "activation", "end")
"""The steps with corrections. In the steps before these a card may lie locked, and nothing may interrupt that."""


def points(battle: LegionBattle, seat: Seat) -> Sequence[CorrectablePoint]:
    if battle.step not in OPEN:
        return ()
    side, edition = battle.side(seat), battle.edition
    found: list[CorrectablePoint] = []
    if battle.step == "activation" and edition.passes:
        now = side.play.passes
        found.append(CorrectablePoint(ADVANTAGE, PASSES_NAMED, now, most=max(MOST_PASSES, now)))
    if edition.scores:
        now = side.victory
        found.append(CorrectablePoint(POINTS, POINTS_NAMED, now, most=max(MOST_POINTS, now)))
    roller_named = text(f"legion.correct.roller.{edition.name}")
    return (*found, *_read_off(battle, side), CorrectablePoint(ROLLER, roller_named, str(roller(battle)), SEATED))


def _read_off(battle: LegionBattle, side: LegionSide) -> Iterator[CorrectablePoint]:
    """Return the cards with facts that were read off. Cards in a hand are hidden and left out (TB-48)."""
    for each in side.army.hand:
        if each.id in side.hand and each.id != side.play.card:
            continue
        card, bare = read_off(battle, each), each.bare
        if card is not bare and (card.priority_pips, card.timings, card.slots) != (
            bare.priority_pips, bare.timings, bare.slots,
        ):  # fmt: skip
            name = text("legion.correct.card", card=card.name)
            yield CorrectablePoint(f"{CARD}{card.id}", name, READ, WORDS, among=AMONG)


def listed(battle: LegionBattle, seat: Seat) -> Iterator[Option]:
    """Yield the points as the list of corrections shows them. All cards are one entry."""
    if battle.step in OPEN:
        side, edition = battle.side(seat), battle.edition
        if battle.step == "activation" and edition.passes:
            yield _PASSES
        if edition.scores:
            yield _POINTS
        if next(_read_off(battle, side), None) is not None:
            yield _CARDS
        yield Option(ROLLER, text(f"legion.correct.roller.{edition.name}"))


CORRECTING = CorrectionSteps[LegionBattle](points, listed)


def corrected(battle: LegionBattle, x: Corrected) -> LegionBattle:
    """Return the state after a correction. A corrected roller rolls in this round and all later ones."""
    if x.what == ROLLER:
        return replace(battle, other_rolls=not battle.other_rolls)
    if x.what.startswith(CARD):
        return with_play(battle, x.seat, rereading=x.what.removeprefix(CARD))
    if x.what == POINTS:
        return with_side(battle, x.seat, victory=battle.side(x.seat).victory + x.more)
    return with_play(battle, x.seat, passes=battle.play(x.seat).passes + x.more)


def _advantage_given(x: Corrected) -> tuple[HandOut, ...]:
    return (HandOut(x.seat, ADVANTAGE, x.added),) if x.what == ADVANTAGE and x.added else ()


def _advantage_back(_: LegionBattle, x: Corrected) -> tuple[HandBack, ...]:
    return (HandBack(x.seat, ADVANTAGE, x.taken, later=True),) if x.what == ADVANTAGE and x.taken else ()


ROWS = corrections.rows(corrected, _advantage_given, _advantage_back)
