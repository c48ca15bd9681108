"""Everything that is plugged in, in one value."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from hal.panels.keypads.listed import Keypad, keypads
from hal.plugged.displays import Display, displays
from hal.plugged.nodes import i2c_buses, spi_devices
from hal.plugged.pcsc_readers import PcscReaders, pcsc_readers, real_daemon
from hal.plugged.serial_ports import PluggedPort, serial_ports
from hal.readers.pcsc.service import PcscService


class Plugged(Struct, frozen=True):
    pcsc: PcscReaders = field(default_factory=PcscReaders)
    ports: tuple[PluggedPort, ...] = ()
    spi: tuple[tuple[int, int], ...] = ()
    """The bus and the chip select of each SPI device file."""
    i2c: tuple[int, ...] = ()
    """The numbers of the I2C buses."""
    keypads: tuple[Keypad, ...] = ()
    displays: tuple[Display, ...] = ()


def plugged(pcsc: Callable[[], PcscService] = real_daemon, root: Path = Path("/")) -> Plugged:
    """Return the parts that are plugged in now. `pcsc` opens a context of the PC/SC daemon.

    It may take as long as the daemon takes to answer. Raises nothing.
    """
    return Plugged(
        pcsc_readers(pcsc),
        serial_ports(root),
        spi_devices(root),
        i2c_buses(root),
        keypads(root),
        displays(root),
    )
