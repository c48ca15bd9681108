"""Generate `docs/develop/wire.md` and `docs/build/faults.md` from the code and the words (`make docs`)."""

from collections.abc import Iterable, Mapping

from firmware_bridge import host, lines, wire
from sim_hardware.dispenser import vocabulary
from sim_hardware.nfc import vocabulary as readers
from table.words import Words

MADE = "<!-- Made by `make docs`. -->\n"
PARTS = (
    ("Dispenser", ("fault.dispenser.", "fault.hopper.", "payout.")),
    ("Card readers", ("fault.reader.",)),
    ("Pins, keypads and sound", ("fault.pin.", "fault.pins.", "fault.keypad.", "fault.sound.")),
    ("Table", ("fault.journal.", "fault.cards.", "fault.state.", "fault.program.")),
    ("Line to another table", ("fault.line.",)),
)
PREFIXES = ("fault.", "payout.")
READER_WORDS = (readers.UNPLUG, *readers.FAULTS)


def pages() -> Mapping[str, str]:
    """Return the content of each page by its file's name."""
    return {"develop/wire.md": wire_page(), "build/faults.md": faults_page()}


def wire_page() -> str:
    return f"""{MADE}# The line between table and dispenser

Protocol {wire.PROTOCOL}, over USB serial. A frame is one line of printable ASCII: `$`, the words with one blank between
them, `*`, the CRC-32 of the words in eight hex digits, and a newline. There are at most {wire.LONGEST} bytes between
`$` and newline. Bytes outside a frame are dropped, and each `$` starts a new frame. A job id has at most
{wire.JOB_ID_LONGEST} ASCII letters, digits and `-`. Both ends use one codec (`firmware_bridge/wire.py`).

After connecting, the host sends `hello` until it gets an answer, and then `enable`. From then on it sends one request
at a time. It repeats a request without an answer after {host.REPLY_S} s, except `pay`: it sends `ask` instead. After
{host.MISSES} requests in a row without an answer the host gives up. It reports the dispenser as silent if no byte
came, and as noisy if a dispenser has answered on this port before, or if the bytes look like a frame. In all other
cases the device at the port is not a dispenser.

## From the table

{_lines(lines.TO_DISPENSER)}
## From the dispenser

{_lines(lines.FROM_DISPENSER)}"""


def _lines(some: Iterable[lines.WireLine]) -> str:
    rows = "".join(
        f"| `{line.words}` | {line.meaning} | `{wire.encode(*line.example).decode().strip()}` |\n" for line in some
    )
    return "| words | meaning | example |\n|---|---|---|\n" + rows


def faults_page() -> str:
    words = Words("en").sentences
    codes = sorted(key for key in words if key.startswith(PREFIXES))
    tables = "\n".join(
        f"## {title}\n\n| code | advice | to see it in emulation |\n|---|---|---|\n"
        + "".join(f"| `{_code(key)}` | {words[key]} | {_caused(key)} |\n" for key in codes if key.startswith(prefixes))
        for title, prefixes in PARTS
    )
    causes = "".join(_row(word, word.of) for word in vocabulary.WORDS)
    causes += "".join(_row(word, "reader") for word in READER_WORDS)
    return f"""{MADE}# Faults

What the table shows, and what to do. In braces: which part, which hopper, which kind, how many.

{tables}
## Causing them

The same words work in tests, in scripts, on the console of the emulated table, and in the drawer of its window.

| word | happens to | what happens | what the table shows | ended by |
|---|---|---|---|---|
{causes}"""


def _code(key: str) -> str:
    return key.removeprefix("fault.")


def _row(word: vocabulary.DispenserWord | readers.ReaderWord, of: str) -> str:
    shows = ", ".join(f"`{code}`" for code in word.seen_as) or "no fault"
    return f"| `{word.word}` | {of} | {word.what} | {shows} |{f' `{word.cure}`' if word.cure else ''} |\n"


def _caused(key: str) -> str:
    causing = (word for words in (vocabulary.WORDS, READER_WORDS) for word in words if _code(key) in word.seen_as)
    return ", ".join(f"`{word.word}`" for word in causing)
