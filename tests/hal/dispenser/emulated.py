"""The bench in virtual time, its wire in memory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pytest_mock import MockerFixture

from hal.dispenser import Link, Port, PortError
from hal.events import DispenserEvent, HopperLevel, HopperSign
from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.flash import Flash
from sim_hardware.dispenser.mechanics import COIN_HOPPER, HopperMechanics
from tests.hal.dispenser.bench import Bench

TICK_NS = 10 * MS


class VirtualBench(Bench):
    def __init__(
        self,
        hoppers: Sequence[int] = (20, 20),
        seed: int = 1,
        flash: Flash | None = None,
        mechanics: HopperMechanics = COIN_HOPPER,
    ) -> None:
        self.clock = Clock()
        self.dispenser = EmulatedDispenser(self.clock, hoppers, seed, flash, mechanics=mechanics)
        self._closed = ""
        """The code of what keeps the port from being opened."""
        super().__init__(self.dispenser)
        self.levels: list[HopperLevel] = []
        self.signs: list[HopperSign] = []

    def new_link(self) -> Link:
        return Link(self._open)

    def _open(self) -> Port:
        if self._closed:
            raise PortError(self._closed, "in memory")
        return self.dispenser.port()

    def run(self, seconds: float) -> list[DispenserEvent]:
        before = len(self.heard)
        for _ in range(round(seconds * 100)):
            self.clock.advance(TICK_NS)
            for event in self.link.step(self.clock.now_s):
                if isinstance(event, HopperLevel):
                    self.levels.append(event)
                elif isinstance(event, HopperSign):
                    self.signs.append(event)
                else:
                    self.heard.append(event)
        return self.heard[before:]

    @contextmanager
    def busy(self, mocker: MockerFixture) -> Iterator[None]:
        with self._shut("dispenser.busy"):
            yield

    @contextmanager
    def forbidden(self, mocker: MockerFixture) -> Iterator[None]:
        with self._shut("dispenser.no_permission"):
            yield

    @contextmanager
    def _shut(self, code: str) -> Iterator[None]:
        self._closed = code
        yield
        self._closed = ""
