"""Revision 5 of the rules: what a card gave was free from its time on to the end of the round (LA-63, LA-35, TB-37)."""

from msgspec.structs import replace

from table.games.legion.rules.evolve import evolve
from table.games.legion.rules.model.editions import CURRENT
from table.games.legion.rules.model.state import LegionBattle
from table.rules.game import Event
from table.rules.steps import Steps

WITHOUT_MOMENTS = replace(CURRENT, moments=False)


def evolve_5(battle: LegionBattle | None, event: Event) -> LegionBattle:
    """Return the state after an event of a match that these rules decide."""
    after = evolve(battle, event)
    return replace(after, edition=WITHOUT_MOMENTS) if battle is None else after


def of_revision_5(steps: Steps[LegionBattle]) -> Steps[LegionBattle]:
    """Return these steps for a match of then."""
    return Steps(steps.table, steps.standing, evolve_5)
