"""Infinity, fifth edition: command tokens, order pools by combat group, and the player turns around them."""
