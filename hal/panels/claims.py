"""Pins of the header, each claimed by itself. An unavailable pin is a fault, and is tried again."""

import errno
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

from hal.events import Fault, PartEvent, PartFailed, PartWorks
from hal.holders import pin_holder
from hal.panels.pins import PinsError

T = TypeVar("T")

RETRY_S = 5.0
"""The seconds after which an unavailable pin is tried again."""
CHIP = "gpiochip"


class PinHeader:
    """The header's pins, opened at the first use. Any thread may call."""

    def __init__(self, open_pins: Callable[[], Any], holder: Callable[[int], str] | None = None) -> None:
        """`open_pins` returns gpiozero's pin factory, or raises PinsError.

        `holder` returns the user of a pin, or an empty text. By default the kernel is asked.
        """
        self._open_pins, self.holder = open_pins, pin_holder if holder is None else holder
        self._opening = Lock()
        self._factory: Any = None

    def factory(self) -> Any:
        """Return gpiozero's pin factory. Raises PinsError, at each call until the chip can be opened."""
        with self._opening:
            if self._factory is None:
                self._factory = self._open_pins()
            return self._factory


class PinClaim:
    """A pin with its gpiozero device, for a single part. One thread calls everything here."""

    def __init__(self, part: str, pin: int, header: PinHeader, make: Callable[[Any], Any]) -> None:
        """Claim the pin. `part` is its key in the configuration; `make` makes the device over a pin factory.

        Never raises: `news` reports an unavailable pin.
        """
        self.part, self.pin = part, pin
        self._header, self._make = header, make
        self._device: Any = None
        self._fault: Fault | None = None
        self._reported: Fault | None = None
        self._due_s: float | None = None
        """The time of the next try; None if that is not set yet."""
        self._claim()

    @property
    def there(self) -> bool:
        """True if the part has its pin."""
        return self._device is not None

    @property
    def fault(self) -> Fault | None:
        return self._fault

    def news(self, now_s: float) -> tuple[PartEvent, ...]:
        """Return the changes since the last call. If it is time, try a missing pin again, or read one that is there."""
        if self._due_s is not None and now_s >= self._due_s:
            self._due_s = None
            if self.there:
                self.use(lambda device: device.value, None)
            else:
                self._claim()
        if self._due_s is None:
            self._due_s = now_s + RETRY_S
        before, self._reported = self._reported, self._fault
        if before == self._fault:
            return ()
        mended = () if before is None else (PartWorks(before.part),)
        return mended if self._fault is None else (*mended, PartFailed(self._fault))

    def use(self, act: Callable[[Any], T], without: T) -> T:
        """Return the result of `act` on the device, or `without` if there is none. A failing device is closed."""
        if self._device is None:
            return without
        try:
            return act(self._device)
        except Exception as error:  # lgpio has its own error type, gpiozero a dozen
            self._fault, self._due_s = self._fault_of(error), None
            self.close()
            return without

    def next_deadline(self) -> float | None:
        """Return the time at which `news` has something to do for a missing pin, or None."""
        if self._reported != self._fault:
            return float("-inf")
        return None if self.there else self._due_s

    def close(self) -> None:
        """Release the pin. Errors of a lost pin are ignored."""
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):
                device.close()

    def _claim(self) -> None:
        try:
            self._device = self._make(self._header.factory())
            self._fault = None
        except PinsError as error:
            self._fault = Fault(error.code, CHIP, error.detail)
        except Exception as error:
            self._fault = self._fault_of(error)

    def _fault_of(self, error: Exception) -> Fault:
        words = str(error).strip("'\"")
        if isinstance(error, PermissionError) or "permi" in words.lower():
            return Fault("pin.denied", self.part, str(self.pin))
        if "busy" in words.lower() or getattr(error, "errno", None) == errno.EBUSY:
            holder = self._header.holder(self.pin)
            return Fault("pin.busy", self.part, f"{self.pin}: {holder}" if holder else str(self.pin))
        return Fault("pin.failed", self.part, f"{self.pin}: {words}")
