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
    WireLine("hello SEQ", "Who is there? Answered by `here`.", ("hello", 1)),
    WireLine("enable SEQ BOOT", "Motors may turn from now on, in this life of the dispenser. `ok`.", ("enable", 2, 77)),
    WireLine("beat SEQ", "The heartbeat, every 0.5 s. Without any line for 3 s the motors stop. `alive`.", ("beat", 3)),
    WireLine(
        "pay SEQ JOB HOPPER COUNT COUNTER",
        "Pay out. COUNTER is the event counter as the host knows it: with another one nothing happens. The same JOB"
        " again is answered with what is known of it. `job`, or `no`.",
        ("pay", 4, "m1-1", 0, 2, 0),
    ),
    WireLine("ask SEQ JOB", "What became of it? `job`, or `no SEQ unheard COUNTER`.", ("ask", 5, "m1-1")),
    WireLine("late SEQ INDEX", "The late tokens since power-up, one entry after the other. `late`.", ("late", 6, 0)),
    WireLine("stop SEQ", "All motors off; what runs ends as `stopped`. `ok`.", ("stop", 7)),
    WireLine("console SEQ", "Maintenance: the wire becomes MicroPython's console. `ok`, then silence.", ("console", 8)),
)
FROM_DISPENSER = (
    WireLine(
        "here SEQ PROTOCOL BOOT VERSION STORE SETTINGS HOPPERS COUNTER",
        "BOOT is another one after each power-up; STORE names the memory; SETTINGS is the checksum of the tuning;"
        " COUNTER counts the jobs that this memory ever began.",
        ("here", 1, 1, 77, "0.2.0", 41, "1f2e3d4c", 7, 0),
    ),
    WireLine("ok SEQ", "Done.", ("ok", 2)),
    WireLine(
        "alive SEQ BOOT ENABLED COUNTER LATES LEVELS SIGNS",
        "LATES: entries that `late` can fetch. LEVELS: one letter a hopper, `1` its sensor sees tokens, `0` it sees"
        " none, `-` it has no such sensor. SIGNS: one letter a hopper, what was seen since power-up: `w` a token came,"
        " `n` a payout gave up and none ever came, `b` tokens came only with the motor driven backward, `d` its barrier"
        " is blocked, `D` blocked and never seen in light, `-` nothing yet. Firmware before 0.2.0 sends no SIGNS.",
        ("alive", 3, 77, 1, 0, 0, "11-0---", "ww-D--n"),
    ),
    WireLine(
        "job SEQ JOB HOPPER ASKED PASSED STATE COUNTER",
        "STATE is `running`, `done`, `jam`, `empty`, `blocked`, `stopped`, or `unknown` (the power went in its middle)."
        " Sent unasked at each token and at the end.",
        ("job", 0, "m1-1", 0, 2, 2, "done", 1),
    ),
    WireLine(
        "late SEQ INDEX JOB HOPPER LATE",
        "LATE tokens of JOB fell after its end, all told.",
        ("late", 6, 0, "m1-1", 0, 1),
    ),
    WireLine(
        "no SEQ WHY [COUNTER]",
        "WHY is `verb`, `words` (too few or many), `boot`, `disabled`, `busy`, `counter`, `hopper`, `count`, `blocked`,"
        " `job` (no job id), `unheard`, `late` (no such entry).",
        ("no", 4, "counter", 1),
    ),
)
