"""Describe every line of the wire. `docs/develop/wire.md` is made from it, and a test compares it with the firmware."""

from typing import NamedTuple


class WireLine(NamedTuple):
    words: str
    """The words of the line.

    After the verb comes the sequence number that the answer repeats; 0 if nothing was asked.
    """
    meaning: str
    example: tuple[object, ...]


TO_DISPENSER = (
    WireLine("hello SEQ", "Find out which dispenser is there. Answer: `here`.", ("hello", 1)),
    WireLine("enable SEQ BOOT", "Allow the motors to turn until the next power-up. Answer: `ok`.", ("enable", 2, 77)),
    WireLine(
        "beat SEQ",
        "The heartbeat, every 0.5 s. The motors stop after 3 s without any line. Answer: `alive`.",
        ("beat", 3),
    ),
    WireLine(
        "pay SEQ JOB HOPPER COUNT COUNTER",
        "Pay out. COUNTER is the event counter that the host expects. If it differs, no token is paid. A repeated JOB"
        " is not paid twice: the answer has its state. Answer: `job`, or `no`.",
        ("pay", 4, "m1-1", 0, 2, 0),
    ),
    WireLine(
        "ask SEQ JOB", "Request the state of a job. Answer: `job`, or `no SEQ unheard COUNTER`.", ("ask", 5, "m1-1")
    ),
    WireLine("late SEQ INDEX", "Request one entry of the late tokens since power-up. Answer: `late`.", ("late", 6, 0)),
    WireLine("stop SEQ", "Stop all motors. A running job ends as `stopped`. Answer: `ok`.", ("stop", 7)),
    WireLine(
        "console SEQ",
        "Maintenance: turn the line into MicroPython's console. Answer: `ok`, the last frame.",
        ("console", 8),
    ),
)
FROM_DISPENSER = (
    WireLine(
        "here SEQ PROTOCOL BOOT VERSION STORE SETTINGS HOPPERS COUNTER",
        "BOOT changes at each power-up. STORE identifies the memory. SETTINGS is the checksum of the timings. COUNTER"
        " is the number of jobs that this memory has ever begun.",
        ("here", 1, 1, 77, "0.2.0", 41, "1f2e3d4c", 7, 0),
    ),
    WireLine("ok SEQ", "Done.", ("ok", 2)),
    WireLine(
        "alive SEQ BOOT ENABLED COUNTER LATES LEVELS SIGNS",
        "LATES: the number of entries that `late` can fetch. LEVELS: one letter for each hopper: `1` its sensor sees"
        " tokens, `0` it sees none, `-` it has no such sensor. SIGNS: one letter for each hopper, since power-up: `w` a"
        " token came, `n` a payout gave up and no token ever came, `b` tokens came only with the motor driven backward,"
        " `d` its barrier is blocked, `D` it is blocked and was never clear, `-` nothing yet.",
        ("alive", 3, 77, 1, 0, 0, "11-0---", "ww-D--n"),
    ),
    WireLine(
        "job SEQ JOB HOPPER ASKED PASSED STATE COUNTER",
        "STATE is `running`, `done`, `jam`, `empty`, `blocked`, `stopped`, or `unknown` (the power failed during it)."
        " It is also sent without a request, at each token and at the end.",
        ("job", 0, "m1-1", 0, 2, 2, "done", 1),
    ),
    WireLine(
        "late SEQ INDEX JOB HOPPER LATE",
        "In total, LATE tokens of JOB fell after its end.",
        ("late", 6, 0, "m1-1", 0, 1),
    ),
    WireLine(
        "no SEQ WHY [COUNTER]",
        "WHY is `verb`, `words` (too few or many), `boot`, `disabled`, `busy`, `counter`, `hopper`, `count`, `blocked`,"
        " `job` (no job id), `unheard`, `late` (no such entry).",
        ("no", 4, "counter", 1),
    ),
)
