"""The link between match and dispenser: its reports as commands, and the queries after it reconnects."""

from collections.abc import Callable
from types import MappingProxyType

import hal.events as hw
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.job_steps import JobState
from table.session.fault_notes import Faults
from table.session.journal_writer import JournalWriter
from table.session.ports import SeatWiring

SIGNS = MappingProxyType({hw.Sign.NEVER_LIGHT: "hopper.dark", hw.Sign.BACKWARD: "hopper.backward"})
"""The faults that a hopper's sign alone proves. A blocked barrier is reported with the payout that needs it."""


class MatchDispenser:
    """Passes the dispenser's reports to the match, and asks it about open jobs. The session's thread only."""

    def __init__(
        self,
        writer: JournalWriter,
        faults: Faults,
        ask: Callable[[hw.AskJob], None],
        late: Callable[[str], int | None],
        wiring: SeatWiring,
    ) -> None:
        """`late` returns how many late tokens of a job its match has journalled, or None if there is no such match."""
        self._writer, self._faults, self._ask, self._late = writer, faults, ask, late
        self._low = wiring.low
        self._there: hw.DispenserUp | None = None
        self.sought = wiring.dispenser
        """True until the dispenser is found after the table was switched on. Owed tokens wait until `give_up`."""
        self._lates_reported: dict[str, int] = {}
        """The late tokens of earlier matches that were reported as a fault, by job."""

    @property
    def up(self) -> bool:
        return self._there is not None

    @property
    def standing(self) -> ev.DispenserFound | ev.DispenserAwaited | None:
        """Return the event about the dispenser for the first batch of a match, or None.

        There is one if the dispenser is connected or being searched for.
        """
        there = self._there
        if there is None:
            return ev.DispenserAwaited() if self.sought else None
        return ev.DispenserFound(there.store, there.counter, there.hoppers)

    def give_up(self) -> None:
        """Stop waiting for the dispenser. Players take tokens by hand until it is found."""
        self.sought = False
        self._writer.do(cmd.DispenserIs(up=False))

    def handle(self, event: hw.DispenserEvent) -> None:
        match event:
            case hw.DispenserUp():
                self._came(event)
            case hw.DispenserDown():
                self._there = None
                self._faults.found(event.fault.code, "dispenser", event.fault.detail)
                if not self.sought:  # the link tries again, and a port may need a moment
                    self._writer.do(cmd.DispenserIs(up=False))
            case hw.TokenLate():
                self._fell_late(event)
            case hw.HopperSign():
                self._report_sign(event)
            case _:
                self._writer.do(_command(event))

    def meet(self) -> None:
        """Record whether the dispenser is connected, and ask it about jobs that it may have begun.

        Call it when a match is opened, and at each connection of the dispenser.
        """
        there, play = self._there, self._writer.play
        if play is None:
            return
        if there is None:
            self._writer.do(cmd.AwaitDispenser() if self.sought else cmd.DispenserIs(up=False))
            return
        new = {job.id for job in play.state.ledger.jobs if job.state is JobState.WAITING}
        self._writer.do(cmd.DispenserIs(True, there.store, there.counter, sockets=there.hoppers))
        ledger = play.state.ledger
        for job in ledger.closed:  # before the open ones: a token of an older job must not count for a newer one
            if job.doubtful and not job.called_unknown:
                self._ask(hw.AskJob(job.id, wanted=False))
        for job in ledger.jobs:
            if job.state in (JobState.ASKED, JobState.ADRIFT) and job.id not in new:
                self._ask(hw.AskJob(job.id))

    def _came(self, there: hw.DispenserUp) -> None:
        self._there, self.sought = there, False
        self._faults.well("dispenser")
        for code in SIGNS.values():
            self._faults.over(code)
        if there.other:
            self._faults.found("dispenser.other_firmware", "dispenser", there.firmware)
        absent = [str(number + 1) for number in sorted(self._low) if number >= there.hoppers]
        if absent:
            self._faults.found("hopper.absent", "dispenser", ", ".join(absent))
        self.meet()

    def _report_sign(self, event: hw.HopperSign) -> None:
        """Report a mistake in a hopper's wiring, as long as the dispenser sees its sign.

        A hopper that is not configured is ignored: it may not be built yet.
        """
        if event.hopper not in self._low:
            return
        part = str(event.hopper + 1)
        for sign, code in SIGNS.items():
            if event.sign is sign:
                self._faults.found(code, part)
            else:
                self._faults.mended(code, part)

    def _fell_late(self, event: hw.TokenLate) -> None:
        """Record late tokens. Late tokens of another match are a fault, unless that match has journalled them.

        The fault is reported once: the dispenser repeats its late tokens at every connection.
        """
        if isinstance(self._writer.do(cmd.TokenLate(event.job, event.late)), tuple) or self._writer.behind:
            return
        known = self._lates_reported.get(event.job)
        if known is None:
            known = self._late(event.job)
        if known is not None and event.late > known:
            self._lates_reported[event.job] = event.late
            self._faults.found("dispenser.late_token", str(event.hopper + 1), event.job)


def _command(event: hw.PayoutReport | hw.HopperLevel) -> cmd.MatchCommand:
    """Return the same fact as a command of the match."""
    match event:
        case hw.TokenPassed():
            return cmd.TokenPassed(event.job, event.passed)
        case hw.PayoutEnded():
            outcome = ev.PayoutOutcome(event.outcome)
            return cmd.PayoutEnded(event.job, event.passed, outcome, event.counter, event.reason)
        case hw.PayoutUnknown():
            return cmd.PayoutUnknown(event.job, event.least, event.most)
        case hw.PayoutUnheard():
            return cmd.PayoutUnheard(event.job, event.counter)
        case hw.HopperLevel():
            return cmd.HopperLevel(event.hopper, event.has_tokens)
