"""The harnesses of a table: the wires between pins, from the example configurations and the firmware's wiring."""
