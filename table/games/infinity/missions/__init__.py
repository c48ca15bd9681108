"""The missions of a tournament season as files: their rounds, and where objective points come from."""
