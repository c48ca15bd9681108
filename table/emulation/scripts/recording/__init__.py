"""A session at the bench, written down as a script while it goes on."""
