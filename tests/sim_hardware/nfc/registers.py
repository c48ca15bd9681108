"""A host's hand on one chip: register reads and writes over the emulated bus."""

from sim_hardware.clock import MS, Clock
from sim_hardware.nfc.field import Antenna, Field
from sim_hardware.nfc.mfrc522 import Mfrc522
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.spi_bus import SpiBus

SPEED_HZ = 1_000_000


class Bench:
    """One chip on a bus, its antenna on, in the settings that most drivers use."""

    def __init__(self, version: int = 0x92) -> None:
        self.clock = Clock()
        self.field = Field(self.clock)
        self.chip = Mfrc522(self.clock, self.field, version)
        self.bus = SpiBus(self.clock)
        self.bus.attach(0, self.chip)

    def frame(self, *mosi: int) -> list[int]:
        return self.bus.transfer(0, mosi, SPEED_HZ)

    def write(self, register: int, *values: int) -> None:
        self.frame(register << 1, *values)

    def read(self, register: int) -> int:
        return self.frame(0x80 | register << 1, 0)[1]

    def start(self) -> None:
        self.write(Reg.MODE, 0x3D)
        self.write(Reg.TX_ASK, 0x40)
        self.write(Reg.T_MODE, 0x8D)
        self.write(Reg.T_PRESCALER, 0x3E)
        self.write(Reg.T_RELOAD_L, 30)
        self.write(Reg.TX_CONTROL, 0x83)
        self.clock.advance(5 * MS)

    def lay(self, *tags: Antenna) -> None:
        for tag in tags:
            self.field.lay(tag)
        self.clock.advance(5 * MS)

    def transceive(self, data: bytes, framing: int = 0, wait_ns: int = 20 * MS) -> bytes:
        """One exchange as most drivers do it; what is in the FIFO after it."""
        self.write(Reg.COMMAND, 0x00)
        self.write(Reg.COM_IRQ, 0x7F)
        self.write(Reg.FIFO_LEVEL, 0x80)
        self.write(Reg.FIFO_DATA, *data)
        self.write(Reg.BIT_FRAMING, framing)
        self.write(Reg.COMMAND, 0x0C)
        self.write(Reg.BIT_FRAMING, framing | 0x80)
        self.clock.advance(wait_ns)
        return self.fifo()

    def fifo(self) -> bytes:
        level = self.read(Reg.FIFO_LEVEL)
        return bytes(self.frame(*[0x80 | Reg.FIFO_DATA << 1] * level, 0)[1:]) if level else b""
