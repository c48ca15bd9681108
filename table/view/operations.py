"""The table as its helpers see it: its faults, its clock, its dispenser, and that it lives. Never a card."""

from msgspec import Struct

from table.view.clock import RunningClock, told_clock
from table.view.published import DispenserState, HopperState, Published
from table.view.said import Said, Sayings
from table.words.faults import fault_words


class OperationsFault(Struct, frozen=True):
    """Something that is wrong now."""

    code: str
    part: str
    say: Said
    """The fault with its remedy, as the screen says it."""


class OperationsHopper(Struct, frozen=True):
    """A hopper, without the number of its tokens: that would tell at once which ones were drawn."""

    number: int
    kind: str
    """The token kind that it holds."""
    state: HopperState


class OperationsTable(Struct, frozen=True):
    """The table as its helpers see it."""

    on: bool = False
    """True while a table is switched on and publishes."""
    signs: int = 0
    """The signs of life so far. One comes about every second, as long as session and screen move."""
    match: str = ""
    """The match's id; empty in the lobby."""
    judged: bool = False
    """True while a judge has the table."""
    faults: tuple[OperationsFault, ...] = ()
    clock: RunningClock | None = None
    dispenser: DispenserState = DispenserState.ABSENT
    hoppers: tuple[OperationsHopper, ...] = ()


def operations_table(
    published: Published | None, sayings: Sayings, signs: int, at_ms: int, clock: RunningClock | None = None
) -> OperationsTable:
    """Return what the table's helpers see at this time, after so many signs of life, by a clock that was told before.

    Without a view the table is off.
    """
    if published is None:
        return OperationsTable(signs=signs)
    return OperationsTable(
        on=True,
        signs=signs,
        match=published.match,
        judged=published.judged,
        faults=tuple(
            OperationsFault(fault.code, fault.part, sayings.say(fault_words(fault.code, fault.part, fault.detail)))
            for fault in published.faults
        ),
        clock=told_clock(published.clock, at_ms, clock),
        dispenser=published.dispenser,
        hoppers=tuple(OperationsHopper(each.number, each.kind, each.state) for each in published.hoppers),
    )
