"""A dispenser and its link on a test's own small table, whatever the wire between them and whoever keeps the time."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager

from pytest_mock import MockerFixture

from hal.dispenser import Link
from hal.events import DispenserEvent, DispenserRequest
from sim_hardware.dispenser import EmulatedDispenser, PtyDispenser


class Bench(ABC):
    def __init__(self, dispenser: EmulatedDispenser | PtyDispenser) -> None:
        self._emulated = dispenser
        self.link = self.new_link()
        self.heard: list[DispenserEvent] = []
        """All but what the level sensors say and the hoppers' signs: they come with any heartbeat."""

    @abstractmethod
    def new_link(self) -> Link: ...

    @abstractmethod
    def run(self, seconds: float) -> list[DispenserEvent]:
        """What was reported meanwhile."""

    @abstractmethod
    def busy(self, mocker: MockerFixture) -> AbstractContextManager[None]:
        """Another program holds the port."""

    @abstractmethod
    def forbidden(self, mocker: MockerFixture) -> AbstractContextManager[None]:
        """The system does not let this user open the port."""

    def request(self, *requests: DispenserRequest) -> None:
        for request in requests:
            self.link.request(request)

    def until(self, kind: type[DispenserEvent], most_s: float = 20.0) -> DispenserEvent:
        """Run until one of this kind is reported. It is the last one heard, or a little before."""
        for _ in range(round(most_s / 0.05)):
            for event in self.run(0.05):
                if isinstance(event, kind):
                    return event
        raise AssertionError(f"no {kind.__name__} in {most_s} s")

    def tray(self) -> tuple[int, ...]:
        return self._emulated.tray

    def fault(self, name: str, hopper: int = 0) -> None:
        self._emulated.fault(name, hopper)

    def restart_host(self) -> None:
        """As after kill -9: the port is let go, and nothing is remembered."""
        self.link.close()
        self.link = self.new_link()

    def close(self) -> None:
        self.link.close()
