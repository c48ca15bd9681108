"""The judges that somebody at the hall's terminal has called: a file with a line for each, by the hall's own clock."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from hal.computer.files import open_handle
from table.network.hall.wire.decoding import decoded

FILE = "calls.jsonl"
MOST_BYTES = 1024 * 1024
"""The most bytes of the file that are read, from its end."""
PRIVATE = 0o600


class JudgeCall(Struct, frozen=True):
    """A judge is called to a table."""

    key: str
    table: str
    at_s: float
    """When, in seconds of this machine's clock."""


def note(folder: Path, call: JudgeCall) -> None:
    """Add a call for the hall's program. Raises OSError."""
    handle = open_handle(folder / FILE, os.O_CREAT | os.O_APPEND | os.O_WRONLY, PRIVATE)
    with os.fdopen(handle, "ab") as file:
        file.write(msgspec.json.encode(call) + b"\n")


def calls_in(raw: bytes) -> Iterator[JudgeCall]:
    """Yield the calls of such a file. Invalid lines are skipped."""
    for line in raw[-MOST_BYTES:].split(b"\n"):
        try:
            yield decoded(line, JudgeCall)
        except msgspec.MsgspecError:
            continue
