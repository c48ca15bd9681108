"""Selecting command cards: divulged, locked, revealed, replaced, returned and laid aside."""
