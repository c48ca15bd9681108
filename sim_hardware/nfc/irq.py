"""A chip's IRQ pin on which a host waits, in virtual time."""

from sim_hardware.clock import Clock, S
from sim_hardware.nfc.mfrc522 import Mfrc522


class IrqPin:
    """This pin is active low, like a gpiozero input device with its pull-up."""

    def __init__(self, clock: Clock, chip: Mfrc522) -> None:
        self._clock = clock
        self._chip = chip

    def wait_for_active(self, timeout: float) -> bool:
        """Advance the clock to the edge, but at most by `timeout` seconds."""
        return not self._wait_for(False, timeout)

    def wait_for_inactive(self, timeout: float) -> bool:
        return self._wait_for(True, timeout)

    def close(self) -> None:
        """Do nothing: no host holds this pin."""

    def _wait_for(self, level: bool, timeout: float) -> bool:
        """Return the level at the end of the wait."""
        until_ns = self._clock.now_ns + int(timeout * S)
        while self._chip.irq.level is not level and self._clock.now_ns < until_ns:
            due_ns = self._clock.next_ns
            self._clock.advance_to(until_ns if due_ns is None else min(max(due_ns, self._clock.now_ns), until_ns))
        return self._chip.irq.level
