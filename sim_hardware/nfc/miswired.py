"""Wiring mistakes of a builder at an MFRC522: to the wrong board, cut, or without a supply."""

from sim_hardware.clock import Clock, S
from sim_hardware.nfc.mfrc522 import Mfrc522


class ResetWire:
    """The wire from a pin to NRSTPD of one board."""

    def __init__(self, chip: Mfrc522) -> None:
        self._chip = chip

    def on(self) -> None:
        self._chip.hold_reset(False)

    def off(self) -> None:
        self._chip.hold_reset(True)

    def close(self) -> None:
        self._chip.hold_reset(False)


class CutWire:
    """A cut wire, for a reset or an IRQ line."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def on(self) -> None:
        """Do nothing: the wire is cut."""

    def off(self) -> None:
        """Do nothing: the wire is cut."""

    def wait_for_active(self, timeout: float) -> bool:
        self._clock.advance(int(timeout * S))
        return False

    def wait_for_inactive(self, timeout: float) -> bool:
        return timeout >= 0

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class HalfFed:
    """A chip that gets its power through its signal wires only: it answers, and resets after each frame."""

    def __init__(self, chip: Mfrc522) -> None:
        self._chip = chip
        self.select, self.exchange = chip.select, chip.exchange

    def repeats(self, _mosi: int) -> int | None:
        return None

    def deselect(self) -> None:
        self._chip.deselect()
        self._chip.hold_reset(True)
        self._chip.hold_reset(False)
