"""A match of Tide of Iron as a value: its state, its events, and the names of its parts. Pure."""
