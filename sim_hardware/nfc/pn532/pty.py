"""An emulated PN532 in real time behind a pseudo-terminal, for a host program in any language."""

import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sim_hardware.clock import Clock, S
from sim_hardware.nfc.field import Antenna, Field
from sim_hardware.nfc.pn532.chip import Pn532
from sim_hardware.nfc.pn532.hsu import HsuWire
from sim_hardware.nfc.pn532.quirks import Quirk
from sim_hardware.pace import Pace

LONGEST_WAIT_S = 0.5


class PtyPn532:
    """A chip on a serial line, which a thread serves. Any thread may call all methods."""

    def __init__(self, path: Path, quirks: frozenset[Quirk] = frozenset()) -> None:
        """`path` becomes a name of the line, as a symbolic link. Raises OSError, such as FileExistsError."""
        self.path = path
        self._clock, self._pace = Clock(), Pace()
        self._field = Field(self._clock)
        self._line = HsuWire(self._clock, Pn532(self._clock, self._field, quirks=quirks))
        self._line.answers = self._to_host
        self._orders: deque[Callable[[], None]] = deque()
        self._closing = False
        self._master, self._slave = self._pseudo_terminal()
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._serve, name="emulated-pn532", daemon=True)
        self._thread.start()

    def _pseudo_terminal(self) -> tuple[int, int]:
        if sys.platform != "win32" and hasattr(os, "openpty"):
            import tty

            master, slave = os.openpty()
            try:
                tty.setraw(slave)
                os.set_blocking(master, False)
                self.path.symlink_to(os.ttyname(slave))
            except OSError:
                os.close(master)
                os.close(slave)
                raise
            return master, slave
        raise OSError("there are no pseudo-terminals here: emulate the reader on Linux or macOS")

    def lay(self, tag: Antenna, distance_mm: float = 0.0) -> None:
        self._order(lambda: self._field.lay(tag, distance_mm))

    def lift(self, tag: Antenna) -> None:
        self._order(lambda: self._field.lift(tag))

    def close(self, patience_s: float = 5.0) -> None:
        """Remove the line and its name, and end the thread. A second call does nothing."""
        if self._closing:
            return
        self._closing = True
        self._order(lambda: None)
        self._thread.join(patience_s)
        self.path.unlink(missing_ok=True)
        if not self._thread.is_alive():  # a thread that is alive still uses them
            self._let_go()

    def _let_go(self) -> None:
        for descriptor in (self._master, self._slave, self._wake_read, self._wake_write):
            os.close(descriptor)

    # -- its own thread -----------------------------------------------------------------------------------------------

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.append(order)
        os.write(self._wake_write, b"!")

    def _serve(self) -> None:
        while not self._closing:
            self._follow_the_time()
            while self._orders:
                self._orders.popleft()()
            self._wait()

    def _follow_the_time(self) -> None:
        self._clock.advance_to(max(self._clock.now_ns, self._pace.now_ns()))

    def _wait(self) -> None:
        next_ns = self._clock.next_ns
        due_s = LONGEST_WAIT_S if next_ns is None else max(next_ns / S - self._pace.now_s(), 0.0)
        ready, _, _ = select.select([self._wake_read, self._master], [], [], min(due_s, LONGEST_WAIT_S))
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)
        if self._master in ready:
            with suppress(OSError):  # nobody holds the other end
                data = os.read(self._master, 4096)
                self._follow_the_time()
                self._line.write(data)

    def _to_host(self, data: bytes) -> None:
        with suppress(OSError):  # the line is full because nobody reads: the data is lost, as on wires
            os.write(self._master, data)
