"""A hopper feeds, counts, reverses out of a jam, stops, and waits until no token can fall any more.

A resting hopper is asleep: `step` is due again after an edge at its barrier. In all calls `now_ms` is the board's time
of this turn of the loop.
"""

from .barrier import Barrier, Bell
from .board import Board
from .settings import STALL_POLL_MS, Settings
from .signs import Signs

REST = 0
FEEDING = 1
REVERSING = 2
SETTLING = 3
HALTED = 4
"""The disc is braked during a job, because the barrier is dark for longer than a token is in it."""


class HopperDrive:
    def __init__(self, board: Board, number: int, settings: Settings, bell: "Bell | None" = None) -> None:
        self._board = board
        self._number = number
        self._settings = settings
        self._barrier = Barrier(settings.bounce_us, settings.shortest_us, settings.blocked_ms * 1000, bell)
        self._signs = Signs()
        self._has_stall = board.is_stalled(number) is not None
        self.state = REST
        self._asked = 0
        self._base = 0
        """The barrier's count when the job began."""
        self.seen = 0
        """The tokens of the job at the last step, without late ones."""
        self._since_ms = 0
        """The time of the state, or of the last token in it."""
        self._was_dark = False
        self._spell = 0
        self._changed_ms = board.now_ms()
        """The time when the present light or dark was first seen."""
        self._reversals = 0
        self._reverse_ms = 0
        """The duration of the present reversal: each is longer than the one before."""
        self._stalls = False
        self._driven = 0
        """The direction of the motor's last turn: a token is counted a little after the motor stopped for it."""
        self._ending = ""
        self._barrier.begin(board.is_dark(number))
        self._was_dark = self._barrier.dark
        board.watch(number, self._barrier)

    def asleep(self) -> bool:
        """True if nothing is left to do before the next edge."""
        if self.state != REST or self._barrier.pending:
            return False
        if self._barrier.dark:
            return self._barrier.void
        return self._signs.lit

    def stirred(self) -> bool:
        """True if there was an edge since the last `step`."""
        barrier = self._barrier
        return barrier.dark != self._was_dark or barrier.spell != self._spell or barrier.pending

    def late(self) -> int:
        """Return the tokens that passed since the job's end or the last call. Call it at rest.

        No job's `passed` has them.
        """
        late = self._count() - self._base - self.seen
        self._base += late
        return late

    def blocked(self, now_ms: int) -> bool:
        return self._dark_for(now_ms) >= self._settings.blocked_ms

    def passing(self) -> bool:
        """True if something is in the barrier, or was a moment ago: a token of the previous job may be falling."""
        return self._barrier.dark or self._is_unsure()

    def sign(self, now_ms: int) -> str:
        """Return the letter for the signals of this hopper since power-up."""
        return self._signs.letter(self.blocked(now_ms))

    def start(self, count: int, now_ms: int) -> None:
        self._base = self._count()
        self.seen = 0
        self._asked = count
        self._reversals = 0
        self._stalls = False
        self._turn(1, FEEDING, now_ms)

    def stop(self, ending: str, now_ms: int) -> None:
        """Brake if it turns.

        The job ends with this word once everything rests, unless all its tokens have passed by then.
        """
        if self.state in (FEEDING, REVERSING, HALTED):
            self._ending = ending
            self._turn(0, SETTLING, now_ms)
        elif self.state == SETTLING and self._ending == "done":
            self._ending = ending  # If the last token turns out to be none, the job still ends.

    def settle(self, now_ms: int) -> None:
        """Wait as after a stop, because an earlier token may still be falling at power-up.

        `step` then returns `done`.
        """
        self._base = self._count()
        self.seen = 0
        self._asked = 0
        self._turn(0, SETTLING, now_ms)

    def step(self, now_ms: int) -> str:
        """Do the work that is due. Return the job's result in the call that ends it, else an empty word."""
        barrier = self._barrier
        still = not (barrier.dark or barrier.pending or self._was_dark or barrier.spell != self._spell)
        if (
            still
            and self.state == FEEDING
            and self._signs.lit
            and not self._has_stall
            and now_ms - self._since_ms < self._settings.feed_timeout_ms
        ):
            return ""  # As in nearly all turns in which a disc turns.
        dark_ms = self._watch_light(now_ms)
        if self.state == REST:
            return ""
        passed = self._count() - self._base
        if passed != self.seen:
            self._note_token(passed, now_ms)
        if self.state == SETTLING:
            return self._step_settling(now_ms, passed, dark_ms)
        if passed + self._is_unsure() >= self._asked:
            self.stop("done", now_ms)
        elif dark_ms >= self._settings.blocked_ms:
            self.stop("blocked", now_ms)
        elif self.state == REVERSING:
            if now_ms - self._since_ms >= self._reverse_ms:
                if self._barrier.dark:
                    self._turn(0, HALTED, now_ms)
                else:
                    self._turn(1, FEEDING, now_ms)
        elif self.state == HALTED:
            if not self.passing():
                self._turn(1, FEEDING, now_ms)
        elif dark_ms >= self._settings.dark_ms:
            self._turn(0, HALTED, now_ms)
        else:
            self._step_feeding(now_ms)
        return ""

    def _watch_light(self, now_ms: int) -> int:
        """Return the milliseconds for which the barrier has been dark; 0 in the light."""
        barrier = self._barrier
        if barrier.dark != self._was_dark or barrier.spell != self._spell:
            self._was_dark = barrier.dark
            self._spell = barrier.spell
            self._changed_ms = now_ms
            return 0
        same_ms = now_ms - self._changed_ms
        if not barrier.dark:
            if not self._signs.lit and same_ms >= self._settings.blocked_ms:
                self._signs.lit = True
            return 0
        if not barrier.void and same_ms >= self._settings.blocked_ms:
            before = self._board.interrupts_off()
            barrier.give_up()
            self._board.interrupts_on(before)
        return same_ms

    def _note_token(self, passed: int, now_ms: int) -> None:
        self._signs.token(self._driven < 0, passed - self.seen)
        self.seen = passed
        through_ms = now_ms - self._barrier.since_light_us(self._board.now_us()) // 1000
        self._since_ms = max(self._since_ms, through_ms)
        self._reversals = 0

    def _step_feeding(self, now_ms: int) -> None:
        stalled = self._has_stall and bool(self._board.is_stalled(self._number))
        self._stalls = self._stalls or stalled
        if not stalled and now_ms - self._since_ms < self._settings.feed_timeout_ms:
            return
        if self._reversals == self._settings.retries:
            self._signs.gave_up = True
            self.stop("jam" if self._stalls or self._board.has_tokens(self._number) else "empty", now_ms)
            return
        self._reversals += 1
        self._reverse_ms = self._settings.reverse_ms * self._reversals
        if self._reversals == self._settings.retries and not self._signs.any_token():
            # Where no token ever came, a motor that is wired the wrong way round gets the time to show it.
            self._reverse_ms = max(self._reverse_ms, self._settings.feed_timeout_ms)
        self._turn(-1, REVERSING, now_ms)

    def _step_settling(self, now_ms: int, passed: int, dark_ms: int) -> str:
        if now_ms - self._since_ms < self._settings.settle_ms:
            return ""
        if self._barrier.dark:
            if dark_ms < self._settings.blocked_ms:
                return ""
            self._ending = "blocked"
        if passed < self._asked and self._ending == "done":
            self._turn(1, FEEDING, now_ms)  # The end of the last token was a bounce.
            return ""
        self.state = REST
        return "done" if passed >= self._asked else self._ending

    def due_ms(self, now_ms: int) -> "int | None":
        """Return the time of the next `step` if no edge comes before, or None."""
        settings = self._settings
        barrier = self._barrier
        if barrier.pending:
            return now_ms + (barrier.unsure_us(self._board.now_us()) + 999) // 1000
        if self.state == REST:
            return None if self.asleep() else self._changed_ms + settings.blocked_ms
        if self.state == HALTED:
            return self._changed_ms + settings.blocked_ms if barrier.dark else now_ms
        if self.state == SETTLING:
            due = self._since_ms + settings.settle_ms
        elif self.state == REVERSING:
            due = self._since_ms + self._reverse_ms
        else:
            due = self._since_ms + settings.feed_timeout_ms
            if self._has_stall:
                due = min(due, now_ms + STALL_POLL_MS)
        if barrier.dark:
            longest_ms = settings.dark_ms if self.state == FEEDING else settings.blocked_ms
            dark_due = self._changed_ms + longest_ms
            due = max(due, dark_due) if self.state == SETTLING else min(due, dark_due)
        return due

    def _turn(self, direction: int, state: int, now_ms: int) -> None:
        self._board.drive(self._number, direction)
        self._driven = direction or self._driven
        self.state = state
        self._since_ms = now_ms

    def _is_unsure(self) -> bool:
        """True if a token is through, unless it bounces. The brake does not wait for more, and gains milliseconds."""
        return self._barrier.pending and self._barrier.unsure_us(self._board.now_us()) > 0

    def _dark_for(self, now_ms: int) -> int:
        if not self._barrier.dark or self.stirred():
            return 0
        return now_ms - self._changed_ms

    def _count(self) -> int:
        before = self._board.interrupts_off()
        count = self._barrier.count(self._board.now_us())
        self._board.interrupts_on(before)
        return count
