"""Troopers that are lost, come back, or arrive."""
