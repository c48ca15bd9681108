"""The rules that all games and matches share. Pure: no I/O, no clock, no randomness, no hardware."""
