"""All events of Legion with what follows from each, and the state after an event."""

from msgspec.structs import replace

from table.games.legion.rules import consent, corrected_points, round_events
from table.games.legion.rules.activation import turn_events
from table.games.legion.rules.activation.turn_events import Passed, UnitActivated
from table.games.legion.rules.card_acts import act_events
from table.games.legion.rules.effects import effect_events
from table.games.legion.rules.end_phase import victory
from table.games.legion.rules.keywords import keyword_table
from table.games.legion.rules.model.state import KINDS, LegionBattle, with_side
from table.games.legion.rules.orders import order_events
from table.games.legion.rules.pools import pool_events
from table.games.legion.rules.priority import priority_events, priority_ties
from table.games.legion.rules.reading import reading_events
from table.games.legion.rules.round_events import MatchBegun, muster
from table.games.legion.rules.selection import selection_events
from table.games.legion.rules.units import unit_events
from table.rules.counts import change
from table.rules.event_rows import EventTable
from table.rules.game import Event
from table.rules.seats import Seat

TABLE = EventTable[LegionBattle](
    row
    for topic in (
        round_events, selection_events, reading_events, act_events, effect_events, priority_events, order_events,
        pool_events, turn_events, unit_events, victory, consent, corrected_points, priority_ties,
        keyword_table,
    )
    for row in topic.ROWS
)  # fmt: skip


def evolve(battle: LegionBattle | None, event: Event) -> LegionBattle:
    """Return the state after an event that `decide` has checked. `battle` is None before the first event."""
    if battle is None:
        if not isinstance(event, MatchBegun):
            raise ValueError(f"a match begins with MatchBegun, not with {type(event).__name__}")
        return muster(event)
    row = TABLE.row(event)
    after = row.fold(battle, event)
    if battle.before is not None and after.before is battle.before and not _is_begun_early(event):
        after = replace(after, before=None)
    for out in row.hands_out(event):
        after = _on_the_table(after, out.seat, out.kind, out.count)
    for back in row.hands_back(battle, event):
        after = _on_the_table(after, back.seat, back.kind, -back.count)
    return after


def _is_begun_early(event: Event) -> bool:
    """True if a turn that was begun too early can still be taken back after this event, without consent (LA-06)."""
    return isinstance(event, UnitActivated | Passed) and event.early


def _on_the_table(battle: LegionBattle, seat: Seat, kind: str, by: int) -> LegionBattle:
    return with_side(battle, seat, out=change(battle.side(seat).out, kind, by, KINDS))
