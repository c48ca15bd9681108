"""Measure a reader: transfers, time on bus and air, and the driver's own time, compared with the package `mfrc522`."""

import time
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

from hal.readers import Readers, ReaderSettings
from hal.readers.iso14443 import identify, wake
from hal.readers.package import open_package
from hal.readers.transport import Transport
from hal.readers.type2 import read
from lab.figure import Figure, NotMeasuredError, at_most, published
from sim_hardware.clock import MS, US, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.irq import IrqPin
from sim_hardware.nfc.tags import Ntag
from sim_hardware.nfc.world import Place

CARD = bytes.fromhex("04A1B2C3D4E5F6")
POLL_NS = 40 * MS
TIMES = 100
LATE_BITS = 60
VIRTUAL_MS = "ms (virtual)"
NAME = "desk"

Cost = tuple[int, float]
"""The number of transfers, and the time in milliseconds."""


class PolledReader:
    """A reader with the product's driver, polled at its usual rate."""

    def __init__(self, seed: int, speed_hz: int = 1_000_000, *, irq: bool = False) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {NAME: Place(0, 0)}, seed=seed)
        self.speed_hz = speed_hz
        self.irq = IrqPin(self.clock, self.world.chips[NAME]) if irq else None
        self.readers = Readers(self.world.spidev, [ReaderSettings(NAME, speed_hz=speed_hz, irq=self.irq)])

    def poll(self, times: int = 1) -> None:
        for _ in range(times):
            self.readers.poll(self.clock.now_s)
            self.clock.advance(POLL_NS)

    def cost(self, action: Callable[[], object]) -> Cost:
        traffic, started_ns = self.world.buses[0].traffic, self.clock.now_ns
        before = traffic.transfers
        action()
        return traffic.transfers - before, (self.clock.now_ns - started_ns) / MS

    def polls(self) -> list[Cost]:
        costs = []
        for _ in range(TIMES):
            costs.append(self.cost(lambda: self.readers.poll(self.clock.now_s)))
            self.clock.advance(POLL_NS)
        return costs


def measure(seed: int) -> Iterator[Figure]:
    yield from _absent(seed)
    yield from _parked(seed)
    yield from _identify(seed)
    yield _switch(seed)
    yield from _package(seed)
    yield from _cpu(seed)


def _absent(seed: int) -> Iterator[Figure]:
    for speed_hz, suffix, goal_ms in ((1_000_000, "", 0.65), (4_000_000, "_4mhz", 0.55)):
        desk = PolledReader(seed, speed_hz)
        desk.poll(8)
        costs = desk.polls()
        if not suffix:
            yield at_most("reader.absent.transfers", _transfers(costs), 5, "transfers")
        yield at_most(f"reader.absent.time{suffix}", _times(costs), goal_ms, VIRTUAL_MS)


def _parked(seed: int) -> Iterator[Figure]:
    """Measure polls of a resting card.

    `parked` leaves out every second poll, which also looks for other cards.
    """
    for speed_hz, suffix in ((1_000_000, ""), (4_000_000, "_4mhz")):
        desk = PolledReader(seed, speed_hz)
        desk.world.lay(NAME, Ntag(CARD))
        desk.poll(8)
        costs = desk.polls()
        plain = sorted(costs)[: TIMES // 2]
        if not suffix:
            yield at_most("reader.parked.transfers", _transfers(plain), 16, "transfers")
            yield at_most("reader.parked.time", _times(plain), 4.0, VIRTUAL_MS)
            yield published("reader.parked_and_alone.transfers", _transfers(costs), "transfers")
            yield published("reader.parked_and_alone.time", _times(costs), VIRTUAL_MS)
        else:
            yield published(f"reader.parked.time{suffix}", _times(plain), VIRTUAL_MS)


def _identify(seed: int) -> Iterator[Figure]:
    ours = _identifications(PolledReader(seed))
    yield at_most("reader.identify.transfers", _transfers(ours), 28, "transfers")
    yield at_most("reader.identify.time", _times(ours), 8.4, VIRTUAL_MS)
    yield at_most("reader.identify.time_4mhz", _times(_identifications(PolledReader(seed, 4_000_000))), 7.5, VIRTUAL_MS)
    late = _identifications(PolledReader(seed), LATE_BITS)
    yield at_most("reader.identify_late.transfers", _transfers(late), 32, "transfers")
    with_pin = _identifications(PolledReader(seed, irq=True))
    yield published("reader.identify_irq.transfers", _transfers(with_pin), "transfers")
    yield published("reader.identify_irq.time", _times(with_pin), VIRTUAL_MS)


def _identifications(desk: PolledReader, late_bits: int = 0) -> list[Cost]:
    """Return the cost of identifying a card after power-on: wake, both cascades and one READ."""
    tag = Ntag(CARD)
    tag.grid += late_bits
    desk.world.lay(NAME, tag)
    package = open_package(desk.world.spidev, 0, 0, desk.speed_hz)
    transport = Transport(package.spi, desk.speed_hz, desk.irq)
    transport.set_up(4)

    def once() -> None:
        wake(transport)
        if identify(transport).uid != CARD or read(transport, 0)[:3] != CARD[:3]:
            raise NotMeasuredError("the wrong card was read")

    costs = []
    for _ in range(TIMES):
        transport.field(False)
        desk.clock.advance(2 * MS)
        transport.field(True)
        desk.clock.advance(6 * MS)
        costs.append(desk.cost(once))
    return costs


def _switch(seed: int) -> Figure:
    """Return the cost of switching the field for each poll: the antenna, the guard time, a wake."""
    desk = PolledReader(seed)
    desk.world.lay(NAME, Ntag(CARD))
    transport = Transport(open_package(desk.world.spidev, 0, 0, 1_000_000).spi, 1_000_000)
    transport.set_up(4)

    def once() -> None:
        transport.field(True)
        desk.clock.advance(5 * MS)
        wake(transport)

    taken = []
    for _ in range(TIMES):
        transport.field(False)
        desk.clock.advance(2 * MS)
        taken.append(desk.cost(once)[1])
    return published("reader.switch", taken, VIRTUAL_MS)


def _package(seed: int) -> Iterator[Figure]:
    """Yield the cost of the package `mfrc522` on the same chip. It reads half of this card's UID, in one cascade."""
    desk = PolledReader(seed)
    package: Any = open_package(desk.world.spidev, 0, 0, 1_000_000)
    if not hasattr(package, "MFRC522_Request"):
        return  # the package is not installed
    desk.clock.advance(10 * MS)
    absent = desk.cost(lambda: package.MFRC522_Request(package.PICC_REQIDL))
    yield published("reader.package.absent.transfers", [absent[0]], "transfers")
    yield published("reader.package.absent.time", [absent[1]], VIRTUAL_MS)
    desk.world.lay(NAME, Ntag(CARD))
    package.MFRC522_Init()
    desk.clock.advance(10 * MS)
    half = desk.cost(lambda: (package.MFRC522_Request(package.PICC_REQIDL), package.MFRC522_Anticoll()))
    rest = desk.cost(lambda: package.MFRC522_Read(0))
    yield published("reader.package.half_identify.transfers", [half[0] + rest[0]], "transfers")
    yield published("reader.package.half_identify.time", [half[1] + rest[1]], VIRTUAL_MS)


def _cpu(seed: int) -> Iterator[Figure]:
    """Yield the driver's own time for a poll, with the chip's answers replayed on a bus that takes no time."""
    for name, tag, goal_us in (("absent", None, 20), ("parked", Ntag(CARD), 60)):
        yield at_most(f"reader.cpu.{name}", _replayed(seed, tag), goal_us, "us")


def _replayed(seed: int, tag: Ntag | None) -> list[float]:
    """Return the time of polls, of which two in a row are replayed: every second one looks for other cards."""
    desk = PolledReader(seed)
    tape = SpiTape(desk.world.spidev)
    readers = Readers(tape.spidev, [ReaderSettings(NAME)])
    if tag is not None:
        desk.world.lay(NAME, tag)
    for _ in range(8):
        readers.poll(desk.clock.now_s)
        desk.clock.advance(POLL_NS)
    tape.record()
    for _ in range(2):
        readers.poll(desk.clock.now_s)
        desk.clock.advance(POLL_NS)
    tape.play()
    now_s = desk.clock.now_s
    taken = []
    for _ in range(20 * TIMES):
        tape.rewind()
        started_ns = time.perf_counter_ns()
        readers.poll(now_s)
        readers.poll(now_s)
        taken.append((time.perf_counter_ns() - started_ns) / 2 / US)
    return taken


class SpiTape:
    """A `spidev` that records a chip's answers, and replays them without a chip."""

    def __init__(self, spidev: ModuleType) -> None:
        self._answers: list[Sequence[int]] = []
        self._place = 0
        self._spi: Any = None
        self._real: Any = spidev
        tape = self

        class TapedSpiDev:
            def open(self, bus: int, device: int) -> None:
                tape._spi = tape._real.SpiDev(bus, device)
                tape._spi.max_speed_hz = 1_000_000

            def close(self) -> None:
                tape._spi.close()

            def xfer2(self, frame: Sequence[int]) -> Sequence[int]:
                return tape._step(frame)

        self._step: Callable[[Sequence[int]], Sequence[int]] = lambda frame: tape._spi.xfer2(frame)
        self.spidev: Any = SimpleNamespace(SpiDev=TapedSpiDev)

    def record(self) -> None:
        def step(frame: Sequence[int]) -> Sequence[int]:
            answer: Sequence[int] = self._spi.xfer2(frame)
            self._answers.append(answer)
            return answer

        self._step = step

    def play(self) -> None:
        answers = self._answers

        def step(_: Sequence[int]) -> Sequence[int]:
            answer = answers[self._place]
            self._place += 1
            return answer

        self._step = step

    def rewind(self) -> None:
        self._place = 0


def _transfers(costs: list[Cost]) -> list[float]:
    return [transfers for transfers, _ in costs]


def _times(costs: list[Cost]) -> list[float]:
    return [took_ms for _, took_ms in costs]
