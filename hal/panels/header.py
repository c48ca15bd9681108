"""Pins of the header without a panel's logic, to find out where a part is wired."""

from typing import Any

from gpiozero import RGBLED, DigitalInputDevice

from hal.panels.pins import PinsError, opening


class HeaderInputs:
    """Many pins of the header as inputs. A pressed button sets its pin to the active level."""

    def __init__(
        self, pin_factory: Any, pins: frozenset[int], pull_up: bool, own: frozenset[int] = frozenset()
    ) -> None:
        """Open `pins`, except those that are in use. Raises PinsError if one of `own` is in use."""
        self._devices: dict[int, Any] = {}
        self._at_rest: frozenset[int] = frozenset()
        for pin in sorted(pins | own):
            try:
                with opening(f"pin {pin}"):
                    self._devices[pin] = DigitalInputDevice(pin, pull_up=pull_up, pin_factory=pin_factory)
            except PinsError:
                if pin in own:
                    self.close()
                    raise

    def __enter__(self) -> "HeaderInputs":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the pins. A second call does nothing."""
        for device in self._devices.values():
            device.close()

    def active(self) -> frozenset[int]:
        return frozenset(pin for pin, device in self._devices.items() if device.is_active)

    def moved(self) -> int | None:
        """Return the pin that has become active since the last call, or None."""
        active = self.active()
        new, self._at_rest = active - self._at_rest, active
        return min(new, default=None)


class BareLamp:
    """A lamp whose colours are on or off, with nothing in between."""

    def __init__(self, pins: tuple[int, int, int], pin_factory: Any, *, common_anode: bool) -> None:
        """`pins` are those of red, green and blue. Raises PinsError."""
        red, green, blue = pins
        with opening(f"the lamp on {red}, {green} and {blue}"):
            self._device = RGBLED(red, green, blue, active_high=not common_anode, pwm=False, pin_factory=pin_factory)

    def show(self, levels: tuple[int, int, int]) -> None:
        """Switch red, green and blue on (1) or off (0)."""
        self._device.value = levels

    def close(self) -> None:
        """Switch it off, and release its pins."""
        self._device.close()
