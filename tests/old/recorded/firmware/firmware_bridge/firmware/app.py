"""The dispenser: answers the host, runs one job at a time, remembers. `step` never waits."""

from firmware_bridge import wire

from .board import Board
from .hopper import Hopper
from .jobs import Job
from .settings import MOST_TOKENS, VERSION, Settings
from .store import Store

SIZES = {"hello": 2, "enable": 3, "beat": 2, "pay": 6, "ask": 3, "late": 3, "stop": 2, "console": 2}
"""Words of each question."""


class App:
    def __init__(self, board: Board, settings: Settings) -> None:
        self._board = board
        self._settings = settings
        self._reader = wire.LineReader()
        self._store = Store(board)
        self._jobs = self._store.load()
        self._hoppers = [Hopper(board, number, settings) for number in range(board.hoppers)]
        self._running: Job | None = None
        self._reported = 0
        self._enabled = False
        self._heard_ms = board.now_ms()
        self._moved_ms = board.now_ms()
        self._lates: list[Job] = [job for job in self._jobs.all() if job.late]
        """Jobs in the order of their late tokens since power-up: the host fetches them by number."""
        self._unsettled = [job for job in self._jobs.all() if job.state == "running"]
        """Jobs that the last power-down cut, until it is sure that none of their tokens still falls."""
        self._unwritten: list[Job] = []
        """What flash does not know yet: it waits for the discs to rest."""
        for job in [job for job in self._unsettled if job.hopper >= board.hoppers]:
            self._settle(job, job.passed)  # Its hopper was taken away meanwhile.
        for hopper in self._hoppers:
            hopper.settle()

    def step(self) -> "int | None":
        """Do what is due; the answer is when to be called again (ms), if nothing happens before."""
        self._board.feed_watchdog()
        for words in self._reader.feed(self._board.read()):
            self._heard_ms = self._board.now_ms()
            self._board.write(self._reply(words))
        self._watch_heartbeat()
        for number in range(len(self._hoppers)):
            self._step_hopper(number)
        if self._at_rest():
            self._write_down()
        return self._due_ms()

    def paying(self) -> "list[int]":
        """Hoppers of payouts that were begun and whose result is not in flash: a cut now makes them `unknown`."""
        return [job.hopper for job in self._jobs.all() if job is self._running or job.state == "running"]

    def unsaved(self) -> "list[int]":
        """Hoppers of whose late tokens flash does not know yet: it waits for the discs to rest."""
        return [job.hopper for job in self._unwritten]

    # -- the host -----------------------------------------------------------------------------------------------------

    def _reply(self, words: "list[str]") -> bytes:
        """Whatever a frame holds, it is answered: an exception here would end the firmware."""
        try:
            return self._answer(words)
        except ValueError:  # an empty word, or one too long to be sent back
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
            self._settings.checksum(),
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
        lates = len(self._lates)
        return wire.encode("alive", seq, self._board.boot, int(self._enabled), self._jobs.counter, lates, levels or "-")

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
        elif self._hoppers[hopper].blocked():
            refusal = "blocked"
        elif self._hoppers[hopper].passing():
            refusal = "busy"
        if refusal:
            return wire.encode("no", seq, refusal, self._jobs.counter)
        return self._begin(seq, Job(name, hopper, count, self._jobs.counter + 1))

    def _is_writing(self) -> bool:
        """Flash is to know of what was before anything new begins. Where it is full, `renew` takes it over."""
        return bool(self._unwritten) and not self._store.is_full()

    def _must_rest(self) -> bool:
        """The memory is full, and a token that passes in an erasure would not be seen: none may hang any more."""
        rested_ms = self._board.now_ms() - self._moved_ms
        return self._store.is_tight() and self._store.erases() and rested_ms < self._settings.tight_rest_ms

    def _begin(self, seq: str, job: Job) -> bytes:
        """The intent is in flash before the motor turns."""
        if self._store.is_tight():
            self._renew()
        self._running = job
        self._jobs.add(job)
        self._store.append(job)
        self._reported = 0
        self._hoppers[job.hopper].start(job.asked)
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

    def _watch_heartbeat(self) -> None:
        if self._enabled and self._board.now_ms() - self._heard_ms >= self._settings.heartbeat_ms:
            self._enabled = False
            self._stop_all()

    def _stop_all(self) -> None:
        for hopper in self._hoppers:
            hopper.stop("stopped")

    # -- the hoppers --------------------------------------------------------------------------------------------------

    def _step_hopper(self, number: int) -> None:
        hopper = self._hoppers[number]
        rested = hopper.resting()
        ending = hopper.step()
        job = self._running
        if job is not None and job.hopper == number:
            job.passed = hopper.passed()
            if ending:
                self._end(job, ending)
            elif job.passed != self._reported:
                self._board.write(self._status("0", job))
            self._reported = job.passed
        elif ending:
            self._settle_cut_job(number)
        elif rested:
            self._note_late(number, hopper.late())

    def _end(self, job: Job, ending: str) -> None:
        """The disc rests and nothing falls any more: the result goes to flash, then to the host."""
        job.state = ending
        self._moved_ms = self._board.now_ms()
        if not self._store.append(job):
            self._unwritten.append(job)
        self._running = None
        self._board.write(self._status("0", job))

    def _settle_cut_job(self, number: int) -> None:
        """After power-up: what fell until now still belongs to the job that the power-down cut, if there was one."""
        passed = self._hoppers[number].passed()
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
        return all(hopper.resting() for hopper in self._hoppers)

    def _write_down(self) -> None:
        """With the discs at rest, one thing a step. Erasing waits until nothing can hang in a chute any more."""
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
        """Something is in a barrier, and it may be a token."""
        return any(hopper.passing() and not hopper.blocked() for hopper in self._hoppers)

    def _chores_ms(self) -> int:
        return self._moved_ms + self._settings.erase_rest_ms

    def _renew(self) -> None:
        self._store.renew(self._jobs)
        self._unwritten = []

    def _due_ms(self) -> "int | None":
        dues = [due for due in [hopper.due_ms() for hopper in self._hoppers] if due is not None]
        if self._enabled:
            dues.append(self._heard_ms + self._settings.heartbeat_ms)
        if self._at_rest():
            if self._unwritten and not self._store.is_full():
                dues.append(self._board.now_ms())
            elif self._has_chores():
                dues.append(self._chores_ms())
        return min(dues) if dues else None


def _number(word: str) -> int:
    """-1 for whatever is not a plain decimal number."""
    return int(word) if word.isdigit() and len(word) <= 9 else -1
