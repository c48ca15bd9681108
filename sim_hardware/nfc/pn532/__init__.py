"""The PN532 at the level of its frames: host bytes in, host bytes out, and tags over an antenna of its own."""

from sim_hardware.nfc.pn532.chip import Pn532
from sim_hardware.nfc.pn532.quirks import Quirk

__all__ = ["Pn532", "Quirk"]
