"""The harnesses of a table: which pin is wired to which, from the example configurations and the firmware's wiring."""
