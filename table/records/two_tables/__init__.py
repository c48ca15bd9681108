"""A match at two tables that do not trust each other: keys, signed batches, frames. It has no clock, socket or disk."""
