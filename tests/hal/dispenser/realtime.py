"""The bench over a pseudo-terminal and pyserial, in real time."""

import errno
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_mock import MockerFixture

from hal.dispenser import Link, open_serial
from hal.events import DispenserEvent, HopperLevel, HopperSign
from sim_hardware.dispenser import PtyDispenser
from tests.hal.dispenser.bench import Bench


class PtyBench(Bench):
    def __init__(self, hoppers: Sequence[int] = (20, 20), seed: int = 1) -> None:
        self._folder = TemporaryDirectory()
        self.dispenser = PtyDispenser(hoppers, Path(self._folder.name), seed)
        super().__init__(self.dispenser)

    def new_link(self) -> Link:
        return Link(lambda: open_serial(self.dispenser.path))

    def run(self, seconds: float) -> list[DispenserEvent]:
        """Ends early once nothing is left to do."""
        before = len(self.heard)
        until_s = time.monotonic() + seconds
        while (now_s := time.monotonic()) < until_s:
            deadline_s = self.link.next_deadline()
            self.link.wait(min(until_s - now_s, 0.5 if deadline_s is None else max(deadline_s - now_s, 0)))
            self.heard += [e for e in self.link.step(time.monotonic()) if not isinstance(e, HopperLevel | HopperSign)]
        return self.heard[before:]

    @contextmanager
    def busy(self, mocker: MockerFixture) -> Iterator[None]:
        """As pyserial does it."""
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
        super().close()
        self.dispenser.close()
        self._folder.cleanup()
