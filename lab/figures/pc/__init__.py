"""Figures of a table on any computer, out of the parts that are there."""
