"""Figures: modules that measure them, and the report that prints them."""
