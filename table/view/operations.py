"""The table as its helpers see it: its faults, clock, dispenser and signs of life. Never a card."""

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
"""The words for a payout that needs the players, by the rule of the question."""


class OperationsFault(Struct, frozen=True):
    """A current fault."""

    code: str
    part: str
    say: Sentences
    """The fault with its remedy, as on the screen, except for numbers of tokens."""


class OperationsPayout(Struct, frozen=True):
    """A payout that needs the players: it failed, or its outcome is unknown. Its tokens are not named."""

    rule: str
    """The id of the rule that asks them: TB-11 if it failed, TB-10 if its outcome is unknown."""
    say: Sentences


class OperationsHopper(Struct, frozen=True):
    """A hopper, without the number of its tokens, which would reveal draws without delay."""

    number: int
    kind: str
    """The token kind that it holds."""
    state: HopperState


class OperationsTable(Struct, frozen=True):
    """The table as its helpers see it."""

    on: bool = False
    """True while a table is switched on and publishes."""
    signs: int = 0
    """The signs of life so far. One is sent about every second, as long as session and screen run."""
    match: str = ""
    """The match's id; empty in the lobby."""
    judged: bool = False
    """True while a judge has frozen the match."""
    faults: tuple[OperationsFault, ...] = ()
    clock: RunningClock | None = None
    dispenser: DispenserState = DispenserState.ABSENT
    hoppers: tuple[OperationsHopper, ...] = ()
    payouts: tuple[OperationsPayout, ...] = ()


def operations_table(
    published: Published | None, sayings: Sayings, signs: int, at_ms: int, clock: RunningClock | None = None
) -> OperationsTable:
    """Return the helpers' view at this time, with this number of signs of life and the last sent clock.

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
    """Return a fault's words, without a number of tokens, which would reveal draws without delay."""
    if fault.code in COUNTED:
        return replace(fault_words(fault.code, fault.part, ""), key=f"operations.{fault.code}")
    return fault_words(fault.code, fault.part, fault.detail)
