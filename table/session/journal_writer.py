"""The hand that writes: a command is decided, journalled, evolved, and then the device work; or it waits for the disk.

What a device said is so, and is written as soon as the disk takes it, in its order. A player's answer that could not
be written did not happen, and is given again.
"""

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

import hal.events as hw
from table.records.journal import JournalUnwritable
from table.records.open_match import Play
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.job_steps import JobState
from table.rules.refusal import Refusal
from table.session.faults import Faults

Outcome: TypeAlias = tuple[Event, ...] | Refusal | None
"""What is on disk now, or why nothing is; None: nothing could be written, or no match is open."""
UNWRITABLE = "journal.unwritable"


class Scribe:
    """The session's thread only."""

    def __init__(self, faults: Faults, send: Callable[[hw.PayOut], None]) -> None:
        self._faults = faults
        self._send = send
        self._play: Play | None = None
        self._waiting: deque[cmd.MatchCommand] = deque()
        """What devices said while nothing could be written."""

    @property
    def play(self) -> Play | None:
        """The open match. Nobody else changes it."""
        return self._play

    @property
    def behind(self) -> bool:
        """Something is so and not written."""
        return bool(self._waiting)

    @property
    def waits_for_disk(self) -> bool:
        """Something could not be written, an answer or the like: `caught_up` now and then."""
        return self._faults.stands(UNWRITABLE)

    def open(self, play: Play) -> None:
        """Write into this match from now on."""
        self._play = play
        self._waiting.clear()

    def begin(self, play: Play) -> None:
        """As `open`, with the device work of its first batch, which is on disk."""
        self.open(play)
        for event in play.events():
            self._work(play, event)

    def close(self) -> None:
        """No match is open; its journal stays with whoever has it."""
        self._play = None
        self._waiting.clear()

    def do(self, command: cmd.MatchCommand) -> Outcome:
        if not self.caught_up():
            self._wait(command)
            return None
        return None if self._play is None else self._write(self._play, command)

    def caught_up(self) -> bool:
        """Write what waits, as far as the disk takes it. True: nothing waits any more."""
        waiting, self._waiting = self._waiting, deque()
        while waiting and self._play is not None:
            self._write(self._play, waiting.popleft())
            if self._waiting:
                self._waiting.extend(waiting)
                return False
        return True

    def unwritable(self, error: JournalUnwritable) -> None:
        """Say so, until the disk takes something."""
        self._faults.found(UNWRITABLE, "journal", str(error))

    def writable(self) -> None:
        """The disk has room again."""
        self._faults.over(UNWRITABLE)

    def _write(self, play: Play, command: cmd.MatchCommand) -> Outcome:
        try:
            outcome = play.do(command)
        except JournalUnwritable as error:
            self.unwritable(error)
            self._wait(command)
            return None
        self._faults.mended(UNWRITABLE, "journal")
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self._work(play, event)
        return outcome

    def _wait(self, command: cmd.MatchCommand) -> None:
        if not isinstance(command, Answer):
            self._waiting.append(command)

    def _work(self, play: Play, event: Event) -> None:
        """Device work comes from events that are on disk, and from nothing else."""
        if isinstance(event, ev.TokensOwed | ev.PayoutAskedAgain):
            job = play.state.ledger.job(event.job)
            if job is not None and job.hopper is not None and job.state is not JobState.WAITING:
                self._send(hw.PayOut(job.id, job.hopper, job.count))
