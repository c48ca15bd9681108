"""The states of a token job and the steps between them, in one table.

The ledger and the diagram in `docs/build/dispenser.md` use it.

A step that is not in the table cannot happen.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class JobState(StrEnum):
    WAITING = "waiting"
    """The dispenser is being searched for, and has not received the job."""
    ASKED = "asked"
    """The dispenser has received the job, and answers."""
    BY_HAND = "by_hand"
    """The players take the tokens themselves."""
    FAILED = "failed"
    """The dispenser gave up: a hopper needs a player's help."""
    ADRIFT = "adrift"
    """The dispenser received the job and is now unreachable. It knows the outcome, and the players can look."""
    UNKNOWN = "unknown"
    """The dispenser does not know the outcome. The players look."""
    SETTLED = "settled"
    """The job is closed. A later report of the dispenser is compared with the count at the close."""


class JobStep(StrEnum):
    """An event in the life of a job."""

    HOPPERLESS = "hopperless"
    """The dispenser is not found, or has no working hopper for the job."""
    FOUND = "found"
    """The dispenser is back."""
    ASKED_AGAIN = "asked_again"
    """The job never began. It is sent, or sent again."""
    COUNTED = "counted"
    LATE = "late"
    """Tokens fell after the dispenser had ended it."""
    FAILED = "failed"
    ADRIFT = "adrift"
    UNKNOWN = "unknown"
    """The number of tokens is unknown: the dispenser reported this, or contradicts the players."""
    RECOUNT_ASKED = "recount_asked"
    RECOUNTED = "recounted"
    TAKEN = "taken"
    """The players took the missing tokens."""
    ANSWERED = "answered"
    """The players entered how many came. The job is closed with their count."""
    SETTLED = "settled"
    """The job is closed with the dispenser's count."""
    STRAYED = "strayed"
    """The dispenser counted more tokens than at the close."""


START = frozenset({JobState.WAITING, JobState.ASKED, JobState.BY_HAND})
"""The states that a job can begin in, with `TokensOwed`."""
STEPS: Mapping[JobState, Mapping[JobStep, JobState]] = MappingProxyType(
    {
        JobState.WAITING: {JobStep.HOPPERLESS: JobState.BY_HAND, JobStep.ASKED_AGAIN: JobState.ASKED},
        JobState.ASKED: {
            JobStep.ASKED_AGAIN: JobState.ASKED,
            JobStep.COUNTED: JobState.ASKED,
            JobStep.LATE: JobState.ASKED,
            JobStep.FAILED: JobState.FAILED,
            JobStep.ADRIFT: JobState.ADRIFT,
            JobStep.UNKNOWN: JobState.UNKNOWN,
            JobStep.SETTLED: JobState.SETTLED,
        },
        JobState.BY_HAND: {JobStep.TAKEN: JobState.SETTLED},
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
        JobState.SETTLED: {JobStep.STRAYED: JobState.SETTLED, JobStep.UNKNOWN: JobState.UNKNOWN},
    }
)

UNSURE = frozenset(state for state, steps in STEPS.items() if JobStep.RECOUNT_ASKED in steps)
"""The states in which the number of tokens is unknown, so the table asks the players."""


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
