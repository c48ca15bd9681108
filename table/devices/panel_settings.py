"""The configuration of the panels in the terms of their driver."""

from hal.panels.settings import PanelSettings
from table.config.schema import Config


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
            debounce_s=panel.debounce_ms / 1000,
            hold_s=panel.hold_ms / 1000,
        )
        for name, panel in config.panels.items()
        if name in seated
    )
