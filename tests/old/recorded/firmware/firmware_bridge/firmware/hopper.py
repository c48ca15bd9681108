"""One hopper: feed, count, reverse out of a jam, stop, and wait until nothing can fall any more."""

from .barrier import Barrier
from .board import Board
from .settings import Settings

REST = 0
FEEDING = 1
REVERSING = 2
SETTLING = 3
HALTED = 4
"""Braked in mid-job: the barrier is dark for longer than a token is in it."""


class Hopper:
    def __init__(self, board: Board, number: int, settings: Settings) -> None:
        self._board = board
        self._number = number
        self._settings = settings
        self._barrier = Barrier(settings.bounce_us, settings.shortest_us, settings.blocked_ms * 1000)
        self._state = REST
        self._asked = 0
        self._base = 0
        """The barrier's count when the job began."""
        self._seen = 0
        self._since_ms = 0
        """Of the state, or of the last token in it."""
        self._was_dark = False
        self._spell = 0
        self._dark_since_ms = 0
        self._reversals = 0
        self._stalls = False
        self._ending = ""
        self._barrier.begin(board.is_dark(number))
        board.watch(number, self._barrier)

    def resting(self) -> bool:
        return self._state == REST

    def passed(self) -> int:
        """Tokens of the job, as of the last step; late ones are no part of it."""
        return self._seen

    def late(self) -> int:
        """At rest: tokens that passed since the end, or since the last call. They count for no job's `passed`."""
        late = self._count() - self._base - self._seen
        self._base += late
        return late

    def blocked(self) -> bool:
        return self._dark_for(self._board.now_ms()) >= self._settings.blocked_ms

    def passing(self) -> bool:
        """Something is in the barrier, or was just now: a token of the job before may be falling."""
        return self._barrier.dark or self._is_unsure()

    def start(self, count: int) -> None:
        now_ms = self._board.now_ms()
        self._base = self._count()
        self._seen = 0
        self._asked = count
        self._reversals = 0
        self._stalls = False
        self._turn(1, FEEDING, now_ms)

    def stop(self, ending: str) -> None:
        """Brake, if it turns; the job ends so once everything rests, unless all tokens came after all."""
        if self._state in (FEEDING, REVERSING, HALTED):
            self._ending = ending
            self._turn(0, SETTLING, self._board.now_ms())
        elif self._state == SETTLING and self._ending == "done":
            self._ending = ending  # Should the last token turn out to be none, it does not go on.

    def settle(self) -> None:
        """As after a stop: at power-up a token may still be falling, from before. `step` then says `done`."""
        self._base = self._count()
        self._seen = 0
        self._asked = 0
        self._turn(0, SETTLING, self._board.now_ms())

    def step(self) -> str:
        """What is due now. Returns how the job ended, in the one call that ends it, and else an empty word."""
        now_ms = self._board.now_ms()
        self._watch_dark(now_ms)
        if self._state == REST:
            return ""
        passed = self._count() - self._base
        if passed != self._seen:
            self._seen = passed
            through_ms = now_ms - self._barrier.since_light_us(self._board.now_us()) // 1000
            self._since_ms = max(self._since_ms, through_ms)
            self._reversals = 0
        if self._state == SETTLING:
            return self._step_settling(now_ms, passed)
        if passed + self._is_unsure() >= self._asked:
            self.stop("done")
        elif self._dark_for(now_ms) >= self._settings.blocked_ms:
            self.stop("blocked")
        elif self._state == REVERSING:
            if now_ms - self._since_ms >= self._settings.reverse_ms:
                if self._barrier.dark:
                    self._turn(0, HALTED, now_ms)
                else:
                    self._turn(1, FEEDING, now_ms)
        elif self._state == HALTED:
            if not self.passing():
                self._turn(1, FEEDING, now_ms)
        elif self._dark_for(now_ms) >= self._settings.dark_ms:
            self._turn(0, HALTED, now_ms)
        else:
            self._step_feeding(now_ms)
        return ""

    def _watch_dark(self, now_ms: int) -> None:
        if self._barrier.dark != self._was_dark or self._barrier.spell != self._spell:
            self._was_dark = self._barrier.dark
            self._spell = self._barrier.spell
            self._dark_since_ms = now_ms
        elif not self._barrier.void and self._dark_for(now_ms) >= self._settings.blocked_ms:
            before = self._board.interrupts_off()
            self._barrier.give_up()
            self._board.interrupts_on(before)

    def _step_feeding(self, now_ms: int) -> None:
        stalled = bool(self._board.is_stalled(self._number))
        self._stalls = self._stalls or stalled
        if not stalled and now_ms - self._since_ms < self._settings.feed_timeout_ms:
            return
        if self._reversals == self._settings.retries:
            self.stop("jam" if self._stalls or self._board.has_tokens(self._number) else "empty")
            return
        self._reversals += 1
        self._turn(-1, REVERSING, now_ms)

    def _step_settling(self, now_ms: int, passed: int) -> str:
        if now_ms - self._since_ms < self._settings.settle_ms:
            return ""
        if self._barrier.dark:
            if self._dark_for(now_ms) < self._settings.blocked_ms:
                return ""
            self._ending = "blocked"
        if passed < self._asked and self._ending == "done":
            self._turn(1, FEEDING, now_ms)  # What looked like the last token's end was none.
            return ""
        self._state = REST
        return "done" if passed >= self._asked else self._ending

    def due_ms(self) -> "int | None":
        """When `step` has something to do, if no edge comes before."""
        now_us = self._board.now_us()
        now_ms = self._board.now_ms()
        unsure_us = self._barrier.unsure_us(now_us)
        if unsure_us:
            return now_ms + (unsure_us + 999) // 1000
        if self._state == REST:
            lies = self._barrier.dark and not self._barrier.void
            return self._dark_since_ms + self._settings.blocked_ms if lies else None
        if self._state == HALTED:
            return self._dark_since_ms + self._settings.blocked_ms if self._barrier.dark else now_ms
        if self._state == SETTLING:
            due = self._since_ms + self._settings.settle_ms
        elif self._state == REVERSING:
            due = self._since_ms + self._settings.reverse_ms
        else:
            due = self._since_ms + self._settings.feed_timeout_ms
            if self._board.is_stalled(self._number) is not None:
                due = min(due, now_ms + self._settings.stall_poll_ms)
        if self._barrier.dark:
            longest_ms = self._settings.dark_ms if self._state == FEEDING else self._settings.blocked_ms
            dark_due = self._dark_since_ms + longest_ms
            due = max(due, dark_due) if self._state == SETTLING else min(due, dark_due)
        return due

    def _turn(self, direction: int, state: int, now_ms: int) -> None:
        self._board.drive(self._number, direction)
        self._state = state
        self._since_ms = now_ms

    def _is_unsure(self) -> bool:
        """A token is through, unless it bounces: for the brake that is enough, and it comes milliseconds sooner."""
        return self._barrier.unsure_us(self._board.now_us()) > 0

    def _dark_for(self, now_ms: int) -> int:
        return now_ms - self._dark_since_ms if self._barrier.dark else 0

    def _count(self) -> int:
        before = self._board.interrupts_off()
        count = self._barrier.count(self._board.now_us())
        self._board.interrupts_on(before)
        return count
