"""The readers of an emulated table: chips on one bus, a field over each, and hands that lay and lift cards."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType, ModuleType

from sim_hardware.clock import Clock
from sim_hardware.nfc.field import Antenna, Field
from sim_hardware.nfc.mfrc522 import Mfrc522
from sim_hardware.nfc.mfrc522.chip import VERSION_2
from sim_hardware.nfc.noise import QUIET, Noise
from sim_hardware.nfc.spi_bus import CALL_NS, Disturbance, SpiBus
from sim_hardware.nfc.spidev import spidev_module
from sim_hardware.nfc.vocabulary import CURES, FAULTS, UNPLUG

SELECTS = frozenset(range(8))
"""The chip-selects with a device file, with or without a chip."""
DISTURBED, MISREAD, CROSS_TALK = 0.02, 0.2, 1 / 3
"""The strength of the faults with these names."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a reader's wires: /dev/spidev<bus>.<device>."""

    bus: int
    device: int


class ReaderWorld:
    """The readers of a table.

    Any thread may call all but `unplug`, `plug` and `set_close_together`, which belong to the thread that makes
    transfers.
    """

    def __init__(
        self,
        clock: Clock,
        places: Mapping[str, Place],
        *,
        seed: int = 0,
        noise: Noise = QUIET,
        call_ns: int = CALL_NS,
        versions: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """`versions` gives the value of a reader's VersionReg, if it is not v2.0."""
        self.clock = clock
        self._places = dict(places)
        self.buses = {
            place.bus: SpiBus(clock, call_ns, random.Random(f"{seed}/bus {place.bus}")) for place in places.values()
        }
        self.fields = {name: Field(clock, random.Random(f"{seed}/{name}"), noise) for name in places}
        self.chips = {name: Mfrc522(clock, field, versions.get(name, VERSION_2)) for name, field in self.fields.items()}
        self.lifted: dict[tuple[type, bytes], Antenna] = {}
        """The cards that were lifted, by kind and UID. Laid again, they are the same cards."""
        for name in places:
            self.plug(name)
        self.spidev: ModuleType = spidev_module(self.buses, dict.fromkeys(self.buses, SELECTS))

    def keep_pace(self, elapsed_ns: Callable[[], int]) -> None:
        """Run in real time: the clock is advanced to `elapsed_ns()` before each transfer."""
        for bus in self.buses.values():
            bus.pace = elapsed_ns

    def set_close_together(self, cross_talk: float) -> None:
        """Put the readers so close together that each hears the others' tags, in this share of its wakes."""
        for name, field in self.fields.items():
            field.neighbours = tuple(other for each, other in self.fields.items() if each != name)
            field.cross_talk = cross_talk

    def lay(self, reader: str, tag: Antenna, distance_mm: float = 0.0) -> None:
        """Lay a tag on a reader, before the bus's next transfer."""
        self._bus(reader).post(lambda: self.fields[reader].lay(tag, distance_mm))

    def lift(self, reader: str, tag: Antenna) -> None:
        self._bus(reader).post(lambda: self.fields[reader].lift(tag))

    def push(self, reader: str, tag: Antenna, distance_mm: float) -> None:
        """Move the tag on the antenna."""
        self._bus(reader).post(lambda: self.fields[reader].push(tag, distance_mm))

    def disturb(self, reader: str, share: float) -> None:
        """Lose or mangle this share of the replies, half of it each."""
        field = self.fields[reader]

        def disturb() -> None:
            field.noise = replace(field.noise, lost=share / 2, mangled=share / 2)

        self._bus(reader).post(disturb)

    def fault(self, word: str, reader: str) -> None:
        """Bring about a word of the vocabulary. Raises ValueError for another one."""
        if word == UNPLUG.word:
            self.unplug(reader)
            return
        if word == UNPLUG.cure:
            self.plug(reader)
            return
        known = (*(each.word for each in FAULTS), UNPLUG.word, UNPLUG.cure, *CURES)
        if word not in known:
            raise ValueError(f"no such fault of a reader: {word}; there are {', '.join(known)}")
        self._bus(reader).post(lambda: self._fault(word, reader))

    def _fault(self, word: str, reader: str) -> None:
        chip, field, place = self.chips[reader], self.fields[reader], self._places[reader]
        match word:
            case "deafen":
                chip.deafen()
            case "brown-out":
                chip.hold_reset(True)
                chip.hold_reset(False)
            case "disturb":
                self.buses[place.bus].disturbed[place.device] = Disturbance(DISTURBED)
            case "misread":
                field.noise = replace(field.noise, misread=MISREAD)
            case "cross-talk":
                field.neighbours = tuple(other for each, other in self.fields.items() if each != reader)
                field.cross_talk = CROSS_TALK
            case "calm":
                self.buses[place.bus].disturbed.pop(place.device, None)
                field.noise = replace(field.noise, misread=0.0)
                field.cross_talk = 0.0

    def power(self, on: bool) -> None:
        """Switch the supply of every reader. The chips lose all state; the cards stay. Any thread may call."""
        for name in self._places:
            self._bus(name).post(partial(self.chips[name].hold_reset, not on))

    def unplug(self, reader: str) -> None:
        """Take the reader's wires off, and its power with them."""
        self._bus(reader).detach(self._places[reader].device)
        self.chips[reader].hold_reset(True)

    def plug(self, reader: str) -> None:
        self.chips[reader].hold_reset(False)
        self._bus(reader).attach(self._places[reader].device, self.chips[reader])

    def _bus(self, reader: str) -> SpiBus:
        return self.buses[self._places[reader].bus]
