"""What cards in play do by their acts, how often, and when."""
