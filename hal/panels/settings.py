"""The wiring of one panel. Importing this module loads no gpiozero."""

from msgspec import Struct

from hal.events import Button


class PanelSettings(Struct, frozen=True, kw_only=True):
    """The wiring and settings of a panel. Pins are BCM numbers."""

    name: str
    previous: int
    next: int
    confirm: int
    lamp_red: int
    lamp_green: int
    lamp_blue: int
    hold_s: float
    """The seconds after which CONFIRM or NEXT counts as held."""
    pull_up: bool = True
    """True if the buttons close to ground, False if to 3.3 V."""
    common_anode: bool = False
    """True if the lamp's common leg is at 3.3 V, so that a low level lights it."""
    pwm: bool = True
    """If False, each colour is only on or off, without a thread of lgpio."""
    brightness: float = 1.0
    """The brightness from 0 to 1, only with `pwm`."""
    levels: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The relative brightness of red, green and blue, from 0 to 1, only with `pwm`."""
    debounce_s: float = 0.015
    """The seconds for which a contact must be stable before it counts."""

    @property
    def buttons(self) -> tuple[tuple[Button, int], ...]:
        return ((Button.PREVIOUS, self.previous), (Button.NEXT, self.next), (Button.CONFIRM, self.confirm))

    @property
    def lamp(self) -> tuple[tuple[str, int], ...]:
        return (("lamp_red", self.lamp_red), ("lamp_green", self.lamp_green), ("lamp_blue", self.lamp_blue))
