"""Serve a chip and its field to a host in any language: bytes in and out, and time that the host advances."""

from collections.abc import Callable

from sim_hardware.clock import Clock
from sim_hardware.nfc.field import Antenna, Field
from sim_hardware.nfc.mfrc522 import Mfrc522


class LoneReader:
    """A chip whose wires the host drives. `advance` lets time pass in between.

    The calls are `select`, `exchange` byte by byte, and `deselect`. A byte takes no time by itself: a host at 1 MHz
    advances 8,000 ns before each exchange. Nothing is threaded.
    """

    def __init__(self, version: int = 0x92) -> None:
        """`version` is the value of VersionReg: 0x91 and 0x92 are NXP's, 0x88 and 0x12 are clones."""
        self.clock = Clock()
        self.field = Field(self.clock)
        self.chip = Mfrc522(self.clock, self.field, version)

    def select(self) -> None:
        """Drive NSS low."""
        self.chip.select()

    def exchange(self, mosi: int) -> int:
        """Clock eight bits: a byte in, a byte out."""
        return self.chip.exchange(mosi)

    def deselect(self) -> None:
        """Drive NSS high."""
        self.chip.deselect()

    def advance(self, nanoseconds: int) -> None:
        self.clock.advance(nanoseconds)

    @property
    def irq(self) -> bool:
        """Return the level of the IRQ pin: high without a request, while ComIEnReg.IRqInv is set (as after a reset)."""
        return self.chip.irq.level

    def on_irq(self, edge: Callable[[bool], None]) -> None:
        """Call `edge` at every change of the IRQ pin's level."""
        self.chip.irq.on_pin = edge

    def hold_reset(self, held: bool) -> None:
        """Drive NRSTPD, low while `held`."""
        self.chip.hold_reset(held)

    def lay(self, tag: Antenna, distance_mm: float = 0.0) -> None:
        self.field.lay(tag, distance_mm)

    def lift(self, tag: Antenna) -> None:
        self.field.lift(tag)
