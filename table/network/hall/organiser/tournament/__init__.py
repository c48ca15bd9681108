"""The tournament of a hall: what its organiser does, and what follows from pairings and results. Pure."""
