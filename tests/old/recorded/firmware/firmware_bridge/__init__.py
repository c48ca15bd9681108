"""The serial link to the dispenser without any I/O: wire codec and host protocol; and the Pico's firmware."""
