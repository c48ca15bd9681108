"""The web program over real sockets in virtual time, with clients at each of its addresses."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from lab.campaigns.web.told import STREAMS, ToldLine, beginning
from lab.temporary_folder import temporary_folder
from lab.virtual_loop import now_s, run
from lab.web_listeners import NAME, Listeners, TableDoor
from table.config.schema import WebConfig
from table.network.web.files import SHIPPED
from table.network.web.pages import PARTS
from table.network.web.program import API, WebProgram
from table.words import Words, languages

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
            doors[line.stream].tells(line.lines)
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
