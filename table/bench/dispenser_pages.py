"""`docs/wire.md` and `docs/faults.md`, made from the code and the words themselves (`make docs`)."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from firmware_bridge import host, lines, wire
from sim_hardware.dispenser import vocabulary
from table.words import Words

MADE = "<!-- Made by `make docs`. -->\n"
PREFIXES = ("fault.dispenser.", "fault.hopper.", "payout.")


def pages() -> Mapping[str, str]:
    """File name -> content."""
    return {"wire.md": wire_page(), "faults.md": faults_page()}


def wire_page() -> str:
    return f"""{MADE}# The line between table and dispenser

Protocol {wire.PROTOCOL}, over USB serial. A frame is one line of printable ASCII: `$`, the words with one blank between
them, `*`, the CRC-32 of the words in eight hex digits, a newline; at most {wire.LONGEST} bytes between `$` and newline.
What is not a frame is dropped, and the next `$` starts afresh. A job id is made of ASCII letters, digits and `-`, at
most {wire.JOB_ID_LONGEST}. One codec (`firmware_bridge/wire.py`) serves both ends.

After connecting the host says `hello` until it is answered, then `enable`; from then on it may ask one thing at a time.
A question without an answer is put again after {host.REPLY_S} s, `pay` excepted: there the host asks what became of it.
After {host.MISSES} of them in a row nobody is there: the dispenser is called silent if nothing came meanwhile, noisy if
a dispenser has answered on this port before or what came has the shape of a frame, and else it is no dispenser.

## From the table

{_lines(lines.TO_DISPENSER)}
## From the dispenser

{_lines(lines.FROM_DISPENSER)}"""


def _lines(some: Iterable[lines.Line]) -> str:
    rows = "".join(
        f"| `{line.words}` | {line.meaning} | `{wire.encode(*line.example).decode().strip()}` |\n" for line in some
    )
    return "| words | meaning | as it goes over the line |\n|---|---|---|\n" + rows


def faults_page() -> str:
    words = Words("en").sentences
    codes = sorted(key for key in words if key.startswith(PREFIXES))
    advice = "".join(f"| `{key.removeprefix('fault.')}` | {words[key]} | {_caused(key)} |\n" for key in codes)
    causes = "".join(
        f"| `{word.word}` | {word.of} | {word.what} | {', '.join(f'`{code}`' for code in word.seen_as) or 'nothing'} |"
        f" {f'`{word.cure}`' if word.cure else ''} |\n"
        for word in vocabulary.FAULTS
    )
    return f"""{MADE}# Faults of the dispenser

What the table shows, and what to do. In braces: which hopper, which kind, how many.

| code | advice | to see it in emulation |
|---|---|---|
{advice}
## Causing them

The same words work in tests, in scripts and on the console of the emulated table.

| word | happens to | what happens | what the table shows | ended by |
|---|---|---|---|---|
{causes}"""


def _caused(key: str) -> str:
    code = key.removeprefix("fault.")
    return ", ".join(f"`{word.word}`" for word in vocabulary.FAULTS if code in word.seen_as)


def write(folder: Path) -> None:
    for name, content in pages().items():
        (folder / name).write_text(content, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
