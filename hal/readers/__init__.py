"""Card readers: MFRC522 chips on SPI, the ISO 14443A cards on them, and which card lies where."""

from hal.readers.bus import Readers
from hal.readers.presence import Thresholds
from hal.readers.settings import GAINS_DB, ReaderSettings
from hal.readers.sightings import Sightings

__all__ = ["GAINS_DB", "ReaderSettings", "Readers", "Sightings", "Thresholds"]
