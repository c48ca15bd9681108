"""Attackers who know the program: they act in any order, continue from what led to something new, and combine roles."""
