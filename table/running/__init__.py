"""A table in real time: its threads, their clock, and who watches them."""
