"""The firmware in a process of its own, on either Python, as a port in virtual time; and bad cables to it."""

import subprocess
import sys
from binascii import hexlify, unhexlify
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import TracebackType

from hal.dispenser import Link
from hal.events import DispenserEvent

PROJECT = Path(__file__).parents[3]
HEAP = ("-X", "heapsize=190k")
"""What MicroPython leaves on a Pico. The unix port's words are twice as long as the Pico's."""
TICK_MS = 10


class FirmwareProcess:
    """Time passes when `run` reports it. `fallen` is by hopper."""

    def __init__(self, interpreter: Sequence[str], hoppers: int, firmware: str = ".") -> None:
        """`firmware`: the folder with the firmware's package, from the project's own."""
        self.fallen = (0,) * hoppers
        self.now_ms = 0
        self._process = subprocess.Popen(
            [*interpreter, "tests/firmware_bridge/firmware/unix_board.py", str(hoppers)],
            cwd=PROJECT,
            env={"MICROPYPATH": f"{firmware}:.", "PYTHONPATH": f"{firmware}:."},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, data: bytes, for_ms: int = TICK_MS) -> bytes:
        """`data` arrives, and time continues; what is sent meanwhile."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        self.now_ms += for_ms
        process.stdin.write(b"%d %s\n" % (self.now_ms, hexlify(data)))
        process.stdin.flush()
        sent, fallen = process.stdout.readline().split(b" ")
        self.fallen = tuple(int(count) for count in fallen.split(b","))
        return unhexlify(sent)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


Spoil = Callable[[bytes, Random], bytes]


def whole(data: bytes, _chance: Random) -> bytes:
    return data


def lossy(data: bytes, chance: Random) -> bytes:
    return bytes(byte for byte in data if chance.random() > 0.004)


def flipping(data: bytes, chance: Random) -> bytes:
    return bytes(byte ^ (1 << chance.randrange(8)) if chance.random() < 0.004 else byte for byte in data)


def duplicating(data: bytes, chance: Random) -> bytes:
    return b"".join(line * (2 if chance.random() < 0.3 else 1) for line in data.splitlines(keepends=True))


class BadCable:
    """A port (`hal.dispenser.Port`) to the process: spoilt, slow by so many ticks, so many bytes a tick, mortal."""

    def __init__(
        self,
        process: FirmwareProcess,
        spoil: Spoil = whole,
        late: int = 0,
        bytes_a_tick: int = 4096,
        tick_ms: int = TICK_MS,
        dies_after: int = 0,
        seed: int = 1,
    ) -> None:
        self._process = process
        self._chance = Random(seed)
        self._spoil = spoil
        self._bytes_a_tick = bytes_a_tick
        self._tick_ms = tick_ms
        self._dies_after = dies_after
        self._carried = 0
        self._open = True
        self._down = [b""] * late
        self._up = [b""] * late
        self._waiting = b""
        self._going = b""
        self._heard = b""

    def plug(self) -> "BadCable":
        """Open it, again where it died."""
        self._open = True
        self._carried = 0
        self._going = self._waiting = self._heard = b""
        return self

    def tick(self) -> None:
        """One turn of the world."""
        now, self._going = self._going[: self._bytes_a_tick], self._going[self._bytes_a_tick :]
        self._down.append(now if self._open else b"")
        self._up.append(self._spoil(self._process.run(self._down.pop(0), self._tick_ms), self._chance))
        self._waiting += self._up.pop(0)
        self._heard += self._waiting[: self._bytes_a_tick]
        self._waiting = self._waiting[self._bytes_a_tick :]

    def read(self, wait_s: float) -> bytes:
        self._check()
        heard, self._heard = self._heard, b""
        self._carried += len(heard)
        return heard

    def write(self, data: bytes) -> None:
        self._check()
        self._carried += len(data)
        self._going += self._spoil(data, self._chance)

    def wake(self) -> None: ...

    def close(self) -> None: ...

    def _check(self) -> None:
        if self._dies_after and self._carried > self._dies_after:
            self._open = False
        if not self._open:
            raise OSError("the cable died")


class UnixBench:
    """Link on this side, firmware on the other."""

    def __init__(self, interpreter: Sequence[str], hoppers: int, firmware: str = ".", **cable: object) -> None:
        self.process = FirmwareProcess(interpreter, hoppers, firmware)
        self.cable = BadCable(self.process, **cable)  # type: ignore[arg-type]
        self.link = Link(self.cable.plug)

    def step(self) -> tuple[DispenserEvent, ...]:
        events = self.link.step(self.process.now_ms / 1000)
        self.cable.tick()
        return events

    def __enter__(self) -> "UnixBench":
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.link.close()
        self.process.close()


CPYTHON = (sys.executable, "-u")
