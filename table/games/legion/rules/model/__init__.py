"""A match of Legion as a value: its state, its events, and the names of its parts. Pure."""
