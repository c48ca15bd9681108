"""Tokens between the rules and the dispenser: owed tokens, payouts, and the questions about doubtful ones.

A command takes effect at most once. The device counts, and the players are asked if it cannot (TB-08 to TB-12).
"""

from collections.abc import Iterable
from typing import Any, assert_never

from msgspec.structs import replace

from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match import trays
from table.rules.match.hoppers import content_dial, kind_name
from table.rules.match.job_steps import UNSURE, JobState, JobStep, may
from table.rules.match.ledger import Ledger, TokenJob, merged, record, strays
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.refusal import Refusal
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut

TOKENS_BACK = "match.tokens_back"
HAND = "match.hand."
PAYOUT = "match.payout."
COUNT = "match.count."
AGAIN = "again"
CAME = "came"
BY_HAND = "by_hand"
COUNT_AGAIN = "count"
MORE_THAN_REPORTED = 1
"""The number of tokens in the tray that may exceed the dispenser's maximum, because a pocket of the disc may hold
two.
"""
REASONS = frozenset({"hopper", "count", "counter", "busy"})
"""The dispenser's reasons for a refusal that have their own sentences."""
MOST_IN_A_PAYOUT = 99
"""The most tokens in one job. A dispenser refuses more (`firmware/settings.py`)."""
REMEMBERED_BY_DEVICE = 20
"""The number of jobs that every dispenser certainly remembers. It keeps its newest 24 (`firmware/jobs.py`)."""


def owed(match_id: str, ledger: Ledger, hand_outs: Iterable[HandOut]) -> tuple[ev.TokensReused | ev.TokensOwed, ...]:
    """Return the tokens that the seats take from their trays (TB-79), and a job for each remaining hand-out.

    It is several jobs if it exceeds `MOST_IN_A_PAYOUT`. The players hand out tokens without a hopper (TB-09).
    """
    first = ledger.jobs_made + 1
    reused, rest = trays.served(ledger, hand_outs)
    served = ((out, ledger.hopper_for(out.kind)) for out in rest)
    portions = ((out, hopper, count) for out, hopper in served for count in _portions(out.count, hopper))
    jobs = (
        ev.TokensOwed(f"{match_id}-{n}", out.seat, out.kind, count, hopper)
        for n, (out, hopper, count) in enumerate(portions, first)
    )
    return (*reused, *jobs)


def _portions(count: int, hopper: int | None) -> tuple[int, ...]:
    if hopper is None or count <= MOST_IN_A_PAYOUT:
        return (count,)
    return (MOST_IN_A_PAYOUT, *_portions(count - MOST_IN_A_PAYOUT, hopper))


def payout_questions(state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
    """Return the questions about jobs that failed or whose outcome is unknown. They come before the game's questions.

    The players count tokens of a kind only while no tokens of that kind are falling.
    """
    ledger = state.ledger
    falling = {job.kind for job in ledger.jobs if job.state is JobState.ASKED and ledger.up}
    asked = (_doubt(job, ledger) for job in ledger.jobs if job.state not in UNSURE or job.kind not in falling)
    return tuple(prompt for prompt in asked if prompt is not None)


def token_requests(state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
    """Return the requests to take tokens by hand, and, without an agreement, to put tokens back.

    Players may answer them at any time.
    """
    take = tuple(
        Confirm(
            key=HAND + job.id,
            seat=job.seat,
            ask=text("match.take", count=job.missing, kind=kind_name(job.kind)),
            rule="TB-09",
        )
        for job in state.ledger.jobs
        if job.state is JobState.BY_HAND
    )
    back = state.ledger.called_back
    if not back or (state.ledger.spent is not None and not state.ended):
        return take
    may_wait = not state.ended and all(token.later for token in back)
    return (*take, _put_back(state.ledger, "TB-12", may_wait))


def chores(state: MatchState[Any], *, due: bool) -> tuple[AnyPrompt, ...]:
    """Return the request to put tokens back, once a round and without interrupting play (TB-78).

    `due` is true if the game's questions at the end of the round are answered, or a hopper needs the tokens.
    """
    back = state.ledger.called_back
    if not back or not due:
        return ()
    return (_put_back(state.ledger, "TB-78", standing=True, chore=sum(token.count for token in back)),)


def _put_back(ledger: Ledger, rule: str, standing: bool, chore: int = 0) -> Confirm:
    ask = text("match.tokens_back", tokens=_listed(ledger.called_back, ledger))
    return Confirm(key=TOKENS_BACK, seat=None, ask=ask, rule=rule, hold=True, standing=standing, chore=chore, often=8)


def _listed(tokens: tuple[HandBack, ...], ledger: Ledger) -> Text:
    """Return the words that list which tokens return to which hopper.

    The seats share the hoppers, so their tokens are added up.
    """
    counts: dict[str, int] = {}
    for token in tokens:
        counts[token.kind] = counts.get(token.kind, 0) + token.count - token.unnamed
    unnamed = sum(token.unnamed for token in tokens)
    lines = [text("match.back.unnamed", count=unnamed)] if unnamed else []
    for kind, n in ((kind, n) for kind, n in counts.items() if n):
        home = ledger.home(kind)
        if home is None:
            lines.append(text("match.back.supply", count=n, kind=kind_name(kind)))
        else:
            lines.append(text("match.back.hopper", count=n, kind=kind_name(kind), hopper=home.number + 1))
    listed = lines[-1]
    for line in reversed(lines[:-1]):
        listed = text("match.back.and", first=line, rest=listed)
    return listed


def _doubt(job: TokenJob, ledger: Ledger) -> AnyPrompt | None:
    what = kind_name(job.kind)
    left = job.missing
    match job.state:
        case JobState.FAILED:
            asked = job.hopper is not None and ledger.up and ledger.is_on(job.hopper)
            again = (Option(AGAIN, text("match.payout.again")),) if asked else ()
            return ChooseOne(
                key=PAYOUT + job.id,
                seat=job.seat,
                ask=_failed(job, ledger),
                rule="TB-11",
                options=(*_hung(job), *again, Option(BY_HAND, text("match.payout.by_hand", count=left))),
            )
        case JobState.ADRIFT | JobState.UNKNOWN if job.counting:
            return _count(job, ledger)
        case JobState.ADRIFT | JobState.UNKNOWN:
            return ChooseOne(
                key=PAYOUT + job.id,
                seat=job.seat,
                ask=text(_UNKNOWN[job.why], kind=what, count=job.count),
                rule="TB-10",
                hold=True,
                options=(*(Option(str(n), _lies_there(job, n)) for n in _came(job)), *_again_by_count(job, ledger)),
            )
        case JobState.WAITING | JobState.ASKED | JobState.BY_HAND | JobState.SETTLED:
            return None
        case _:
            assert_never(job.state)


_UNKNOWN: dict[ev.PayoutOutcome | ev.Doubt, str] = {
    ev.Doubt.NONE: "match.payout.unknown",
    ev.Doubt.BLOCKED: "match.payout.hung",
    ev.Doubt.FEWER: "match.payout.fewer",
}


def _failed(job: TokenJob, ledger: Ledger) -> Text:
    """Return the words for the failure of a job, with the dispenser's own reason if there is a sentence for it.

    The dispenser cannot know that a hopper is empty: tokens may lie where its disc does not reach. The ledger decides.
    """
    left, why = _content(ledger, job.hopper), job.why
    if why in (ev.PayoutOutcome.EMPTY, ev.PayoutOutcome.NOTHING):
        why = ev.PayoutOutcome.NOTHING if left else ev.PayoutOutcome.EMPTY
    key = f"match.payout.{why}"
    if job.reason in REASONS:
        key = f"{key}.{job.reason}"
    hopper = 0 if job.hopper is None else job.hopper + 1
    return text(key, count=job.missing, kind=kind_name(job.kind), hopper=hopper, left=left)


def _lies_there(job: TokenJob, n: int) -> Text:
    """Return the words for this many tokens in the tray. A single token is there or not."""
    if n == 0:
        return text("match.payout.not_here")
    return text("match.payout.here" if n == job.count == 1 else "match.payout.came", count=n)


def _again_by_count(job: TokenJob, ledger: Ledger) -> tuple[Option, ...]:
    """Offer to count the hopper, which shows how many tokens have left it, once for each job."""
    known = job.hopper is not None and any(entry.number == job.hopper for entry in ledger.hoppers)
    return (Option(COUNT_AGAIN, text("match.payout.count")),) if known and not job.recounted else ()


def _content(ledger: Ledger, number: int | None) -> int:
    return next((entry.content for entry in ledger.hoppers if entry.number == number), 0)


def _count(job: TokenJob, ledger: Ledger) -> AnyPrompt:
    before = _content(ledger, job.hopper)
    hopper = 0 if job.hopper is None else job.hopper + 1
    ask = text("match.payout.counted", hopper=hopper, kind=kind_name(job.kind), count=before)
    return content_dial(COUNT + job.id, job.seat, ask, "TB-10", before)


def _counted(state: MatchState[Any], job: TokenJob, content: int) -> tuple[Event, ...]:
    """Settle the job by the hopper's content if the result is possible. Otherwise the players look at the tray."""
    recounted = ev.Recounted(job.id, content)
    passed = job.passed + _content(state.ledger, job.hopper) - content
    if not job.least <= passed <= job.most + MORE_THAN_REPORTED:
        return (recounted,)
    return (recounted, *_settled_by_players(state, job, passed))


def _hung(job: TokenJob) -> tuple[Option, ...]:
    """Offer to count the object that blocked the light barrier as a token. The dispenser did not count it."""
    if job.why is not ev.PayoutOutcome.BLOCKED:
        return ()
    return (Option(CAME, text("match.payout.came", count=job.passed + job.late + 1)),)


def _came(job: TokenJob) -> range:
    """Return the possible numbers of tokens in the tray, late ones included, if the outcome is unknown."""
    return range(job.least + job.late, job.most + job.late + MORE_THAN_REPORTED + 1)


def is_ours(prompt: str) -> bool:
    return prompt == TOKENS_BACK or prompt.startswith((HAND, PAYOUT, COUNT))


def answered(state: MatchState[Any], answer: Answer) -> tuple[Event, ...]:
    """Return the events of an answer to one of the prompts above. The prompt has already accepted the answer."""
    ledger = state.ledger
    if answer.prompt == TOKENS_BACK:
        return (ev.TokensReturned(ledger.called_back),)
    if answer.prompt.startswith(HAND):
        job = _open(ledger, answer.prompt.removeprefix(HAND))
        return (ev.TokensTakenByHand(job.id, job.missing),)
    if answer.prompt.startswith(COUNT):
        return _counted(state, _open(ledger, answer.prompt.removeprefix(COUNT)), int(str(answer.value)))
    job = _open(ledger, answer.prompt.removeprefix(PAYOUT))
    if answer.value == BY_HAND:
        return (ev.TokensTakenByHand(job.id, job.missing),)
    if answer.value == AGAIN:
        return _again(state, job)
    if answer.value == COUNT_AGAIN:
        return (ev.RecountAsked(job.id),)
    return _settled_by_players(
        state, job, job.passed + 1 if answer.value == CAME else int(str(answer.value)) - job.late
    )


def _settled_by_players(state: MatchState[Any], job: TokenJob, passed: int) -> tuple[Event, ...]:
    settled = (ev.PayoutSettled(job.id, passed, ev.SettledBy.PLAYERS), *_surplus(job, passed))
    rest = (HandOut(job.seat, job.kind, job.count - passed - job.late),) if passed + job.late < job.count else ()
    return (*settled, *owed(state.id, state.ledger, rest))


def _again(state: MatchState[Any], job: TokenJob) -> tuple[Event, ...]:
    """Settle the job, and hand out the rest by a new job of the same hopper."""
    number = state.ledger.jobs_made + 1
    rest = ev.TokensOwed(f"{state.id}-{number}", job.seat, job.kind, job.missing, job.hopper)
    tried = (ev.HopperTried(job.hopper),) if job.hopper in state.ledger.failed and job.hopper is not None else ()
    return (ev.PayoutSettled(job.id, job.passed, ev.SettledBy.DEVICE), *tried, rest)


def _surplus(job: TokenJob, passed: int) -> tuple[Event, ...]:
    """Call back tokens beyond the owed number."""
    n = passed + job.late - job.count
    return (ev.TokensCalledBack((HandBack(job.seat, job.kind, n),)),) if n > 0 else ()


def reported(state: MatchState[Any], command: cmd.PayoutReport) -> tuple[Event, ...] | Refusal:
    """Return the events of a report of the dispenser, which may be late, repeated, or about a settled job."""
    job = state.ledger.job(command.job)
    if job is None or not may(job.state, JobStep.COUNTED):
        return _afterwards(state.ledger, command)
    match command:
        case cmd.TokenPassed():
            return (ev.TokensCounted(job.id, command.passed),) if command.passed > job.passed else ()
        case cmd.PayoutUnheard():
            return _without_report(state.ledger, job, command)
        case cmd.PayoutUnknown():
            least, most = max(job.passed, command.least), max(job.passed, command.most)
            return (ev.PayoutUncertain(job.id, least, most, reported=True),)
        case cmd.TokenLate():
            return _late(job, command.late)
        case cmd.PayoutEnded():
            return _ended(job, command)


def _ended(job: TokenJob, command: cmd.PayoutEnded) -> tuple[Event, ...]:
    if job.called_unknown and job.why:
        return ()  # reported before, and the players are asked
    passed = max(job.passed, command.passed)
    if passed + job.late < job.count:
        if job.state is JobState.FAILED and passed == job.passed:
            return ()
        return (ev.PayoutFailed(job.id, passed, command.outcome, command.counter, command.reason),)
    return (ev.PayoutSettled(job.id, passed, ev.SettledBy.DEVICE, command.counter), *_surplus(job, passed))


def _without_report(ledger: Ledger, job: TokenJob, command: cmd.PayoutUnheard) -> tuple[Event, ...]:
    if not may(job.state, JobStep.ASKED_AGAIN):
        return ()
    if job.passed or not _never_began(ledger, job, command):
        return (ev.PayoutUncertain(job.id, job.passed, job.count, reported=True),)
    return (ev.PayoutAskedAgain(job.id),)


def _never_began(ledger: Ledger, job: TokenJob, command: cmd.PayoutUnheard) -> bool:
    """True if the job surely never began: the same memory received it, and still remembers enough jobs."""
    return ledger.store != 0 and job.store == ledger.store and command.counter - job.counter < REMEMBERED_BY_DEVICE


def _late(job: TokenJob, late: int) -> tuple[Event, ...]:
    """Process late tokens. A late token may be the missing one.

    The dispenser repeats its reports, and the players may have counted the token already.
    """
    fresh = late - job.late_counted
    if fresh <= 0:
        return ()
    came: tuple[Event, ...] = (ev.TokensLate(job.id, late),)
    after = replace(job, late=job.late + fresh)
    if job.state is not JobState.FAILED or after.missing > 0:
        return came
    return (*came, ev.PayoutSettled(job.id, job.passed, ev.SettledBy.DEVICE), *_surplus(after, job.passed))


def _afterwards(ledger: Ledger, command: cmd.PayoutReport) -> tuple[Event, ...] | Refusal:
    """Return the events of a report about a closed job. Tokens beyond the settled number are called back.

    If the players closed the job while the dispenser was away, they look again in these cases:

    - The dispenser does not know the outcome either.
    - One more token fell late.
    - The light barrier was blocked.
    - The dispenser is sure of fewer tokens than the players saw. Then they counted another job's tokens.
    """
    job = ledger.closed_job(command.job)
    if job is None:
        return Refusal("TB-08", text("match.job_closed", job=command.job))
    if isinstance(command, cmd.PayoutUnknown) and job.doubtful:
        return (ev.PayoutUncertain(job.id, job.passed, max(job.passed, command.most), reported=True),)
    counted, late = job.counted, job.late_counted
    sure = _sure(ledger, job, command)
    if job.doubtful and sure is not None and sure + late < job.passed:
        return (ev.PayoutUncertain(job.id, sure, job.passed, reported=True, why=ev.Doubt.FEWER),)
    match command:
        case cmd.TokenLate():
            late = max(late, command.late)
        case cmd.TokenPassed() | cmd.PayoutEnded():
            counted = max(counted, command.passed)
        case cmd.PayoutUnknown():
            counted = max(counted, command.least)
        case cmd.PayoutUnheard():
            pass
    if isinstance(command, cmd.PayoutEnded) and command.outcome is ev.PayoutOutcome.BLOCKED and job.doubtful:
        strayed = _strayed(job, counted, late) if (counted, late) != (job.counted, job.late_counted) else ()
        most = job.passed + strays(job, counted, late)
        return (
            *strayed,
            ev.PayoutUncertain(job.id, min(most, counted + late), most, reported=True, why=ev.Doubt.BLOCKED),
        )
    if (counted, late) == (job.counted, job.late_counted):
        return () if isinstance(command, cmd.TokenLate) else Refusal("TB-08", text("match.job_closed", job=command.job))
    return _strayed(job, counted, late)


def _sure(ledger: Ledger, job: TokenJob, command: cmd.PayoutReport) -> int | None:
    """Return the number of tokens that the dispenser is sure of, or None if it is not sure."""
    match command:
        case cmd.PayoutEnded() if command.outcome is not ev.PayoutOutcome.BLOCKED:
            return command.passed
        case cmd.PayoutUnheard() if _never_began(ledger, job, command):
            return 0
        case _:
            return None


def _strayed(job: TokenJob, counted: int, late: int) -> tuple[Event, ...]:
    n = strays(job, counted, late)
    follows: tuple[Event, ...] = (ev.TokensStray(job.id, counted, late),)
    if n:
        return (*follows, ev.TokensCalledBack((HandBack(job.seat, job.kind, n),)))
    if job.called_unknown and late > job.late_counted:
        follows += (ev.PayoutUncertain(job.id, job.passed, job.passed + late - job.late_counted, reported=True),)
    return follows


def connection(ledger: Ledger, now: cmd.DispenserIs) -> tuple[Event, ...]:
    """Return the events of a dispenser that is found or lost. Jobs that may have begun wait for it or the players."""
    if now.up:
        found = ev.DispenserFound(now.store, now.counter, now.sockets)
        here = (ledger.store, ledger.counter, ledger.sockets)
        known = ledger.up and here == (now.store, now.counter, now.sockets)
        return () if known else (found, *_asked_now(ledger, found))
    if not ledger.up:
        return (ev.DispenserLost(),) if ledger.awaited and not now.restart else ()
    adrift = tuple(
        ev.PayoutUncertain(job.id, job.passed, job.count) for job in ledger.jobs if may(job.state, JobStep.ADRIFT)
    )
    return (ev.DispenserLost(now.restart), *adrift)


def awaited(ledger: Ledger) -> tuple[Event, ...]:
    """Return the event that the dispenser is being searched for, unless the match has no hoppers."""
    return () if ledger.up or ledger.awaited or not ledger.hoppers else (ev.DispenserAwaited(),)


def _asked_now(ledger: Ledger, found: ev.DispenserFound) -> tuple[Event, ...]:
    """Send the waiting jobs to the dispenser, if it has their hoppers."""
    return tuple(ev.PayoutAskedAgain(job.id) for job in record(ledger, found).jobs if job.state is JobState.WAITING)


def all_back(ledger: Ledger) -> tuple[Event, ...]:
    """Call back all tokens that are still out or in a tray, at the end of a match."""
    left = trays.emptied(ledger)
    for event in left:
        ledger = record(ledger, event)
    waiting = {(token.seat, token.kind): token.count for token in ledger.called_back}
    rest = merged(HandBack(seat, kind, n - waiting.get((seat, kind), 0)) for seat, kind, n in ledger.out)
    return (*left, *((ev.TokensCalledBack(rest),) if rest else ()))


def _open(ledger: Ledger, id: str) -> TokenJob:
    job = ledger.job(id)
    if job is None:
        raise LookupError(f"job {id} has a prompt and is not open")
    return job
