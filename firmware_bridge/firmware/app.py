"""The dispenser: it answers the host, runs one job at a time, and remembers. `step` never waits.

A turn of the loop must be short, because it delays the motor's stop: only awake hoppers are stepped, and a turn without
news allocates almost nothing.
"""

from firmware_bridge import wire

from .barrier import Bell
from .board import Board
from .hopper import REST, HopperDrive
from .jobs import Job
from .settings import ERASE_REST_MS, HEARTBEAT_MS, MOST_TOKENS, TIGHT_REST_MS, VERSION, Settings, checksum
from .store import Store

SIZES = {"hello": 2, "enable": 3, "beat": 2, "pay": 6, "ask": 3, "late": 3, "stop": 2, "console": 2}
"""The number of words in each question."""


class App:
    def __init__(self, board: Board, settings: "list[Settings]") -> None:
        """`settings` has the timings of each hopper."""
        self._board = board
        self._checksum = checksum(settings)
        self._reader = wire.LineReader()
        self._store = Store(board)
        self._jobs = self._store.load()
        self._bell = Bell()
        self._hoppers = [HopperDrive(board, number, settings[number], self._bell) for number in range(board.hoppers)]
        self._awake = list(range(board.hoppers))
        """The hoppers that `step` steps: all that turn, settle, or have something in their barrier."""
        self._running: Job | None = None
        self._reported = 0
        self._enabled = False
        self._received_ms = board.now_ms()
        self._moved_ms = board.now_ms()
        self._lates: list[Job] = [job for job in self._jobs.all() if job.late]
        """The jobs in the order of their late tokens since power-up. The host fetches them by number."""
        self._unsettled = [job for job in self._jobs.all() if job.state == "running"]
        """The jobs that the last power-down cut, until none of their tokens can still fall."""
        self._unwritten: list[Job] = []
        """The jobs that are not in flash yet, because writing waits for the discs to rest."""
        for job in [job for job in self._unsettled if job.hopper >= board.hoppers]:
            self._settle(job, job.passed)  # Its hopper was removed meanwhile.
        for hopper in self._hoppers:
            hopper.settle(self._moved_ms)

    def step(self) -> "int | None":
        """Do the due work. Return the time of the next call in ms if nothing happens before, or None."""
        board = self._board
        board.feed_watchdog()
        data = board.read()
        if data:
            for words in self._reader.feed(data):
                self._received_ms = board.now_ms()
                board.write(self._reply(words))
        now_ms = board.now_ms()
        if self._enabled and now_ms - self._received_ms >= HEARTBEAT_MS:
            self._enabled = False
            self._stop_all()
        if self._bell.rung:
            self._bell.rung = False
            self._wake_stirred()
        tired = False
        for number in self._awake:
            tired = self._step_hopper(number, now_ms) or tired
        if tired:
            self._awake = [number for number in self._awake if not self._hoppers[number].asleep()]
        resting = self._at_rest()
        if resting and (self._unwritten or self._has_chores()):
            self._write_down()
        return self._due_ms(now_ms, resting)

    def _wake_stirred(self) -> None:
        for number in range(len(self._hoppers)):
            if self._hoppers[number].stirred() and number not in self._awake:
                self._awake.append(number)

    def paying(self) -> "list[int]":
        """Return the hoppers of payouts whose result is not in flash. A power cut now makes them `unknown`."""
        return [job.hopper for job in self._jobs.all() if job is self._running or job.state == "running"]

    def unsaved(self) -> "list[int]":
        """Return the hoppers whose late tokens are not in flash yet, because writing waits for the discs to rest."""
        return [job.hopper for job in self._unwritten]

    # -- the host -----------------------------------------------------------------------------------------------------

    def _reply(self, words: "list[str]") -> bytes:
        """Return the answer to a frame. Every frame gets one, because an exception here would end the firmware."""
        try:
            return self._answer(words)
        except ValueError:  # a word that is empty, or too long to be sent back
            return wire.encode("no", "0", "words")

    def _answer(self, words: "list[str]") -> bytes:
        verb = words[0]
        seq = words[1] if len(words) > 1 else "0"
        if verb not in SIZES:
            return wire.encode("no", seq, "verb")
        if len(words) != SIZES[verb]:
            return wire.encode("no", seq, "words")
        if verb == "hello":
            return self._hello(seq)
        if verb == "enable":
            return self._enable(seq, words[2])
        if verb == "beat":
            return self._alive(seq)
        if verb == "pay":
            return self._pay(seq, words[2], words[3], words[4], words[5])
        if verb == "ask":
            return self._ask(seq, words[2])
        if verb == "late":
            return self._late(seq, words[2])
        if verb == "stop":
            self._stop_all()
            return wire.encode("ok", seq)
        self._stop_all()
        if not self._at_rest():
            return wire.encode("no", seq, "busy")
        self._board.write(wire.encode("ok", seq))
        self._board.open_console()
        return b""

    def _hello(self, seq: str) -> bytes:
        return wire.encode(
            "here",
            seq,
            wire.PROTOCOL,
            self._board.boot,
            VERSION,
            self._store.identity,
            self._checksum,
            len(self._hoppers),
            self._jobs.counter,
        )

    def _enable(self, seq: str, boot: str) -> bytes:
        if boot != str(self._board.boot):
            return wire.encode("no", seq, "boot")
        self._enabled = True
        return wire.encode("ok", seq)

    def _alive(self, seq: str) -> bytes:
        levels = "".join([self._level(number) for number in range(len(self._hoppers))])
        now_ms = self._board.now_ms()
        signs = "".join([hopper.sign(now_ms) for hopper in self._hoppers])
        return wire.encode(
            "alive",
            seq,
            self._board.boot,
            int(self._enabled),
            self._jobs.counter,
            len(self._lates),
            levels or "-",
            signs or "-",
        )

    def _level(self, number: int) -> str:
        has_tokens = self._board.has_tokens(number)
        if has_tokens is None:
            return wire.NO_SENSOR
        return wire.HAS_TOKENS if has_tokens else wire.NO_TOKENS

    def _pay(self, seq: str, name: str, hopper_word: str, count_word: str, counter_word: str) -> bytes:
        if not wire.is_job_id(name):
            return wire.encode("no", seq, "job")
        known = self._jobs.find(name)
        if known is not None:
            return self._status(seq, known)
        hopper = _number(hopper_word)
        count = _number(count_word)
        refusal = ""
        if not self._enabled:
            refusal = "disabled"
        elif self._running is not None or not self._at_rest() or self._is_writing() or self._must_rest():
            refusal = "busy"
        elif _number(counter_word) != self._jobs.counter:
            refusal = "counter"
        elif not 0 <= hopper < len(self._hoppers):
            refusal = "hopper"
        elif not 1 <= count <= MOST_TOKENS:
            refusal = "count"
        elif self._hoppers[hopper].blocked(self._board.now_ms()):
            refusal = "blocked"
        elif self._hoppers[hopper].passing():
            refusal = "busy"
        if refusal:
            return wire.encode("no", seq, refusal, self._jobs.counter)
        return self._begin(seq, Job(name, hopper, count, self._jobs.counter + 1))

    def _is_writing(self) -> bool:
        """True if flash does not have all results yet. No job begins before. If flash is full, `renew` writes them."""
        return bool(self._unwritten) and not self._store.is_full()

    def _must_rest(self) -> bool:
        """True if the memory is full and an erasure has to wait until no token can hang in a chute.

        A token that passes during an erasure would not be seen.
        """
        rested_ms = self._board.now_ms() - self._moved_ms
        return self._store.is_tight() and self._store.erases() and rested_ms < TIGHT_REST_MS

    def _begin(self, seq: str, job: Job) -> bytes:
        """Begin the job. The intent is in flash before the motor turns."""
        if self._store.is_tight():
            self._renew()
        self._running = job
        self._jobs.add(job)
        self._store.append(job)
        self._reported = 0
        self._hoppers[job.hopper].start(job.asked, self._board.now_ms())
        if job.hopper not in self._awake:
            self._awake.append(job.hopper)
        return self._status(seq, job)

    def _ask(self, seq: str, name: str) -> bytes:
        job = self._jobs.find(name)
        if job is None:
            return wire.encode("no", seq, "unheard", self._jobs.counter)
        return self._status(seq, job)

    def _late(self, seq: str, index_word: str) -> bytes:
        index = _number(index_word)
        if not 0 <= index < len(self._lates):
            return wire.encode("no", seq, "late")
        job = self._lates[index]
        return wire.encode("late", seq, index, job.job, job.hopper, job.late)

    def _status(self, seq: str, job: Job) -> bytes:
        return wire.encode("job", seq, job.job, job.hopper, job.asked, job.passed, job.state, self._jobs.counter)

    def _stop_all(self) -> None:
        for number in self._awake:
            self._hoppers[number].stop("stopped", self._board.now_ms())

    # -- the hoppers --------------------------------------------------------------------------------------------------

    def _step_hopper(self, number: int, now_ms: int) -> bool:
        """Step the hopper. Return True if it may sleep from now on."""
        hopper = self._hoppers[number]
        rested = hopper.state == REST
        ending = hopper.step(now_ms)
        job = self._running
        if job is not None and job.hopper == number:
            job.passed = hopper.seen
            if ending:
                self._end(job, ending)
            elif job.passed != self._reported:
                self._board.write(self._status("0", job))
            self._reported = job.passed
        elif ending:
            self._settle_cut_job(number)
        elif rested:
            self._note_late(number, hopper.late())
        return hopper.state == REST and hopper.asleep()

    def _end(self, job: Job, ending: str) -> None:
        """End the job: the disc rests and nothing falls any more. The result goes to flash, then to the host."""
        job.state = ending
        self._moved_ms = self._board.now_ms()
        if not self._store.append(job):
            self._unwritten.append(job)
        self._running = None
        self._board.write(self._status("0", job))

    def _settle_cut_job(self, number: int) -> None:
        """Settle the job that the last power-down cut, if there is one. Tokens that fell until now belong to it."""
        passed = self._hoppers[number].seen
        cut = [job for job in self._unsettled if job.hopper == number]
        for job in cut[:-1]:
            self._settle(job, 0)
        if cut:
            self._settle(cut[-1], passed)
        else:
            self._note_late(number, passed)

    def _settle(self, job: Job, passed: int) -> None:
        job.passed = passed
        job.state = "unknown"
        self._unsettled.remove(job)
        self._unwritten.append(job)

    def _note_late(self, number: int, late: int) -> None:
        job = self._jobs.last_of(number)
        if late == 0 or job is None:
            return
        self._moved_ms = self._board.now_ms()
        job.late += late
        self._lates.append(job)
        if job not in self._unwritten:
            self._unwritten.append(job)

    # -- the memory ---------------------------------------------------------------------------------------------------

    def _at_rest(self) -> bool:
        for number in self._awake:  # noqa: SIM110 (a generator would be made anew in each turn)
            if self._hoppers[number].state != REST:
                return False
        return True

    def _write_down(self) -> None:
        """Do one chore a step with the discs at rest. Erasing waits until nothing can hang in a chute any more."""
        if self._unwritten and self._store.append(self._unwritten[0]):
            self._unwritten.pop(0)
        elif self._has_chores() and self._board.now_ms() >= self._chores_ms() and not self._is_passing():
            if self._store.has_unclean():
                self._store.clean()
            else:
                self._renew()

    def _has_chores(self) -> bool:
        return self._store.has_unclean() or self._store.is_filling()

    def _is_passing(self) -> bool:
        """True if something is in a barrier that may be a token."""
        now_ms = self._board.now_ms()
        return any(hopper.passing() and not hopper.blocked(now_ms) for hopper in self._hoppers)

    def _chores_ms(self) -> int:
        return self._moved_ms + ERASE_REST_MS

    def _renew(self) -> None:
        self._store.renew(self._jobs)
        self._unwritten = []

    def _due_ms(self, now_ms: int, resting: bool) -> "int | None":
        due = self._received_ms + HEARTBEAT_MS if self._enabled else None
        for number in self._awake:
            due = _sooner(due, self._hoppers[number].due_ms(now_ms))
        if resting:
            if self._unwritten and not self._store.is_full():
                due = _sooner(due, now_ms)
            elif self._has_chores():
                due = _sooner(due, self._chores_ms())
        return due


def _sooner(one: "int | None", other: "int | None") -> "int | None":
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _number(word: str) -> int:
    """Return the number, or -1 for a word that is not a plain decimal number."""
    return int(word) if word.isdigit() and len(word) <= 9 else -1
