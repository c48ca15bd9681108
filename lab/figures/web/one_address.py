"""Measure how many viewers behind one address get a whole page, as behind a club's router or a streamer's machine."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

from lab.figure import Figure, at_least, control_of
from lab.figures.feed_figures import MatchInFrames
from lab.virtual_loop import now_s, run
from lab.web_listeners import NAME, UPGRADE, TableDoor
from table.config.schema import WebConfig
from table.network.web import doorkeeper
from table.network.web.pages import PARTS
from table.network.web.web_program import API, WebProgram
from table.records.temporary import temporary_folder
from table.words import Words, languages

VIEWERS, OVERLAYS = 60, 24
FILE = re.compile(rb'(?:src|href|url)(?:=|\()"(/page/[^"]+)"')
STREAM = (f"{API}/frames", UPGRADE)
FIRST_FRAME = b'"snapshot"'
PATIENCE_S = 10.0
OLD_BURST, OLD_PER_S = 60.0, 20.0
"""The limits that counted an address as one person."""


def served_whole(seed: int) -> Iterator[Figure]:
    """Open the pages at one moment from one address. Nobody asks a second time, though a browser would."""
    with temporary_folder() as folder:
        match = MatchInFrames(Path(folder), seed)
        match.play(1)
        watching = ["/watch"] * VIEWERS
        overlays = [f"/overlay/{PARTS[number % len(PARTS)]}" for number in range(OVERLAYS)]
        first = match.frames[0]
        whole = run(_whole(Path(folder), first, watching))
        note = "page, style sheet, fonts, program, state and first frame of a WebSocket, all at one moment"
        yield at_least("web.one_address", [whole], VIEWERS, "viewers", n=VIEWERS, note=note)
        whole = run(_whole(Path(folder), first, overlays))
        yield at_least("web.one_address.overlays", [whole], OVERLAYS, "overlays", n=OVERLAYS)
        with patch.multiple(doorkeeper, BURST=OLD_BURST, PER_S=OLD_PER_S):
            whole = run(_whole(Path(folder), first, watching))
        note = "60 requests at once for an address, as up to 0.9"
        yield control_of("web.one_address.control", VIEWERS - whole, "viewers", VIEWERS, note)


async def _whole(folder: Path, first: bytes, paths: Sequence[str]) -> int:
    words = {language: Words(language) for language in languages()}
    async with TableDoor(folder / "feed", first) as door:
        program = WebProgram(WebConfig(port=0), folder, words, NAME, now_s)
        serving = asyncio.ensure_future(program.serve())
        while not door.joined:
            await asyncio.sleep(0.1)
        whole = await asyncio.gather(*(_viewer(program.port, path) for path in paths))
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    return sum(whole)


async def _viewer(port: int, path: str) -> bool:
    """True if a page, all of its files and its stream arrive. The stream stays until the others have theirs."""
    page = await _got(port, path)
    sheets = FILE.findall(page)
    parts = [await _got(port, each.decode()) for each in sheets]
    fonts = [await _got(port, each.decode()) for sheet in parts for each in FILE.findall(sheet)]
    state = await _got(port, f"{API}/state")
    stream = await _first_frame(port)
    return len(sheets) == len(fonts) == 2 and all((page, *parts, *fonts, state, stream))


async def _got(port: int, path: str) -> bytes:
    """Return the body of an answer; empty for any other than 200."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
    except OSError:
        return b""
    return body if head.startswith(b"HTTP/1.1 200") else b""


async def _first_frame(port: int) -> bool:
    path, lines = STREAM
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write("\r\n".join((f"GET {path} HTTP/1.1", f"Host: {NAME}", *lines, "", "")).encode())
        async with asyncio.timeout(PATIENCE_S):
            await reader.readuntil(FIRST_FRAME)
            await asyncio.sleep(PATIENCE_S / 2)
            lost = reader.at_eof()
        writer.transport.abort()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return False
    return not lost
