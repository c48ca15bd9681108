"""The emulated electronics below the drivers, and their faults."""
