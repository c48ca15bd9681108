"""The table speaks: what has changed since it spoke last, and the voice that says it."""
