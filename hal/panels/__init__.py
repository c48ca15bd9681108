"""Panels: three buttons and a lamp before each seat. gpiozero gives edges and levels; gestures are found here."""
