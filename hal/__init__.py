"""The devices as the table sees them: readers, panels, dispenser. One copy, for both worlds."""
