"""The uses of command tokens."""
