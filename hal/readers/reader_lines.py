"""A reader's reset and IRQ lines at pins of the header. A reader works without them, and their faults are reported."""

from collections.abc import Callable
from typing import Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice

from hal.events import Fault, PartEvent
from hal.panels.claims import PinClaim, PinHeader


class HeaderLine:
    """A line that has no effect, and never changes, while its pin is unavailable. The thread of its bus calls it."""

    def __init__(self, part: str, pin: int, header: PinHeader, make: Callable[[Any], Any]) -> None:
        """`part` is its key in the configuration. `make` makes the gpiozero device over a pin factory."""
        self._claim = PinClaim(part, pin, header, make)

    @property
    def part(self) -> str:
        return self._claim.part

    @property
    def fault(self) -> Fault | None:
        return self._claim.fault

    def news(self, now_s: float) -> tuple[PartEvent, ...]:
        """Try a missing pin again if it is time, and return the changes since the last call."""
        return self._claim.news(now_s)

    def on(self) -> None:
        self._claim.use(lambda device: device.on(), None)

    def off(self) -> None:
        self._claim.use(lambda device: device.off(), None)

    def wait_for_active(self, timeout: float) -> bool | None:
        return self._claim.use(lambda device: bool(device.wait_for_active(timeout)), None)

    def wait_for_inactive(self, timeout: float) -> bool | None:
        return self._claim.use(lambda device: bool(device.wait_for_inactive(timeout)), None)

    def close(self) -> None:
        """Release the pin."""
        self._claim.close()


def reset_line(name: str, pin: int, header: PinHeader) -> HeaderLine:
    """Return the reset line of this reader, which is inactive."""

    def made(factory: Any) -> Any:
        return DigitalOutputDevice(pin, initial_value=True, pin_factory=factory)

    return HeaderLine(f"readers.{name}.reset_pin", pin, header, made)


def irq_line(name: str, pin: int, header: PinHeader) -> HeaderLine:
    """Return the IRQ line of this reader."""

    def made(factory: Any) -> Any:
        return DigitalInputDevice(pin, pull_up=True, pin_factory=factory)

    return HeaderLine(f"readers.{name}.irq_pin", pin, header, made)
