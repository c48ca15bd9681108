"""Measure a PN532 reader on a serial line: the time of a poll, serial line and radio together."""

from collections.abc import Callable, Iterator

from hal.last_frames import LastFrames
from hal.readers import Readers
from hal.readers.pn532.chip import Pn532Chip
from hal.readers.pn532.links import HsuLink
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.pn532.speed import find, hasten
from lab.figure import Figure, NotMeasuredError, at_most, published
from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.places import HsuPlace
from sim_hardware.nfc.tags import Ntag

CARD = bytes.fromhex("04A1B2C3D4E5F6")
NAME = "desk"
POLL_NS = 40 * MS
TIMES = 100
VIRTUAL_MS = "ms (virtual)"
NOTE = "921,600 baud; assumed of the chip: 0.1 ms to an acknowledgement and to the start of a command"


class LineDesk:
    """A reader on a serial line, polled at its usual rate."""

    def __init__(self, seed: int) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {NAME: HsuPlace(NAME)}, seed=seed)
        settings = Pn532Settings(NAME, lambda: HsuLink(self.world.serial(NAME)), NAME)
        self.readers = Readers(None, [settings])
        self.poll(8)

    def poll(self, times: int) -> list[float]:
        """Return the milliseconds of each poll."""
        return [self._one() for _ in range(times)]

    def _one(self) -> float:
        taken_ms = self.took_ms(lambda: self.readers.poll(self.clock.now_s))
        self.clock.advance(max(0, POLL_NS - round(taken_ms * MS)))
        return taken_ms

    def took_ms(self, action: Callable[[], object]) -> float:
        began_ns = self.clock.now_ns
        action()
        return (self.clock.now_ns - began_ns) / MS


def measure(seed: int) -> Iterator[Figure]:
    yield at_most("pn532.absent.time", LineDesk(seed).poll(TIMES), 5, VIRTUAL_MS, note=NOTE)
    yield at_most("pn532.identify.time", _identified(seed), 12, VIRTUAL_MS, note=NOTE)
    desk = LineDesk(seed)
    desk.world.lay(NAME, Ntag(CARD))
    first = desk.poll(8)[0]
    yield published("pn532.first_look.time", [first], VIRTUAL_MS)
    yield published("pn532.parked.time", desk.poll(TIMES), VIRTUAL_MS)


def _identified(seed: int) -> list[float]:
    """Return the times to read the whole UID of a card that was just laid."""
    desk = LineDesk(seed)
    chip = Pn532Chip(HsuLink(desk.world.serial(NAME)), LastFrames())
    find(chip)
    hasten(chip)
    chip.retries()
    taken: list[float] = []
    found: list[bytes] = []

    def identify() -> None:
        found.extend(each.uid for each in chip.listed(2))

    for _ in range(TIMES):
        tag = Ntag(CARD)
        desk.world.lay(NAME, tag)
        desk.clock.advance(10 * MS)
        found.clear()
        taken.append(desk.took_ms(identify))
        if found != [CARD]:
            raise NotMeasuredError("the wrong card was read")
        desk.world.lift(NAME, tag)
    return taken
