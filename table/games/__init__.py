"""The rules, pure: no I/O, no clock, no randomness, no hardware."""
