"""A dispenser and its link in virtual time, as a test's own small table."""

from collections.abc import Sequence

from hal.dispenser import Link
from hal.events import DispenserEvent, DispenserRequest
from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.flash import Flash

TICK_NS = 10 * MS


class VirtualBench:
    def __init__(self, hoppers: Sequence[int] = (20, 20), seed: int = 1, flash: Flash | None = None) -> None:
        self.clock = Clock()
        self.dispenser = EmulatedDispenser(self.clock, hoppers, seed, flash)
        self.link = Link(self.dispenser.port)
        self.heard: list[DispenserEvent] = []

    def request(self, *requests: DispenserRequest) -> None:
        for request in requests:
            self.link.request(request)

    def run(self, seconds: float) -> list[DispenserEvent]:
        """What was reported meanwhile."""
        before = len(self.heard)
        for _ in range(round(seconds * 100)):
            self.clock.advance(TICK_NS)
            self.heard.extend(self.link.step(self.clock.now_s))
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
        self.link = Link(self.dispenser.port)

    def close(self) -> None:
        self.link.close()
