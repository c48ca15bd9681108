"""Convert the configuration into the wiring of the emulated electronics."""

from sim_hardware.nfc.places import AnyPlace, HsuPlace, I2cPlace, PcscPlace, Place
from sim_hardware.panel import PanelWires
from table.config import Config
from table.config.schema import ReaderConfig
from table.devices.configured.device_settings import pcsc_name, serial_port


def reader_places(config: Config) -> dict[str, AnyPlace]:
    return {name: _place(name, reader, config) for name, reader in config.readers.items()}


def _place(name: str, reader: ReaderConfig, config: Config) -> AnyPlace:
    if reader.kind == "pcsc":
        return PcscPlace(pcsc_name(name))
    if reader.on_spi:
        return Place(reader.bus, reader.device, pn532=reader.kind == "pn532")
    return I2cPlace(reader.i2c) if reader.link == "i2c" else HsuPlace(serial_port(name, reader, config))


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
