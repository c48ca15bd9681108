"""Lists of Legion as players bring them, read and matched to the data."""
