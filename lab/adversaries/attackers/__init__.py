"""Attackers who know the program: they act in any order, go on from what led to something new, and combine roles."""
