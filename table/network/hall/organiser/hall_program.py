"""The hall's program: it receives the events of all tables through the broker, keeps them, and shows them."""

import asyncio
import logging
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, time

import aiomqtt
import msgspec
from msgspec import Struct
from starlette.types import ASGIApp

from table.network.broker import BrokerAccess, LastWill, connected_always, expiring
from table.network.hall.organiser import judge_calls, pairings, round_clock
from table.network.hall.organiser.desk import desk_lock
from table.network.hall.organiser.desk.desk import DeskActs
from table.network.hall.organiser.desk.desk_lock import DeskLock
from table.network.hall.organiser.desk.desk_questions import Question
from table.network.hall.organiser.desk.desk_site import DeskSite
from table.network.hall.organiser.folder import CLOCK, PAIRINGS, HallSettings, MatchFiles
from table.network.hall.organiser.hall import Hall, TakenMessage
from table.network.hall.organiser.hall_log import HallLog, lines_of
from table.network.hall.organiser.hall_requests import ASK_S, HallRequests
from table.network.hall.organiser.hall_site import HallSite
from table.network.hall.organiser.matches import LinksOf, MatchOfHall
from table.network.hall.organiser.outboxes import read_event
from table.network.hall.organiser.pairings import read_pairings
from table.network.hall.organiser.round_clock import read_clock
from table.network.hall.organiser.setting_up import tables_of
from table.network.hall.organiser.table_connections import EVENT, ONLINE, TableConnections, TableMessage
from table.network.hall.organiser.tournament.acts import Act, HallStarted, act_line
from table.network.hall.organiser.tournament.decisions import MatchKey
from table.network.hall.organiser.verifying import Verifying
from table.network.hall.wire.messages import (
    MOST_EVENTS,
    MOST_PACKET,
    VERSION,
    Acknowledgement,
    Ask,
    HallOnline,
)
from table.network.hall.wire.topics import ack_topic, ask_topic, hall_topic
from table.network.web.connections import Connections
from table.network.web.doorkeeper import Doorkeeper, Refused
from table.network.web.hub import Hub
from table.network.web.languages import preferred
from table.network.web.serving import listening, serve
from table.network.web.site import site
from table.network.web.until_ended import run_until_ended, until_one_ends
from table.view.hall import HallTable, MatchProof
from table.view.hall_events import MatchRecord
from table.view.streams.stream_frames import FrameWriter, HallFrame
from table.words import Words
from table.words.brought_file import content_of

log = logging.getLogger(__name__)

SHORTEST_S = 0.1
"""The shortest time between two frames of the page."""
LOOK_S = 1.0
"""The time between two checks of the folder's files and of silent tables, which send no message."""
LONG_EVENT = 64 * 1024
"""The bytes from which an event is read in a thread, so that no other table waits for it."""
MOST_CONNECTIONS = 200
MOST_BYTES_OF: Mapping[str, int] = {
    PAIRINGS: pairings.MOST_BYTES,
    CLOCK: round_clock.MOST_BYTES,
    judge_calls.FILE: 16 * judge_calls.MOST_BYTES,
    desk_lock.FILE: desk_lock.MOST_BYTES,
}
USER = "hall"


class HallProgram:
    """The program of one hall. Its door is open from the beginning on, and one thread runs it."""

    def __init__(
        self,
        settings: HallSettings,
        folder: Path,
        words: Mapping[str, Words],
        name: str,
        links_of: LinksOf,
        now_s: Callable[[], float] = monotonic,
        clock_s: Callable[[], float] = time,
        context: ssl.SSLContext | None = None,
    ) -> None:
        """`name` is that of this machine; `links_of` reads the chain of a match file; `context` encrypts the page.

        Raises OSError if the log cannot be read, or nobody can come in.
        """
        self._settings, self._folder, self._words, self._now_s, self._clock_s = settings, folder, words, now_s, clock_s
        self._began_s = now_s()
        self._run = secrets.token_hex(8)
        self.hall = Hall(links_of)
        self._files = MatchFiles(folder)
        self._verifying = Verifying(now_s)
        self._seen: dict[str, tuple[int, int]] = {}
        self._log = HallLog(folder)
        self._read_log()
        self.hall.begin(now_s(), clock_s())
        for match in self.hall.matches.over:
            self._looks_at(match)
        self._client: aiomqtt.Client | None = None
        self._requests = HallRequests(self.hall, self._run, now_s, clock_s)
        self._shown = HallTable()
        self._writer = FrameWriter(self._run, self._shown)
        self._hub = Hub("hall", HallFrame, now_s)
        self._changed = asyncio.Event()
        self._taken = asyncio.Queue[tuple[str, TakenMessage]]()
        """The consequences of messages, with their tables, that wait to be written, and then acknowledged."""
        self._ended = asyncio.Queue[MatchKey]()
        """The matches with an end or a file that waits to be kept. The tables' quotas limit them."""
        self._to_keep: dict[MatchKey, TakenMessage] = {}
        """The last waiting file of each of these matches, or its end without one."""
        self._reading, self._asking = asyncio.Lock(), asyncio.Lock()
        self._keeping = asyncio.Lock()
        """Held while a match file or a verdict is written, so that no verdict is on an earlier file."""
        self._changing = asyncio.Lock()
        """Held while an event or an act changes the hall: both are in the log in this order, too."""
        self._desk, self._lock = DeskActs(self.hall, folder, clock_s), DeskLock(now_s)
        self._look()
        door = Doorkeeper((*settings.hosts, name, f"{name}.local"), now_s, tls=context is not None)
        pages = HallSite(words, self._hub, self._files, lambda: self.hall.view(self._now_s()))
        desk = DeskSite(pages.maker, self._lock, self._carry_out, self._answers, now_s, tls=context is not None)
        self._site: ASGIApp = site((*desk.routes(), *pages.routes()), door, self._refusal)
        self._connections, self._context = Connections(MOST_CONNECTIONS, now_s), context
        self._door = listening(settings.listen, settings.page_port)

    @property
    def port(self) -> int:
        """Return the port of its page."""
        return int(self._door.getsockname()[1])

    def run(self, ends: Iterable[int] = ()) -> None:
        """Run until one of these signals comes; the main thread only. Raises OSError if the disk takes nothing."""

        with self._door:
            try:
                run_until_ended(self.serve, ends)
            finally:
                self._log.close()

    async def serve(self) -> None:
        """Receive and show the events of all tables, until cancelled. Raises OSError if the disk cannot be written."""
        await asyncio.to_thread(self._log.add, [act_line(HallStarted(), self._clock_s(), "")])
        await until_one_ends(
            self._receive_always(),
            self._write_always(),
            self._show_always(),
            self._look_always(),
            self._keep_always(),
            self._verify_always(),
            self._ask_always(),
            serve(self._site, (), self._door, self._connections, self._hub.end, self._context),
        )

    async def _receive_always(self) -> None:
        settings = self._settings
        access = BrokerAccess(
            settings.broker, settings.port, USER, settings.password, settings.tls, settings.ca, most_bytes=MOST_PACKET
        )
        await connected_always(access, self._will, partial(self._receive, access), self._lost, Random(self._run))

    async def _receive(self, access: BrokerAccess, client: aiomqtt.Client) -> None:
        online = HallOnline(VERSION, self._run, online=True)
        await client.publish(hall_topic(self._settings.hall), msgspec.json.encode(online), qos=1, retain=True)
        self._client = client
        tables = TableConnections(access, self.hall, self._take, self._now_s)
        await until_one_ends(tables.receive_always(partial(tables_of, self._folder)), _until_lost(client))

    def _lost(self, _doubled: bool) -> None:
        self._client = None

    async def _ask_always(self) -> None:
        """Send due requests to the tables, while there is a broker."""
        while True:
            if (client := self._client) is not None:
                with suppress(aiomqtt.MqttError):  # the connection is gone: they are asked over the next one
                    for table, ask in tuple(self._requests.due(self._at_ms())):
                        await self._ask(client, table, ask)
                        self._requests.asked(ask)
            await asyncio.sleep(LOOK_S)

    async def _ask(self, client: aiomqtt.Client, table: str, ask: Ask) -> None:
        await client.publish(ask_topic(table), msgspec.json.encode(ask), properties=expiring(ask.for_s or ASK_S))

    async def _take(self, table: str, message: TableMessage) -> None:
        """Take a message. The page shows it at once. It is acknowledged when it is on the disk."""
        async for each in self._received(table, message):
            self._taken.put_nowait((table, each))
        self._changed.set()

    async def _write_always(self) -> None:
        """Write new events to disk, all that wait at once, and acknowledge them. Messages are taken meanwhile.

        An error ends the program: what it has in memory is not what it has on the disk. The tables keep it all.
        """
        while True:
            taken = [await self._taken.get()]
            while not self._taken.empty():
                taken.append(self._taken.get_nowait())
            if lines := [each.line for _, each in taken if each.line]:
                await asyncio.to_thread(self._log.add, lines)
            for _, each in taken:
                self._taken.task_done()
                if each.match is not None:
                    self._keep_later(each, (each.match.table, each.match.match))
            if self._client is not None:
                with suppress(aiomqtt.MqttError):  # the connection is gone: the tables send again over the next one
                    await self._answer(self._client, taken)

    async def _answer(self, client: aiomqtt.Client, taken: Iterable[tuple[str, TakenMessage]]) -> None:
        acks, asks = dict[tuple[str, str], Acknowledgement](), dict[str, Ask]()
        for table, each in taken:
            if each.ack is not None:
                before = acks.get((table, each.ack.epoch))
                again = each.ack.again or (before is not None and before.again)
                acks[table, each.ack.epoch] = msgspec.structs.replace(each.ack, again=again)
            if each.ask is not None:
                asks[table] = each.ask
        for table, ask in asks.items():
            await self._ask(client, table, ask)
        for (table, _), ack in acks.items():
            await self._acknowledge(client, table, ack)

    async def _acknowledge(self, client: aiomqtt.Client, table: str, ack: Acknowledgement) -> None:
        await client.publish(ack_topic(self._settings.hall, table), msgspec.json.encode(ack))

    async def _carry_out(self, act: Act, address: str) -> None:
        """Log an act of the organiser, and carry it out. Raises RefusedActError, and OSError."""
        async with self._changing:
            await self._taken.join()
            done, at_s = self._desk.completed(act), self._clock_s()
            await asyncio.to_thread(self._log.add, [act_line(done, at_s, address)])
            await asyncio.to_thread(self._desk.write, done)
            self.hall.acts(done, at_s)
        self._look()
        self._changed.set()

    async def _answers(self, question: Question) -> Struct:
        """Answer a question of the desk. Raises RefusedActError."""
        async with self._asking:  # a matching of hundreds takes a core for a minute
            return await asyncio.to_thread(self._desk.asked(question))

    async def _received(self, table: str, message: TableMessage) -> AsyncIterator[TakenMessage]:
        if message.last == EVENT:
            for line in message.payload.split(b"\n", MOST_EVENTS)[:MOST_EVENTS]:
                yield await self._event(table, line)
        elif message.last == ONLINE:
            yield self.hall.online(table, message.payload, self._now_s(), kept=message.kept)
        else:
            self.hall.state(table, message.payload, self._now_s(), self._at_ms(), kept=message.kept)

    async def _event(self, table: str, line: bytes) -> TakenMessage:
        if len(line) <= LONG_EVENT:
            async with self._changing:
                return self.hall.event(table, line, self._now_s())
        async with self._reading:
            read = await asyncio.to_thread(self.hall.read_ahead, line)
            async with self._changing:
                return self.hall.event(table, line, self._now_s(), read)

    async def _keep_always(self) -> None:
        """Keep the files of matches one after the other. No table waits for the files of another one."""
        while True:
            taken = self._to_keep.pop(await self._ended.get())
            async with self._keeping:
                await asyncio.to_thread(self._keeps, taken)
            if taken.match is not None:
                self._looks_at(taken.match)

    def _keep_later(self, taken: TakenMessage, key: MatchKey) -> None:
        """Let a match's end or file be kept. A later file replaces one that waits: a table may send thousands."""
        waits = key in self._to_keep
        if not waits:
            self._ended.put_nowait(key)
        if taken.file or not waits:
            self._to_keep[key] = taken

    def _read_log(self) -> None:
        """Take all lines of the log, and keep the last file of each match. Raises OSError."""
        last = dict[MatchKey, int]()
        for number, line in enumerate(lines_of(self._folder)):
            taken = self.hall.remembers(line)
            if taken.file and taken.match is not None:
                last[taken.match.table, taken.match.match] = number
        numbers = {number: key for key, number in last.items()}
        for number, line in enumerate(lines_of(self._folder)):
            read = read_event(line) if number in numbers else None
            if read is not None and isinstance(read.event, MatchRecord):
                match = self.hall.matches.all[numbers[number]]
                self._keeps(TakenMessage(match=match, file=read.event.file, head=match.head))

    def _keeps(self, taken: TakenMessage) -> None:
        """Keep the file of a match beside the log, from which it can be restored."""
        if taken.file and taken.match is not None:
            try:
                self._files.keep(taken.match.table, taken.match.match, taken.file)
                taken.match.kept = taken.head
            except OSError as error:
                log.error("%s: the file of this match is in the log alone (%s)", taken.match.match, error)

    def _looks_at(self, match: MatchOfHall) -> None:
        """Verify the kept file of a match that is over, unless that was done and found a result."""
        if not match.sound or match.kept != match.sound or match.finding is not None or match.over is None:
            return
        if (finding := self._files.finding(match.table, match.match)) is not None:
            self.hall.matches.found(match, finding)
        if finding is None or match.proof is MatchProof.NO_RESULT:  # its game may be installed by now
            path = self._files.path(match.table, match.match)
            self._verifying.add(match.table, match.match, match.over.chain, path)

    async def _verify_always(self) -> None:
        while True:
            found = await self._verifying.next()
            match = self.hall.matches.all[found.table, found.match]
            async with self._keeping:
                if match.sound != found.chain:
                    continue  # another file has come meanwhile, and is verified after this one
                self.hall.matches.found(match, found.finding)
                self._changed.set()
                with suppress(OSError):  # it is verified again after the next start
                    await asyncio.to_thread(self._files.found, found.table, found.match, found.finding)

    async def _show_always(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._changed.wait()
            self._changed.clear()
            self._shows()
            await asyncio.sleep(SHORTEST_S)

    def _shows(self) -> None:
        """Publish changes to the page; the first time, the whole hall."""
        frame = self._writer.update(self.hall.view(self._now_s()), self._at_ms())
        if not self._hub.there:
            frame = self._writer.snapshot(self._at_ms())
        if frame:
            self._hub.receive(frame)

    async def _look_always(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._look()

    def _look(self) -> None:
        """Read the pairings, the calls for a judge, the clock and the desk's password, if their files have changed."""
        if (raw := self._news(PAIRINGS)) is not None:
            self.hall.pair(*read_pairings(raw))
            for each in self.hall.unpaired:
                log.warning("%s, line %s: no pairing (%s)", PAIRINGS, each.line, each.what)
        if (raw := self._news(judge_calls.FILE)) is not None:
            self._requests.calls(raw)
        if (raw := self._news(desk_lock.FILE)) is not None:
            self._lock.takes(raw)
        if (raw := self._news(CLOCK)) is not None:
            clock = read_clock(raw)
            self.hall.clock = None if clock is None else clock.shown(self._clock_s(), self._at_ms())

    def _news(self, name: str) -> bytes | None:
        """Return a file's content if it has changed since the last check. None for one that cannot be read now."""
        path, seen, raw = self._folder / name, (-1, -1), None
        try:
            found = path.stat()
            seen = (found.st_mtime_ns, found.st_size)
            raw = content_of(path, MOST_BYTES_OF[name]) if self._seen.get(name) != seen else None
        except FileNotFoundError:
            seen, raw = (0, 0), b"" if self._seen.get(name, (0, 0)) != (0, 0) else None
        except OSError as error:
            if self._seen.get(name) != seen:
                log.warning("%s is not read: %s", name, error.strerror or error)
        self._seen[name] = seen
        return raw

    def _at_ms(self) -> int:
        return round(1000 * (self._now_s() - self._began_s))

    def _will(self) -> LastWill:
        return LastWill(
            hall_topic(self._settings.hall), msgspec.json.encode(HallOnline(VERSION, self._run, online=False))
        )

    def _refusal(self, why: Refused, accepted: str) -> str:
        return self._words[preferred(accepted, tuple(self._words))].sentences[f"web.refused.{why.value}"]


async def _until_lost(client: aiomqtt.Client) -> None:
    """Wait for the end of a connection that receives nothing. Raises MqttError."""
    await anext(client.messages)
