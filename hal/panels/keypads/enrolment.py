"""Report each key press with its keypad, while a person shows the keys of a seat's panel."""

from contextlib import suppress

from hal.panels.keypads.input_device import InputDevice, InputKernel
from hal.panels.keypads.listed import Keypad, listed_keypads


def usb_places(kernel: InputKernel) -> frozenset[str]:
    """Return the USB sockets with a device that has keys. A device on another bus has no place that identifies it."""
    return frozenset(each.place for each in listed_keypads(kernel.listing()) if each.on_usb)


def may_have_keypads(kernel: InputKernel) -> bool:
    """True if something on USB may be a keypad: a device without letters, or one beside another keyboard."""
    typed = [each for each in listed_keypads(kernel.listing()) if each.typed]
    on_usb = [each for each in typed if each.on_usb]
    return any(not each.keyboard for each in on_usb) or (bool(on_usb) and len({each.place for each in typed}) > 1)


class PressedKeys:
    """The keypads on USB, open. One thread calls everything here."""

    def __init__(self, kernel: InputKernel, left_out: frozenset[str] = frozenset()) -> None:
        """Open every keypad that is not at a place in `left_out`, that this user may open."""
        self.denied: tuple[str, ...] = ()
        """The device files that this user may not open."""
        self._open: list[tuple[Keypad, InputDevice]] = []
        self._grabbed: list[InputDevice] = []
        for keypad in listed_keypads(kernel.listing()):
            if not keypad.on_usb or keypad.place in left_out:
                continue
            try:
                self._open.append((keypad, InputDevice(keypad.event, kernel)))
            except PermissionError:
                self.denied = (*self.denied, keypad.event)
            except OSError:
                continue  # unplugged meanwhile

    @property
    def places(self) -> frozenset[str]:
        """Return the places of the open keypads."""
        return frozenset(keypad.place for keypad, _ in self._open)

    def grab(self) -> None:
        """Keep the keys from all other programs. A keypad with a key that is down is left for the next call."""
        for device in [each for _, each in self._open if each not in self._grabbed]:
            with suppress(OSError):  # another program has it, or it is gone
                if not device.down():
                    device.grab()
                    self._grabbed.append(device)

    def pressed(self) -> tuple[Keypad, int] | None:
        """Return the next key that went down, with its keypad; None if there is none yet."""
        for keypad, device in self._open:
            try:
                for key in device.read():
                    if key.down:
                        return keypad, key.code
            except OSError:
                continue  # unplugged, or events were lost
        return None

    def __enter__(self) -> "PressedKeys":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for _, device in self._open:
            device.close()
