"""The panels of a table with a builder's mistakes: pressed buttons, and lamps by their visible colour."""

from collections.abc import Mapping
from typing import Any

from hal.events import Button
from sim_hardware.panel import mock_pins
from table.config.schema import PanelConfig, SeatsConfig
from table.devices.hands_on.questions import HandsReply
from table.emulation.builder.plants import Plant

SPARE_PIN = 26
"""A pin that no part of the emulated table uses."""
SEEN = {
    (0, 0, 0): HandsReply.DARK,
    (1, 0, 0): HandsReply.RED,
    (0, 1, 0): HandsReply.GREEN,
    (0, 0, 1): HandsReply.BLUE,
    (1, 1, 1): HandsReply.WHITE,
    (0, 1, 1): HandsReply.CYAN,
    (1, 0, 1): HandsReply.MAGENTA,
    (1, 1, 0): HandsReply.YELLOW,
}


SWAPPED = {Button.PREVIOUS: Button.NEXT, Button.NEXT: Button.PREVIOUS}


class BuiltPanels:
    """The panels before the seats. A mistake is at the first one."""

    def __init__(self, panels: Mapping[str, PanelConfig], seats: SeatsConfig, plant: Plant | None) -> None:
        self.pin_factory: Any = mock_pins()
        self.names = (seats.blue.panel, seats.red.panel)
        self._panels, self._plant = panels, plant
        if plant is Plant.BUTTON_STUCK:
            self._pin(self.names[0], "next").held = self._to_supply(self.names[0])

    def press(self, panel: str, button: str) -> None:
        high = self._to_supply(panel)
        pin = self._pin(panel, button)
        pin.drive_high() if high else pin.drive_low()

    def release(self, panel: str, button: str) -> None:
        pin = self._pin(panel, button)
        pin.drive_low() if pin.pull == "down" else pin.drive_high()

    def lamp(self, panel: str) -> HandsReply:
        wired = self._panels[panel]
        pins = [wired.lamp_red, wired.lamp_green, wired.lamp_blue]
        mine = panel == self.names[0]
        if mine and self._plant is Plant.COLOURS_SWAPPED:
            pins = [pins[1], pins[2], pins[0]]
        anode = (wired.lamp_common == "anode") != (mine and self._plant is Plant.LAMP_COMMON)
        red, green, blue = (self._lit(number, anode) for number in pins)
        return SEEN[red, green, blue]

    def has_resistors(self, panel: str) -> bool:
        return not (self._plant is Plant.NO_RESISTOR and panel == self.names[0])

    def _lit(self, number: int, anode: bool) -> int:
        pin = self.pin_factory.pin(number)
        return int(pin.function == "output" and bool(pin.state) != anode)

    def _to_supply(self, panel: str) -> bool:
        down = self._panels[panel].pull == "down"
        return down != (self._plant is Plant.WRONG_PULL and panel == self.names[0])

    def _pin(self, panel: str, button: str) -> Any:
        wired = self._panels[panel]
        if panel == self.names[0] and self._plant is Plant.BUTTONS_SWAPPED:
            button = SWAPPED.get(Button(button), button)
        if panel == self.names[0] and self._plant is Plant.BUTTON_PIN and button == Button.CONFIRM:
            return self.pin_factory.pin(SPARE_PIN)
        return self.pin_factory.pin(getattr(wired, button))
