"""The floor plan of a checkout, measured from its sources: rooms, arrows, names of games, import contracts."""
