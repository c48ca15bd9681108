"""Measurements of the table and attacks on it, for developers. The program never imports this package."""
