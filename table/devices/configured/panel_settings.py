"""The configuration of the panels in the terms of their driver. Pure; milliseconds become seconds."""

from collections.abc import Mapping
from types import MappingProxyType

from hal.panels.keypads.settings import KeypadSettings
from hal.panels.settings import PanelSettings
from table.config.schema import HOLD_MS, Config
from table.rules.seats import BLUE, RED, Seat


def panel_settings(config: Config) -> tuple[PanelSettings, ...]:
    """Return the panels of the seats. A panel without a seat is left out."""
    seated = (config.seats.blue.panel, config.seats.red.panel)
    return tuple(
        PanelSettings(
            name=name,
            previous=panel.previous,
            next=panel.next,
            confirm=panel.confirm,
            lamp_red=panel.lamp_red,
            lamp_green=panel.lamp_green,
            lamp_blue=panel.lamp_blue,
            pull_up=panel.pull == "up",
            common_anode=panel.lamp_common == "anode",
            pwm=panel.pwm,
            brightness=panel.brightness,
            levels=(panel.red_level, panel.green_level, panel.blue_level),
            debounce_s=panel.debounce_ms / 1000,
            hold_s=panel.hold_ms / 1000,
        )
        for name, panel in config.panels.items()
        if name in seated
    )


def keypad_settings(config: Config) -> tuple[KeypadSettings, ...]:
    """Return the keypads of the seats. A keypad without a seat is left out."""
    seated = (config.seats.blue.panel, config.seats.red.panel)
    return tuple(
        KeypadSettings(
            name=name,
            place=keypad.place,
            usb=keypad.usb,
            previous=keypad.previous,
            next=keypad.next,
            confirm=keypad.confirm,
            hold_s=keypad.hold_ms / 1000,
        )
        for name, keypad in config.keypads.items()
        if name in seated
    )


def without_lamp(config: Config) -> frozenset[Seat]:
    """Return the seats of a real table whose lamp the screen shows, because no panel before them has one."""
    lit = {settings.name for settings in panel_settings(config)}
    seats = {BLUE: config.seats.blue, RED: config.seats.red}
    return frozenset(seat for seat, place in seats.items() if config.world == "real" and place.panel not in lit)


def holds(config: Config) -> Mapping[Seat, float]:
    """Return for how many seconds each seat has to hold: `hold_ms` of its own panel or keypad, or else the usual time.

    Panels, keys, touch, bots and scripts all take it from here.
    """
    by_panel = {panel.name: panel.hold_s for panel in panel_settings(config)}
    by_panel |= {keypad.name: keypad.hold_s for keypad in keypad_settings(config)}
    seats = {BLUE: config.seats.blue, RED: config.seats.red}
    return MappingProxyType({seat: by_panel.get(place.panel, HOLD_MS / 1000) for seat, place in seats.items()})
