"""Refusals that do not come from the questions of the steps."""

from table.games.infinity.rules.corrections.roster_corrections import GROUP
from table.games.infinity.rules.model.forces import GROUP_SIZE
from table.games.infinity.rules.model.mission_state import Mission
from table.games.infinity.rules.troopers.casualties import INTO
from table.rules.commands import Answer
from table.rules.corrections import TO, WHAT
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Steps
from table.rules.text import text

RULE = "TB-102"


def why_not_asked(mission: Mission, refused: Answer, steps: Steps[Mission]) -> Refusal | None:
    """Return the refusal that names the seat that answers first, or None if there is another reason.

    Then a card on the seat's reader is checked again.
    """
    seat = _answering(mission, refused)
    if seat is None or _open(mission, refused, steps):
        return None
    why = text("infinity.refused.answering", seat=text(f"seat.{seat}"))
    return Refusal(RULE, why, later=seat is refused.seat)


def _answering(mission: Mission, refused: Answer) -> Seat | None:
    """Return the seat that answers first; None if nobody has to. A correction waits for either seat."""
    if mission.over or mission.correction is not None:
        return None
    seats = (refused.seat, refused.seat.opponent) if refused.prompt == WHAT else (refused.seat,)
    return next((seat for seat in seats if mission.busy_for(seat)), None)


def _open(mission: Mission, refused: Answer, steps: Steps[Mission]) -> bool:
    """True if this question is open to the seat, or if the step never asks it."""
    if refused.prompt == WHAT:
        return False
    question = steps.question(mission.step, refused.prompt)
    return question is None or question.prompt(mission, refused.seat) is not None


def why_full(mission: Mission, taken: Answer) -> Refusal | None:
    """Return the refusal of an otherwise valid answer that puts a trooper into a full group, or None."""
    group = _chosen(mission, taken.prompt, str(taken.value))
    if group is None or mission.side(taken.seat).size(group) < GROUP_SIZE:
        return None
    return Refusal("IA-02", text("infinity.refused.part.group"))


def _chosen(mission: Mission, prompt: str, value: str) -> int | None:
    """Return the group that an answer names for a trooper; None if it names none."""
    if prompt == "use.group":
        return int(value)
    if prompt == "arrive.where":
        return int(value.partition(".")[0])
    if prompt == "fate" and value.startswith(INTO):
        return int(value.removeprefix(INTO))
    correction = mission.correction
    if prompt == TO and correction is not None and correction.what.startswith(GROUP):
        return int(value)
    return None
