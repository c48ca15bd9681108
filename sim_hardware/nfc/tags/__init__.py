"""ISO 14443A tags at the level of their frames: state machines, memory, locks, and their traps."""

from sim_hardware.nfc.tags.card import Card
from sim_hardware.nfc.tags.ntag import NTAG213, NTAG215, NTAG216, Model, Ntag

__all__ = ["NTAG213", "NTAG215", "NTAG216", "Card", "Model", "Ntag"]
