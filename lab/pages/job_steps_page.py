"""Draw the steps of a token job in `docs/build/dispenser.md` from their table (`make docs`)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.match.job_steps import START, STEPS, JobState, JobStep

PAGE = Path("build") / "dispenser.md"
EVENTS: Mapping[JobStep, tuple[type[Event], ...]] = MappingProxyType(
    {
        JobStep.HOPPERLESS: (ev.DispenserLost, ev.DispenserFound),
        JobStep.FOUND: (ev.DispenserFound,),
        JobStep.ASKED_AGAIN: (ev.PayoutAskedAgain,),
        JobStep.COUNTED: (ev.TokensCounted,),
        JobStep.LATE: (ev.TokensLate,),
        JobStep.FAILED: (ev.PayoutFailed,),
        JobStep.ADRIFT: (ev.PayoutUncertain,),
        JobStep.UNKNOWN: (ev.PayoutUncertain,),
        JobStep.RECOUNT_ASKED: (ev.RecountAsked,),
        JobStep.RECOUNTED: (ev.Recounted,),
        JobStep.TAKEN: (ev.TokensTakenByHand,),
        JobStep.ANSWERED: (ev.PayoutSettled,),
        JobStep.SETTLED: (ev.PayoutSettled,),
        JobStep.STRAYED: (ev.TokensStray,),
    }
)
"""The journal events that record each step."""

MEANS: Mapping[JobState, str] = MappingProxyType(
    {
        JobState.WAITING: "the table was just switched on and looks for the dispenser, which was not asked yet",
        JobState.ASKED: "the dispenser was asked to pay out, and answers",
        JobState.BY_HAND: "the players take the tokens themselves",
        JobState.FAILED: "the dispenser gave up; the players see to its hopper, or take the tokens",
        JobState.ADRIFT: "the dispenser is out of reach; it may tell when it is back, or the players look",
        JobState.UNKNOWN: "how many came the dispenser does not know, or players saw other than it; the players look",
        JobState.SETTLED: "it is closed; what turns up later is held against it",
    }
)

WORDS: Mapping[JobStep, str] = MappingProxyType(
    {
        JobStep.HOPPERLESS: "no dispenser, or no such hopper",
        JobStep.FOUND: "dispenser is back",
        JobStep.ASKED_AGAIN: "asked (again)",
        JobStep.COUNTED: "count",
        JobStep.LATE: "late token",
        JobStep.FAILED: "gave up",
        JobStep.ADRIFT: "dispenser is gone",
        JobStep.UNKNOWN: "only the players can know",
        JobStep.RECOUNT_ASKED: "players choose to count",
        JobStep.RECOUNTED: "players counted the hopper",
        JobStep.TAKEN: "players took the rest",
        JobStep.ANSWERED: "players say how many came",
        JobStep.SETTLED: "closed with the device's count",
        JobStep.STRAYED: "stray token",
    }
)


def section() -> str:
    """Return the diagram, the meanings of the states, and the journal's events of the steps."""
    lines = [
        "```mermaid",
        "stateDiagram-v2",
        *(f"    [*] --> {state}" for state in JobState if state in START),
        *_arrows(),
        "```",
        "",
        "| state | meaning |",
        "|---|---|",
        *(f"| `{state}` | {MEANS[state]} |" for state in JobState),
        "",
        "| step | in the journal |",
        "|---|---|",
        *(f"| {WORDS[step]} | {' or '.join(f'`{event.__name__}`' for event in EVENTS[step])} |" for step in JobStep),
        "",
    ]
    return "\n".join(lines)


def _arrows() -> Iterator[str]:
    """Yield one arrow for all steps between the same two states."""
    for state, steps in STEPS.items():
        words: defaultdict[JobState, list[str]] = defaultdict(list)
        for step, to in steps.items():
            words[to].append(WORDS[step])
        yield from (f"    {state} --> {to}: {', '.join(labels)}" for to, labels in words.items())
