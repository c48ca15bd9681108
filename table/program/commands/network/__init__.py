"""The commands with a network."""
