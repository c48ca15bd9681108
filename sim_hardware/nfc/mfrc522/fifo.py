"""The 64-byte FIFO for both directions (data sheet 8.3)."""

from sim_hardware.nfc.mfrc522 import interrupts
from sim_hardware.nfc.mfrc522.interrupts import Interrupts
from sim_hardware.nfc.mfrc522.registers import Reg, Registers

SIZE = 64


class Fifo:
    def __init__(self, registers: Registers, irq: Interrupts) -> None:
        self._registers = registers
        self._irq = irq
        self._bytes = bytearray()

    def __len__(self) -> int:
        return len(self._bytes)

    @property
    def hi_alert(self) -> bool:
        return SIZE - len(self._bytes) <= self._registers[Reg.WATER_LEVEL]

    @property
    def lo_alert(self) -> bool:
        return len(self._bytes) <= self._registers[Reg.WATER_LEVEL]

    def push(self, byte: int) -> None:
        if len(self._bytes) == SIZE:
            self._irq.fail(interrupts.BUFFER_OVFL)
            return
        self._bytes.append(byte & 0xFF)
        if SIZE - len(self._bytes) == self._registers[Reg.WATER_LEVEL]:  # the alert begins
            self._irq.request(interrupts.HI_ALERT)

    def peek(self) -> int:
        return self._bytes[0] if self._bytes else 0

    def pop(self) -> int:
        """Return the oldest byte, or 0 if the FIFO is empty."""
        if not self._bytes:
            return 0
        byte = self._bytes.pop(0)
        if len(self._bytes) == self._registers[Reg.WATER_LEVEL]:  # the alert begins
            self._irq.request(interrupts.LO_ALERT)
        return byte

    def take_all(self) -> bytes:
        """Return all bytes, for the transmitter, the CRC unit and the commands.

        Emptying the FIFO always raises LoAlert.
        """
        data = bytes(self._bytes)
        self._bytes.clear()
        if data:
            self._irq.request(interrupts.LO_ALERT)
        return data

    def flush(self) -> None:
        self._bytes.clear()
        self._irq.forgive(interrupts.BUFFER_OVFL)
