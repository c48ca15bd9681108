"""Selecting command cards: divulge, lock, reveal and replace."""
