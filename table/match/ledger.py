"""The token ledger: what the hoppers hold, what is owed, what is out on the table, what is asked back.

One entry for every token that moves. Pure: events in, a new ledger out.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from table.games.game import Event
from table.games.seats import Seat
from table.games.tokens import HandBack
from table.match import events as ev

Count = tuple[Seat, str, int]


class Job(Struct, frozen=True):
    """Tokens owed and not yet settled."""

    id: str
    seat: Seat
    kind: str
    count: int
    hopper: int | None
    passed: int = 0
    state: str = "asked"
    """`asked` (of the dispenser), `by_hand`, `failed`, `unknown`."""
    why: str = ""
    least: int = 0
    most: int = 0


class Ledger(Struct, frozen=True):
    hoppers: tuple[ev.HopperEntry, ...] = ()
    up: bool = False
    """The dispenser answers."""
    jobs_made: int = 0
    jobs: tuple[Job, ...] = ()
    """Open ones, oldest first."""
    out: tuple[Count, ...] = ()
    """On the table, by seat and kind."""
    called_back: tuple[HandBack, ...] = ()

    def job(self, id: str) -> Job | None:
        return next((job for job in self.jobs if job.id == id), None)

    def hopper_for(self, kind: str) -> int | None:
        """The hopper to ask, if the dispenser is there and has one for this kind."""
        fitting = [entry for entry in self.hoppers if entry.kind == kind] if self.up else []
        return max(fitting, key=lambda entry: entry.content).number if fitting else None


def record(ledger: Ledger, event: Event) -> Ledger:
    """The ledger after an event; events that move no token leave it as it is."""
    match event:
        case ev.HoppersLoaded():
            return replace(ledger, hoppers=event.hoppers)
        case ev.DispenserFound():
            return replace(ledger, up=True)
        case ev.DispenserLost():
            return replace(ledger, up=False)
        case ev.TokensOwed():
            state = "by_hand" if event.hopper is None else "asked"
            job = Job(event.job, event.seat, event.kind, event.count, event.hopper, state=state)
            return replace(ledger, jobs=(*ledger.jobs, job), jobs_made=ledger.jobs_made + 1)
        case ev.TokensCounted():
            return _counted(ledger, event.job, event.passed)
        case ev.PayoutFailed():
            counted = _counted(ledger, event.job, event.passed)
            return _with_job(counted, event.job, state="failed", why=event.why)
        case ev.PayoutUncertain():
            return _with_job(ledger, event.job, state="unknown", least=event.least, most=event.most)
        case ev.PayoutAskedAgain():
            return _with_job(ledger, event.job, state="asked", why="", least=0, most=0)
        case ev.PayoutSettled():
            return _closed(_counted(ledger, event.job, event.passed), event.job)
        case ev.TokensTakenByHand():
            job_ = _known(ledger, event.job)
            return _closed(replace(ledger, out=_add(ledger.out, job_.seat, job_.kind, event.count)), event.job)
        case ev.TokensCalledBack():
            return replace(ledger, called_back=merged((*ledger.called_back, *event.tokens)))
        case ev.TokensReturned():
            return _returned(ledger, event.tokens)
        case _:
            return ledger


def merged(tokens: Iterable[HandBack]) -> tuple[HandBack, ...]:
    """One entry for each seat and kind; it may wait if all of them may."""
    sums: dict[tuple[Seat, str], HandBack] = {}
    for token in tokens:
        other = sums.get((token.seat, token.kind), replace(token, count=0))
        both = replace(token, count=token.count + other.count, later=token.later and other.later)
        sums[token.seat, token.kind] = both
    return tuple(token for token in sums.values() if token.count > 0)


def _known(ledger: Ledger, id: str) -> Job:
    job = ledger.job(id)
    if job is None:
        raise LookupError(f"the journal speaks of job {id}, which is not open")
    return job


def _with_job(ledger: Ledger, id: str, **changes: object) -> Ledger:
    job = _known(ledger, id)
    return replace(ledger, jobs=tuple(replace(j, **changes) if j is job else j for j in ledger.jobs))


def _closed(ledger: Ledger, id: str) -> Ledger:
    return replace(ledger, jobs=tuple(job for job in ledger.jobs if job.id != id))


def _counted(ledger: Ledger, id: str, passed: int) -> Ledger:
    """The job's count is now `passed`: what is new left the hopper and lies on the table."""
    job = _known(ledger, id)
    fell = passed - job.passed
    hoppers = tuple(
        replace(entry, content=max(0, entry.content - fell)) if entry.number == job.hopper else entry
        for entry in ledger.hoppers
    )
    moved = replace(ledger, hoppers=hoppers, out=_add(ledger.out, job.seat, job.kind, fell))
    return _with_job(moved, id, passed=passed)


def _returned(ledger: Ledger, tokens: tuple[HandBack, ...]) -> Ledger:
    out, hoppers = ledger.out, ledger.hoppers
    for token in tokens:
        out = _add(out, token.seat, token.kind, -token.count)
        home = next((entry for entry in hoppers if entry.kind == token.kind), None)
        if home is not None:
            filled = replace(home, content=home.content + token.count)
            hoppers = tuple(filled if entry is home else entry for entry in hoppers)
    waiting = merged((*ledger.called_back, *(replace(token, count=-token.count) for token in tokens)))
    return replace(ledger, out=out, hoppers=hoppers, called_back=waiting)


def _add(out: tuple[Count, ...], seat: Seat, kind: str, n: int) -> tuple[Count, ...]:
    sums = {(s, k): count for s, k, count in out}
    sums[seat, kind] = sums.get((seat, kind), 0) + n
    return tuple((s, k, count) for (s, k), count in sums.items() if count != 0)
