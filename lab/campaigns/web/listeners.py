"""The web program over real sockets in virtual time, with clients at each of its addresses."""

import ast
import asyncio
import random
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.leak.capture import FILE
from lab.campaigns.leak.outlets import EPOCH
from lab.temporary_folder import temporary_folder
from lab.virtual_loop import now_s, run
from lab.web_listeners import NAME, Listeners, TableDoor
from table.config.schema import WebConfig
from table.network.frames import FrameWriter
from table.network.web.files import SHIPPED
from table.network.web.pages import PARTS
from table.network.web.program import API, WebProgram
from table.view.operations import OperationsTable
from table.view.spectators import SpectatorTable
from table.words import Words, languages

SHOWN = re.compile(rb"(\d+) (feed|operations) (b'.*'|b\".*\")")
STREAMS = ("feed", "operations")


class ToldLine(NamedTuple):
    """Lines that were published to a stream at one moment."""

    at_ms: int
    stream: str
    lines: bytes


def told_lines(captured: bytes) -> tuple[ToldLine, ...]:
    """Return the published lines, in order."""
    found = (SHOWN.fullmatch(line) for line in captured.partition(FILE)[0].split(b"\n"))
    return tuple(
        ToldLine(int(match[1]), match[2].decode(), ast.literal_eval(match[3].decode())) for match in found if match
    )


def beginning(stream: str) -> bytes:
    """Return the first frame for a new client of a stream."""
    first = SpectatorTable() if stream == STREAMS[0] else OperationsTable()
    return FrameWriter(EPOCH, first).snapshot(0)


STREAMED = tuple(f"{API}{of}/{way}" for of in ("", "/operations") for way in ("events", "frames"))
ASKED = (f"{API}/state", f"{API}/operations/state")
PAGES = ("/", "/watch", *(f"/overlay/{part}" for part in PARTS), *SHIPPED, f"{API}/matches", "/no-such-page")
LONGEST_PAUSE_S = 1.0
END_S = 20.0
"""The seconds of listening after the last line, for signs of silence and pings."""


def heard(told: Sequence[ToldLine], seed: int) -> bytes:
    """Return every byte that leaves the web program, with its time in ms, while it receives these lines from the
    table.
    """
    random.seed(seed)  # a WebSocket's pings hold random bytes
    words = {language: Words(language) for language in languages()}
    with temporary_folder() as folder:
        return run(_heard(told, Path(folder), words))


async def _heard(told: Sequence[ToldLine], folder: Path, words: dict[str, Words]) -> bytes:
    async with AsyncExitStack() as around:
        doors = {}
        for stream in STREAMS:
            doors[stream] = await around.enter_async_context(TableDoor(folder / stream, beginning(stream)))
        config = WebConfig(port=0, show_operations=True)
        program = WebProgram(config, folder, words, NAME, now_s)
        serving = asyncio.ensure_future(program.serve())
        listeners = Listeners(program.port)
        while not all(door.joined for door in doors.values()):
            await asyncio.sleep(0.1)
        await listeners.join(STREAMED)
        begun_s = now_s()
        for line in told:
            while (left_s := begun_s + line.at_ms / 1000 - now_s()) > 0:
                await listeners.ask(ASKED)
                await asyncio.sleep(min(left_s, LONGEST_PAUSE_S))
            doors[line.stream].publish(line.lines)
        await asyncio.sleep(END_S)
        await listeners.join(STREAMED)
        await listeners.join([f"{path}?since=leak/1" for path in STREAMED])
        for page in PAGES:
            await listeners.ask([page])
            await asyncio.sleep(LONGEST_PAUSE_S)
        await listeners.end()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        return listeners.everything(begun_s)
