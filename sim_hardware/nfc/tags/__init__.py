"""ISO 14443A tags at the level of their frames: state machines, memory, locks, and their pitfalls.

The names of tag kinds in the command line and in scripts are in `sim_hardware/nfc/naming.py`.
"""

from sim_hardware.nfc.tags.card import TypeATag
from sim_hardware.nfc.tags.mifare_classic import Classic
from sim_hardware.nfc.tags.ntag import NTAG213, NTAG215, NTAG216, Ntag
from sim_hardware.nfc.tags.type2 import Model, Type2
from sim_hardware.nfc.tags.ultralight import MF0UL11, MF0UL21, ULTRALIGHT, Ultralight

__all__ = [
    "MF0UL11",
    "MF0UL21",
    "NTAG213",
    "NTAG215",
    "NTAG216",
    "ULTRALIGHT",
    "TypeATag",
    "Classic",
    "Model",
    "Ntag",
    "Type2",
    "Ultralight",
]
