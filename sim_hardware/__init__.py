"""The emulated electronics below the drivers, and the faults that they can have."""
