"""Cards, units and scenarios: data files and their loader."""
