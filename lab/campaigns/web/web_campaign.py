"""`command-table campaign web`: does any byte on any socket of the web program depend on the hidden card?

Tables that differ only in one hidden card publish their feeds to the web program, which is the product's, over real
sockets in virtual time. Clients hold an event stream and a WebSocket of each feed from the beginning, request the state
each second, and at the end join late, reconnect, and open every page. All received data is compared, byte by byte and
to the millisecond.
"""

import ast
import asyncio
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.leak.capture import FILE, LOCKING, STORIES, differing, hidden, refused, until
from lab.campaigns.leak.leak_campaign import USUAL, alike, cards, strange, tags, telling
from lab.campaigns.leak.outlets import EPOCH
from lab.figure import Figure, control_of
from lab.temporary_folder import temporary_folder
from lab.virtual_loop import now_s, run
from lab.web_listeners import NAME, Listeners, TableDoor
from table.config.schema import WebConfig
from table.network.web.files import SHIPPED
from table.network.web.pages import PARTS
from table.network.web.web_program import API, WebProgram
from table.view.operations import OperationsTable
from table.view.spectators import SpectatorTable
from table.view.streams.stream_frames import FrameWriter
from table.words import Words, languages


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Compare the worlds of at most `count` cards of a hand, but at least two, including the usual one."""
    few = sorted(cards(), key=lambda card: card != USUAL)[: max(count, 2)]
    outputs = tuple(_output(hidden(card, seed=seed), seed) for card in few)
    done(count // 2)
    yield alike(
        "web.differing_bytes", outputs, f"{len(few)} cards, {len(outputs[0]):,} bytes each: every socket, time in ms"
    )
    tagged = (outputs[0], *(_output(hidden(USUAL, tag, seed), seed) for tag in tags()[:2]))
    yield alike("web.differing_bytes.tags", tagged, "NTAG213 and NTAG216; UIDs of 7 bytes")
    for story in STORIES[1:]:
        lines = tuple(_output(hidden(card, seed=seed, story=story), seed) for card in few[:2])
        yield alike(f"web.differing_bytes.{story.__name__}", lines, (story.__doc__ or "").rstrip("."))
    tried = (hidden(strange()[0], seed=seed, story=refused), hidden(USUAL, seed=seed))
    before = tuple(_output(until(LOCKING, each), seed) for each in tried)
    yield alike("web.differing_bytes.until_the_lock", before, "a card that may be played and one that may not")
    with telling():
        first, second = (_output(hidden(card, seed=seed), seed) for card in few[:2])
    found = differing(first, second)
    note = "a feed with the id of the last laid card"
    yield control_of("web.control", found, "bytes", note=note)
    done(count)


def _output(captured: bytes, seed: int) -> bytes:
    return socket_output(published_lines(captured), seed)


PUBLISHED = re.compile(rb"(\d+) (feed|operations) (b'.*'|b\".*\")")
STREAMS = ("feed", "operations")


class PublishedLine(NamedTuple):
    """Lines that were published to a stream at one moment."""

    at_ms: int
    stream: str
    lines: bytes


def published_lines(captured: bytes) -> tuple[PublishedLine, ...]:
    """Return the published lines, in order."""
    found = (PUBLISHED.fullmatch(line) for line in captured.partition(FILE)[0].split(b"\n"))
    return tuple(
        PublishedLine(int(match[1]), match[2].decode(), ast.literal_eval(match[3].decode())) for match in found if match
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


def socket_output(lines: Sequence[PublishedLine], seed: int) -> bytes:
    """Return every byte that leaves the web program, with its time in ms, while it receives these lines."""
    random.seed(seed)  # a WebSocket's pings hold random bytes
    words = {language: Words(language) for language in languages()}
    with temporary_folder() as folder:
        return run(_socket_output(lines, Path(folder), words))


async def _socket_output(lines: Sequence[PublishedLine], folder: Path, words: dict[str, Words]) -> bytes:
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
        for line in lines:
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
