"""Reading facts off a card that the data do not have."""
