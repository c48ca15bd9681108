"""The table as its helpers see it: its faults, its clock, its dispenser, and that it lives. Never a card."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from table.rules.text import Text, text
from table.view.clock import RunningClock, running_clock
from table.view.published import DispenserState, FaultNote, HopperState, Published
from table.view.sentences import Sayings, Sentences
from table.words.faults import fault_words

COUNTED = ("hopper.short", "hopper.recount")
"""The faults whose words on the screen have a number of tokens."""
PAYOUT_WORDS: Mapping[str, str] = MappingProxyType(
    {"TB-10": "operations.payout.unknown", "TB-11": "operations.payout.failed"}
)
"""The words for a payout that waits for the players, by the rule that asks them."""


class OperationsFault(Struct, frozen=True):
    """Something that is wrong now."""

    code: str
    part: str
    say: Sentences
    """The fault with its remedy, as the screen says it, but for numbers of tokens."""


class OperationsPayout(Struct, frozen=True):
    """A payout that waits for the players: it failed, or nobody knows what came. Its tokens are not named."""

    rule: str
    """The id of the rule that asks them: TB-11 where it failed, TB-10 where nobody knows what came."""
    say: Sentences


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
    payouts: tuple[OperationsPayout, ...] = ()


def operations_table(
    published: Published | None, sayings: Sayings, signs: int, at_ms: int, clock: RunningClock | None = None
) -> OperationsTable:
    """Return what the table's helpers see at this time, after so many signs of life, by the clock that was sent last.

    Without a view the table is off.
    """
    if published is None:
        return OperationsTable(signs=signs)
    return OperationsTable(
        on=True,
        signs=signs,
        match=published.match,
        judged=published.judged,
        faults=tuple(OperationsFault(fault.code, fault.part, sayings.say(_words(fault))) for fault in published.faults),
        clock=running_clock(published.clock, at_ms, clock),
        dispenser=published.dispenser,
        hoppers=tuple(OperationsHopper(each.number, each.kind, each.state) for each in published.hoppers),
        payouts=tuple(
            OperationsPayout(prompt.rule, sayings.say(text(PAYOUT_WORDS[prompt.rule])))
            for prompt in published.prompts
            if prompt.rule in PAYOUT_WORDS
        ),
    )


def _words(fault: FaultNote) -> Text:
    """Return a fault's words, without a number of tokens: that would tell at once what was drawn."""
    if fault.code in COUNTED:
        return replace(fault_words(fault.code, fault.part, ""), key=f"operations.{fault.code}")
    return fault_words(fault.code, fault.part, fault.detail)
