"""Marks that depend on each other, and a secret choice of two sides as a separate library."""
