"""The place and the keys of a keypad that is a panel."""

from msgspec import Struct

from hal.events import Button


class KeypadSettings(Struct, frozen=True, kw_only=True):
    """Keys are the kernel's key codes (linux/input-event-codes.h)."""

    name: str
    place: str
    """The USB socket by the kernel's name, such as `usb-0000:00:14.0-2`."""
    usb: str = ""
    """The USB id, by which a keypad in another socket is recognised; empty if it is not known."""
    previous: int
    next: int
    confirm: int
    hold_s: float
    """The seconds after which CONFIRM or NEXT counts as held."""
    debounce_s: float = 0.0
    """A keypad's own controller debounces its keys."""

    @property
    def buttons(self) -> dict[int, Button]:
        """Return the button of each key code."""
        return {self.previous: Button.PREVIOUS, self.next: Button.NEXT, self.confirm: Button.CONFIRM}
