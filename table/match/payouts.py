"""Tokens between the rules and the dispenser: what is owed, what became of it, and what only players can tell.

A command takes effect at most once, the device does the counting, and what nobody knows is asked (TB-08 to TB-12).
"""

from collections.abc import Iterable
from typing import Any

from table.games.commands import Answer
from table.games.game import Event
from table.games.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.games.refusal import Refusal
from table.games.text import Text, text
from table.games.tokens import HandBack, HandOut
from table.match import commands as cmd
from table.match import events as ev
from table.match.ledger import Job, Ledger, merged
from table.match.state import MatchState

TOKENS_BACK = "match.tokens_back"
HAND = "match.hand."
PAYOUT = "match.payout."
AGAIN = "again"
BY_HAND = "by_hand"


def owed(match_id: str, ledger: Ledger, hand_outs: Iterable[HandOut]) -> tuple[ev.TokensOwed, ...]:
    """A job for each hand-out; one that no hopper serves is handed out by the players (TB-09)."""
    first = ledger.jobs_made + 1
    return tuple(
        ev.TokensOwed(f"{match_id}-{n}", out.seat, out.kind, out.count, ledger.hopper_for(out.kind))
        for n, out in enumerate(hand_outs, first)
    )


def kind_name(kind: str) -> Text:
    return text(f"token.{kind}")


def doubts(state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
    """What the dispenser could not do, or nobody knows: asked before the game goes on."""
    ledger = state.ledger
    asked = (_doubt(job, ledger) for job in ledger.jobs)
    return tuple(prompt for prompt in asked if prompt is not None)


def chores(state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
    """Tokens to take by hand and to put back, whenever it suits the players."""
    take = tuple(
        Confirm(
            key=HAND + job.id,
            seat=job.seat,
            ask=text("match.take", count=job.count - job.passed, kind=kind_name(job.kind)),
            rule="TB-09",
        )
        for job in state.ledger.jobs
        if job.state == "by_hand"
    )
    back = state.ledger.called_back
    if not back:
        return take
    ask = text("match.tokens_back", tokens=_listed(back, state.ledger))
    may_wait = all(token.later for token in back)
    return (*take, Confirm(key=TOKENS_BACK, seat=None, ask=ask, rule="TB-12", hold=True, standing=may_wait))


def _listed(tokens: tuple[HandBack, ...], ledger: Ledger) -> Text:
    """Which tokens go back into which hopper; both seats' together, since they share the hoppers."""
    counts: dict[str, int] = {}
    for token in tokens:
        counts[token.kind] = counts.get(token.kind, 0) + token.count
    homes = {entry.kind: entry.number + 1 for entry in ledger.hoppers}
    lines = [
        text("match.back.hopper", count=n, kind=kind_name(kind), hopper=homes[kind])
        if kind in homes
        else text("match.back.supply", count=n, kind=kind_name(kind))
        for kind, n in counts.items()
    ]
    listed = lines[-1]
    for line in reversed(lines[:-1]):
        listed = text("match.back.and", first=line, rest=listed)
    return listed


def _doubt(job: Job, ledger: Ledger) -> AnyPrompt | None:
    what = kind_name(job.kind)
    left = job.count - job.passed
    match job.state:
        case "failed":
            again = (Option(AGAIN, text("match.payout.again")),) if job.hopper is not None and ledger.up else ()
            return ChooseOne(
                key=PAYOUT + job.id,
                seat=job.seat,
                ask=text(f"match.payout.{job.why}", count=left, kind=what),
                rule="TB-11",
                options=(*again, Option(BY_HAND, text("match.payout.by_hand", count=left))),
            )
        case "unknown":
            return ChooseOne(
                key=PAYOUT + job.id,
                seat=job.seat,
                ask=text("match.payout.unknown", kind=what, count=job.count),
                rule="TB-10",
                options=tuple(
                    Option(str(n), text("match.payout.came", count=n)) for n in range(job.least, job.most + 1)
                ),
            )
        case _:
            return None


def answered(state: MatchState[Any], answer: Answer) -> tuple[Event, ...]:
    """What follows from an answer to one of the prompts above; the prompt has accepted it already."""
    ledger = state.ledger
    if answer.prompt == TOKENS_BACK:
        return (ev.TokensReturned(ledger.called_back),)
    if answer.prompt.startswith(HAND):
        job = _open(ledger, answer.prompt.removeprefix(HAND))
        return (ev.TokensTakenByHand(job.id, job.count - job.passed),)
    job = _open(ledger, answer.prompt.removeprefix(PAYOUT))
    if answer.value == BY_HAND:
        return (ev.TokensTakenByHand(job.id, job.count - job.passed),)
    passed = job.passed if answer.value == AGAIN else int(str(answer.value))
    settled = ev.PayoutSettled(job.id, passed, "device" if answer.value == AGAIN else "players")
    rest = (HandOut(job.seat, job.kind, job.count - passed),) if passed < job.count else ()
    return (settled, *owed(state.id, ledger, rest))


def reported(state: MatchState[Any], command: cmd.DispenserWord) -> tuple[Event, ...] | Refusal:
    """What follows from the dispenser's word. It may come late, twice, or of a job that the players have settled."""
    job = state.ledger.job(command.job)
    if job is None or job.state == "by_hand":
        return Refusal("TB-08", text("match.job_closed", job=command.job))
    match command:
        case cmd.Counted():
            return (ev.TokensCounted(job.id, command.passed),) if command.passed > job.passed else ()
        case cmd.Unheard():
            if job.passed:
                return (ev.PayoutUncertain(job.id, job.passed, job.count),)
            return (ev.PayoutAskedAgain(job.id),)
        case cmd.Uncertain():
            least, most = max(job.passed, command.least), max(job.passed, command.most)
            return (ev.PayoutUncertain(job.id, least, most),)
        case cmd.Ended():
            passed = max(job.passed, command.passed)
            if passed < job.count:
                return (ev.PayoutFailed(job.id, passed, command.outcome),)
            settled = ev.PayoutSettled(job.id, passed, "device")
            surplus = HandBack(job.seat, job.kind, passed - job.count)
            return (settled, ev.TokensCalledBack((surplus,))) if surplus.count else (settled,)


def connection(ledger: Ledger, up: bool) -> tuple[Event, ...]:
    """The dispenser came or went. Jobs that it may have begun wait for it, or for the players' word."""
    if up == ledger.up:
        return ()
    if up:
        return (ev.DispenserFound(),)
    adrift = tuple(ev.PayoutUncertain(job.id, job.passed, job.count) for job in ledger.jobs if job.state == "asked")
    return (ev.DispenserLost(), *adrift)


def all_back(ledger: Ledger) -> tuple[Event, ...]:
    """At the end of a match whatever is still out is called back."""
    waiting = {(token.seat, token.kind): token.count for token in ledger.called_back}
    rest = merged(HandBack(seat, kind, n - waiting.get((seat, kind), 0)) for seat, kind, n in ledger.out)
    return (ev.TokensCalledBack(rest),) if rest else ()


def _open(ledger: Ledger, id: str) -> Job:
    job = ledger.job(id)
    if job is None:
        raise LookupError(f"job {id} has a prompt and is not open")
    return job
