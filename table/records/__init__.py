"""Matches on the disk:

Files that are there whole or not at all, hash-chained journals, and what is saved of damaged ones. What the rest of the
table needs of them stands in `ports.py`.
"""
