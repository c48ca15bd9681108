"""The module `spidev`, answered by emulated readers."""

from sim_hardware.nfc.spidev import SpiDev as _SpiDev
from sim_hardware.nfc.world import SELECTS
from sim_hardware.raspberry import raspberry as _raspberry

_buses = _raspberry().world.buses


class SpiDev(_SpiDev):
    buses = _buses
    selects = dict.fromkeys(_buses, SELECTS)


__version__ = "3.8"
