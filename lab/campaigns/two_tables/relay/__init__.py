"""A real broker between tables: its load, and what is on its wire."""
