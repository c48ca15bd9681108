"""Emulated panels: gpiozero's mock pins, with virtual fingers on the buttons and an eye on the lamps."""

from functools import partial
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec import Struct

from sim_hardware.clock import MS, US, Clock

RASPBERRY_PI_4B = "c03111"
"""The revision code of a board with the 40-pin header that every supported Pi has."""


class Pin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that forgets earlier levels. gpiozero's own keeps all: megabytes an hour with a pulsing lamp."""

    held: bool | None = None
    """The level at which something stuck holds this pin as an input, whatever its pull; None if nothing does."""
    refuses: str = ""
    """The message with which every use of this pin fails, such as `GPIO busy`; empty if it can be used."""

    def close(self) -> None:
        """Release the pin, which works even for a refused pin."""
        refused, self.refuses = self.refuses, ""
        super().close()
        self.refuses = refused

    def _set_function(self, value: str) -> None:
        self._use()
        super()._set_function(value)

    def _get_state(self) -> float:
        self._use()
        state: float = super()._get_state()
        return state

    def _set_state(self, value: float) -> None:
        self._use()
        super()._set_state(value)

    def _use(self) -> None:
        if self.refuses:
            raise RuntimeError(repr(self.refuses))  # as lgpio's `error`: it is no OSError, and its words are in quotes

    def _change_state(self, value: float) -> bool:
        stuck = self.held is not None and self.function == "input"
        changed: bool = super()._change_state(self.held if stuck else value)
        del self.states[:-1]
        return changed


def mock_pins() -> Any:
    """Return a pin factory of mock pins. gpiozero's environment variables do not change it."""
    return MockFactory(revision=RASPBERRY_PI_4B, pin_class=Pin)


class Bounce(Struct, frozen=True):
    """A contact that does not close or open cleanly: `times` it closes and opens again, spread over `lasting_ns`.

    Tact switches settle within some 5 ms; worn ones take longer.
    """

    times: int = 0
    lasting_ns: int = 2 * MS


CLEAN = Bounce()
USUAL = Bounce(times=3, lasting_ns=1_500 * US)


class PanelWires(Struct, frozen=True, kw_only=True):
    """The pins (BCM) that an emulated panel is soldered to. `buttons` are `previous`, `next` and `confirm`."""

    buttons: dict[str, int]
    lamp: tuple[int, int, int]
    pull_up: bool = True
    common_anode: bool = False


class EmulatedPanels:
    """All panels on one header. Only the thread that owns the clock may call."""

    def __init__(self, wires: dict[str, PanelWires], clock: Clock, pin_factory: Any = None) -> None:
        self.pin_factory = mock_pins() if pin_factory is None else pin_factory
        self._wires = wires
        self._clock = clock
        self._down: set[tuple[str, str]] = set()
        self._pins: dict[int, Any] = {}
        """The pins by number, because the factory searches the whole header at each request."""

    def press(self, panel: str, button: str, bounce: Bounce = CLEAN) -> None:
        """Put a finger down on the button and keep it there. Raises ValueError for an unknown button."""
        self._wired(panel, button)
        self._down.add((panel, button))
        self._move(panel, button, True, bounce)

    def release(self, panel: str, button: str, bounce: Bounce = CLEAN) -> None:
        self._down.discard((panel, button))
        self._move(panel, button, False, bounce)

    def tap(self, panel: str, button: str, lasting_ns: int = 80 * MS, bounce: Bounce = CLEAN) -> None:
        """Press now, and release as the clock advances."""
        self.press(panel, button, bounce)
        self._clock.after(lasting_ns, lambda: self.release(panel, button, bounce))

    def spike(self, panel: str, button: str, lasting_ns: int = 200 * US) -> None:
        """Put noise on the wire: the level changes for a moment although no finger moved."""
        down = self.is_down(panel, button)
        self._drive(panel, button, not down)
        self._clock.after(lasting_ns, lambda: self._drive(panel, button, self.is_down(panel, button)))

    def touch_again(self) -> None:
        """Drive all pressed buttons again, after the host has set up its pins again."""
        for panel, button in self._down:
            self._drive(panel, button, True)

    def is_down(self, panel: str, button: str) -> bool:
        return (panel, button) in self._down

    def lamp(self, panel: str) -> tuple[float, float, float]:
        """Return the visible light: red, green and blue, each from 0 to 1."""
        wires = self._wires[panel]
        red, green, blue = (self._light(pin, wires.common_anode) for pin in wires.lamp)
        return (red, green, blue)

    def _pin(self, number: int) -> Any:
        if number not in self._pins:
            self._pins[number] = self.pin_factory.pin(number)
        return self._pins[number]

    def _light(self, number: int, common_anode: bool) -> float:
        pin = self._pin(number)
        if pin.function != "output" or pin.refuses:
            return 0.0
        level = float(pin.state)
        return 1.0 - level if common_anode else level

    def _move(self, panel: str, button: str, down: bool, bounce: Bounce) -> None:
        self._drive(panel, button, down)
        steps = 2 * bounce.times
        for step in range(1, steps + 1):
            level = down if step % 2 == 0 else not down
            self._clock.after(bounce.lasting_ns * step // steps, partial(self._drive, panel, button, level))

    def _drive(self, panel: str, button: str, down: bool) -> None:
        """Connect the pin to the other rail if the button is down, or else leave it to its pull."""
        wires, pin = self._wired(panel, button)
        pulled_up = {"up": True, "down": False}.get(pin.pull, wires.pull_up)
        if wires.pull_up if down else not pulled_up:
            pin.drive_low()
        else:
            pin.drive_high()

    def _wired(self, panel: str, button: str) -> tuple[PanelWires, Any]:
        wires = self._wires.get(panel)
        if wires is None:
            raise ValueError(f"no panel {panel}; there are {', '.join(self._wires)}")
        if button not in wires.buttons:
            raise ValueError(f"panel {panel} has no button {button}; it has {', '.join(wires.buttons)}")
        return wires, self._pin(wires.buttons[button])
