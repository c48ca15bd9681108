"""Matches on disk: atomically written files, hash-chained journals, and the salvage of damaged ones.

`ports` has the interfaces for the rest of the table.
"""
