"""A dispenser and its link in virtual time, as a test's own small table."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pytest_mock import MockerFixture

from hal.dispenser import Link, Port, PortError
from hal.events import DispenserEvent, DispenserRequest, HopperLevel
from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.flash import Flash

TICK_NS = 10 * MS


class VirtualBench:
    def __init__(self, hoppers: Sequence[int] = (20, 20), seed: int = 1, flash: Flash | None = None) -> None:
        self.clock = Clock()
        self.dispenser = EmulatedDispenser(self.clock, hoppers, seed, flash)
        self._closed = ""
        """The code of what keeps the port from being opened."""
        self.link = Link(self._open)
        self.heard: list[DispenserEvent] = []
        """All but what the level sensors say: that comes with any heartbeat."""
        self.levels: list[HopperLevel] = []

    def _open(self) -> Port:
        if self._closed:
            raise PortError(self._closed, "in memory")
        return self.dispenser.port()

    def request(self, *requests: DispenserRequest) -> None:
        for request in requests:
            self.link.request(request)

    def run(self, seconds: float) -> list[DispenserEvent]:
        """What was reported meanwhile."""
        before = len(self.heard)
        for _ in range(round(seconds * 100)):
            self.clock.advance(TICK_NS)
            for event in self.link.step(self.clock.now_s):
                if isinstance(event, HopperLevel):
                    self.levels.append(event)
                else:
                    self.heard.append(event)
        return self.heard[before:]

    def until(self, kind: type[DispenserEvent], most_s: float = 8.0) -> DispenserEvent:
        """Run until one of this kind is reported. It is the last one heard, or a little before."""
        for _ in range(round(most_s / 0.05)):
            for event in self.run(0.05):
                if isinstance(event, kind):
                    return event
        raise AssertionError(f"no {kind.__name__} in {most_s} s")

    def tray(self) -> tuple[int, ...]:
        return self.dispenser.tray

    def fault(self, name: str, hopper: int = 0) -> None:
        self.dispenser.fault(name, hopper)

    def restart_host(self) -> None:
        """As after kill -9: the port is let go, and nothing is remembered."""
        self.link.close()
        self.link = Link(self._open)

    @contextmanager
    def busy(self, _mocker: MockerFixture) -> Iterator[None]:
        """Another program holds the port."""
        self._closed = "dispenser.busy"
        yield
        self._closed = ""

    @contextmanager
    def forbidden(self, _mocker: MockerFixture) -> Iterator[None]:
        self._closed = "dispenser.no_permission"
        yield
        self._closed = ""

    def close(self) -> None:
        self.link.close()
