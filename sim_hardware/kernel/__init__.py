"""The pins and the SPI bus of a real kernel: a module for it, and the emulated parts that answer what it asks."""
