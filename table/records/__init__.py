"""Matches on the disk: files that are there whole or not at all, hash-chained journals, and what is saved of rot."""
