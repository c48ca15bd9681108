"""The host's end of the wire, without any I/O.

It takes bytes, and returns reports, bytes to send, and the next deadline.

A command that moves a motor is never repeated blindly. If its answer is missing, the dispenser is asked for the state
of the job. Only after `unheard` is it sent again, with the same id and the same event counter, so that at most one of
two copies on a slow line takes effect.

All requests end with their connection, also waiting and new ones. The owner asks for its open jobs once the dispenser
is up again, because the players may have settled some meanwhile.
"""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

from firmware_bridge import wire
from firmware_bridge.firmware.settings import VERSION, Settings, checksum
from firmware_bridge.reports import (
    ConnectionDown,
    DispenserUp,
    DownReason,
    HopperLevel,
    HopperSign,
    Outcome,
    PayoutEnded,
    PayoutUnheard,
    PayoutUnknown,
    Report,
    Sign,
    TokenLate,
    TokenPassed,
)

REPLY_S = 0.4
"""A question without an answer is repeated after this time."""
MISSES = 5
"""After this many unanswered questions in a row the dispenser counts as gone."""
FIRST_MISSES = 15
"""The same number for the greeting, because a Pico that was just plugged in has its port before its firmware runs."""
BEAT_S = 0.5
POLL_S = 0.25
"""The time between two questions about a running job. Tokens are reported as they pass; this finds lost reports."""
SIGNS = {
    wire.UNTRIED: Sign.UNTRIED,
    wire.WORKS: Sign.WORKS,
    wire.NOTHING_CAME: Sign.NOTHING_CAME,
    wire.BLOCKED: Sign.BLOCKED,
    wire.NEVER_LIGHT: Sign.NEVER_LIGHT,
    wire.BACKWARD: Sign.BACKWARD,
}
"""The meaning of each letter. Unknown letters of newer firmware are ignored."""
PROMPT = b">>> "
"""The output of MicroPython's console, which shows that no firmware runs."""
BUSY_S = 60.0
"""The longest time that a dispenser may be busy with another job. Its longest payout takes less."""
MOST_COUNTERS = 3
"""After this many refusals for a wrong counter, which each refusal corrects, another host must be using the
dispenser.
"""


class JobWord(StrEnum):
    """The states of a job on the wire."""

    RUNNING = "running"
    DONE = "done"
    JAM = "jam"
    EMPTY = "empty"
    BLOCKED = "blocked"
    STOPPED = "stopped"
    UNKNOWN = "unknown"
    """The power was cut in the middle of the job."""


class NoWord(StrEnum):
    """The dispenser's reasons for a refusal on which the host acts. All other words are passed on."""

    BOOT = "boot"
    DISABLED = "disabled"
    BUSY = "busy"
    COUNTER = "counter"
    BLOCKED = "blocked"
    UNHEARD = "unheard"


def check_job_id(job: str) -> None:
    if not wire.is_job_id(job):
        raise ValueError(f"invalid job id: {job!r}. Use ASCII letters, digits and '-', at most {wire.JOB_ID_LONGEST}")


@dataclass(slots=True)
class _Task:
    job: str
    hopper: int = 0
    count: int | None = None
    """The payout; None if this is only a query about the job."""
    doubtful: bool = False
    """True if it was sent and not answered: ask about it before anything else."""
    running: bool = False
    wanted: bool = True
    """False if the match settled the job already. If it still runs, it is stopped before more tokens fall."""
    stopped: bool = False
    passed: int = 0
    busy_since_s: float | None = None
    counters: int = 0
    """The number of refusals for a wrong counter."""


class HostProtocol:
    """The protocol with one dispenser, over one connection after the other.

    It belongs to one thread. Times are seconds of any steady clock.
    """

    def __init__(self) -> None:
        self._tasks: deque[_Task] = deque()
        self._out = bytearray()
        self._seq = 0
        self._greeted = False
        """True if a dispenser has answered before, so that garbled bytes are the line's fault."""
        self._drop_connection()

    def _drop_connection(self) -> None:
        self._reader = wire.LineReader()
        self._out.clear()
        self._connected = False
        self._up: DispenserUp | None = None
        self._greeting: DispenserUp | None = None
        self._counter = 0
        self._question: tuple[str, ...] = ()
        self._question_seq = ""
        self._reply_by_s = 0.0
        self._misses = 0
        self._strange = 0
        """Bytes since the last answer that no dispenser sends."""
        self._last_bytes = b""
        """The last few of these bytes."""
        self._prompted = False
        """True if MicroPython's prompt was among them."""
        self._rest_until_s = 0.0
        self._beat_at_s = 0.0
        self._lates_received = 0
        self._lates = 0
        self._levels = ""
        """The levels as last reported."""
        self._levels_seen = ""
        """The last received levels."""
        self._signs = ""
        """The signs as last reported."""
        self._tasks.clear()

    # -- for the owner ------------------------------------------------------------------------------------------------

    def connected(self, now_s: float) -> None:
        """Begin with a greeting: the port is open."""
        self._drop_connection()
        self._connected = True
        self._step(now_s)

    def lost(self) -> None:
        """Forget all requests, because the port is gone."""
        self._drop_connection()

    def pay_out(self, job: str, hopper: int, count: int) -> None:
        """Queue a payout if the dispenser is up; a job that waits or runs already is not queued again.

        Raises ValueError if the id is not valid.
        """
        check_job_id(job)
        if self._up is not None and not any(task.job == job and task.count is not None for task in self._tasks):
            self._tasks.append(_Task(job, hopper, count))

    def ask(self, job: str, *, wanted: bool = True) -> None:
        """Request the result of a job, if the dispenser is up. A job that is not `wanted` is stopped if it runs.

        Raises ValueError if the id is not valid.
        """
        check_job_id(job)
        if self._up is not None:
            self._tasks.append(_Task(job, wanted=wanted))

    def data_to_send(self) -> bytes:
        """Return the bytes to write to the port now. Each byte is returned once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def step(self, data: bytes, now_s: float) -> list[Report]:
        """Take the bytes that were read, and return the reports that follow.

        Read the port first: answers may be waiting.
        """
        reports: list[Report] = []
        self._strange += len(data)
        self._prompted = self._prompted or PROMPT in self._last_bytes + data
        self._last_bytes = (self._last_bytes + data)[-len(PROMPT) :]
        for words in self._reader.feed(data):
            if self._connected:
                reports.extend(self._receive(words, now_s))
        if self._connected:
            reports.extend(self._step(now_s))
        return reports

    def next_deadline(self) -> float | None:
        """Return when `step` must be called if neither a byte nor a request comes before."""
        if not self._connected:
            return None
        if self._question:
            return self._reply_by_s
        if self._tasks or self._lates_received < self._lates:
            return min(self._rest_until_s, self._beat_at_s)
        return self._beat_at_s

    # -- what comes ---------------------------------------------------------------------------------------------------

    def _receive(self, words: list[str], now_s: float) -> list[Report]:
        handler = {
            "here": self._receive_here,
            "ok": self._receive_ok,
            "alive": self._receive_alive,
            "job": self._receive_job,
            "late": self._receive_late,
            "no": self._receive_no,
        }.get(words[0])
        if handler is None:  # What we said ourselves comes back, or it is something else's.
            return []
        self._strange = 0
        self._prompted = False
        if len(words) < 2 or words[1] not in (self._question_seq, "0"):
            return []
        answered = self._question if words[1] == self._question_seq else ()
        if answered:
            self._question = ()
            self._question_seq = ""
            self._misses = 0
        try:
            return handler(words[2:], answered, now_s)
        except (ValueError, IndexError):
            return self._go_down(DownReason.FOREIGN, " ".join(words))

    def _receive_here(self, words: list[str], _answered: tuple[str, ...], now_s: float) -> list[Report]:
        protocol = int(words[0])
        if protocol != wire.PROTOCOL:
            why = DownReason.OLD_FIRMWARE if protocol < wire.PROTOCOL else DownReason.NEW_FIRMWARE
            return self._go_down(why, f"protocol {protocol}")
        _, boot, version, store, settings, hoppers, counter = words
        self._counter = int(counter)
        self._greeted = True
        other = version != VERSION
        tuned = not other and settings != checksum([Settings()])
        self._greeting = DispenserUp(int(boot), version, int(hoppers), int(store), self._counter, tuned, other)
        self._put(("enable", boot), now_s)
        return []

    def _receive_ok(self, _words: list[str], answered: tuple[str, ...], now_s: float) -> list[Report]:
        if not answered or answered[0] != "enable" or self._greeting is None:
            return []
        self._up = self._greeting
        self._beat_at_s = now_s
        self._rest_until_s = now_s
        return [self._up]

    def _receive_alive(self, words: list[str], _answered: tuple[str, ...], _now_s: float) -> list[Report]:
        boot, enabled, counter, lates = (int(word) for word in words[:4])
        self._counter = counter
        self._lates = lates
        if self._up is not None and boot != self._up.boot:
            return self._go_down(DownReason.RESET)
        if not enabled:
            return self._go_down(DownReason.STOPPED)
        return [*self._receive_levels("".join(words[4:5])), *self._receive_signs("".join(words[5:6]))]

    def _receive_signs(self, signs: str) -> list[Report]:
        known, self._signs = self._signs.ljust(len(signs), wire.UNTRIED), signs
        return [
            HopperSign(hopper, SIGNS[sign])
            for hopper, sign in enumerate(signs)
            if sign != known[hopper] and sign in SIGNS
        ]

    def _sign(self, hopper: int) -> str:
        return self._signs[hopper : hopper + 1] or wire.UNTRIED

    def _outcome(self, state: JobWord, hopper: int) -> Outcome:
        """Return the outcome of a job. A hopper without a level sensor cannot know that it is empty."""
        blind = self._levels_seen[hopper : hopper + 1] == wire.NO_SENSOR
        return Outcome.NOTHING if state is JobWord.EMPTY and blind else Outcome(state)

    def _receive_levels(self, levels: str) -> list[Report]:
        """Read one letter for each hopper. A turning disc stirs the tokens, so only a level that stays is reported."""
        stays = levels == self._levels_seen and not self._tasks
        self._levels_seen = levels
        if not stays or levels == self._levels:
            return []
        known, self._levels = self._levels.ljust(len(levels), wire.NO_SENSOR), levels
        return [
            HopperLevel(hopper, level == wire.HAS_TOKENS)
            for hopper, level in enumerate(levels)
            if level != known[hopper] and level in (wire.HAS_TOKENS, wire.NO_TOKENS)
        ]

    def _forget_level(self, hopper: int) -> None:
        """Forget a hopper's level, because tokens fell: the next report counts as a change even if it is the same."""
        if 0 <= hopper < len(self._levels):
            self._levels = self._levels[:hopper] + wire.NO_SENSOR + self._levels[hopper + 1 :]

    def _task_of(self, job: str) -> _Task | None:
        """Return the current task if it is this job's."""
        return self._tasks[0] if self._tasks and self._tasks[0].job == job else None

    def _receive_job(self, words: list[str], _answered: tuple[str, ...], now_s: float) -> list[Report]:
        job, hopper, asked, passed, word, counter = words
        state = JobWord(word)
        if self._up is None:
            return []
        self._counter = max(self._counter, int(counter))
        wanted, fell = int(asked), int(passed)
        task = self._task_of(job)
        if task is None:
            return []
        task.doubtful = False
        task.running = True
        known, task.passed = task.passed, max(task.passed, fell)
        if state is JobWord.RUNNING:
            self._rest_until_s = now_s + (POLL_S if task.wanted or task.stopped else 0.0)
            return [TokenPassed(job, task.passed)] if task.passed > known else []
        self._tasks.popleft()
        self._rest_until_s = now_s
        self._forget_level(int(hopper))
        if state is JobWord.UNKNOWN:
            return [PayoutUnknown(job, task.passed, max(wanted, task.passed))]
        return [PayoutEnded(job, wanted, task.passed, self._outcome(state, int(hopper)), self._counter)]

    def _receive_late(self, words: list[str], _answered: tuple[str, ...], _now_s: float) -> list[Report]:
        index, job, hopper, late = words
        self._lates_received = max(self._lates_received, int(index) + 1)
        return [TokenLate(int(hopper), job, int(late))]

    def _receive_no(self, words: list[str], answered: tuple[str, ...], now_s: float) -> list[Report]:
        why = words[0]
        if len(words) > 1:
            self._counter = int(words[1])
        if not answered:
            return []
        if answered[0] in ("hello", "enable"):
            return self._go_down(DownReason.RESET) if why == NoWord.BOOT else self._go_down(DownReason.FOREIGN, why)
        if answered[0] == "late":
            self._lates_received += 1
        task = self._task_of(answered[1]) if answered[0] in ("pay", "ask") else None
        return [] if task is None else self._receive_no_job(task, why, now_s)

    def _receive_no_job(self, task: _Task, why: str, now_s: float) -> list[Report]:
        task.doubtful = False
        if why == NoWord.DISABLED:
            return self._go_down(DownReason.STOPPED)
        if self._may_pass(task, why, now_s):
            return []
        if why == NoWord.UNHEARD and task.count is not None:
            task.running = False
            return []
        self._tasks.popleft()
        if why == NoWord.UNHEARD:
            return [PayoutUnheard(task.job, self._counter)]
        if why == NoWord.BLOCKED:
            outcome = Outcome.DARK if self._sign(task.hopper) == wire.NEVER_LIGHT else Outcome.BLOCKED
            return [PayoutEnded(task.job, task.count or 0, 0, outcome, self._counter)]
        return [PayoutEnded(task.job, task.count or 0, 0, Outcome.REFUSED, self._counter, why)]

    def _may_pass(self, task: _Task, why: str, now_s: float) -> bool:
        """True if the refusal is temporary: the task stays and is sent again."""
        if why == NoWord.BUSY:
            task.busy_since_s = now_s if task.busy_since_s is None else task.busy_since_s
            self._rest_until_s = now_s + POLL_S
            return now_s - task.busy_since_s < BUSY_S
        if why == NoWord.COUNTER:
            task.doubtful = True
            task.counters += 1
            return task.counters < MOST_COUNTERS
        return False

    def _go_down(self, why: DownReason, detail: str = "") -> list[Report]:
        """Report the dispenser as lost, and begin again with a greeting."""
        self._drop_connection()
        return [ConnectionDown(why, detail)]

    # -- what goes ----------------------------------------------------------------------------------------------------

    def _step(self, now_s: float) -> list[Report]:
        if self._question:
            if now_s < self._reply_by_s:
                return []
            self._misses += 1
            if self._misses >= (FIRST_MISSES if self._up is None and not self._strange else MISSES):
                return self._go_down(self._unanswered())
            if self._question[0] == "pay":
                self._question = ()
            else:
                self._put(self._question, now_s)
                return []
        self._put_next(now_s)
        return []

    def _unanswered(self) -> DownReason:
        """Return the report for a missing answer."""
        if not self._strange:
            return DownReason.SILENT
        if self._prompted:
            return DownReason.NO_FIRMWARE
        return DownReason.NOISY if self._greeted or self._reader.damaged else DownReason.FOREIGN

    def _put_next(self, now_s: float) -> None:
        """Send the question that is due now, if any."""
        if self._up is None:
            self._put(("hello",), now_s)
            return
        if now_s >= self._beat_at_s:
            self._beat_at_s = now_s + BEAT_S
            self._put(("beat",), now_s)
        elif self._lates_received < self._lates:
            self._put(("late", str(self._lates_received)), now_s)
        elif self._tasks and now_s >= self._rest_until_s:
            task = self._tasks[0]
            if task.running and not task.wanted and not task.stopped:
                task.stopped = True
                self._put(("stop",), now_s)
            elif task.count is None or task.doubtful or task.running:
                self._put(("ask", task.job), now_s)
            else:
                task.doubtful = True
                self._put(("pay", task.job, str(task.hopper), str(task.count), str(self._counter)), now_s)

    def _put(self, question: tuple[str, ...], now_s: float) -> None:
        self._seq = self._seq % 9999 + 1
        self._question = question
        self._question_seq = str(self._seq)
        self._reply_by_s = now_s + REPLY_S
        self._out += wire.encode(question[0], self._seq, *question[1:])
