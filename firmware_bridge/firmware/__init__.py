"""The firmware of the Pico: MicroPython that CPython can import, too."""
