"""Misplaced entries: command cards and units among upgrades, or below headings that are not read."""
