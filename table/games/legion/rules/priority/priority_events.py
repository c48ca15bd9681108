"""The events of priority."""

from msgspec.structs import replace

from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.story_lines import line, seat_name
from table.rules.event_rows import EventRow
from table.rules.game import SeatEvent
from table.rules.text import Text, text
from table.rules.view import Rolled


class DieRolled(SeatEvent, frozen=True, tag=True):
    """The die for priority is rolled."""

    die: str
    face: str
    question: int
    by_hand: bool


class PriorityGiven(SeatEvent, frozen=True, tag=True):
    """A seat gets priority by a rule."""

    rule: str


class PriorityCorrected(SeatEvent, frozen=True, tag=True):
    """The other seat gave up priority to this one, which should have had it."""

    why: str


def _die_rolled(battle: LegionBattle, event: DieRolled) -> LegionBattle:
    rolled = Rolled(event.die, event.face, event.seat, event.question, event.by_hand)
    return replace(battle, rolled=rolled, questions=battle.questions + 1)


def _priority_corrected(battle: LegionBattle, event: PriorityCorrected) -> LegionBattle:
    """Give priority to this seat. No turn was taken yet, so this seat takes the first turn of the Activation Phase."""
    return replace(battle, priority=event.seat, turn=event.seat if battle.step == "activation" else battle.turn)


def _rolled(x: DieRolled) -> Text:
    key = "legion.story.rolled_by_hand" if x.by_hand else "legion.story.rolled"
    return text(key, seat=seat_name(x), face=text(f"die.{x.face}"))


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(DieRolled, _die_rolled, _rolled),
    EventRow(PriorityGiven, lambda b, x: replace(b, priority=x.seat), line("priority", "rule")),
    EventRow(
        PriorityCorrected,
        _priority_corrected,
        lambda x: text("legion.story.corrected", seat=seat_name(x), why=text(f"legion.why.{x.why}")),
    ),
)
