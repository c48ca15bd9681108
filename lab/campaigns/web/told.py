"""Extract the feeds' lines and their times from the captured output of a table with a hidden card."""

import ast
import re
from typing import NamedTuple

from lab.campaigns.leak.capture import FILE
from lab.campaigns.leak.outlets import EPOCH
from table.network.frames import FrameWriter
from table.view.operations import OperationsTable
from table.view.spectators import SpectatorTable

TOLD = re.compile(rb"(\d+) (feed|operations) (b'.*'|b\".*\")")
STREAMS = ("feed", "operations")


class ToldLine(NamedTuple):
    """Lines that were published to a stream at one moment."""

    at_ms: int
    stream: str
    lines: bytes


def told_lines(captured: bytes) -> tuple[ToldLine, ...]:
    """Return the published lines, in order."""
    found = (TOLD.fullmatch(line) for line in captured.partition(FILE)[0].split(b"\n"))
    return tuple(
        ToldLine(int(match[1]), match[2].decode(), ast.literal_eval(match[3].decode())) for match in found if match
    )


def beginning(stream: str) -> bytes:
    """Return the first frame for a new client of a stream."""
    first = SpectatorTable() if stream == STREAMS[0] else OperationsTable()
    return FrameWriter(EPOCH, first).snapshot(0)
