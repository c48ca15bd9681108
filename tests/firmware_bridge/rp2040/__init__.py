"""The firmware on an emulated RP2040: rp2040js, which is foreign, runs a MicroPython image that the developer has."""
