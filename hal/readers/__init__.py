"""Card readers: MFRC522 chips on SPI, the ISO 14443A cards on them, and the presence of cards."""

from hal.readers.bus import Readers
from hal.readers.cross_talk import CrossTalk
from hal.readers.presence import Thresholds
from hal.readers.settings import GAINS_DB, ReaderSettings

__all__ = ["GAINS_DB", "ReaderSettings", "Readers", "CrossTalk", "Thresholds"]
