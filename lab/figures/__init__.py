"""Figures: how each is measured, and the one form in which all are told."""
