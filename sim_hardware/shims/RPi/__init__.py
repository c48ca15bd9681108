"""`import RPi`."""
