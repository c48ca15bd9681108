"""The floor plan of a checkout, measured from its own sources: rooms, arrows, names of games, import contracts."""
