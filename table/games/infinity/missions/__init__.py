"""The missions of a tournament season as files: their rounds, and the sources of objective points."""
