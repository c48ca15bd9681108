"""The writer of the journal: a command is decided, journalled, evolved, and then sent to the devices; or it waits.

Reports of devices are facts. They are written in order as soon as the disk is writable. A player's answer that could
not be written has no effect, and has to be given again.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

import hal.events as hw
from table.records.open_match import OpenMatch
from table.records.ports import JournalUnwritableError
from table.records.shared.shared_match import SharedMatch, SignedBatch
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.job_steps import JobState
from table.rules.refusal import Refusal
from table.session.fault_notes import Faults

Outcome: TypeAlias = tuple[Event, ...] | Refusal | None
"""The events on disk now, or the refusal. None if nothing could be written, or no match is open."""
UNWRITABLE = "journal.unwritable"


class JournalWriter:
    """Writes one match at a time. The session's thread only."""

    def __init__(self, faults: Faults, send: Callable[[hw.PayOut], None]) -> None:
        self._faults = faults
        self._send = send
        self._play: OpenMatch | None = None
        self._waiting: deque[cmd.MatchCommand] = deque()
        """The commands of devices that could not be written yet."""

    @property
    def play(self) -> OpenMatch | None:
        """Return the open match, or None. Only the writer changes it."""
        return self._play

    @property
    def shared(self) -> SharedMatch | None:
        """Return the open match if it is played at two tables, or None."""
        return self._play if isinstance(self._play, SharedMatch) else None

    @property
    def behind(self) -> bool:
        """True if a device's command is not written yet."""
        return bool(self._waiting)

    @property
    def waits_for_disk(self) -> bool:
        """True if a command could not be written, for example an answer. Call `caught_up` from time to time."""
        return self._faults.stands(UNWRITABLE)

    def open(self, play: OpenMatch) -> None:
        """Write into this match from now on."""
        self._play = play
        self._waiting.clear()

    def begin(self, play: OpenMatch) -> None:
        """Open this match, and send its first batch's requests to the devices. That batch is on disk already."""
        self.open(play)
        for event in play.events():
            self._work(play, event)

    def close(self) -> None:
        """Leave the match. Its journal stays open."""
        self._play = None
        self._waiting.clear()

    def do(self, command: cmd.MatchCommand) -> Outcome:
        if not self.caught_up():
            self._wait(command)
            return None
        return None if self._play is None else self._write(self._play, command)

    def lay(self, key: str, card: str) -> Refusal | None:
        """Lock a card in a match at two tables, and return its refusal. Without a disk nothing is locked."""
        try:
            return None if self.shared is None else self.shared.lay(key, card)
        except JournalUnwritableError as error:
            self.unwritable(error)
            return None

    def follow(self) -> tuple[SignedBatch, ...]:
        """Write the batches that both tables have signed since, and return them."""
        try:
            return () if self.shared is None else self.shared.follow()
        except JournalUnwritableError as error:
            self.unwritable(error)
            return ()

    def caught_up(self) -> bool:
        """Write the waiting commands, and return True if all are written."""
        waiting, self._waiting = self._waiting, deque()
        while waiting and self._play is not None:
            self._write(self._play, waiting.popleft())
            if self._waiting:
                self._waiting.extend(waiting)
                return False
        return True

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Report the fault if something in this block cannot be written. The rest of the block is skipped then."""
        try:
            yield
        except JournalUnwritableError as error:
            self.unwritable(error)

    def unwritable(self, error: JournalUnwritableError) -> None:
        """Report the fault until a write succeeds."""
        self._faults.found(UNWRITABLE, "journal", str(error))

    def writable(self) -> None:
        """End the fault: the disk has room again."""
        if self._play is not None:
            self._play.writable()
        self._faults.over(UNWRITABLE)

    def _write(self, play: OpenMatch, command: cmd.MatchCommand) -> Outcome:
        try:
            outcome = play.do(command)
        except JournalUnwritableError as error:
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

    def _work(self, play: OpenMatch, event: Event) -> None:
        """Send an event's request to the devices. Requests come only from events on disk."""
        if isinstance(event, ev.TokensOwed | ev.PayoutAskedAgain):
            job = play.state.ledger.job(event.job)
            if job is not None and job.hopper is not None and job.state is not JobState.WAITING:
                self._send(hw.PayOut(job.id, job.hopper, job.count))
