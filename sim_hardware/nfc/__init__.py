"""Card readers and cards: the SPI bus, the MFRC522 down to its registers, and ISO 14443A tags bit by bit."""

from sim_hardware.nfc.field import Field
from sim_hardware.nfc.noise import Noise
from sim_hardware.nfc.world import ReaderWorld

__all__ = ["Field", "Noise", "ReaderWorld"]
