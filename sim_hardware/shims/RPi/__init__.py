"""The package `RPi`."""
