"""The table of a token job's steps: whatever is reported of it, a job goes the ways of the table and no other."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from lab.campaigns.dispense.payout_game import KINDS, MOST, ORDER, PayoutGame
from lab.pages.job_steps_page import EVENTS
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.hoppers import MOST_IN_HOPPER
from table.rules.match.job_steps import START, STEPS, UNSURE, JobState, JobStep, after, may
from table.rules.match.ledger import Ledger, record
from table.rules.match.payouts import COUNT, HAND, PAYOUT, payout_questions
from table.rules.prompts import ChooseOne, Number
from table.rules.refusal import Refusal
from table.rules.seats import BLUE
from tests.rules.match.table import STORE, MatchTable

HOPPERS = tuple(ev.HopperEntry(number, kind, 30) for number, kind in enumerate(KINDS))
LIVES, SHOWN = 700, 40
Way = tuple[JobState, type[Event], JobState]


def fitting(table: MatchTable, rng: Random) -> Iterator[cmd.MatchCommand]:
    """One thing that the dispenser or a player may say now, mostly about a job that there is."""
    ledger = table.state.ledger
    jobs = [job.id for job in (*ledger.jobs, *ledger.jobs, *ledger.closed[-3:])] or ["nobody-1"]
    job, n, counter = rng.choice(jobs), rng.randrange(4), rng.choice((0, 0, 30))
    yield cmd.TokenPassed(job, n)
    yield cmd.PayoutEnded(job, n, rng.choice(tuple(ev.PayoutOutcome)), counter)
    yield cmd.PayoutUnknown(job, n, n + rng.randrange(2))
    yield cmd.PayoutUnheard(job, counter)
    yield cmd.TokenLate(job, rng.randrange(3))
    yield cmd.DispenserIs(True, STORE, counter, sockets=rng.choice((0, 0, 1)))
    yield cmd.DispenserIs(up=False)
    yield cmd.AwaitDispenser() if rng.random() < 0.8 else cmd.Restarted()
    yield Answer(BLUE, ORDER, f"{rng.choice(KINDS)}-{rng.randrange(1, MOST + 1)}")
    for prompt in table.match.prompts(table.state) if rng.random() < 0.5 else ():
        if prompt.key.startswith((HAND, PAYOUT, COUNT)) and (not isinstance(prompt, ChooseOne) or prompt.options):
            yield Answer(BLUE, prompt.key, prompt.sample(rng.randrange))


def states(ledger: Ledger) -> dict[str, JobState]:
    return {job.id: job.state for job in (*ledger.closed, *ledger.jobs)}


def ways_of(before: Ledger, event: Event, now: Ledger) -> Iterator[Way]:
    """Where this event took jobs from, and where to. One that the players took from their supply is forgotten then."""
    was, then = states(before), states(now)
    about = getattr(event, "job", None)
    for id, state in was.items():
        after = then.get(id, JobState.SETTLED)
        dropped = id not in then and about != id  # out of the closed ones that are remembered
        if (about == id or after is not state) and not dropped:
            yield state, type(event), after


@cache
def taken() -> tuple[frozenset[Way], frozenset[JobState]]:
    """All ways that jobs took in many random lives, and the states in which they began."""
    ways: set[Way] = set()
    begun: set[JobState] = set()
    for life in range(LIVES):
        rng = Random(life)
        table = MatchTable(HOPPERS, rng.random() < 0.7, PayoutGame()).dialled()
        for _ in range(SHOWN):
            state = table.state
            follows = table.does(rng.choice(tuple(fitting(table, rng))))
            for event in () if isinstance(follows, Refusal) else follows:
                before, state = state.ledger, table.match.evolve(state, event)
                ways |= set(ways_of(before, event, state.ledger))
                if isinstance(event, ev.TokensOwed):
                    begun.add(states(state.ledger)[event.job])
    return frozenset(ways), frozenset(begun)


def drawn() -> set[Way]:
    return {
        (state, event, to)
        for state, steps in STEPS.items()
        for step, to in steps.items()
        for event in EVENTS[step]
        if event not in (ev.DispenserFound, ev.DispenserLost) or to is not state
    }


@pytest.mark.campaign
@pytest.mark.rule("TB-08")
def test_jobs_take_the_ways_of_the_table_and_no_other() -> None:
    """Each step of the table is taken, too: none is drawn that cannot happen."""
    ways, begun = taken()
    assert ways - drawn() == set()
    assert drawn() - ways == set()
    assert begun == START


@pytest.mark.parametrize("state", JobState)
@pytest.mark.parametrize("step", JobStep)
def test_a_step_is_in_the_table_or_is_refused_with_the_names_of_both(state: JobState, step: JobStep) -> None:
    if may(state, step):
        assert after(state, step) is STEPS[state][step]
    else:
        with pytest.raises(LookupError, match=f"{step} cannot happen to a job that is {state}"):
            after(state, step)


def owed(hopper: int | None = 0) -> Ledger:
    there = record(record(Ledger(), ev.HoppersLoaded(HOPPERS)), ev.DispenserFound(STORE))
    return record(there, ev.TokensOwed("m-1", BLUE, KINDS[0], 2, hopper))


ILLEGAL = [
    (owed(None), ev.TokensCounted("m-1", 1), "counted cannot happen to a job that is by_hand"),
    (owed(), ev.TokensTakenByHand("m-1", 2), "taken cannot happen to a job that is asked"),
    (owed(), ev.PayoutSettled("m-1", 2, ev.SettledBy.PLAYERS), "answered cannot happen to a job that is asked"),
    (owed(), ev.Recounted("m-1", 20), "recounted cannot happen to a job that is asked"),
]


@pytest.mark.parametrize(("ledger", "event", "why"), ILLEGAL, ids=[type(event).__name__ for _, event, _ in ILLEGAL])
def test_a_journal_with_an_illegal_step_names_job_state_and_step(ledger: Ledger, event: Event, why: str) -> None:
    with pytest.raises(LookupError, match=f"job m-1: {why}"):
        record(ledger, event)


@pytest.mark.slow
@pytest.mark.rule("TB-10")
def test_players_are_asked_how_many_came_where_the_table_lets_them_report() -> None:
    """And in no other state, but for a hopper that failed: there they say how it continues."""
    for life in range(60):
        rng = Random(life)
        table = MatchTable(HOPPERS, True, PayoutGame()).dialled()
        for _ in range(SHOWN):
            table.does(rng.choice(tuple(fitting(table, rng))))
            jobs = {job.id: job.state for job in table.state.ledger.jobs}
            for prompt in payout_questions(table.state):
                state = jobs[prompt.key.rpartition(".")[2]]
                assert state in UNSURE or (state is JobState.FAILED and isinstance(prompt, ChooseOne))
                if isinstance(prompt, Number):
                    assert may(state, JobStep.RECOUNTED)
                    assert prompt.most == MOST_IN_HOPPER
