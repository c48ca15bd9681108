"""A Raspberry Pi for one foreign program: SPI and GPIO of this process, answered in real time by emulated readers.

`command-table emulate` starts the program with the shims of this package in its path. The first shim that is imported
sets this up from the environment.
"""

import atexit
import json
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path

from sim_hardware.clock import Clock, S
from sim_hardware.nfc.naming import place, tags
from sim_hardware.nfc.script import read_script
from sim_hardware.nfc.world import Place, ReaderWorld

ENVIRONMENT = "COMMAND_TABLE_EMULATION"
NOTICE_S = 0.001
"""The seconds between two advances of the chips by the thread that reports edges."""
AHEAD_MOST_NS = 1_000_000
"""The most nanoseconds that the clock may run ahead. Shorter sleeps would cost more than they gain."""
REPORT_EVERY_S = 1.0
"""The seconds between two reports. If the program is killed, its counters are this old."""


class Raspberry:
    """The emulated Raspberry Pi. Any thread of the program may make transfers, use pins and let time pass."""

    def __init__(self, order: Mapping[str, object]) -> None:
        """`order` has the keys `readers`, `irq`, `reset`, `versions`, `script` and `report`.

        `readers` {"0.0": "ntag213:04A1..."}, `irq` and `reset` {"0.0": BCM pin}, `versions` {"0.0": 0x92}.
        """
        self.lock = threading.RLock()
        readers: Mapping[str, str] = order["readers"]  # type: ignore[assignment]
        self._names = {place(name): name for name in readers}
        self._clock = Clock()
        self._started_ns = time.monotonic_ns()
        versions: Mapping[str, int] = order.get("versions") or {}  # type: ignore[assignment]
        self.world = ReaderWorld(self._clock, {name: place(name) for name in readers}, versions=versions)
        self.world.keep_pace(self._pace)
        for bus in self.world.buses.values():
            bus.guard = self.lock
            bus.rest = self._rest
        self._report = Path(str(order["report"])) if order.get("report") else None
        self._reported_s = 0.0
        self._edges: deque[tuple[int, bool]] = deque()
        """BCM pin and level of each edge that was not reported yet."""
        self._reported = threading.Condition()
        self._watcher: Callable[[int, bool], None] | None = None
        self._levels: dict[int, Callable[[], bool]] = {}
        self._resets: dict[int, list[str]] = {}
        self._wire(order.get("irq") or {}, order.get("reset") or {})  # type: ignore[arg-type]
        for name, laid in readers.items():
            for each in tags(laid):
                self.world.fields[name].lay(each)
        for act in read_script(str(order.get("script") or "")):
            self._clock.at(int(act.at_s * S), partial(act.do, self.world, self._name(act.where)))
        atexit.register(self.report)

    def catch_up(self) -> None:
        """Advance the chips to the present."""
        with self.lock:
            self._clock.advance_to(max(self._clock.now_ns, self._elapsed_ns()))

    def level(self, pin: int) -> bool | None:
        """Return the level of a wired IRQ pin; None for any other pin."""
        self.catch_up()
        with self.lock:
            return self._levels[pin]() if pin in self._levels else None

    def drive(self, pin: int, level: bool) -> None:
        """Drive a pin for the program: a reset line, or a pin that is not wired here."""
        self.catch_up()
        with self.lock:
            for name in self._resets.get(pin, ()):
                self.world.chips[name].hold_reset(not level)

    @property
    def now_s(self) -> float:
        return time.monotonic()

    def watch(self, notify: Callable[[int, bool], None]) -> None:
        """Pass each edge to `notify` from now on, on its own thread, as RPi.GPIO does. It ends with the program."""
        self.catch_up()
        self._edges.clear()
        began, self._watcher = self._watcher is not None, notify
        if not began:
            threading.Thread(target=self._report_edges, name="gpio events", daemon=True).start()

    def settle(self) -> None:
        """Do nothing: the thread passes the edges on."""

    def wait(self, until: Callable[[], bool], timeout_s: float | None) -> bool:
        """Wait until `until()` is true. Return False after `timeout_s` seconds. Call `watch` first."""
        with self._reported:
            return self._reported.wait_for(until, timeout_s)

    def _report_edges(self) -> None:
        while True:
            if self._watcher is None or not self._edges:
                time.sleep(NOTICE_S)
                self.catch_up()
                continue
            self._watcher(*self._edges.popleft())
            with self._reported:
                self._reported.notify_all()

    def report(self) -> None:
        if self._report is None:
            return
        with self.lock:
            counters = {
                "elapsed_s": round(self._elapsed_ns() / S, 3),
                "buses": {
                    str(number): {
                        "transfers": bus.traffic.transfers,
                        "bytes": bus.traffic.bytes,
                        "bus_ms": round(bus.traffic.busy_ns / 1e6, 3),
                    }
                    for number, bus in self.world.buses.items()
                },
                "readers": {name: {"air_ms": round(chip.air_ns / 1e6, 3)} for name, chip in self.world.chips.items()},
            }
        self._report.write_text(json.dumps(counters), "utf-8")

    def _elapsed_ns(self) -> int:
        return time.monotonic_ns() - self._started_ns

    def _name(self, where: Place) -> str:
        if where not in self._names:
            raise ValueError(f"the script speaks of a reader that is not there: {where.bus}.{where.device}")
        return self._names[where]

    def _rest(self) -> None:
        """Let the program wait as long as the bus took, so that nothing is faster than on wires."""
        ahead_ns = self._clock.now_ns - self._elapsed_ns()
        if ahead_ns > AHEAD_MOST_NS:
            time.sleep(ahead_ns / S)

    def _pace(self) -> int:
        if time.monotonic() - self._reported_s > REPORT_EVERY_S:
            self._reported_s = time.monotonic()
            self.report()
        return self._elapsed_ns()

    def _wire(self, irq: Mapping[str, int], reset: Mapping[str, int]) -> None:
        for name, pin in reset.items():
            self._resets.setdefault(pin, []).append(name)
        for name, pin in irq.items():
            self._levels[pin] = partial(getattr, self.world.chips[name].irq, "level")
            self.world.chips[name].irq.on_pin = partial(self._edge, pin)

    def _edge(self, pin: int, level: bool) -> None:
        self._edges.append((pin, level))


@lru_cache(maxsize=1)
def raspberry() -> Raspberry:
    """Return the Raspberry Pi of this process. Without its environment variable it has one reader with one tag."""
    order = os.environ.get(ENVIRONMENT)
    return Raspberry(json.loads(order) if order else {"readers": {"0.0": "ntag213"}})
