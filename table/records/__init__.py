"""Matches on disk: files that are whole or not there at all, hash-chained journals, and the salvage of damaged ones.

`ports` says what the rest of the table needs of them.
"""
