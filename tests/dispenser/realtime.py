"""The same over a pseudo-terminal and pyserial, in real time."""

import errno
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pytest_mock import MockerFixture

from hal.dispenser import Link, open_serial
from hal.events import DispenserEvent, DispenserRequest, HopperLevel
from sim_hardware.dispenser import PtyDispenser


class PtyBench:
    def __init__(self, hoppers: Sequence[int] = (20, 20), seed: int = 1) -> None:
        self.dispenser = PtyDispenser(hoppers, seed)
        self.link = self._new_link()
        self.heard: list[DispenserEvent] = []

    def _new_link(self) -> Link:
        return Link(lambda: open_serial(self.dispenser.path))

    def request(self, *requests: DispenserRequest) -> None:
        for request in requests:
            self.link.request(request)

    def run(self, seconds: float) -> list[DispenserEvent]:
        """What was reported meanwhile; ends early once nothing is left to do."""
        before = len(self.heard)
        until_s = time.monotonic() + seconds
        while (now_s := time.monotonic()) < until_s:
            deadline_s = self.link.next_deadline()
            self.link.wait(min(until_s - now_s, 0.5 if deadline_s is None else max(deadline_s - now_s, 0)))
            self.heard += [e for e in self.link.step(time.monotonic()) if not isinstance(e, HopperLevel)]
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
        self.link.close()
        self.link = self._new_link()

    @contextmanager
    def busy(self, _mocker: MockerFixture) -> Iterator[None]:
        """Another program holds the port, as pyserial does it."""
        while not os.path.exists(self.dispenser.path):
            time.sleep(0.01)  # It boots.
        other = open_serial(self.dispenser.path)
        yield
        other.close()

    @contextmanager
    def forbidden(self, mocker: MockerFixture) -> Iterator[None]:
        """The tests may run as root, whom nothing is forbidden."""
        denied = mocker.patch("serial.serialposix.os.open", side_effect=PermissionError(errno.EACCES, "denied"))
        yield
        mocker.stop(denied)

    def close(self) -> None:
        self.link.close()
        self.dispenser.close()
