"""Scenarios of Tide of Iron: TOML files and their loader. The samples are of our own invention."""
