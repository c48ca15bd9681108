"""Legion's units and command cards: names and numbers in data files, and their readers."""
