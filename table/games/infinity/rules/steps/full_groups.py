"""A combat group that is full with a hidden trooper (IA-02): no list tells of it (IA-04), so its choice is refused."""

from table.games.infinity.rules.model.forces import GROUP_SIZE
from table.games.infinity.rules.model.state import Mission
from table.games.infinity.rules.steps.casualties import INTO
from table.games.infinity.rules.steps.roster import GROUP
from table.rules.commands import Answer
from table.rules.corrections import TO
from table.rules.refusal import Refusal
from table.rules.text import text


def why_full(mission: Mission, taken: Answer) -> Refusal | None:
    """Return the refusal of an answer that would be taken, but that puts a trooper into a full group; or None."""
    group = _chosen(mission, taken.prompt, str(taken.value))
    if group is None or mission.side(taken.seat).size(group) < GROUP_SIZE:
        return None
    return Refusal("IA-02", text("infinity.refused.part.group"))


def _chosen(mission: Mission, prompt: str, value: str) -> int | None:
    """Return the group that an answer names for a trooper; None if it names none."""
    match prompt:
        case "use.group":
            return int(value)
        case "arrive.where":
            return int(value.partition(".")[0])
        case "fate" if value.startswith(INTO):
            return int(value.removeprefix(INTO))
    correction = mission.correction
    if prompt == TO and correction is not None and correction.what.startswith(GROUP):
        return int(value)
    return None
