"""The token ledger: what the hoppers hold, what is owed, what is out on the table, what is asked back.

One entry for every token that moves. Pure: events in, a new ledger out.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.match.job_steps import JobState, JobStep, after, may
from table.rules.seats import Seat
from table.rules.tokens import HandBack

Count = tuple[Seat, str, int]

REMEMBERED = 40
"""Closed jobs that a late word of the dispenser still finds; it remembers fewer itself."""


class TokenJob(Struct, frozen=True):
    """Tokens owed and not yet settled, or settled a short while ago."""

    id: str
    seat: Seat
    kind: str
    count: int
    hopper: int | None
    passed: int = 0
    late: int = 0
    """Beside `passed`: they fell after the dispenser had ended the job."""
    counted: int = 0
    """The dispenser's own word for `passed`; the players' may be another."""
    late_counted: int = 0
    doubtful: bool = False
    """The players closed it while the dispenser was away: it may know more."""
    state: JobState = JobState.ASKED
    why: ev.PayoutOutcome | ev.Doubt = ev.Doubt.NONE
    """Why it failed, or why it is unknown."""
    reason: str = ""
    """Of `refused`: the dispenser's own word."""
    least: int = 0
    most: int = 0
    counting: bool = False
    """The players count what its hopper still holds."""
    recounted: bool = False
    """They did: the hopper's content stands, whatever is found to have come."""
    told: bool = False
    """The dispenser itself said `unknown`: it will not say otherwise."""
    store: int = 0
    """The memory that the job was asked of, and its counter then or before."""
    counter: int = 0

    @property
    def missing(self) -> int:
        """Tokens still owed; below 0: too many came."""
        return self.count - self.passed - self.late


class Ledger(Struct, frozen=True):
    hoppers: tuple[ev.HopperEntry, ...] = ()
    failed: tuple[int, ...] = ()
    """Hoppers that gave up, until they are filled, recounted or tried again: tokens are taken by hand meanwhile."""
    off: tuple[int, ...] = ()
    """Hoppers that the players switched off."""
    sockets: int = 0
    """So many hoppers are wired to the dispenser; 0: it was never asked."""
    levels: tuple[tuple[int, bool], ...] = ()
    """What sensors said where it was other than the ledger: by hopper, whether it sees tokens."""
    counting: tuple[Seat, int] | None = None
    """Who is going to say what a hopper holds."""
    up: bool = False
    """The dispenser answers."""
    awaited: bool = False
    """It is being looked for, and will be there or not in a moment."""
    store: int = 0
    counter: int = 0
    jobs_made: int = 0
    jobs: tuple[TokenJob, ...] = ()
    """Open ones, oldest first."""
    closed: tuple[TokenJob, ...] = ()
    """The newest of those that a hopper was asked for, oldest first."""
    out: tuple[Count, ...] = ()
    """On the table, by seat and kind."""
    called_back: tuple[HandBack, ...] = ()

    def job(self, id: str) -> TokenJob | None:
        return next((job for job in self.jobs if job.id == id), None)

    def closed_job(self, id: str) -> TokenJob | None:
        return next((job for job in self.closed if job.id == id), None)

    def has_socket(self, number: int) -> bool:
        return not self.sockets or number < self.sockets

    def is_on(self, number: int) -> bool:
        """It is there, and the players did not switch it off."""
        return self.has_socket(number) and number not in self.off

    def works(self, number: int) -> bool:
        return self.is_on(number) and number not in self.failed

    def level(self, number: int) -> bool | None:
        return next((seen for hopper, seen in self.levels if hopper == number), None)

    def hopper_for(self, kind: str) -> int | None:
        """The hopper to ask, if the dispenser is there (or may be) and has one for this kind that works."""
        there = self.up or self.awaited
        fitting = [e for e in self.hoppers if e.kind == kind and self.works(e.number)] if there else []
        return max(fitting, key=lambda entry: entry.content).number if fitting else None

    def home(self, kind: str) -> ev.HopperEntry | None:
        """Where tokens of this kind go back to; None: the players' own supply."""
        return next((e for e in self.hoppers if e.kind == kind and self.is_on(e.number)), None)

    def on_hand(self, kind: str) -> int:
        """Tokens of this kind in hoppers that work."""
        return sum(e.content for e in self.hoppers if e.kind == kind and self.works(e.number))

    def out_of(self, kind: str) -> int:
        return sum(n for _, k, n in self.out if k == kind)


def record(ledger: Ledger, event: Event) -> Ledger:
    """The ledger after an event; events that move no token leave it as it is."""
    match event:
        case ev.HoppersLoaded() | ev.HopperChosen() | ev.HopperSwitched() | ev.HopperTried() | ev.LevelSeen():
            return _record_hoppers(ledger, event)
        case ev.DispenserFound():
            return _found(ledger, event)
        case ev.DispenserAwaited():
            return replace(ledger, awaited=True)
        case ev.DispenserLost():
            lost = replace(ledger, up=False, awaited=False, levels=())
            return _to_hands(lost, {entry.number for entry in ledger.hoppers})
        case ev.TokensReturned():
            return _returned(ledger, event.tokens)
        case ev.TokensCalledBack():
            return replace(ledger, called_back=merged((*ledger.called_back, *event.tokens)))
        case ev.TokensKept():
            less = tuple(replace(token, count=-token.count, later=True) for token in event.tokens)
            return replace(ledger, called_back=merged((*ledger.called_back, *less)))
        case ev.TokensLate():
            return _late(ledger, event)
        case ev.TokensStray():
            return _stray(ledger, event)
        case _:
            return _record_job(ledger, event)


def _record_hoppers(ledger: Ledger, event: Event) -> Ledger:
    match event:
        case ev.HoppersLoaded():
            off = event.off if event.carried else ledger.off
            return replace(ledger, hoppers=event.hoppers, off=off, counting=None, levels=())
        case ev.HopperChosen():
            return replace(ledger, counting=(event.seat, event.number))
        case ev.HopperSwitched():
            others = tuple(n for n in ledger.off if n != event.number)
            return replace(ledger, off=others if event.on else (*others, event.number))
        case ev.HopperTried():
            return replace(ledger, failed=tuple(n for n in ledger.failed if n != event.number))
        case ev.LevelSeen():
            known = tuple(seen for seen in ledger.levels if seen[0] != event.number)
            return replace(ledger, levels=(*known, (event.number, event.has_tokens)))
        case _:
            return ledger


def _record_job(ledger: Ledger, event: Event) -> Ledger:
    match event:
        case ev.TokensOwed():
            state = JobState.WAITING if ledger.awaited else JobState.ASKED
            state = JobState.BY_HAND if event.hopper is None else state
            job = TokenJob(event.job, event.seat, event.kind, event.count, event.hopper, state=state)
            made = replace(ledger, jobs=(*ledger.jobs, job), jobs_made=ledger.jobs_made + 1)
            return _with_job(made, job.id, store=ledger.store, counter=ledger.counter)
        case ev.TokensCounted():
            return _counted(_stepped(ledger, event.job, JobStep.COUNTED), event.job, event.passed)
        case ev.PayoutFailed():
            return _failed(_at(ledger, event.counter), event)
        case ev.PayoutUncertain():
            ledger = _stepped(_reopened(ledger, event.job), event.job, _uncertain(event))
            known = {"least": event.least, "most": event.most, "told": event.told, "why": event.why}
            return _with_job(ledger, event.job, counting=False, **known)
        case ev.RecountAsked():
            return _with_job(_stepped(ledger, event.job, JobStep.RECOUNT_ASKED), event.job, counting=True)
        case ev.Recounted():
            return _recounted(ledger, event)
        case ev.PayoutAskedAgain():
            asked = {"why": ev.Doubt.NONE, "least": 0, "most": 0, "store": ledger.store, "counter": ledger.counter}
            return _with_job(_stepped(ledger, event.job, JobStep.ASKED_AGAIN), event.job, **asked)
        case ev.PayoutSettled():
            return _settled(_at(ledger, event.counter), event)
        case ev.TokensTakenByHand():
            job = _known(ledger, event.job)
            taken = replace(ledger, out=_add(ledger.out, job.seat, job.kind, event.count))
            return _closed(taken, event.job, JobStep.TAKEN)
        case _:
            return ledger


def merged(tokens: Iterable[HandBack]) -> tuple[HandBack, ...]:
    """One entry for each seat and kind; it may wait if all of them may."""
    sums: dict[tuple[Seat, str], HandBack] = {}
    for token in tokens:
        other = sums.get((token.seat, token.kind), replace(token, count=0, unnamed=0))
        count = token.count + other.count
        unnamed = max(0, min(token.unnamed + other.unnamed, count))
        both = replace(token, count=count, later=token.later and other.later, unnamed=unnamed)
        sums[token.seat, token.kind] = both
    return tuple(token for token in sums.values() if token.count > 0)


def _known(ledger: Ledger, id: str) -> TokenJob:
    job = ledger.job(id)
    if job is None:
        raise LookupError(f"the journal speaks of job {id}, which is not open")
    return job


def _with_job(ledger: Ledger, id: str, **changes: object) -> Ledger:
    job = _known(ledger, id)
    return replace(ledger, jobs=tuple(replace(j, **changes) if j is job else j for j in ledger.jobs))


def _stepped(ledger: Ledger, id: str, step: JobStep) -> Ledger:
    return _with_job(ledger, id, state=_after(_known(ledger, id), step))


def _after(job: TokenJob, step: JobStep) -> JobState:
    """Raises LookupError for what cannot happen to this job."""
    try:
        return after(job.state, step)
    except LookupError as error:
        raise LookupError(f"job {job.id}: {error}") from None


def _uncertain(event: ev.PayoutUncertain) -> JobStep:
    return JobStep.UNKNOWN if event.told else JobStep.ADRIFT


def _closed(ledger: Ledger, id: str, step: JobStep) -> Ledger:
    ledger = _stepped(ledger, id, step)
    job = _known(ledger, id)
    kept = ledger.closed if job.hopper is None else (*ledger.closed, job)[-REMEMBERED:]
    return replace(ledger, jobs=tuple(j for j in ledger.jobs if j is not job), closed=kept)


def _reopened(ledger: Ledger, id: str) -> Ledger:
    """A closed job is asked about again: what it was short of is another job's by now."""
    job = ledger.closed_job(id)
    if job is None:
        return ledger
    again = replace(job, count=job.passed + job.late)
    return replace(ledger, jobs=(*ledger.jobs, again), closed=tuple(j for j in ledger.closed if j is not job))


def _settled(ledger: Ledger, event: ev.PayoutSettled) -> Ledger:
    job = _known(ledger, event.job)
    ledger = _counted(ledger, event.job, event.passed)
    if event.by is ev.SettledBy.PLAYERS:
        doubtful = job.state is JobState.ADRIFT
        ledger = _with_job(ledger, event.job, counted=job.counted, doubtful=doubtful)
        return _closed(ledger, event.job, JobStep.TOLD)
    return _closed(ledger, event.job, JobStep.SETTLED)


def _recounted(ledger: Ledger, event: ev.Recounted) -> Ledger:
    ledger = _stepped(ledger, event.job, JobStep.RECOUNTED)
    number = _known(ledger, event.job).hopper
    hoppers = tuple(replace(e, content=event.content) if e.number == number else e for e in ledger.hoppers)
    return _with_job(replace(ledger, hoppers=hoppers), event.job, counting=False, recounted=True)


def _found(ledger: Ledger, event: ev.DispenserFound) -> Ledger:
    """What was out of reach is asked of it; what it gave no answer to before it will not now."""
    jobs = tuple(
        replace(job, state=after(job.state, JobStep.FOUND), least=0, most=0, counting=False)
        if may(job.state, JobStep.FOUND)
        else job
        for job in ledger.jobs
    )
    found = replace(ledger, up=True, awaited=False, store=event.store, counter=event.counter, sockets=event.sockets)
    without = {entry.number for entry in ledger.hoppers if not found.works(entry.number)}
    return _to_hands(replace(found, jobs=jobs), without)


def _to_hands(ledger: Ledger, without: set[int]) -> Ledger:
    """What waits for one of these hoppers was asked of nobody, and is handed out by the players."""
    jobs = tuple(
        replace(job, state=after(job.state, JobStep.HOPPERLESS), hopper=None)
        if may(job.state, JobStep.HOPPERLESS) and job.hopper in without
        else job
        for job in ledger.jobs
    )
    return replace(ledger, jobs=jobs)


def _at(ledger: Ledger, counter: int) -> Ledger:
    return replace(ledger, counter=max(ledger.counter, counter))


def _failed(ledger: Ledger, event: ev.PayoutFailed) -> Ledger:
    ledger = _counted(_stepped(ledger, event.job, JobStep.FAILED), event.job, event.passed)
    ledger = _with_job(ledger, event.job, why=event.why, reason=event.reason)
    number = _known(ledger, event.job).hopper
    if number is None or number in ledger.failed or event.why is ev.PayoutOutcome.STOPPED:
        return ledger
    return replace(ledger, failed=(*ledger.failed, number))


def _counted(ledger: Ledger, id: str, passed: int) -> Ledger:
    """The job's count is now `passed`: what is new left the hopper and lies on the table."""
    job = _known(ledger, id)
    return _with_job(_fell(ledger, job, passed - job.passed), id, passed=passed, counted=passed)


def _fell(ledger: Ledger, job: TokenJob, n: int) -> Ledger:
    out = _add(ledger.out, job.seat, job.kind, n)
    if job.recounted:
        return replace(ledger, out=out)
    hoppers = tuple(
        replace(entry, content=max(0, entry.content - n)) if entry.number == job.hopper else entry
        for entry in ledger.hoppers
    )
    levels = tuple(seen for seen in ledger.levels if seen[0] != job.hopper) if n else ledger.levels
    return replace(ledger, hoppers=hoppers, levels=levels, out=out)


def _late(ledger: Ledger, event: ev.TokensLate) -> Ledger:
    ledger = _stepped(ledger, event.job, JobStep.LATE)
    job = _known(ledger, event.job)
    fresh = event.late - job.late_counted
    return _with_job(_fell(ledger, job, fresh), job.id, late=job.late + fresh, late_counted=event.late)


def strays(job: TokenJob, counted: int, late: int) -> int:
    """Of a closed job: what the dispenser counted beyond what the ledger knows of."""
    return max(0, counted + late - job.passed - job.late)


def _stray(ledger: Ledger, event: ev.TokensStray) -> Ledger:
    job = _remembered(ledger, event.job)
    n = strays(job, event.counted, event.late)
    stepped = _after(job, JobStep.STRAYED)
    now = replace(job, state=stepped, passed=job.passed + n, counted=event.counted, late_counted=event.late)
    return _with_closed(_fell(ledger, job, n), now)


def _remembered(ledger: Ledger, id: str) -> TokenJob:
    job = ledger.closed_job(id)
    if job is None:
        raise LookupError(f"the journal speaks of job {id}, which it does not know")
    return job


def _with_closed(ledger: Ledger, job: TokenJob) -> Ledger:
    return replace(ledger, closed=tuple(job if j.id == job.id else j for j in ledger.closed))


def _returned(ledger: Ledger, tokens: tuple[HandBack, ...]) -> Ledger:
    for token in tokens:
        home = ledger.home(token.kind)
        hoppers = tuple(
            replace(entry, content=entry.content + token.count) if entry is home else entry for entry in ledger.hoppers
        )
        ledger = replace(ledger, out=_add(ledger.out, token.seat, token.kind, -token.count), hoppers=hoppers)
    less = (replace(token, count=-token.count, unnamed=-token.unnamed) for token in tokens)
    waiting = merged((*ledger.called_back, *less))
    return replace(ledger, called_back=waiting)


def _add(out: tuple[Count, ...], seat: Seat, kind: str, n: int) -> tuple[Count, ...]:
    sums = {(s, k): count for s, k, count in out}
    sums[seat, kind] = sums.get((seat, kind), 0) + n
    return tuple((s, k, count) for (s, k), count in sums.items() if count != 0)
