"""Random legal play of any game, and the invariants that it checks: for authors of games, tests and campaigns."""
