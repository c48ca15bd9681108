"""The SPI and I2C device files of this computer. None is opened."""

import re
from pathlib import Path


def spi_devices(root: Path = Path("/")) -> tuple[tuple[int, int], ...]:
    """Return the bus and the chip select of each `/dev/spidevB.D`."""
    found = (re.fullmatch(r"spidev(\d+)\.(\d+)", node.name) for node in (root / "dev").glob("spidev*"))
    return tuple(sorted((int(name[1]), int(name[2])) for name in found if name))


def i2c_buses(root: Path = Path("/")) -> tuple[int, ...]:
    """Return the number of each `/dev/i2c-N`. A display's own buses are among them."""
    found = (re.fullmatch(r"i2c-(\d+)", node.name) for node in (root / "dev").glob("i2c-*"))
    return tuple(sorted(int(name[1]) for name in found if name))
