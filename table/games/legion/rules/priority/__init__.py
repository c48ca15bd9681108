"""Priority: pips, the die, and its correction."""
