"""The token ledger: tokens in the hoppers, owed tokens, tokens on the table, and tokens called back.

Every token that moves has an entry. All functions are pure: they take events, and return a new ledger.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.match.job_steps import JobState, JobStep, after, may
from table.rules.seats import Seat
from table.rules.tokens import HandBack

Count = tuple[Seat, str, int]

REMEMBERED = 40
"""The number of closed jobs that are kept for late reports of the dispenser, which remembers fewer itself."""


class TokenJob(Struct, frozen=True):
    """An order to hand out tokens. It is open until it is settled, and remembered for a while afterwards."""

    id: str
    seat: Seat
    kind: str
    count: int
    hopper: int | None
    passed: int = 0
    late: int = 0
    """The tokens that fell after the dispenser had ended the job. `passed` does not include them."""
    counted: int = 0
    """The dispenser's count of `passed`. The players' count may differ."""
    late_counted: int = 0
    """The dispenser's count of `late`."""
    doubtful: bool = False
    """True if the players closed the job while the dispenser was away, so that the dispenser may know more."""
    state: JobState = JobState.ASKED
    why: ev.PayoutOutcome | ev.Doubt = ev.Doubt.NONE
    """The reason why the job failed, or why its outcome is unknown."""
    reason: str = ""
    """The dispenser's own reason, if it refused the job."""
    least: int = 0
    """The least possible number of tokens, if the outcome is unknown."""
    most: int = 0
    """The greatest possible number of tokens, if the outcome is unknown."""
    counting: bool = False
    """True while the players count the content of the job's hopper."""
    recounted: bool = False
    """True if the players have counted it. A later count of this job does not change the hopper's content."""
    called_unknown: bool = False
    """True if the dispenser itself reported `unknown`, which is final."""
    store: int = 0
    """The id of the dispenser's memory that received the job."""
    counter: int = 0
    """The counter of that memory when the job was sent, or earlier."""

    @property
    def missing(self) -> int:
        """Return the number of tokens that are still owed. It is below 0 if too many came."""
        return self.count - self.passed - self.late


class Ledger(Struct, frozen=True):
    hoppers: tuple[ev.HopperEntry, ...] = ()
    failed: tuple[int, ...] = ()
    """The hoppers that gave up. The players take tokens by hand until one is filled, recounted or tried again."""
    off: tuple[int, ...] = ()
    """The hoppers that the players switched off."""
    sockets: int = 0
    """The number of hoppers that are wired to the dispenser, or 0 if unknown."""
    levels: tuple[tuple[int, bool], ...] = ()
    """The hoppers whose sensor contradicts the ledger, and whether the sensor sees tokens."""
    counting: tuple[Seat, int] | None = None
    """The seat that enters the content of a hopper, and the hopper's number; None if no count is open."""
    up: bool = False
    """True if the dispenser answers."""
    awaited: bool = False
    """True while the dispenser is being searched for. It is found or counts as missing within seconds."""
    store: int = 0
    """The id of the dispenser's memory."""
    counter: int = 0
    """The number of jobs that this memory ever began, by the dispenser's last report."""
    jobs_made: int = 0
    jobs: tuple[TokenJob, ...] = ()
    """The open jobs, oldest first."""
    closed: tuple[TokenJob, ...] = ()
    """The newest closed jobs that a hopper was asked for, oldest first."""
    out: tuple[Count, ...] = ()
    """The tokens on the table, by seat and kind."""
    called_back: tuple[HandBack, ...] = ()
    spent: ev.SpentTokens | None = None
    """The treatment of tokens that the game calls back; None in a match without an agreement."""
    trays: tuple[Count, ...] = ()
    """The tokens in the seats' own trays, by seat and kind. They stay there until they are needed again."""

    def job(self, id: str) -> TokenJob | None:
        """Return the open job with this id, if there is one."""
        return next((job for job in self.jobs if job.id == id), None)

    def closed_job(self, id: str) -> TokenJob | None:
        """Return the closed job with this id, if it is still kept."""
        return next((job for job in self.closed if job.id == id), None)

    def has_socket(self, number: int) -> bool:
        return not self.sockets or number < self.sockets

    def is_on(self, number: int) -> bool:
        """True if the hopper exists and is not switched off by the players."""
        return self.has_socket(number) and number not in self.off

    def works(self, number: int) -> bool:
        return self.is_on(number) and number not in self.failed

    def level(self, number: int) -> bool | None:
        return next((seen for hopper, seen in self.levels if hopper == number), None)

    def hopper_for(self, kind: str) -> int | None:
        """Return the fullest working hopper for this kind. None while the dispenser counts as missing."""
        there = self.up or self.awaited
        fitting = [e for e in self.hoppers if e.kind == kind and self.works(e.number)] if there else []
        return max(fitting, key=lambda entry: entry.content).number if fitting else None

    def home(self, kind: str) -> ev.HopperEntry | None:
        """Return the hopper to which tokens of this kind return, or None for the players' own supply."""
        return next((e for e in self.hoppers if e.kind == kind and self.is_on(e.number)), None)

    def on_hand(self, kind: str) -> int:
        """Return the number of tokens of this kind in hoppers that work."""
        return sum(e.content for e in self.hoppers if e.kind == kind and self.works(e.number))

    def out_of(self, kind: str) -> int:
        """Return the number of tokens of this kind that lie on the table."""
        return sum(n for _, k, n in self.out if k == kind)

    def in_trays(self, kind: str) -> int:
        """Return the number of tokens of this kind in both seats' trays."""
        return sum(n for _, k, n in self.trays if k == kind)


def record(ledger: Ledger, event: Event) -> Ledger:
    """Return the ledger after an event. An event that moves no token leaves it as it is."""
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
        case ev.SpentTokensSet():
            return replace(ledger, spent=event.how)
        case ev.TokensStayed():
            return _stayed(ledger, event.tokens)
        case ev.TokensReused():
            trays = _add(ledger.trays, event.seat, event.kind, -event.count)
            return replace(ledger, trays=trays, out=_add(ledger.out, event.seat, event.kind, event.count))
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
            job = TokenJob(
                event.job, event.seat, event.kind, event.count, event.hopper,
                state=state, store=ledger.store, counter=ledger.counter,
            )  # fmt: skip
            return replace(ledger, jobs=(*ledger.jobs, job), jobs_made=ledger.jobs_made + 1)
        case ev.TokensCounted():
            job = _known(ledger, event.job)
            counted = replace(_counted(job, event.passed), state=_after(job, JobStep.COUNTED))
            return _with_job(_fell(ledger, job, event.passed - job.passed), job, counted)
        case ev.PayoutFailed():
            return _failed(_at(ledger, event.counter), event)
        case ev.PayoutUncertain():
            known = {"least": event.least, "most": event.most, "called_unknown": event.reported, "why": event.why}
            step = JobStep.UNKNOWN if event.reported else JobStep.ADRIFT
            return _stepped(_reopened(ledger, event.job), event.job, step, counting=False, **known)
        case ev.RecountAsked():
            return _stepped(ledger, event.job, JobStep.RECOUNT_ASKED, counting=True)
        case ev.Recounted():
            return _recounted(ledger, event)
        case ev.PayoutAskedAgain():
            asked = {"why": ev.Doubt.NONE, "least": 0, "most": 0, "store": ledger.store, "counter": ledger.counter}
            return _stepped(ledger, event.job, JobStep.ASKED_AGAIN, **asked)
        case ev.PayoutSettled():
            return _settled(_at(ledger, event.counter), event)
        case ev.TokensTakenByHand():
            job = _known(ledger, event.job)
            taken = replace(ledger, out=_add(ledger.out, job.seat, job.kind, event.count))
            return _closed(taken, job, replace(job, state=_after(job, JobStep.TAKEN)))
        case _:
            return ledger


def merged(tokens: Iterable[HandBack]) -> tuple[HandBack, ...]:
    """Return one entry for each seat and kind. It may wait if all merged entries may."""
    sums: dict[tuple[Seat, str], HandBack] = {}
    for token in tokens:
        other = sums.get((token.seat, token.kind), replace(token, count=0, unnamed=0))
        count = token.count + other.count
        unnamed = max(0, min(token.unnamed + other.unnamed, count))
        both = replace(token, count=count, later=token.later and other.later, unnamed=unnamed)
        sums[token.seat, token.kind] = both
    return tuple(token for token in sums.values() if token.count > 0)


def _known(ledger: Ledger, id: str) -> TokenJob:
    return _of_journal(ledger.job(id), id)


def _of_journal(job: TokenJob | None, id: str) -> TokenJob:
    if job is None:
        raise LookupError(f"the journal speaks of job {id}, which is not open, or which the ledger does not know")
    return job


def _with_job(ledger: Ledger, job: TokenJob, now: TokenJob) -> Ledger:
    return replace(ledger, jobs=tuple(now if j is job else j for j in ledger.jobs))


def _stepped(ledger: Ledger, id: str, step: JobStep, **changes: object) -> Ledger:
    job = _known(ledger, id)
    return _with_job(ledger, job, replace(job, state=_after(job, step), **changes))


def _after(job: TokenJob, step: JobStep) -> JobState:
    """Return the job's state after the step. Raises LookupError if the step cannot happen to this job."""
    try:
        return after(job.state, step)
    except LookupError as error:
        raise LookupError(f"job {job.id}: {error}") from None


def _closed(ledger: Ledger, job: TokenJob, now: TokenJob) -> Ledger:
    """Close the open `job`, which is kept as `now` if a hopper was asked for it."""
    kept = ledger.closed if now.hopper is None else (*ledger.closed, now)[-REMEMBERED:]
    return replace(ledger, jobs=tuple(j for j in ledger.jobs if j is not job), closed=kept)


def _reopened(ledger: Ledger, id: str) -> Ledger:
    """Open a closed job again. It owes nothing, because another job now hands out its missing tokens."""
    job = ledger.closed_job(id)
    if job is None:
        return ledger
    again = replace(job, count=job.passed + job.late)
    return replace(ledger, jobs=(*ledger.jobs, again), closed=tuple(j for j in ledger.closed if j is not job))


def _settled(ledger: Ledger, event: ev.PayoutSettled) -> Ledger:
    job = _known(ledger, event.job)
    now = _counted(job, event.passed)
    if event.by is ev.SettledBy.PLAYERS:
        now = replace(now, counted=job.counted, doubtful=job.state is JobState.ADRIFT)
    step = JobStep.ANSWERED if event.by is ev.SettledBy.PLAYERS else JobStep.SETTLED
    return _closed(_fell(ledger, job, event.passed - job.passed), job, replace(now, state=_after(job, step)))


def _recounted(ledger: Ledger, event: ev.Recounted) -> Ledger:
    ledger = _with_content(ledger, _known(ledger, event.job).hopper, lambda _: event.content)
    return _stepped(ledger, event.job, JobStep.RECOUNTED, counting=False, recounted=True)


def _with_content(ledger: Ledger, number: int | None, content: Callable[[int], int]) -> Ledger:
    """Return the ledger with another content of this hopper."""
    hoppers = tuple(replace(e, content=content(e.content)) if e.number == number else e for e in ledger.hoppers)
    return replace(ledger, hoppers=hoppers)


def _found(ledger: Ledger, event: ev.DispenserFound) -> Ledger:
    """Query the dispenser again about each job that was unreachable.

    A job that it reported as unknown stays unknown.
    """
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
    """Let the players hand out each job that waits for one of these hoppers: the dispenser never received it."""
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
    job = _known(ledger, event.job)
    state = _after(job, JobStep.FAILED)
    now = replace(_counted(job, event.passed), state=state, why=event.why, reason=event.reason)
    ledger = _with_job(_fell(ledger, job, event.passed - job.passed), job, now)
    if job.hopper is None or job.hopper in ledger.failed or event.why is ev.PayoutOutcome.STOPPED:
        return ledger
    return replace(ledger, failed=(*ledger.failed, job.hopper))


def _counted(job: TokenJob, passed: int) -> TokenJob:
    return replace(job, passed=passed, counted=passed)


def _fell(ledger: Ledger, job: TokenJob, n: int) -> Ledger:
    """Move `n` more tokens from the job's hopper to the table. The job itself stays as it is."""
    if not n:
        return ledger
    ledger = replace(ledger, out=_add(ledger.out, job.seat, job.kind, n))
    if job.recounted:
        return ledger
    levels = tuple(seen for seen in ledger.levels if seen[0] != job.hopper)
    return _with_content(replace(ledger, levels=levels), job.hopper, lambda content: max(0, content - n))


def _late(ledger: Ledger, event: ev.TokensLate) -> Ledger:
    job = _known(ledger, event.job)
    fresh = event.late - job.late_counted
    state = _after(job, JobStep.LATE)
    now = replace(job, state=state, late=job.late + fresh, late_counted=event.late)
    return _with_job(_fell(ledger, job, fresh), job, now)


def strays(job: TokenJob, counted: int, late: int) -> int:
    """Return the number of tokens that the dispenser counted for a closed job beyond the ledger's count."""
    return max(0, counted + late - job.passed - job.late)


def _stray(ledger: Ledger, event: ev.TokensStray) -> Ledger:
    job = _of_journal(ledger.closed_job(event.job), event.job)
    n = strays(job, event.counted, event.late)
    stepped = _after(job, JobStep.STRAYED)
    now = replace(job, state=stepped, passed=job.passed + n, counted=event.counted, late_counted=event.late)
    ledger = _fell(ledger, job, n)
    return replace(ledger, closed=tuple(now if j.id == job.id else j for j in ledger.closed))


def _returned(ledger: Ledger, tokens: tuple[HandBack, ...]) -> Ledger:
    for token in tokens:
        home = ledger.home(token.kind)
        ledger = _with_content(ledger, None if home is None else home.number, token.count.__add__)
        ledger = replace(ledger, out=_add(ledger.out, token.seat, token.kind, -token.count))
    less = (replace(token, count=-token.count, unnamed=-token.unnamed) for token in tokens)
    return replace(ledger, called_back=merged((*ledger.called_back, *less)))


def _stayed(ledger: Ledger, tokens: tuple[HandBack, ...]) -> Ledger:
    for token in tokens:
        out = _add(ledger.out, token.seat, token.kind, -token.count)
        ledger = replace(ledger, out=out, trays=_add(ledger.trays, token.seat, token.kind, token.count))
    return ledger


def _add(out: tuple[Count, ...], seat: Seat, kind: str, n: int) -> tuple[Count, ...]:
    sums = {(s, k): count for s, k, count in out}
    sums[seat, kind] = sums.get((seat, kind), 0) + n
    return tuple((s, k, count) for (s, k), count in sums.items() if count != 0)
