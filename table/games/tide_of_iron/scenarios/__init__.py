"""Scenarios of Tide of Iron: TOML files and their reader. The samples are of our own invention."""
