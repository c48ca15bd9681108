"""A keypad at its USB socket, opened and grabbed for one panel. It is tried again while it is unavailable."""

import errno
from collections.abc import Callable

from hal.events import Button, Fault, PartEvent, PartFailed, PartWorks
from hal.holders import held
from hal.panels.keypads.input_device import EventsLostError, InputDevice, InputKernel
from hal.panels.keypads.listed import LONG, Keypad, listed_keypads, socket_of
from hal.panels.keypads.settings import KeypadSettings

RETRY_S = 2.0
"""The seconds after which an unavailable keypad is tried again."""
KEY_DOWN_S = 0.1
"""The seconds until the next try while a key is down: a program that got its press must get its release, too."""
DENIED_S = 0.3
"""The seconds until the next try after a refusal: udev sets the permissions of a new device file a moment later."""
LONG_DOWN_S = 5.0
"""The seconds for which a key is down at the start until that is a fault."""

Edge = tuple[Button, bool, float | None]
"""A button, whether it went down, and the seconds of the monotonic clock, or None."""


class KeypadClaim:
    """The claim of a keypad, for one thread. Nothing raises: `news` reports a keypad that cannot be opened."""

    def __init__(
        self,
        settings: KeypadSettings,
        kernel: InputKernel,
        taken: frozenset[str] = frozenset(),
        word: int = LONG,
        holder: Callable[[str], str] = held,
    ) -> None:
        """`taken` are the places of all keypads in the configuration, `word` the bytes of a `long`.

        `holder` names the programs that have a device file open.
        """
        self.part = f"keypads.{settings.name}"
        self._settings, self._kernel, self._taken = settings, kernel, taken
        self._word, self._holder = word, holder
        self._devices: tuple[InputDevice, ...] = ()
        self._fault: Fault | None = None
        self._reported: Fault | None = None
        self._due_s = float("-inf")
        self._down_since_s: float | None = None
        """The time since which a key is down, so that the keypad is not grabbed."""
        self._denied_since_s: float | None = None
        self._whole_s: float | None = None
        """The time of the search for further devices of a keypad, which may appear a moment after its first one; None
        after that.
        """

    @property
    def there(self) -> bool:
        """True if the keypad is grabbed."""
        return bool(self._devices)

    @property
    def fault(self) -> Fault | None:
        return self._fault

    @property
    def files(self) -> tuple[int, ...]:
        """Return the open files, which can be read once a key moves."""
        return tuple(device.file for device in self._devices)

    def news(self, now_s: float) -> tuple[PartEvent, ...]:
        """Try a missing keypad again if it is time, and return the changes since the last call."""
        if not self.there and now_s >= self._due_s:
            self._due_s = now_s + RETRY_S
            self._fault = self._claimed(now_s)
        if self.there and self._whole_s is not None and now_s >= self._whole_s:
            self._look_for_more(now_s)
        before, self._reported = self._reported, self._fault
        if before == self._fault:
            return ()
        mended = () if before is None else (PartWorks(before.part),)
        return mended if self._fault is None else (*mended, PartFailed(self._fault))

    def edges(self) -> tuple[list[Edge], bool]:
        """Return the edges of the buttons since the last call. The flag is True if some were lost."""
        buttons, found, lost = self._settings.buttons, list[Edge](), False
        for device in self._devices:
            try:
                found += [(buttons[key.code], key.down, key.at_s) for key in device.read() if key.code in buttons]
            except EventsLostError:
                lost = True
            except OSError as error:
                self._give_up(error, device.path)
                return found, True
        return found, lost

    def next_deadline(self) -> float | None:
        """Return the time at which `news` has something to do, or None."""
        if self._reported != self._fault:
            return float("-inf")
        return self._whole_s if self.there else self._due_s

    def close(self) -> None:
        devices, self._devices = self._devices, ()
        for device in devices:
            device.close()

    def _claimed(self, now_s: float) -> Fault | None:
        """Open and grab every device at the place. Return the fault if that is impossible."""
        here = self._here()
        if not here:
            return self._absent()
        opened: list[InputDevice] = []
        path = ""
        try:
            for each in here:
                path = each.event
                opened.append(InputDevice(path, self._kernel, self._word))
            fault = self._unfit(opened, now_s)
            if fault is None and self._down_since_s is None:
                for device in opened:
                    path = device.path
                    device.grab()
                self._devices, opened = tuple(opened), []
                self._denied_since_s, self._whole_s = None, now_s + RETRY_S
        except OSError as error:
            fault = self._fault_of(error, path)
            if isinstance(error, PermissionError) and self._may_be_new(now_s):
                fault = self._fault
        finally:
            for device in opened:
                device.close()
        return fault

    def _look_for_more(self, now_s: float) -> None:
        """Claim the keypad again if more of its devices are there now. A key that is down must be released first."""
        self._whole_s = None
        if {each.event for each in self._here()} == {device.path for device in self._devices}:
            return
        try:
            is_down = any(device.down() for device in self._devices)
        except OSError:
            return  # it was unplugged: the next read finds that out
        if is_down:
            self._whole_s = now_s + KEY_DOWN_S
            return
        self.close()
        self._fault = self._claimed(now_s)

    def _every(self) -> tuple[Keypad, ...]:
        return listed_keypads(self._kernel.listing(), word=self._word)

    def _here(self) -> list[Keypad]:
        """Return the devices at the keypad's place."""
        return [each for each in self._every() if each.place == self._settings.place]

    def _may_be_new(self, now_s: float) -> bool:
        """True if a refused device file may be so new that its permissions are not set yet. Try it again soon."""
        self._denied_since_s = now_s if self._denied_since_s is None else self._denied_since_s
        new = now_s - self._denied_since_s < RETRY_S
        self._due_s = now_s + (DENIED_S if new else RETRY_S)
        return new

    def _unfit(self, opened: list[InputDevice], now_s: float) -> Fault | None:
        """Return the fault of a device without the keys of the panel, or with a key that is down for long."""
        if any(socket_of(device.phys()) != self._settings.place for device in opened):
            return Fault("keypad.missing", self.part, self._settings.place)  # it was replaced meanwhile
        missing = self._settings.buttons.keys() - frozenset().union(*(device.keys() for device in opened))
        if missing:
            return Fault("keypad.other", self.part, f"{opened[0].name()} ({', '.join(map(str, sorted(missing)))})")
        if not any(device.down() for device in opened):
            self._down_since_s = None
            return None
        self._down_since_s = now_s if self._down_since_s is None else self._down_since_s
        self._due_s = now_s + KEY_DOWN_S
        if now_s - self._down_since_s < LONG_DOWN_S:
            return self._fault
        return Fault("keypad.key_down", self.part, opened[0].name())

    def _absent(self) -> Fault:
        """Return the fault of an empty place, with the place to which the keypad has been moved if there is one."""
        usb, self._denied_since_s = self._settings.usb, None
        elsewhere = {each.place for each in self._every() if usb and each.usb == usb and each.place not in self._taken}
        if len(elsewhere) == 1:
            return Fault("keypad.moved", self.part, elsewhere.pop())
        return Fault("keypad.missing", self.part, self._settings.place)

    def _give_up(self, error: OSError, path: str) -> None:
        self._fault = self._fault_of(error, path)
        self._due_s = float("-inf")
        self.close()

    def _fault_of(self, error: OSError, path: str) -> Fault:
        if isinstance(error, PermissionError):
            return Fault("keypad.denied", self.part, path)
        if error.errno == errno.EBUSY:
            return Fault("keypad.held", self.part, self._holder(path))
        if error.errno in (errno.ENODEV, errno.ENOENT, errno.ENXIO):
            return Fault("keypad.missing", self.part, self._settings.place)
        return Fault("keypad.failed", self.part, f"{path}: {error.strerror or error}")
