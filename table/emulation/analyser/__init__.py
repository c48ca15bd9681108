"""What goes over the wires of an emulated table, in words: a logic analyser for its SPI bus and its serial line."""
