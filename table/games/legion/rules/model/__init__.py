"""A match of Legion as a value: its state, its events, and how its parts are named. Pure."""
