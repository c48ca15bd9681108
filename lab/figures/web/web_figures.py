"""Measure the web program: bytes per viewer, delay to viewers, and the effect of a hundred viewers on the table."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from lab.campaigns.leak.outlets import SAYINGS
from lab.figure import Figure, at_least, at_most, control_of, published
from lab.figures.feed_figures import MatchInFrames
from lab.figures.session_figures import TimedTable
from lab.figures.web.watched import (
    ALTERNATIONS,
    ELSEWHERE,
    Crowd,
    FedTable,
    TimedFeed,
    costs,
    costs_beside,
    crowd,
    place_of_matches,
    served,
    twins,
    web_program,
)
from lab.local_machine import free_port, resident_mb
from lab.virtual_loop import now_s, run
from lab.web_listeners import NAME, UPGRADE, Listeners, TableDoor
from table.config.schema import WebConfig
from table.devices.edge import transport
from table.devices.edge.edge import SocketEdge
from table.devices.phones.phone_host import PhoneHost
from table.devices.phones.phone_socket import PhoneSocket
from table.devices.phones.phone_views import PhoneViews
from table.network.web import doorkeeper
from table.network.web.pages import PARTS
from table.network.web.web_program import API, WebProgram
from table.records.temporary import temporary_folder
from table.words import Words, languages

COMMANDS_BESIDE, PAUSE_BESIDE_S = 900, 0.02
SECONDS = 4.0
MOST_OF_A_CORE = 5.0
NO_LIMIT = 1e9


def beside_greetings(seed: int, commands: int = COMMANDS_BESIDE) -> Iterator[Figure]:
    """Measure a session with and without the flood, then the processor time of a table at rest under it."""
    with temporary_folder(place_of_matches()) as name, _socket(Path(name)):
        folder = Path(name)
        tables = twins(folder, lambda place: TimedTable(place, seed))
        alone, beside = costs_beside(tables, commands, PAUSE_BESIDE_S, lambda: _flood(folder))
        for table in tables:
            table.session.close()
        limited = _of_a_core(folder)
    note = f"p99 of a command while greetings come at full speed, {beside.p99_ms:.3g} ms, over that without"
    yield at_most("web.greetings.session_command", [beside.p99_ms / alone.p99_ms], 1.2, "times", note=note)
    note = "of a core, in the table's process"
    yield at_most("web.greetings.processor", [limited], MOST_OF_A_CORE, "%", note=note)
    with patch.multiple(transport, BURST=NO_LIMIT, PER_S=NO_LIMIT), temporary_folder() as name, _socket(Path(name)):
        unlimited = _of_a_core(Path(name))
    note = f"a table that accepts as many as come, {unlimited:.3g} % of a core"
    yield control_of("web.greetings.control", int(unlimited > MOST_OF_A_CORE), "tables", note=note)


def _of_a_core(folder: Path) -> float:
    """Return the processor time that this process uses under the flood, in percent of a core."""
    with _flood(folder):
        time.sleep(SECONDS / 2)  # the greetings that are accepted at once are over
        before_s, began_s = time.process_time(), time.monotonic()
        time.sleep(SECONDS)
        return 100 * (time.process_time() - before_s) / (time.monotonic() - began_s)


@contextmanager
def _socket(folder: Path) -> Iterator[None]:
    """Serve phones at their socket, on its own thread, as a table does."""
    host = PhoneHost(lambda _: None, PhoneViews(SAYINGS, lambda: None), tuple, time.monotonic, os.urandom)
    edge = SocketEdge(lambda *_: None)
    edge.open(folder, [PhoneSocket(host)])
    edge.start()
    try:
        yield
    finally:
        edge.stop()
        edge.close()


@contextmanager
def _flood(folder: Path) -> Iterator[None]:
    command = [*ELSEWHERE, sys.executable, "-m", "lab.figures.web.greeting_flood", str(folder)]
    greets = subprocess.Popen(command)
    try:
        yield
    finally:
        greets.kill()
        greets.wait()


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


FEW, MANY = 30, 100
"""The number of viewers for the delay, and for the effect on the table."""
EVENTS, PAUSE_S = 150, 0.15
"""The number of events published one by one, and the pause that keeps them apart."""
COMMANDS = 900
"""The number of commands of a table that plays ten times as fast as people, and of a table without pauses."""
SETTLE_S = 2.0


def measure(seed: int) -> Iterator[Figure]:
    """Measure a match and a crowd in virtual time, then a real web program with real viewers."""
    yield viewer_bytes(seed)
    yield from served_whole(seed)
    yield from beside_viewers(seed)
    yield from beside_greetings(seed)


def viewer_bytes(seed: int, rounds: int | None = None) -> Figure:
    """Measure the bytes sent to one viewer in a match, with all HTTP and WebSocket headers."""
    with temporary_folder(place_of_matches()) as folder:
        match = MatchInFrames(Path(folder), seed)
        match.play(rounds)
        sent = run(_sent(Path(folder), match.frames))
    return at_most("web.match", [sent / 1e3], 300, "KB", n=len(match.frames), note="one viewer, by WebSocket")


async def _sent(folder: Path, frames: Sequence[bytes]) -> int:
    words = {language: Words(language) for language in languages()}
    async with TableDoor(folder / "feed", frames[0]) as door:
        program = WebProgram(WebConfig(port=0), folder, words, NAME, now_s)
        serving = asyncio.ensure_future(program.serve())
        listeners = Listeners(program.port)
        while not door.joined:
            await asyncio.sleep(0.1)
        await listeners.join([f"{API}/frames"])
        for frame in frames[1:]:
            door.publish(frame)
            await asyncio.sleep(0.1)
        await listeners.end()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    return listeners.bytes_of(0)


def beside_viewers(seed: int, events: int = EVENTS, commands: int = COMMANDS) -> Iterator[Figure]:
    """Measure a table on the disk that holds real matches. Web program and viewers run in their own processes."""
    with temporary_folder(place_of_matches()) as name:
        folder, port, feed = Path(name), free_port(), TimedFeed()
        with served(folder, feed) as edge, web_program(folder, port) as program:
            table = FedTable(folder, seed, feed.publish, edge.wake)
            table.start()
            viewers = Crowd(port, FEW)
            for _ in range(events):
                table.turn()
                time.sleep(PAUSE_S)
            time.sleep(SETTLE_S)
            came = viewers.leaves()
            yield from _seen(feed, came)
            table.session.close()
            first, second = twins(folder, lambda place: FedTable(place, seed, feed.publish, edge.wake))
            unwatched, watched = costs_beside((first, second), commands, PAUSE_S, lambda: crowd(port, MANY))
            with crowd(port, MANY):
                flat_out = costs(second, commands)
                resident = resident_mb(program.pid)
            alone = costs(first, commands)
            first.session.close()
            second.session.close()
    note = (
        f"p99 with {MANY} viewers, {watched.p99_ms:.3g} ms, over that without;"
        f" they joined and left {ALTERNATIONS} times"
    )
    times = watched.p99_ms / unwatched.p99_ms
    yield at_most("web.session_command", [times], 1.1, "times", note=note)
    note = "the same for the median processor time, which other programs do not affect"
    times = watched.worked_ms / unwatched.worked_ms
    yield at_most("web.session_command.processor", [times], 1.1, "times", note=note)
    times = flat_out.p99_ms / alone.p99_ms
    note = "p99 of a table without pauses, on processors shared with web program and viewers"
    yield published("web.session_command.flat_out", [times], "times", note=note)
    yield at_most("web.memory", [resident], 60, "MB", note=f"of the web program, {MANY} viewers")


def _seen(feed: TimedFeed, came: Mapping[int, Sequence[float]]) -> Iterator[Figure]:
    """Yield the delay to the viewers' sockets: of events published at once, and of events in a burst."""
    note = f"{FEW} viewers in their own process; to their sockets, without a browser"
    for name, single, most_ms in (("web.event_to_viewer", True, 50), ("web.event_to_viewer.burst", False, 150)):
        revs = [rev for rev in feed.published_s if (rev in feed.single) is single]
        taken = [1e3 * (at_s - feed.published_s[rev]) for rev in revs for at_s in came.get(rev, ())]
        if taken:
            yield at_most(name, taken, most_ms, "ms", judged="p99", note=note)
