"""Convert the configuration into the wiring of the emulated electronics."""

from sim_hardware.nfc.world import Place
from sim_hardware.panel import PanelWires
from table.config import Config


def reader_places(config: Config) -> dict[str, Place]:
    return {name: Place(reader.bus, reader.device) for name, reader in config.readers.items()}


def panel_wires(config: Config) -> dict[str, PanelWires]:
    return {
        name: PanelWires(
            buttons={"previous": panel.previous, "next": panel.next, "confirm": panel.confirm},
            lamp=(panel.lamp_red, panel.lamp_green, panel.lamp_blue),
            pull_up=panel.pull == "up",
            common_anode=panel.lamp_common == "anode",
        )
        for name, panel in config.panels.items()
    }


def hopper_contents(config: Config) -> tuple[int, ...]:
    """Return the number of tokens in each hopper, by hopper number. A number without configuration is empty."""
    contents = {hopper.number: hopper.content for hopper in config.hoppers}
    return tuple(contents.get(number, 0) for number in range(max(contents, default=-1) + 1))
