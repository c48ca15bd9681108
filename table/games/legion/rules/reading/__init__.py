"""Reading off a card what the data do not have."""
