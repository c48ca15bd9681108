"""The panels of a table with a builder's mistakes: soldered to other wires than the table is set to."""

from dataclasses import replace

from sim_hardware.clock import Clock
from sim_hardware.panel import EmulatedPanels, PanelWires
from table.emulation.builder.plants import Plant

SPARE_PIN = 26
"""A pin that no part of the emulated table uses."""


def built_panels(right: dict[str, PanelWires], first: str, clock: Clock, plant: Plant | None) -> EmulatedPanels:
    """Return panels whose wires are the right ones, but for a mistake at the first panel."""
    wires = {**right, first: _miswired(right[first], plant)}
    panels = EmulatedPanels(wires, clock)
    if plant is Plant.BUTTON_STUCK:
        panels.pin_factory.pin(wires[first].buttons["next"]).held = not wires[first].pull_up
    return panels


def _miswired(wires: PanelWires, plant: Plant | None) -> PanelWires:
    buttons, (red, green, blue) = wires.buttons, wires.lamp
    match plant:
        case Plant.WRONG_PULL:
            return replace(wires, pull_up=not wires.pull_up)
        case Plant.BUTTONS_SWAPPED:
            return replace(wires, buttons={**buttons, "previous": buttons["next"], "next": buttons["previous"]})
        case Plant.BUTTON_PIN:
            return replace(wires, buttons={**buttons, "confirm": SPARE_PIN})
        case Plant.LAMP_COMMON:
            return replace(wires, common_anode=not wires.common_anode)
        case Plant.COLOURS_SWAPPED:
            return replace(wires, lamp=(green, blue, red))
        case _:
            return wires
