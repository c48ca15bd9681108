"""The MFRC522 contactless reader chip at register level. Section numbers are those of NXP's data sheet, rev. 3.9."""

from sim_hardware.nfc.mfrc522.chip import Mfrc522

__all__ = ["Mfrc522"]
