"""The thread that serves all of the table's sockets, on one event loop.

A service that fails is reported under its own name and restarted with growing pauses. It does not delay other services.
`asyncio` is imported on this thread, so that the table's first picture does not wait for it.
"""

import logging
import selectors
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hal.closing import close_each
from hal.computer.local_sockets import UNIX
from table.devices import threads
from table.devices.edge.service import Service
from table.devices.edge.transport import OWNER, Door, LoopbackDoor, OpensDoor, UnixDoor
from table.devices.threads import Worker
from table.devices.watchdog import Pulse

if TYPE_CHECKING:
    import asyncio

    from table.devices.edge.client import Client

log = logging.getLogger(__name__)

THREAD = "sockets"
LAST_CLIENT_S = 0.3
"""The seconds that the last client of a service may take at the end."""

TURNS = 4
"""The turns of asyncio's loop from accepting a connection until it is known here, and one more."""


class _Served:
    """A service with its listening socket and its clients."""

    def __init__(self, service: Service, door: Door) -> None:
        self.service, self.door = service, door
        self.clients: list[Client] = []
        self.bell: asyncio.Event | None = None

    def wake(self) -> None:
        if self.bell is not None:
            self.bell.set()


class SocketEdge:
    """All sockets of a table. The main thread opens, starts, stops and closes it; any thread may wake it."""

    def __init__(self, failed: Callable[[str, BaseException], None], opens: OpensDoor | None = None) -> None:
        """`failed` gets the errors, on the edge's thread, with the name of the service that failed."""
        self._failed = failed
        self._opens = opens or (UnixDoor if UNIX else LoopbackDoor)
        self.pulse = Pulse(THREAD, time.monotonic)
        self._worker = Worker(THREAD, self._work, failed, self.pulse)
        self._served: list[_Served] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_woken = self._is_stopped = self._has_news = False

    def open(self, folder: Path, services: Iterable[Service], mode: int = OWNER) -> None:
        """Make the sockets of these services, before `start`.

        Raises OSError if one cannot be made; then no socket stays open.
        """
        made: list[_Served] = []
        try:
            for service in services:
                door = self._opens(folder / service.name, service.most_clients, mode)
                made.append(_Served(service, door))
        except OSError:
            close_each(each.door.close for each in made)
            raise
        self._served += made

    def start(self) -> None:
        """Start the thread, if there is anything to serve."""
        if self._served:
            self._worker.start()

    def wake(self) -> None:
        """Have every service send what is due. Any thread; it waits for nothing."""
        if (loop := self._loop) is None or self._is_woken:
            return
        self._is_woken = True
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._ring)

    def wake_at_rest(self) -> None:
        """Wake it at the next `rests`, because a thread woken now would take the processor from the caller.

        Any thread.
        """
        self._has_news = True

    def rests(self) -> None:
        """Wake it if `wake_at_rest` was called. The caller is about to wait."""
        if self._has_news:
            self._has_news = False
            self.wake()

    def stop(self) -> None:
        """Stop accepting clients, and let the thread end. A client that has asked may still get its answer."""
        self._worker.stop()
        self._is_stopped = True
        if (loop := self._loop) is not None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._end)

    def close(self, patience_s: float = LAST_CLIENT_S) -> None:
        """Remove the sockets, after `stop`. A thread that is stuck is left after `patience_s`."""
        self._worker.join(patience_s)
        close_each(each.door.close for each in self._served)

    async def serve(self) -> None:
        """Serve all sockets on the running loop, until `stop`."""
        import asyncio

        self._over = over = asyncio.Event()
        self._loop = loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._loop_failed)
        if self._is_stopped:
            return
        tasks = [loop.create_task(self._publish(each)) for each in self._served]
        servers = [each.door.serve(partial(self._join, each)) for each in self._served]
        await over.wait()
        for closing in servers:
            closing.shut()
        await _settled()  # a connection that was just accepted becomes a client
        for closing in servers:
            closing.close()
        for task in tasks:
            task.cancel()
        for each in self._served:
            if not each.service.finishes:
                for client in each.clients:
                    client.drop()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_CLIENT_S):
                while any(each.clients for each in self._served):
                    over.clear()
                    await over.wait()
        await _settled()

    def _work(self) -> None:
        import asyncio

        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(_WatchedSelector(self.pulse))) as runner:
            runner.run(self.serve())

    def _ring(self) -> None:
        self._is_woken = False
        for each in self._served:
            each.wake()

    def _end(self) -> None:
        if self._over is not None:
            self._over.set()

    async def _publish(self, served: _Served) -> None:
        """Call a service's `step` whenever it has something to send."""
        import asyncio

        service, loop = served.service, asyncio.get_running_loop()
        served.bell = bell = asyncio.Event()
        pause_s = threads.FIRST_PAUSE_S
        while True:
            bell.clear()
            try:
                service.step(loop.time())
                next_s = service.next_s()
            except Exception as error:
                self._report(service.name, error)
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, threads.LONGEST_PAUSE_S)
                continue
            pause_s = threads.FIRST_PAUSE_S
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_s):
                    await bell.wait()

    def _join(self, served: _Served, reader: "asyncio.StreamReader", writer: "asyncio.StreamWriter") -> None:
        """Take a new client, if there is room for it. At the end, the edge waits for it to finish."""
        from asyncio import get_running_loop

        from table.devices.edge.client import Client

        service = served.service
        client = Client(service.name, reader, writer, served.wake)
        if len(served.clients) >= service.most_clients and not service.make_room(served.clients):
            client.drop(f"there are {service.most_clients} already")
            return
        served.clients.append(client)
        task = get_running_loop().create_task(self._serve(served, client))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, served: _Served, client: "Client") -> None:
        service = served.service
        try:
            await service.serve(client)
            client.close()
        except OSError as error:
            client.drop(str(error))
        except Exception as error:
            client.drop("the table failed while it served it")
            self._report(service.name, error)
        finally:
            client.drop()
            served.clients.remove(client)
            if self._is_stopped:
                self._end()

    def _report(self, name: str, error: BaseException) -> None:
        log.error("the service %s failed; it goes on", name, exc_info=error)
        self._failed(name, error)

    def _loop_failed(self, _: "asyncio.AbstractEventLoop", context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            self._report(THREAD, error)
        else:
            log.error("%s", context.get("message"))


async def _settled() -> None:
    """Let the loop finish the connections that it is opening or closing: each takes a few of its turns."""
    import asyncio

    for _ in range(TURNS):
        await asyncio.sleep(0)


class _WatchedSelector(selectors.DefaultSelector):
    """A selector that rests the thread's pulse while it waits."""

    def __init__(self, pulse: Pulse) -> None:
        super().__init__()
        self._pulse = pulse

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._pulse.rest()
        try:
            return super().select(timeout)
        finally:
            self._pulse.beat()
