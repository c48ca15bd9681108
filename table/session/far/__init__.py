"""A match with another table: its pairing, its line, and what players see of both."""
