"""The drivers of the table's devices: readers, panels, dispenser. Real and emulated hardware run the same drivers."""
