"""A logic analyser for the SPI bus and the serial line of an emulated table: their traffic in words."""
