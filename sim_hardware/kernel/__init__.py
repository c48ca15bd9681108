"""The pins and the SPI bus of a real kernel: a kernel module, and the emulated parts that answer its requests."""
