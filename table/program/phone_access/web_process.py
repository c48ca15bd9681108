"""Start the web program beside the table, and start it again if it ends. The table itself opens no network."""

import errno
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import IO, TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from hal.computer.process import in_a_group_of_its_own
from table.devices.threads import Worker
from table.program.phone_access.web_pipe import MOST_BYTES, NEWS_S, WebNews, WebOrder

if TYPE_CHECKING:
    from table.devices.phones.screen_mirror import ScreenMirror

log = logging.getLogger(__name__)

THREAD = "web program"
CHILD = (sys.executable, "-P", "-m", "table.program.commands.network.beside")
AGAIN_S, LONGEST_AGAIN_S = 0.25, 8.0
"""The seconds until an ended web program is restarted: the first time, and at most."""
LAST_S = 0.5
"""The seconds in which it may end by itself."""
MOST_LOGGED, LOGGED_S = 1024, 0.05
"""The most bytes of a logged line, and the time between two of them."""


class WebProcess:
    """The web program of a table. The main thread starts and stops it."""

    def __init__(self, command: Sequence[str] = CHILD, mirror: "ScreenMirror | None" = None) -> None:
        """`mirror` carries the screen to a browser, if one is the table's screen."""
        self._command, self.mirror = command, mirror
        self._order: Future[WebOrder] = Future()
        self._port = 0
        """The port that it has taken; 0 before it has one."""
        self._worker = Worker(THREAD, self._work, lambda _, error: self._receive_news(WebNews(why=str(error))))
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._receive: Callable[[WebNews], None] | None = None
        self._ended, self._pause_s = False, AGAIN_S
        self.news = WebNews()
        """The latest news. Any thread may read it."""

    def start(self) -> None:
        """Start the web program, which loads its modules and waits for its order. Its news are kept for `listen`."""
        self._worker.start()

    def order(self, order: WebOrder) -> None:
        """Order the web program to serve. Call it once."""
        self._order.set_result(order)

    def listen(self, receive: Callable[[WebNews], None]) -> None:
        """Pass the latest and all later news to `receive`, on any thread."""
        with self._lock:
            self._receive = receive
            if self.news != WebNews():
                receive(self.news)

    def stop(self) -> None:
        """End the web program, by closing its pipe."""
        self._worker.stop()
        self._order.cancel()
        with self._lock:
            self._ended, child = True, self._child
        if child is not None:
            _end(child)

    def join(self, patience_s: float) -> bool:
        """Wait for the end of the thread. Return False if it is stuck."""
        return self._worker.join(patience_s)

    def _work(self) -> None:
        self._worker.pulse.rest()  # it waits for lines
        with self._lock:
            if self._ended:
                return
            self._child = child = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **in_a_group_of_its_own(),
            )
        if child.stdin is None or child.stdout is None or child.stderr is None:
            raise OSError(errno.EBADF, "the web program has no pipes")
        threading.Thread(target=_log_lines, args=(child.stderr,), name=THREAD, daemon=True).start()
        try:
            order = self._order.result()
            web = replace(order.web, port=self._port or order.web.port)
            child.stdin.write(msgspec.json.encode(replace(order, web=web)) + b"\n")
            child.stdin.flush()
            while line := child.stdout.readline(MOST_BYTES):
                self._receive_news(msgspec.json.decode(line, type=WebNews))
                if self._worker.pause(NEWS_S):
                    break
        except (BrokenPipeError, msgspec.MsgspecError) as error:
            log.warning("the web program sends nothing usable: %s", error)
        except CancelledError:
            log.debug("the table ends before it has ordered anything")
        finally:
            _end(child)
            child.stdout.close()
        if not self._worker.pause(self._pause_s):
            log.warning("the web program has ended (status %s); it is started again", child.returncode)
            self._pause_s = min(2 * self._pause_s, LONGEST_AGAIN_S)

    def _receive_news(self, news: WebNews) -> None:
        self._pause_s = self._pause_s if news.why else AGAIN_S
        self._port = news.port or self._port  # the next one takes this port again: the pages connect to no other
        with self._lock:
            self.news = news
            if self._receive is not None and not self._ended:
                self._receive(news)


def _log_lines(errors: IO[bytes]) -> None:
    """Log what a web program writes to standard error.

    It does not inherit the terminal: once taken over, it could read what is typed there, and steer it.
    """
    with errors:
        while line := errors.readline(MOST_LOGGED):
            log.warning("%s", line.decode(errors="backslashreplace").rstrip())
            time.sleep(LOGGED_S)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Close the pipe of a web program, and wait until it has ended."""
    if child.stdin is not None:
        with suppress(OSError):
            child.stdin.close()
    try:
        child.wait(LAST_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
