"""How one panel is wired. A value; importing it loads no gpiozero."""

from dataclasses import dataclass

from hal.events import Button


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSettings:
    """Pins are BCM numbers."""

    name: str
    previous: int
    next: int
    confirm: int
    lamp_red: int
    lamp_green: int
    lamp_blue: int
    hold_s: float
    """Seconds for which CONFIRM is down until that is a hold."""
    pull_up: bool = True
    """True: the buttons close to ground. False: to 3.3 V."""
    common_anode: bool = False
    """True: the lamp's common leg is at 3.3 V, and a low level lights it."""
    pwm: bool = True
    """False: each colour is on or off, and costs no thread of lgpio's."""
    brightness: float = 1.0
    """0 to 1, with `pwm` only."""
    debounce_s: float = 0.015
    """Seconds for which a contact rests before it counts."""

    @property
    def buttons(self) -> tuple[tuple[Button, int], ...]:
        return ((Button.PREVIOUS, self.previous), (Button.NEXT, self.next), (Button.CONFIRM, self.confirm))
