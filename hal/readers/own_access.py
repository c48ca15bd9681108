"""Our own access to the chip if the package `mfrc522` is not installed, with the same SPI handle and set-up."""

from types import ModuleType
from typing import Any

SOFT_RESET = 0x0F
TX_CONTROL = 0x14
ANTENNA_ON = 0x03
BEGINNING = (
    (0x01, SOFT_RESET),  # CommandReg
    (0x2A, 0x8D),  # TModeReg
    (0x2B, 0x3E),  # TPrescalerReg
    (0x2D, 30),  # TReloadReg, low
    (0x2C, 0),  # TReloadReg, high
    (0x15, 0x40),  # TxASKReg: 100 % ASK
    (0x11, 0x3D),  # ModeReg: CRC preset 6363h
)
"""The registers that are written after a reset, in their order, and their values."""


class OwnAccess:
    """A chip on one device file, with the methods of `mfrc522.MFRC522` that are used here, and no pin."""

    def __init__(self, spidev: ModuleType, bus: int, device: int, speed_hz: int) -> None:
        """Raises OSError if the device file cannot be opened."""
        self.spi: Any = spidev.SpiDev()
        self.spi.open(bus, device)
        self.spi.max_speed_hz = speed_hz
        self.MFRC522_Init()

    def MFRC522_Init(self) -> None:  # noqa: N802 (the package's own name)
        """Reset the chip, set it up, and switch the field on. Raises OSError."""
        for register, value in BEGINNING:
            self.spi.xfer2([register << 1, value])
        for _ in range(2):  # the package reads it twice: once to see whether the field is on, and once to change it
            antenna = self.spi.xfer2([0x80 | TX_CONTROL << 1, 0])[1]
        self.spi.xfer2([TX_CONTROL << 1, antenna | ANTENNA_ON])
