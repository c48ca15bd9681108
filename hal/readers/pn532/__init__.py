"""PN532 chips on a serial line (HSU), on SPI or on I2C.

There is a codec for frames, without I/O, and a driver above it.
"""
