"""A match of Tide of Iron as a value: its state, its events, and how its parts are named. Pure."""
