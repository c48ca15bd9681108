"""The commands about the chance of a match."""
