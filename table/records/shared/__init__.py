"""The state of matches at two tables, on the disk of this table."""
