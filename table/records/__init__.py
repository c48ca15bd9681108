"""Matches on disk: files that are whole or not there at all, hash-chained journals, and the salvage of damaged ones."""
