"""Interrupt requests, error flags, and the IRQ pin (data sheet 8.7, 9.3.1.3 to 9.3.1.7)."""

from collections.abc import Callable

TX, RX, IDLE, HI_ALERT, LO_ALERT, ERR, TIMER = 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01
MFIN_ACT, CRC = 0x10, 0x04

WR_ERR, TEMP_ERR, BUFFER_OVFL, COLL_ERR, CRC_ERR, PARITY_ERR, PROTOCOL_ERR = 0x80, 0x40, 0x10, 0x08, 0x04, 0x02, 0x01
RECEIVER_ERRORS = COLL_ERR | CRC_ERR | PARITY_ERR | PROTOCOL_ERR


class Interrupts:
    def __init__(self) -> None:
        self.on_pin: Callable[[bool], None] | None = None
        """Called with the IRQ pin's new level at each change."""
        self._level = True
        self.reset()

    def reset(self) -> None:
        self.com, self.div = 0x14, 0x00
        self.com_enable, self.div_enable = 0x80, 0x00
        self.errors = 0x00
        self._drive()

    @property
    def pending(self) -> bool:
        """True if an enabled request is pending (Status1Reg.IRq)."""
        return bool(self.com & self.com_enable & 0x7F or self.div & self.div_enable & (MFIN_ACT | CRC))

    @property
    def level(self) -> bool:
        return self.pending != bool(self.com_enable & 0x80)

    def request(self, bits: int) -> None:
        self.com |= bits
        self._drive()

    def request_div(self, bits: int) -> None:
        self.div |= bits
        self._drive()

    def fail(self, error: int) -> None:
        self.errors |= error
        self.request(ERR)

    def forgive(self, errors: int) -> None:
        self.errors &= ~errors

    def write_com(self, value: int) -> None:
        """Set or clear the marked bits, according to Set1; the others stay."""
        self.com = self.com | (value & 0x7F) if value & 0x80 else self.com & ~value
        self._drive()

    def write_div(self, value: int) -> None:
        bits = value & (MFIN_ACT | CRC)
        self.div = self.div | bits if value & 0x80 else self.div & ~bits
        self._drive()

    def enable(self, com: int | None = None, div: int | None = None) -> None:
        if com is not None:
            self.com_enable = com
        if div is not None:
            self.div_enable = div & 0x94
        self._drive()

    def _drive(self) -> None:
        level = self.level
        if level != self._level:
            self._level = level
            if self.on_pin is not None:
                self.on_pin(level)
