"""Lines of a list as text that need no heading."""
