"""The start of a battle."""
