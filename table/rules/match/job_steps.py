"""The states of a token job, and every step from one to the next: one table, from which the ledger and the diagram in
`docs/build/dispenser.md` come.

A step that the table does not have cannot happen. What the dispenser and the players can still say of a job follows
from its row.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class JobState(StrEnum):
    WAITING = "waiting"
    """The dispenser is being looked for, and was not asked yet."""
    ASKED = "asked"
    """The dispenser was asked to pay out, and answers."""
    BY_HAND = "by_hand"
    """The players take the tokens themselves."""
    FAILED = "failed"
    """The dispenser gave up: a hopper waits for a hand."""
    ADRIFT = "adrift"
    """The dispenser was asked, and is out of reach: it knows what came of it, and the players can look."""
    UNKNOWN = "unknown"
    """The dispenser does not know what came of it: the players look."""
    SETTLED = "settled"
    """The job is closed. What the dispenser says of it afterwards is held against what it was closed with."""


class JobStep(StrEnum):
    """A step is something that happens to a job."""

    HOPPERLESS = "hopperless"
    """The dispenser is not found, or not with a hopper that works for it."""
    FOUND = "found"
    """The dispenser is there again."""
    ASKED_AGAIN = "asked_again"
    """Nothing of it was begun: the dispenser is asked, or asked once more."""
    COUNTED = "counted"
    LATE = "late"
    """Tokens fell after the dispenser had ended it."""
    FAILED = "failed"
    ADRIFT = "adrift"
    UNKNOWN = "unknown"
    """The dispenser said so, or said what the players do not see."""
    RECOUNT_ASKED = "recount_asked"
    RECOUNTED = "recounted"
    TAKEN = "taken"
    """The players took what was missing."""
    ANSWERED = "answered"
    """The players said how many came: it is closed with their word."""
    SETTLED = "settled"
    """The job is closed with the dispenser's count."""
    STRAYED = "strayed"
    """The dispenser counted more than it was closed with."""


START = frozenset({JobState.WAITING, JobState.ASKED, JobState.BY_HAND})
"""The states that a job can begin in, with `TokensOwed`."""
STEPS: Mapping[JobState, Mapping[JobStep, JobState]] = MappingProxyType(
    {
        JobState.WAITING: {
            JobStep.HOPPERLESS: JobState.BY_HAND,
            JobStep.ASKED_AGAIN: JobState.ASKED,
        },
        JobState.ASKED: {
            JobStep.ASKED_AGAIN: JobState.ASKED,
            JobStep.COUNTED: JobState.ASKED,
            JobStep.LATE: JobState.ASKED,
            JobStep.FAILED: JobState.FAILED,
            JobStep.ADRIFT: JobState.ADRIFT,
            JobStep.UNKNOWN: JobState.UNKNOWN,
            JobStep.SETTLED: JobState.SETTLED,
        },
        JobState.BY_HAND: {
            JobStep.TAKEN: JobState.SETTLED,
        },
        JobState.FAILED: {
            JobStep.COUNTED: JobState.FAILED,
            JobStep.LATE: JobState.FAILED,
            JobStep.FAILED: JobState.FAILED,
            JobStep.UNKNOWN: JobState.UNKNOWN,
            JobStep.TAKEN: JobState.SETTLED,
            JobStep.ANSWERED: JobState.SETTLED,
            JobStep.SETTLED: JobState.SETTLED,
        },
        JobState.ADRIFT: {
            JobStep.FOUND: JobState.ASKED,
            JobStep.ASKED_AGAIN: JobState.ASKED,
            JobStep.COUNTED: JobState.ADRIFT,
            JobStep.LATE: JobState.ADRIFT,
            JobStep.FAILED: JobState.FAILED,
            JobStep.UNKNOWN: JobState.UNKNOWN,
            JobStep.RECOUNT_ASKED: JobState.ADRIFT,
            JobStep.RECOUNTED: JobState.ADRIFT,
            JobStep.ANSWERED: JobState.SETTLED,
            JobStep.SETTLED: JobState.SETTLED,
        },
        JobState.UNKNOWN: {
            JobStep.COUNTED: JobState.UNKNOWN,
            JobStep.LATE: JobState.UNKNOWN,
            JobStep.FAILED: JobState.FAILED,
            JobStep.UNKNOWN: JobState.UNKNOWN,
            JobStep.RECOUNT_ASKED: JobState.UNKNOWN,
            JobStep.RECOUNTED: JobState.UNKNOWN,
            JobStep.ANSWERED: JobState.SETTLED,
            JobStep.SETTLED: JobState.SETTLED,
        },
        JobState.SETTLED: {
            JobStep.STRAYED: JobState.SETTLED,
            JobStep.UNKNOWN: JobState.UNKNOWN,
        },
    }
)

UNSURE = frozenset(state for state, steps in STEPS.items() if JobStep.RECOUNT_ASKED in steps)
"""The states in which the table does not know how many tokens came, and the players can tell."""


def may(state: JobState, step: JobStep) -> bool:
    """True if the step can happen to a job in this state."""
    return step in STEPS[state]


def after(state: JobState, step: JobStep) -> JobState:
    """Return the state after the step. Raises LookupError, naming both, for a step that cannot happen in this state."""
    try:
        return STEPS[state][step]
    except KeyError:
        possible = ", ".join(STEPS[state])
        raise LookupError(f"{step} cannot happen to a job that is {state}, only {possible}") from None
