"""PN532 chips on a serial line (HSU), on SPI or on I2C: frames of our own, without I/O, and a driver above them."""
