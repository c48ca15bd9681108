"""A match of Infinity as a value: its state, its events, and how its parts are named. Pure."""
