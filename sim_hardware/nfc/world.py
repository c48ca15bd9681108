"""The readers of an emulated table: chips on their wires, a field over each, and hands that lay and lift cards."""

import errno
import os
import random
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from threading import RLock
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Protocol, assert_never

from msgspec.structs import replace

from sim_hardware.clock import Clock
from sim_hardware.nfc.field import Antenna, Field
from sim_hardware.nfc.mfrc522 import Mfrc522
from sim_hardware.nfc.mfrc522.chip import VERSION_2
from sim_hardware.nfc.noise import QUIET, Noise
from sim_hardware.nfc.pcsc.daemon import PcscDaemon
from sim_hardware.nfc.places import AnyPlace, HsuPlace, I2cPlace, PcscPlace, Place
from sim_hardware.nfc.spi_bus import CALL_NS, Disturbance, SpiBus, SpiDevice
from sim_hardware.nfc.spidev import spidev_module
from sim_hardware.nfc.vocabulary import ReaderFaultWord

if TYPE_CHECKING:
    from sim_hardware.nfc.pcsc.acr122u import Acr122u
    from sim_hardware.nfc.pcsc.library import PcscLookAlike
    from sim_hardware.nfc.pn532 import Pn532, Quirk
    from sim_hardware.nfc.pn532.hsu import HsuWire, OpenHsu
    from sim_hardware.nfc.pn532.i2c import I2cWire, OpenI2c

__all__ = ["HsuPlace", "I2cPlace", "PcscPlace", "Place", "ReaderWorld"]

SELECTS = frozenset(range(8))
"""The chip-selects with a device file, with or without a chip."""
DISTURBED, MISREAD, CROSS_TALK = 0.02, 0.2, 1 / 3
"""The strength of the faults with these names."""


class ReaderWorld:
    """The readers of a table.

    Any thread may call all but `unplug`, `plug` and `set_close_together`, which belong to the thread that makes
    transfers.
    """

    def __init__(
        self,
        clock: Clock,
        places: Mapping[str, AnyPlace],
        *,
        seed: int = 0,
        noise: Noise = QUIET,
        call_ns: int = CALL_NS,
        versions: Mapping[str, int] = MappingProxyType({}),
        quirks: frozenset["Quirk"] = frozenset(),
    ) -> None:
        """`versions` has the VersionReg of readers that are not v2.0; `quirks` are those of every PN532."""
        self.clock = clock
        self._places = dict(places)
        self.buses = {
            place.bus: SpiBus(clock, call_ns, random.Random(f"{seed}/bus {place.bus}"))
            for place in places.values()
            if isinstance(place, Place)
        }
        self.fields = {name: Field(clock, random.Random(f"{seed}/{name}"), noise) for name in places}
        self.chips = {
            name: Mfrc522(clock, self.fields[name], versions.get(name, VERSION_2))
            for name, place in places.items()
            if isinstance(place, Place) and not place.pn532
        }
        """The chips of the RC522 readers."""
        self.daemon = PcscDaemon(clock)
        self.usb: dict[str, Acr122u] = {}
        self.pn532: dict[str, Pn532] = {}
        self.lines: dict[str, HsuWire] = {}
        self._i2c: dict[int, I2cWire] = {}
        for name, place in places.items():
            if name not in self.chips:
                self._add_other(name, place, seed, quirks)
        self.lifted: dict[tuple[type, bytes], Antenna] = {}
        """The cards that were lifted, by kind and UID. Laid again, they are the same cards."""
        for name in places:
            self.plug(name)
        self.spidev: ModuleType = spidev_module(self.buses, dict.fromkeys(self.buses, SELECTS))

    def _add_other(self, name: str, place: AnyPlace, seed: int, quirks: frozenset["Quirk"]) -> None:
        """Add a reader other than an RC522. A world without one need not load its chip."""
        if isinstance(place, PcscPlace):
            from sim_hardware.nfc.pcsc.acr122u import Acr122u

            self.usb[name] = Acr122u(self.clock, self.fields[name], random.Random(f"{seed}/usb {name}"))
            return
        from sim_hardware.nfc.pn532 import Pn532
        from sim_hardware.nfc.pn532.hsu import HsuWire
        from sim_hardware.nfc.pn532.i2c import I2cWire

        chip = self.pn532[name] = Pn532(self.clock, self.fields[name], quirks=quirks)
        if isinstance(place, HsuPlace):
            line = self.lines[place.path] = HsuWire(self.clock, chip, random.Random(f"{seed}/line {name}"))
            line.offers = place.fastest_baud
        elif isinstance(place, I2cPlace):
            self._i2c[place.bus] = I2cWire(self.clock, chip)

    def keep_pace(self, elapsed_ns: Callable[[], int]) -> None:
        """Run in real time: the clock is advanced to `elapsed_ns()` before each transfer."""
        guard = RLock()  # each wire has a thread of its own, and all share the clock
        wires: tuple[ReaderWire, ...] = (*self.buses.values(), *self.lines.values(), *self._i2c.values(), self.daemon)
        for wire in wires:
            wire.pace, wire.guard = elapsed_ns, guard

    def serial(self, path: str) -> "OpenHsu":
        """Open the serial port at this path. Raises FileNotFoundError."""
        if path not in self.lines:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self.lines[path].open()

    def i2c(self, bus: int) -> "OpenI2c":
        """Open the chip on an I2C bus. Raises FileNotFoundError."""
        if bus not in self._i2c:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self._i2c[bus].open()

    @property
    def pcsc(self) -> "PcscLookAlike":
        """Return a look-alike of libpcsclite."""
        from sim_hardware.nfc.pcsc.library import PcscLookAlike

        return PcscLookAlike(self.daemon)

    def set_close_together(self, cross_talk: float) -> None:
        """Put the readers so close together that each detects the others' tags, in this share of its wakes."""
        for name, field in self.fields.items():
            field.neighbours = tuple(other for each, other in self.fields.items() if each != name)
            field.cross_talk = cross_talk

    def lay(self, reader: str, tag: Antenna, distance_mm: float = 0.0) -> None:
        """Lay a tag on a reader, before the bus's next transfer."""
        self.wire(reader).post(lambda: self.fields[reader].lay(tag, distance_mm))

    def lift(self, reader: str, tag: Antenna) -> None:
        self.wire(reader).post(lambda: self.fields[reader].lift(tag))

    def push(self, reader: str, tag: Antenna, distance_mm: float) -> None:
        """Move the tag on the antenna."""
        self.wire(reader).post(lambda: self.fields[reader].push(tag, distance_mm))

    def disturb(self, reader: str, share: float) -> None:
        """Lose or mangle this share of the replies, half of it each."""
        field = self.fields[reader]

        def disturb() -> None:
            field.noise = replace(field.noise, lost=share / 2, mangled=share / 2)

        self.wire(reader).post(disturb)

    def fault(self, word: str, reader: str) -> None:
        """Inject the fault that `word` names. Raises ValueError if it is not a `ReaderFaultWord`."""
        if word not in tuple(ReaderFaultWord):
            raise ValueError(f"no such fault of a reader: {word}; there are {', '.join(ReaderFaultWord)}")
        known = ReaderFaultWord(word)
        if known in (ReaderFaultWord.UNPLUG, ReaderFaultWord.PLUG):
            self._fault(known, reader)
        else:
            self.wire(reader).post(lambda: self._fault(known, reader))

    def _fault(self, word: ReaderFaultWord, reader: str) -> None:
        chip, field, place = self.chip(reader), self.fields[reader], self._places[reader]
        match word:
            case ReaderFaultWord.DEAFEN:
                chip.deafen()
            case ReaderFaultWord.BROWN_OUT:
                chip.hold_reset(True)
                chip.hold_reset(False)
            case ReaderFaultWord.DISTURB:
                self._disturb(place, DISTURBED)
            case ReaderFaultWord.MISREAD:
                field.noise = replace(field.noise, misread=MISREAD)
            case ReaderFaultWord.CROSS_TALK:
                field.neighbours = tuple(other for each, other in self.fields.items() if each != reader)
                field.cross_talk = CROSS_TALK
            case ReaderFaultWord.CALM:
                self._disturb(place, 0.0)
                field.noise = replace(field.noise, misread=0.0)
                field.cross_talk = 0.0
            case ReaderFaultWord.UNPLUG:
                self.unplug(reader)
            case ReaderFaultWord.PLUG:
                self.plug(reader)
            case _:
                assert_never(word)

    def _disturb(self, place: AnyPlace, share: float) -> None:
        """Corrupt this share of the bytes on a reader's wires."""
        match place:
            case HsuPlace(path, _):
                self.lines[path].disturbed = share
            case PcscPlace():
                next(self.usb[name] for name, other in self._places.items() if other == place).disturbed = share
            case Place(bus, device) if share:
                self.buses[bus].disturbed[device] = Disturbance(share)
            case Place(bus, device):
                self.buses[bus].disturbed.pop(device, None)
            case I2cPlace():
                pass

    def power(self, on: bool) -> None:
        """Switch the supply of every reader. The chips lose all state; the cards stay. Any thread may call."""
        for name in self._places:
            self.wire(name).post(partial(self.chip(name).hold_reset, not on))

    def unplug(self, reader: str) -> None:
        """Disconnect the reader's wires, including its power."""
        self._connect(reader, False)
        self.chip(reader).hold_reset(True)

    def plug(self, reader: str) -> None:
        self.chip(reader).hold_reset(False)
        self._connect(reader, True)

    def chip(self, reader: str) -> "ReaderChip":
        """Return the chip of a reader of any kind."""
        chips: tuple[Mapping[str, ReaderChip], ...] = (self.chips, self.usb, self.pn532)
        return next(each[reader] for each in chips if reader in each)

    def wire(self, reader: str) -> "ReaderWire":
        """Return the connection from a reader to its host."""
        match self._places[reader]:
            case HsuPlace(path, _):
                return self.lines[path]
            case I2cPlace(bus):
                return self._i2c[bus]
            case PcscPlace():
                return self.daemon
            case Place(bus, _):
                return self.buses[bus]

    def _on_spi(self, reader: str) -> SpiDevice:
        if reader in self.chips:
            return self.chips[reader]
        from sim_hardware.nfc.pn532.spi import Pn532OnSpi

        return Pn532OnSpi(self.pn532[reader])

    def _connect(self, reader: str, plugged: bool) -> None:
        match self._places[reader]:
            case HsuPlace(path, _):
                self.lines[path].plugged = plugged
            case I2cPlace(bus):
                self._i2c[bus].plugged = plugged
            case PcscPlace(name) if plugged:
                self.daemon.plugged[name] = self.usb[reader]
            case PcscPlace(name):
                del self.daemon.plugged[name]
            case Place(bus, device) if plugged:
                self.buses[bus].attach(device, self._on_spi(reader))
            case Place(bus, device):
                self.buses[bus].detach(device)


class ReaderChip(Protocol):
    """The interface of every reader's chip."""

    @property
    def air_ns(self) -> int: ...

    def deafen(self) -> None: ...

    def hold_reset(self, held: bool) -> None: ...


class ReaderWire(Protocol):
    """The interface of every connection to a reader."""

    guard: AbstractContextManager[object]
    pace: Callable[[], int] | None

    def post(self, action: Callable[[], None]) -> None: ...
