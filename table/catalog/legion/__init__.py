"""Star Wars: Legion's units and command cards: names and numbers in data files, and the lists that players bring."""
