"""The devices as the table sees them: readers, panels, dispenser. Real and emulated hardware run the same drivers."""
