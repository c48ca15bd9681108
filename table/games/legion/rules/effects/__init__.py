"""The effects of command cards: when they fall due, what they give, and where the cards lie afterwards."""
