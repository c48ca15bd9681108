"""Readers with the slot names of real daemons (`recorded.toml`), from public reports."""

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sim_hardware.nfc.field import Antenna, Field
from sim_hardware.nfc.pcsc.acr122u import Acr122u
from sim_hardware.nfc.pcsc.contact_slot import ContactSlot
from sim_hardware.nfc.pcsc.daemon import PcscDaemon

if TYPE_CHECKING:
    from sim_hardware.clock import Clock

FILE = Path(__file__).with_name("recorded.toml")


class RecordedReader(Struct, frozen=True):
    model: str
    system: str
    """The operating system: `linux`, `macos` or `windows`."""
    source: str
    slots: tuple[str, ...]
    """The daemon's names, in its order."""
    contactless: str
    """The slot on which cards lie."""
    called: tuple[str, ...]
    """The ways in which people write the model."""
    serial: str = ""
    usb: str = ""
    """The place on USB; empty if the system does not report it."""
    mute: str = ""
    """A slot that always holds something that does not answer, as an empty SAM slot does."""


@cache
def recorded_readers() -> tuple[RecordedReader, ...]:
    tables = tomllib.loads(FILE.read_text("utf-8"))["reader"]
    return tuple(_reader(table) for table in tables)


def _reader(table: dict[str, Any]) -> RecordedReader:
    return RecordedReader(**{**table, "slots": tuple(table["slots"]), "called": tuple(table["called"])})


class RecordedDesk:
    """A daemon with recorded readers: an emulated reader behind each contactless slot, and the kernel's view of USB.

    One emulated daemon like pcsc-lite serves the names of all systems.
    """

    def __init__(self, clock: "Clock", usb: Path) -> None:
        """`usb` is an empty folder for the kernel's view."""
        self.daemon = PcscDaemon(clock)
        self._clock, self._usb = clock, usb
        self._fields: dict[str, Field] = {}
        self._addresses = 0

    def plug(self, reader: RecordedReader) -> None:
        self._addresses += 1
        if reader.usb:
            device = self._usb / reader.usb
            device.mkdir()
            (device / "busnum").write_text("1\n")
            (device / "devnum").write_text(f"{self._addresses}\n")
        self._fields[reader.contactless] = field = Field(self._clock)
        for slot in reader.slots:
            self.daemon.addresses[slot] = self._addresses if reader.usb else 0
            if reader.serial:
                self.daemon.serials[slot] = reader.serial
            contactless = slot == reader.contactless
            self.daemon.plugged[slot] = (
                Acr122u(self._clock, field) if contactless else ContactSlot(mute=slot == reader.mute)
            )

    def lay(self, reader: RecordedReader, tag: Antenna) -> None:
        self._fields[reader.contactless].lay(tag)
